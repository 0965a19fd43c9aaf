/** `nearfield/node`: the only code of the package that touches the caller's file system. */

export { addFolder, openFolder, type CacheReport, type FolderOptions } from "../node/folder.js";
export { cacheFolder, folderStore } from "../node/store.js";
export { walk, type WalkOptions } from "../node/walk.js";
