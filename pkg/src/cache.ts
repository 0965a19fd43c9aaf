/**
 * Snapshots in a byte store, by content: what lies under a name is only which content belongs to it, so that a content
 * is written before it is named, and one that two names share lies there once.
 */

import type { ByteStore } from "./types.js";

const NAME = "name-";
const CONTENT = "snapshot-";

/** The last bytes of a snapshot are a checksum of all that is before. */
const CHECKSUM_BYTES = 8;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The snapshot under a name, if there is one. */
export async function readSnapshot(store: ByteStore, name: string): Promise<Uint8Array | undefined> {
  const content = await named(store, name);
  return content === undefined ? undefined : store.get(content);
}

/** Puts a snapshot under a name; what no name leads to any more is deleted. */
export async function writeSnapshot(store: ByteStore, name: string, snapshot: Uint8Array): Promise<void> {
  const before = await named(store, name);
  const content = contentKey(snapshot);
  // What is there under that key may be damaged.
  await store.set(content, snapshot);
  await store.set(NAME + name, encoder.encode(content));
  if (before !== undefined && before !== content) await deleteUnnamed(store, before);
}

async function named(store: ByteStore, name: string): Promise<string | undefined> {
  const content = await store.get(NAME + name);
  if (content === undefined) return undefined;
  const key = decoder.decode(content);
  return key.startsWith(CONTENT) ? key : undefined;
}

async function deleteUnnamed(store: ByteStore, content: string): Promise<void> {
  for (const key of await store.keys()) {
    if (key.startsWith(NAME) && (await named(store, key.slice(NAME.length))) === content) return;
  }
  await store.delete(content);
}

function contentKey(snapshot: Uint8Array): string {
  const checksum = Array.from(snapshot.subarray(-CHECKSUM_BYTES), (byte) => byte.toString(16).padStart(2, "0"));
  return `${CONTENT}${checksum.join("")}-${snapshot.byteLength.toString(16)}`;
}
