/** Node: files are read from disk, workers are threads. */

import { open } from "node:fs/promises";
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
    return await contents(path);
  } catch (cause) {
    throw new NearfieldError(code, `${path} could not be read: ${messageOf(cause)}. Is the package installed whole?`, { cause });
  }
}

/** In one piece: `readFile` goes back and forth for every half megabyte. */
async function contents(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array((await file.stat()).size);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) throw new Error("it became shorter while it was read");
      at += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
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
