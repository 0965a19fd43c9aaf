/** A folder as a byte store, and where caches lie. */

import { randomBytes } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { NearfieldError, messageOf } from "../errors.js";
import type { ByteStore } from "../types.js";

/** What a key may be made of, so that it is a file's name everywhere. */
const KEY = /^[a-z0-9][a-z0-9._-]{0,127}$/;
/** The ending of a file that is being written. */
const UNFINISHED = ".tmp";
/** The name of such a file, and of no other: nobody else's may be deleted. */
const OWN_UNFINISHED = /^[a-z0-9][a-z0-9._-]{0,127}\.\d+-[0-9a-f]{12}\.tmp$/;
/** Values can hold private texts: they are for this user alone. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** A file that was begun so long ago belongs to a process that has died. */
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * A folder that keeps each value as a file. A file is written under another name and then renamed: whoever reads it, in
 * this process or another, finds the old value or the new one, never a part, also when the writer dies in the middle.
 * Rejects with `store` and with `invalid-option` for a key that is no name of small letters, digits, `.`, `_` and `-`.
 */
export function folderStore(folder: string): ByteStore {
  if (folder === "") throw new NearfieldError("invalid-option", "The folder of a store must have a name: give its path.");
  const root = resolve(folder);
  const fileOf = (key: string): string => {
    if (KEY.test(key) && !key.endsWith(UNFINISHED)) return join(root, key);
    throw new NearfieldError("invalid-option", `"${key}" is no key: use small letters, digits, ".", "_" and "-".`);
  };
  return {
    async get(key) {
      const file = fileOf(key);
      return within(`"${file}" cannot be read`, async () => new Uint8Array(await readFile(file)), undefined);
    },
    async set(key, bytes) {
      const file = fileOf(key);
      const unfinished = join(root, `${key}.${process.pid}-${randomBytes(6).toString("hex")}${UNFINISHED}`);
      await within(`"${file}" cannot be written`, async () => {
        await mkdir(root, { recursive: true, mode: FOLDER_MODE });
        // It may lie in a folder that is indexed. One that holds other things is not ours to hide.
        if ((await readdir(root)).length === 0) await writeFile(join(root, ".gitignore"), "*\n");
        try {
          await writeFile(unfinished, bytes, { flag: "wx", mode: FILE_MODE });
          await rename(unfinished, file);
        } catch (error) {
          await rm(unfinished, { force: true });
          throw error;
        }
      });
      await deleteAbandoned(root);
    },
    async delete(key) {
      const file = fileOf(key);
      await within(`"${file}" cannot be deleted`, () => rm(file, { force: true }));
    },
    async keys() {
      const names = await within(`"${root}" cannot be read`, () => readdir(root), []);
      return names.filter((name) => KEY.test(name) && !name.endsWith(UNFINISHED)).sort();
    },
  };
}

/** Where caches of programs lie on this platform, with a folder of this package in it. */
export function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  // By the specification a relative path is to be ignored.
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, "nearfield");
  if (process.platform === "win32") return join(LOCALAPPDATA || join(homedir(), "AppData", "Local"), "nearfield", "cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "nearfield");
  return join(homedir(), ".cache", "nearfield");
}

/** What cannot be deleted stays: the value itself is in its place by then. */
async function deleteAbandoned(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!OWN_UNFINISHED.test(name)) continue;
    const file = join(root, name);
    // Another process may have finished or deleted it by now.
    const written = await stat(file).then(({ mtimeMs }) => mtimeMs, () => Infinity);
    if (Date.now() - written > ABANDONED_MS) await rm(file, { force: true }).catch(() => undefined);
  }
}

/** `missing`, if given, is the answer where there is no such file or folder. */
async function within<T>(what: string, action: () => Promise<T>, ...missing: [] | [T | undefined]): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    if (missing.length > 0 && (cause as NodeJS.ErrnoException).code === "ENOENT") return missing[0] as T;
    throw new NearfieldError("store", `${what}: ${messageOf(cause)}.`, { cause });
  }
}
