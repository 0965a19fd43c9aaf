/** Runs in a browser's module worker. */

import { serve } from "../host/worker.js";

// The DOM library types a window here; a worker's postMessage takes a transfer list.
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
};

serve(
  (received) => (scope.onmessage = (event) => received(event.data)),
  (message, transfer) => scope.postMessage(message, transfer),
);
