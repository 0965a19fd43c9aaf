import type { FileNode, FolderNode } from "./tree.js";

/** A file met on the walk, not read yet. */
export interface Found {
  path: string;
  file: File;
}

/** Something the walk did not hand on, and why. */
export interface Passed {
  path: string;
  code: string;
  message: string;
}

export interface Walked {
  files: Found[];
  passed: Passed[];
}

/** What the walk asks about the rules, so that an ignored folder is never opened. */
export interface Gate {
  addRules(path: string, bytes: Uint8Array): Promise<void>;
  ignored(path: string, isFolder: boolean): Promise<string | undefined>;
}

const RULE_FILES = new Set([".gitignore", ".ignore", ".nearfieldignore"]);

/**
 * Lists a folder's files in a fixed order, depth first. A folder's ignore files are told to the gate
 * before anything beside or below them is judged.
 */
export async function walk(
  root: FolderNode,
  gate: Gate,
  signal: AbortSignal,
  onFound: (files: number) => void,
): Promise<Walked> {
  const walked: Walked = { files: [], passed: [] };
  const open: { path: string; folder: FolderNode }[] = [{ path: "", folder: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    signal.throwIfAborted();
    const { path: at, folder } = next;
    const below = (name: string): string => (at === "" ? name : `${at}/${name}`);
    let children;
    try {
      children = await folder.children();
    } catch (error) {
      walked.passed.push(unreadable(`${at || folder.name}/`, error));
      continue;
    }
    children.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    const files = children.filter((child) => child.kind === "file");
    files.sort((a, b) => Number(RULE_FILES.has(b.name)) - Number(RULE_FILES.has(a.name)));
    for (const child of files) await meet(child, below(child.name), gate, walked);
    onFound(walked.files.length);

    const folders: typeof open = [];
    for (const child of children) {
      if (child.kind !== "folder") continue;
      const path = below(child.name);
      const rule = await gate.ignored(path, true);
      if (rule === undefined) folders.push({ path, folder: child });
      else walked.passed.push({ path: `${path}/`, code: "ignored", message: `The whole folder is ignored: ${rule}.` });
    }
    open.push(...folders.reverse());
  }
  return walked;
}

async function meet(node: FileNode, path: string, gate: Gate, walked: Walked): Promise<void> {
  try {
    const file = await node.open();
    if (RULE_FILES.has(node.name)) await gate.addRules(path, new Uint8Array(await file.arrayBuffer()));
    walked.files.push({ path, file });
  } catch (error) {
    walked.passed.push(unreadable(path, error));
  }
}

/** The record of a file or folder that the browser would not open. */
export function unreadable(path: string, error: unknown): Passed {
  const why = error instanceof Error ? error.message : String(error);
  return { path, code: "unreadable", message: `The browser could not read it (${why}).` };
}
