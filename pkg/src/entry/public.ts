/** What every entry point exports beside its own `Nearfield` and `distribution`. */

export { indexedDBStore, opfsStore } from "../browser-store.js";
export { AbortedError, NearfieldError, type NearfieldErrorCode } from "../errors.js";
export type * from "../types.js";
