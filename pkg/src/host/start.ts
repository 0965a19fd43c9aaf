/** From options to a running host. */

import { loadModel, loadModule, type Platform } from "../load/platform.js";
import { checkCreate, engineOptions } from "../options.js";
import { Chunkers } from "../chunkers.js";
import type { CreateOptions } from "../types.js";
import type { HelperOptions } from "./helpers.js";
import type { Host } from "./host.js";
import type { WorkerPort } from "./port.js";
import { ThreadHost } from "./thread.js";
import { WorkerHost } from "./worker-client.js";

/** A host, how it gets helpers, and the languages that the caller brings. */
export interface Started {
  host: Host;
  helpers: HelperOptions;
  chunkers: Chunkers;
}

/** Starts an engine on `platform` in the host that the options ask for. */
export async function start(platform: Platform, options: CreateOptions): Promise<Started> {
  const { worker = false, helpers = 0, languages = platform.languages, wasm, model, chunkers, ...rest } = checkCreate(options);
  const [module, files] = await Promise.all([loadModule(platform, wasm, languages), loadModel(platform, model)]);
  const seed = { module, model: files, options: engineOptions(rest) };
  const startWorker = (port: WorkerPort): Promise<Host> => WorkerHost.start(port, seed);
  return {
    host: worker === false ? await ThreadHost.start(seed) : await startWorker(worker === true ? platform.startWorker() : platform.adoptWorker(worker)),
    chunkers: new Chunkers(chunkers),
    helpers: { most: helpers, start: () => startWorker(platform.startWorker()) },
  };
}
