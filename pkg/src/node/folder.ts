/** A whole folder in one call. */

import { createHash } from "node:crypto";
import { lstat, realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readSnapshot, writeSnapshot } from "../cache.js";
import { AbortedError, NearfieldError, messageOf } from "../errors.js";
import { Nearfield } from "../entry/node.js";
import type { NearfieldBase } from "../nearfield.js";
import type { AddOptions, AddReport, ByteStore, CreateOptions, FileInput, Skipped } from "../types.js";
import { cacheFolder, folderStore } from "./store.js";
import { RULE_FILES, walk } from "./walk.js";

export interface FolderOptions extends CreateOptions, AddOptions {
  /**
   * Keep the index for the next time, by content, in the platform's cache folder (`true`), in the folder of that path,
   * or in a byte store. Of a folder that is opened again only what changed is indexed; the rest is read and compared.
   * Default `false`.
   */
  cache?: boolean | string | ByteStore;
  /** Whether a folder that is not in the cache yet is put there. Default `true`. */
  fillCache?: boolean;
}

/** What the cache was good for. */
export interface CacheReport {
  /** Whether an index was there. */
  found: boolean;
  /** Whether the index was written, because it was new or something had changed. */
  written: boolean;
  /** The size of what was read or written, in bytes. */
  bytes: number;
  /** What went wrong with it, as sentences; none of it spoils the index. */
  notes: string[];
}

/**
 * Indexes a folder: `create`, then `addFolder`; with a `cache`, `Nearfield.load` and then what changed. Rejects with the
 * codes of these; nothing stays behind then. A cache that is damaged, or that cannot be read or written, is no error but
 * a note.
 */
export async function openFolder(
  path: string,
  options: FolderOptions = {},
): Promise<{ nearfield: Nearfield; report: AddReport; cache?: CacheReport }> {
  const { signal, onProgress, cache, fillCache = true, ...create } = options;
  const adding = {
    ...(create.maxFileBytes !== undefined && { maxFileBytes: create.maxFileBytes }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
  const store = storeOf(cache);
  if (!store) {
    const nearfield = await Nearfield.create(create);
    return freedOnError(nearfield, async () => ({ nearfield, report: await addFolder(nearfield, path, adding) }));
  }
  const account: CacheReport = { found: false, written: false, bytes: 0, notes: [] };
  const name = await nameOf(path, create);
  const nearfield = (await fromCache(store, name, create, account, signal)) ?? (await Nearfield.create(create));
  return freedOnError(nearfield, async () => {
    if (account.found) await removeLostRules(nearfield, path);
    const { report, fed } = await feedFolder(nearfield, path, adding, account.found);
    for (const known of await nearfield.paths()) {
      if (!fed.has(known)) await nearfield.remove(known);
    }
    const wanted = account.found || account.notes.length > 0 || fillCache;
    if (wanted && (!account.found || (await nearfield.revision()) > 0)) {
      await toCache(store, name, await nearfield.save(), account);
    }
    return { nearfield, report, cache: account };
  });
}

/**
 * Adds the files below `path`; ignore files are obeyed on the way down. The report's `skipped` names every file and
 * folder that was left out; files above `maxFileBytes` (default 16 MiB) are not even read. Rejects with `read` when the
 * folder cannot be read, else like `add`.
 */
export async function addFolder(
  nearfield: NearfieldBase,
  path: string,
  options: AddOptions & { maxFileBytes?: number } = {},
): Promise<AddReport> {
  return (await feedFolder(nearfield, path, options)).report;
}

async function feedFolder(
  nearfield: NearfieldBase,
  path: string,
  options: AddOptions & { maxFileBytes?: number },
  again = false,
): Promise<{ report: AddReport; fed: Set<string> }> {
  const { maxFileBytes, ...adding } = options;
  const left: Skipped[] = [];
  const fed = new Set<string>();
  const account = (report: AddReport): AddReport => ({
    ...report,
    // In a folder that was known, changed rules also take out or let in what the walk tells of by itself, or what is gone.
    ...(again && { refeed: [] }),
    skipped: [...report.skipped.filter(({ path }) => !again || fed.has(path)), ...left].sort((a, b) =>
      a.path < b.path ? -1 : a.path > b.path ? 1 : 0,
    ),
  });
  async function* files(): AsyncGenerator<FileInput> {
    const found = walk(path, nearfield, {
      ...(maxFileBytes !== undefined && { maxFileBytes }),
      onSkipped: (one) => left.push(one),
    });
    for await (const file of found) {
      // A name with a backslash is kept as a path, one that is no path as it is.
      fed.add(file.path).add(file.path.replaceAll("\\", "/"));
      yield file;
    }
  }
  try {
    return { report: account(await nearfield.add(files(), adding)), fed };
  } catch (error) {
    if (error instanceof AbortedError) throw new AbortedError(account(error.report as AddReport), error.cause);
    throw error;
  }
}

async function fromCache(
  store: ByteStore,
  name: string,
  create: CreateOptions,
  account: CacheReport,
  signal: AbortSignal | undefined,
): Promise<Nearfield | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readSnapshot(store, name);
  } catch (error) {
    // Whatever a host's own store throws.
    account.notes.push(`The cache was not read: ${messageOf(error)}`);
  }
  if (!bytes) return undefined;
  try {
    const nearfield = await Nearfield.load(bytes, { ...create, ...(signal && { signal }) });
    account.found = true;
    account.bytes = bytes.byteLength;
    return nearfield;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "snapshot-damaged" && code !== "snapshot-mismatch") throw error;
    account.notes.push(`The cache was not used: ${messageOf(error)}`);
    return undefined;
  }
}

async function toCache(store: ByteStore, name: string, bytes: Uint8Array, account: CacheReport): Promise<void> {
  try {
    await writeSnapshot(store, name, bytes);
    account.written = true;
    account.bytes = bytes.byteLength;
  } catch (error) {
    account.notes.push(`The cache was not written: ${messageOf(error)}`);
  }
}

/** The rules of ignore files that are gone must not keep the walk out of anything. */
async function removeLostRules(nearfield: NearfieldBase, path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isFile()) return;
  for (const known of await nearfield.paths()) {
    if (!RULE_FILES.has(known.slice(known.lastIndexOf("/") + 1))) continue;
    const there = await lstat(join(path, known)).catch(() => undefined);
    if (!there?.isFile()) await nearfield.remove(known);
  }
}

/** The same for the same folder under the same options. */
async function nameOf(path: string, { model = "default", languages, maxFileBytes, maskSecrets }: CreateOptions): Promise<string> {
  const hash = createHash("sha256");
  // What cannot be resolved is told by the walk.
  hash.update(await realpath(path).catch(() => resolve(path)));
  if (model instanceof URL || typeof model === "string") hash.update(`\0${String(model)}`);
  else for (const part of [model.config, model.tokenizer, model.weights]) hash.update("\0").update(part);
  return hash.update(`\0${languages ?? ""}\0${maxFileBytes ?? ""}\0${maskSecrets ?? true}`).digest("hex").slice(0, 32);
}

function storeOf(cache: FolderOptions["cache"]): ByteStore | undefined {
  if (cache === undefined || cache === false) return undefined;
  if (cache === true) return folderStore(cacheFolder());
  if (typeof cache === "string") return folderStore(cache);
  const methods = ["get", "set", "delete", "keys"] as const;
  if (cache !== null && typeof cache === "object" && methods.every((method) => typeof cache[method] === "function")) return cache;
  throw new NearfieldError(
    "invalid-option",
    'The option "cache" of openFolder must be true, false, the path of a folder, or a byte store with get, set, delete and keys.',
  );
}

async function freedOnError<T>(nearfield: Nearfield, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    nearfield.free();
    throw error;
  }
}
