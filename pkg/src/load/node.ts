/** Node: files are read from disk, workers are threads. */

import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { NearfieldError, messageOf } from "../errors.js";
import { nodePort, type NodeWorker } from "../host/port.js";
import { fetchBytes, fetchModule } from "./fetch.js";
import { compileBytes, modelIn, type Platform } from "./platform.js";

async function bytes(url: URL, code: "wasm-load" | "model-load"): Promise<Uint8Array<ArrayBuffer>> {
  if (url.protocol !== "file:") return (await fetchBytes(url, code)) as Uint8Array<ArrayBuffer>;
  const path = fileURLToPath(url);
  try {
    return new Uint8Array(await readFile(path));
  } catch (cause) {
    throw new NearfieldError(code, `${path} could not be read: ${messageOf(cause)}. Is the package installed whole?`, { cause });
  }
}

export const node: Platform = {
  languages: "full",
  wasmUrl: {
    core: () => new URL("../wasm/nearfield_core_bg.wasm", import.meta.url),
    full: () => new URL("../wasm/nearfield_full_bg.wasm", import.meta.url),
  },
  modelUrls: () => modelIn(new URL("../model/", import.meta.url)),
  bytes,
  async compile(url) {
    if (url.protocol === "http:" || url.protocol === "https:") return fetchModule(url);
    return compileBytes(await bytes(url, "wasm-load"), url.href);
  },
  // A drive letter looks like a scheme.
  resolve: (address) =>
    URL.canParse(address) && !/^[a-z]:/i.test(address) ? new URL(address) : pathToFileURL(address),
  startWorker: () =>
    // The caller's flags are not for this thread: one like --input-type would keep it from starting.
    nodePort(new Worker(new URL("../entry/worker-node.js", import.meta.url), { name: "nearfield", execArgv: [] })),
  adoptWorker: (worker) => nodePort(worker as unknown as NodeWorker),
};
