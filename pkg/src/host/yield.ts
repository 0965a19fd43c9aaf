/** A pause that lets the event loop turn: input, painting, timers, messages. */

type Yield = () => Promise<void>;

declare const scheduler: { yield?: Yield } | undefined;
declare const setImmediate: ((callback: () => void) => void) | undefined;

export const pause: Yield = () => {
  // In this order: comes back soon without starving others; Node's own; a task without the 4 ms clamp of nested timers.
  if (typeof scheduler !== "undefined" && typeof scheduler?.yield === "function") return scheduler.yield();
  return new Promise((resolve) => {
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
};
