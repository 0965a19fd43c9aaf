import { loadDistribution } from "../distribution.js";
import { startHost } from "../host/start.js";
import { node } from "../load/node.js";
import { NearfieldBase } from "../nearfield.js";
import type { CreateOptions, Distribution, WasmSource } from "../types.js";

export * from "./public.js";

export class Nearfield extends NearfieldBase {
  /**
   * Loads the engine and its model and gives an empty index. Rejects with `invalid-option`, `wasm-load`,
   * `model-load` or `worker`; the message names the file or address that failed.
   */
  static async create(options: CreateOptions = {}): Promise<Nearfield> {
    return new Nearfield(await startHost(node, options));
  }
}

/** The equations as pure functions. */
export function distribution(options: { wasm?: WasmSource | Promise<WasmSource> } = {}): Promise<Distribution> {
  return loadDistribution(node, options);
}
