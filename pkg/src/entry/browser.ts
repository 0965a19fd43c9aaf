import { loadDistribution } from "../distribution.js";
import { start } from "../host/start.js";
import { web } from "../load/web.js";
import { NearfieldBase } from "../nearfield.js";
import { splitLoad } from "../options.js";
import { loaded } from "../snapshot.js";
import type { CreateOptions, Distribution, LoadOptions, WasmSource } from "../types.js";

export * from "./public.js";

export class Nearfield extends NearfieldBase {
  /**
   * Loads the engine and its model and gives an empty index. Rejects with `invalid-option`, `wasm-load`,
   * `model-load` or `worker`; the message names the file or address that failed.
   */
  static async create(options: CreateOptions = {}): Promise<Nearfield> {
    return new Nearfield(await start(web, options));
  }

  /**
   * An index that answers like the one whose `save()` gave the bytes, under the options of `create`; in this thread it
   * is loaded in slices. Rejects like `create`, with `snapshot-damaged`, with `snapshot-mismatch` (see `rebuild`), and
   * with `aborted` when the signal fires.
   */
  static async load(bytes: Uint8Array, options: CreateOptions & LoadOptions = {}): Promise<Nearfield> {
    const { create, loading } = splitLoad(options);
    return new Nearfield(await loaded(await start(web, create), bytes, loading));
  }
}

/** The equations as pure functions. */
export function distribution(options: { wasm?: WasmSource | Promise<WasmSource> } = {}): Promise<Distribution> {
  return loadDistribution(web, options);
}
