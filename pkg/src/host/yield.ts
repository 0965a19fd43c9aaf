/** A pause that lets the event loop turn: input, painting, timers, messages. */

declare const setImmediate: ((callback: () => void) => void) | undefined;

/**
 * Comes back as an ordinary task, behind those that wait already. Not by `scheduler.yield`: in Chromium its
 * continuation goes ahead of timers and messages, and a loop of such pauses starves them altogether.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
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
