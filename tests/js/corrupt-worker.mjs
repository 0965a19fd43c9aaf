// The package's worker with a switch: the message "corrupt" breaks its instance.
import { parentPort } from "node:worker_threads";
import { corrupt } from "./corrupt.mjs";

parentPort.on("message", (message) => message === "corrupt" && corrupt());
await import("nearfield/worker");
