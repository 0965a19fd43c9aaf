/** From options to a running host. */

import { loadModel, loadModule, type Platform } from "../load/platform.js";
import { checkCreate, engineOptions } from "../options.js";
import type { CreateOptions } from "../types.js";
import type { Host } from "./host.js";
import { ThreadHost } from "./thread.js";
import { WorkerHost } from "./worker-client.js";

/** Starts an engine on `platform` in the host that the options ask for. */
export async function startHost(platform: Platform, options: CreateOptions): Promise<Host> {
  const { worker = false, languages = platform.languages, wasm, model, ...rest } = checkCreate(options);
  const [module, files] = await Promise.all([loadModule(platform, wasm, languages), loadModel(platform, model)]);
  const seed = { module, model: files, options: engineOptions(rest) };
  if (worker === false) return ThreadHost.start(seed);
  return WorkerHost.start(worker === true ? platform.startWorker() : platform.adoptWorker(worker), seed);
}

