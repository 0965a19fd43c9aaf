// core.js is made from wasm-bindgen's glue by scripts/build.mjs and exists only in dist/.
import type { Core } from "../load/core.js";

/**
 * A fresh, empty copy of the glue. `init` gives it a wasm instance of its own.
 * The two parameters stand in for the globals of these names inside the glue.
 */
export function createCore(console: Pick<Console, "error" | "warn">, FinalizationRegistry: undefined): Core & {
  init(input: { module_or_path: WebAssembly.Module }): Promise<{ memory: WebAssembly.Memory }>;
};
