/** `nearfield/node`: the only code of the package that touches the caller's file system. */

export { addFolder, openFolder } from "../node/folder.js";
export { walk, type WalkOptions } from "../node/walk.js";
