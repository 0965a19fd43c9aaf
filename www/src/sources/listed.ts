import type { FolderNode, TreeNode } from "./tree.js";

/** The folder behind `<input webkitdirectory>`, whose files come as one flat list of paths. */
export function listedFolder(files: Iterable<File>): FolderNode | undefined {
  const root = new Branch("");
  for (const file of files) {
    const steps = (file.webkitRelativePath || file.name).split("/");
    steps.pop();
    let at = root;
    for (const step of steps) at = at.branch(step);
    at.files.push(file);
  }
  // The input prefixes every path with the chosen folder's own name; ignore rules count from inside it.
  const [only] = root.branches.values();
  const top = only && root.branches.size === 1 && root.files.length === 0 ? only : root;
  return top.files.length + top.branches.size === 0 ? undefined : top;
}

class Branch implements FolderNode {
  readonly kind = "folder";
  readonly branches = new Map<string, Branch>();
  readonly files: File[] = [];

  constructor(readonly name: string) {}

  branch(name: string): Branch {
    let branch = this.branches.get(name);
    if (!branch) this.branches.set(name, (branch = new Branch(name)));
    return branch;
  }

  async children(): Promise<TreeNode[]> {
    const files = this.files.map((file): TreeNode => ({ kind: "file", name: file.name, open: async () => file }));
    return [...this.branches.values(), ...files];
  }
}
