/** Pauses that let the event loop turn: input, painting, timers, messages. */

/** How long a thread is held without a pause: below one frame of 16 ms, with room for the step that is under way then. */
const SLICE_MS = 8;
/** What a slice has at least. When it begins, other tasks may have had their turn without this being told. */
const LEAST_MS = 4;

/** When the last pause ended: whoever works in this thread shares its slices. */
let paused = 0;

/** Whether it is time for a pause. */
export function isDue(): boolean {
  return performance.now() - paused >= SLICE_MS;
}

/** What is left of the slice, in milliseconds. */
export function left(): number {
  return Math.max(LEAST_MS, SLICE_MS - (performance.now() - paused));
}

declare const setImmediate: ((callback: () => void) => void) | undefined;

/**
 * Comes back as an ordinary task, behind those that wait already. Not by `scheduler.yield`: in Chromium its
 * continuation goes ahead of timers and messages, and a loop of such pauses starves them altogether.
 */
export function pause(): Promise<void> {
  return new Promise((wake) => {
    const resolve = (): void => {
      paused = performance.now();
      wake();
    };
    // Node's own; a task without the 4 ms clamp of nested timers; what every host has.
    if (typeof setImmediate === "function") {
      setImmediate(resolve);
    } else if (typeof MessageChannel === "function") {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    } else {
      setTimeout(resolve, 0);
    }
  });
}
