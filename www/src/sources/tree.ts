/** A file that can be read later: its size is known before its bytes are needed. */
export interface FileNode {
  kind: "file";
  name: string;
  open(): Promise<File>;
}

/** A folder, whatever the browser calls it: a handle, a dropped entry or a list of paths. */
export interface FolderNode {
  kind: "folder";
  name: string;
  children(): Promise<TreeNode[]>;
}

export type TreeNode = FileNode | FolderNode;
