/** A worker of either kind, reduced to what the client needs. */

import { NearfieldError, messageOf } from "../errors.js";

export interface WorkerPort {
  post(message: unknown, transfer: ArrayBuffer[]): void;
  /** `failed` is called when the worker broke down or ended; it is not called after `terminate`. */
  listen(received: (message: unknown) => void, failed: (error: NearfieldError) => void): void;
  terminate(): void;
  /** Whether an answer is awaited. Node ends a process whose threads are all idle. */
  busy(awaiting: boolean): void;
}

export function webPort(worker: Worker): WorkerPort {
  let ended = false;
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(received, failed) {
      const fail = (message: string) => ended || failed(new NearfieldError("worker", message));
      worker.addEventListener("message", (event) => received(event.data));
      worker.addEventListener("messageerror", () => fail("A message of the worker could not be read."));
      worker.addEventListener("error", (event) =>
        // A script that cannot be loaded gives an event without a message.
        fail(
          event.message
            ? `The worker broke down: ${event.message}.`
            : "The worker's script could not be loaded: check that worker-browser.js is served as JavaScript beside the package's other files, and that the page's Content-Security-Policy allows it (worker-src).",
        ),
      );
    },
    terminate() {
      ended = true;
      worker.terminate();
    },
    busy() {},
  };
}

/** Node's `Worker`, as far as it is used. */
export interface NodeWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
  on(event: "error" | "messageerror", listener: (error: Error) => void): unknown;
  on(event: "exit", listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
  ref(): void;
  unref(): void;
}

export function nodePort(worker: NodeWorker): WorkerPort {
  let ended = false;
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(received, failed) {
      const fail = (message: string, cause?: unknown) => ended || failed(new NearfieldError("worker", message, { cause }));
      worker.on("message", received);
      worker.on("messageerror", (error) => fail(`A message of the worker could not be read: ${messageOf(error)}.`, error));
      worker.on("error", (error) => fail(`The worker broke down: ${messageOf(error)}.`, error));
      worker.on("exit", (code) => fail(`The worker ended by itself with code ${code}.`));
    },
    terminate() {
      ended = true;
      void worker.terminate();
    },
    busy: (awaiting) => (awaiting ? worker.ref() : worker.unref()),
  };
}
