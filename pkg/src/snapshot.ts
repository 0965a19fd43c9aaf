/** From the bytes of a saved index to a loaded host. */

import { NearfieldError } from "./errors.js";
import type { Host } from "./host/host.js";
import type { Started } from "./host/start.js";
import { isDue, pause } from "./host/yield.js";
import { checkSnapshot } from "./options.js";
import type { LoadOptions } from "./types.js";

/** Bytes loaded in one step: a few milliseconds. */
const PART = 256 * 1024;

/** Loads a snapshot into a fresh host, in slices, and gives it back; the host is freed if that fails. */
export async function loaded(started: Started, bytes: Uint8Array, options: LoadOptions): Promise<Started> {
  try {
    await load(started.host, bytes, options);
    return started;
  } catch (error) {
    started.host.free();
    throw error;
  }
}

async function load(host: Host, bytes: Uint8Array, { rebuild = false, signal, onProgress }: LoadOptions): Promise<void> {
  checkSnapshot(bytes);
  const total = bytes.byteLength;
  await host.beginLoad(rebuild, total);
  for (let at = 0; at < total; at += PART) {
    if (signal?.aborted) {
      throw new NearfieldError("aborted", "The signal stopped the loading of a snapshot; nothing of it was kept.", {
        cause: signal.reason,
      });
    }
    const part = bytes.subarray(at, at + PART);
    await host.load(part);
    onProgress?.({ bytes: at + part.byteLength, total });
    if (isDue()) await pause();
  }
  await host.finishLoad();
}

/** Parts of bytes as one. */
export function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
