/** What every entry point exports beside its own `Nearfield` and `distribution`. */

export { AbortedError, NearfieldError, type NearfieldErrorCode } from "../errors.js";
export type * from "../types.js";
