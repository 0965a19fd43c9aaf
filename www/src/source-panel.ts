import { droppedFolder } from "./sources/dropped.js";
import { listedFolder } from "./sources/listed.js";
import { canPickFolder, pickFolder } from "./sources/picked.js";
import type { FolderNode } from "./sources/tree.js";
import { byId } from "./view/element.js";
import { showFailure } from "./view/failure.js";

interface Offers {
  onFolder(folder: FolderNode): void;
  onSample(): void;
  onKeep(): void;
}

/** The three ways in: the folder dialog, a drop, the sample. */
export function offerSources({ onFolder, onSample, onKeep }: Offers): void {
  const input = byId("folder-input", HTMLInputElement);
  byId("pick", HTMLButtonElement).addEventListener("click", () => {
    if (!canPickFolder()) input.click();
    else
      pickFolder().then(
        (folder) => folder && onFolder(folder),
        // Some embedders have the picker but forbid it; the input still works there.
        () => input.click(),
      );
  });
  input.addEventListener("change", () => {
    const folder = listedFolder(input.files ?? []);
    if (folder) onFolder(folder);
    else showFailure(new Error("The chosen folder holds no files. Choose another one."));
    input.value = "";
  });
  byId("use-sample", HTMLButtonElement).addEventListener("click", onSample);
  byId("keep", HTMLButtonElement).addEventListener("click", onKeep);
  acceptDrops(onFolder);
}

function acceptDrops(onFolder: (folder: FolderNode) => void): void {
  const veil = byId("drop-veil", HTMLElement);
  // Enter and leave fire for every child that is crossed: count them to know when the page is left.
  let depth = 0;
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  const lift = (by: number): void => {
    depth = Math.max(0, depth + by);
    veil.hidden = depth === 0;
  };
  addEventListener("dragenter", (event) => carriesFiles(event) && lift(1));
  addEventListener("dragleave", (event) => carriesFiles(event) && lift(-1));
  addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!carriesFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    lift(-depth);
    const folder = droppedFolder(event.dataTransfer);
    if (folder) onFolder(folder);
    else showFailure(new Error("What was dropped holds no files. Drop files or a folder."));
  });
}
