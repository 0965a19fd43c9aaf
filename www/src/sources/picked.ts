import type { FolderNode, TreeNode } from "./tree.js";

// lib.dom does not declare the picker: it is not in every browser.
interface PickerWindow {
  showDirectoryPicker?: (options: { id: string; mode: "read" }) => Promise<FileSystemDirectoryHandle>;
}

/** Whether this browser can hand a folder over without copying its file list first. */
export function canPickFolder(): boolean {
  return typeof (window as PickerWindow).showDirectoryPicker === "function";
}

/** Lets the person choose a folder; undefined when the dialog was dismissed. */
export async function pickFolder(): Promise<FolderNode | undefined> {
  const picker = (window as PickerWindow).showDirectoryPicker;
  if (!picker) return undefined;
  try {
    return folder(await picker.call(window, { id: "nearfield", mode: "read" }));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

function folder(handle: FileSystemDirectoryHandle): FolderNode {
  return {
    kind: "folder",
    name: handle.name,
    async children() {
      const nodes: TreeNode[] = [];
      for await (const child of handle.values()) {
        nodes.push(
          child.kind === "directory"
            ? folder(child as FileSystemDirectoryHandle)
            : { kind: "file", name: child.name, open: () => (child as FileSystemFileHandle).getFile() },
        );
      }
      return nodes;
    },
  };
}
