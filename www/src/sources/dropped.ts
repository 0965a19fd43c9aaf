import type { FolderNode, TreeNode } from "./tree.js";

/**
 * What was dropped, as one folder. Must be called inside the drop event: the browser empties the
 * list of items as soon as the handler returns.
 */
export function droppedFolder(transfer: DataTransfer): FolderNode | undefined {
  const nodes: TreeNode[] = [];
  for (const item of transfer.items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry();
    if (entry) nodes.push(node(entry));
    else {
      const file = item.getAsFile();
      if (file) nodes.push({ kind: "file", name: file.name, open: async () => file });
    }
  }
  const [first] = nodes;
  if (!first) return undefined;
  if (nodes.length === 1 && first.kind === "folder") return first;
  return { kind: "folder", name: nodes.length === 1 ? first.name : "dropped files", children: async () => nodes };
}

function node(entry: FileSystemEntry): TreeNode {
  if (entry.isDirectory) {
    const directory = entry as FileSystemDirectoryEntry;
    return { kind: "folder", name: entry.name, children: () => listing(directory) };
  }
  const file = entry as FileSystemFileEntry;
  return { kind: "file", name: entry.name, open: () => new Promise((resolve, reject) => file.file(resolve, reject)) };
}

/** A reader gives at most some hundred entries a call and says it is done with an empty batch. */
async function listing(directory: FileSystemDirectoryEntry): Promise<TreeNode[]> {
  const reader = directory.createReader();
  const nodes: TreeNode[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return nodes;
    nodes.push(...batch.map(node));
  }
}
