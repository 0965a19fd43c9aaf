/** From a folder to files: what is ignored, linked or huge is left out and named. */

import type { Dirent } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { NearfieldError, messageOf } from "../errors.js";
import type { NearfieldBase } from "../nearfield.js";
import type { FileInput, Skipped } from "../types.js";

/** Files above this are not read into memory at all: the engine's own limit lies far below. */
const READ_LIMIT = 16 * 1024 * 1024;
/** Files that are read ahead while the engine works. */
const AHEAD = 16;

export const RULE_FILES = new Set([".gitignore", ".ignore", ".nearfieldignore"]);

export interface WalkOptions {
  /** Files above this many bytes are not read. Default 16 MiB. */
  maxFileBytes?: number;
  /** Called for each file and folder that is left out; the path of a folder ends with `/`. */
  onSkipped?: (skipped: Skipped) => void;
}

/**
 * The files below `root`, sorted, with `/` in paths relative to it. To be handed to `nearfield.add`: a folder's ignore
 * files come before the rest of it, and what they exclude is asked of `nearfield`, so that ignored folders are never
 * entered. Symbolic links are not followed. `root` may be a single file. Rejects with `read` when `root` itself cannot
 * be read; anything below it that cannot is reported as skipped.
 */
export async function* walk(root: string, nearfield: NearfieldBase, options: WalkOptions = {}): AsyncGenerator<FileInput> {
  const { maxFileBytes = READ_LIMIT, onSkipped = () => {} } = options;
  const skip = (path: string, code: string, message: string): void => onSkipped({ path, code, message });

  let isFile: boolean;
  try {
    // A link as the root was named on purpose, and is followed.
    isFile = (await stat(root)).isFile();
  } catch (cause) {
    throw new NearfieldError("read", `"${root}" cannot be read: ${reason(cause)}.`, { cause });
  }
  if (isFile) {
    const name = basename(root);
    const content = await read(join(dirname(root), name), name, maxFileBytes, skip);
    if (content) yield { path: name, content };
    return;
  }
  yield* folder("");

  async function* folder(prefix: string): AsyncGenerator<FileInput> {
    let entries: Dirent[];
    try {
      entries = await readdir(join(root, prefix), { withFileTypes: true });
    } catch (cause) {
      if (prefix === "") throw new NearfieldError("read", `The folder "${root}" cannot be read: ${reason(cause)}.`, { cause });
      return skip(prefix, "unreadable", `The folder cannot be read: ${reason(cause)}.`);
    }
    // By code units: the same everywhere, whatever the locale.
    entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    const rules = entries.filter((entry) => entry.isFile() && RULE_FILES.has(entry.name));
    yield* files(rules.map((entry) => prefix + entry.name));

    const ignored = await Promise.all(
      entries.map((entry) => nearfield.isIgnored(prefix + entry.name, entry.isDirectory())),
    );
    const folders: string[] = [];
    const paths: string[] = [];
    entries.forEach((entry, i) => {
      const path = prefix + entry.name;
      const rule = ignored[i];
      if (rules.includes(entry)) return;
      if (rule !== undefined) skip(entry.isDirectory() ? `${path}/` : path, "ignored", `Ignored by ${rule}.`);
      else if (entry.isDirectory()) folders.push(`${path}/`);
      else if (entry.isFile()) paths.push(path);
      else if (entry.isSymbolicLink()) skip(path, "symlink", "A symbolic link: links are not followed.");
      else skip(path, "special", "Neither a file nor a folder.");
    });
    yield* files(paths);
    for (const name of folders) yield* folder(name);
  }

  async function* files(paths: string[]): AsyncGenerator<FileInput> {
    const ahead: Promise<Uint8Array | undefined>[] = [];
    for (let i = 0; i < paths.length; i++) {
      while (ahead.length < AHEAD && i + ahead.length < paths.length) {
        const path = paths[i + ahead.length] as string;
        ahead.push(read(join(root, path), path, maxFileBytes, skip));
      }
      const content = await ahead.shift();
      if (content) yield { path: paths[i] as string, content };
    }
  }
}

/** A file's bytes, or `undefined` after `skip` was told why not. Never rejects. */
async function read(
  file: string,
  path: string,
  limit: number,
  skip: (path: string, code: string, message: string) => void,
): Promise<Uint8Array | undefined> {
  try {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      if (size <= limit) return await handle.readFile();
      skip(path, "too-large", `The file has ${size} bytes, more than the ${limit} that are read.`);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    skip(path, "unreadable", `The file cannot be read: ${reason(cause)}.`);
  }
  return undefined;
}

/** Node's message without the call and the path, which the sentence around it names. */
function reason(cause: unknown): string {
  return messageOf(cause).replace(/^[A-Z]+: /, "").replace(/, \w+( '.*')?$/s, "");
}
