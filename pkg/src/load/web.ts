/** Browsers, and whatever else loads modules by URL and has `fetch` and `Worker`. */

import { NearfieldError, messageOf } from "../errors.js";
import { webPort } from "../host/port.js";
import { fetchBytes, fetchModule } from "./fetch.js";
import type { Platform } from "./platform.js";

// Each address is written as `new URL("literal", import.meta.url)`: this is what bundlers look for.
export const web: Platform = {
  // What a page has to download is kept small.
  languages: "core",
  wasmUrl: {
    core: () => new URL("../wasm/nearfield_core_bg.wasm", import.meta.url),
    full: () => new URL("../wasm/nearfield_full_bg.wasm", import.meta.url),
  },
  modelUrls: () => ({
    config: new URL("../model/config.json", import.meta.url),
    tokenizer: new URL("../model/tokenizer.json", import.meta.url),
    weights: new URL("../model/model.safetensors", import.meta.url),
  }),
  bytes: fetchBytes,
  compile: fetchModule,
  resolve(address) {
    try {
      return new URL(address, globalThis.location?.href);
    } catch (cause) {
      throw new NearfieldError("invalid-option", `"${address}" is no address.`, { cause });
    }
  },
  startWorker() {
    if (typeof Worker !== "function") {
      throw new NearfieldError("worker", "This environment has no Worker: call create() without `worker`.");
    }
    let worker: Worker;
    try {
      worker = new Worker(new URL("../entry/worker-browser.js", import.meta.url), { type: "module", name: "nearfield" });
    } catch (cause) {
      throw new NearfieldError("worker", `The worker could not be started: ${messageOf(cause)}.`, { cause });
    }
    return webPort(worker);
  },
  adoptWorker: (worker) => webPort(worker as unknown as Worker),
};
