// The package's worker with a switch: the message "corrupt" breaks its instance.
import { parentPort } from "node:worker_threads";
import { setTimeout as sleep } from "node:timers/promises";
import { corrupt } from "./corrupt.mjs";

parentPort.on("message", (message) => message === "corrupt" && corrupt());
// The package comes late, as in a worker that has more to do: what was said to it until then is lost.
await sleep(100);
await import("nearfield/worker");
