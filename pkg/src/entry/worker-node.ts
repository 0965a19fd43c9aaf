/** Runs in a thread of Node. */

import { parentPort } from "node:worker_threads";
import { serve } from "../host/worker.js";
import { NearfieldError } from "../errors.js";

const port = parentPort;
if (!port) throw new NearfieldError("worker", "nearfield/worker runs only inside a worker.");

serve(
  (received) => port.on("message", received),
  (message, transfer) => port.postMessage(message, transfer),
);
