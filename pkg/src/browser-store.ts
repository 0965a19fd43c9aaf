/** A browser's own storage as byte stores. They also work in workers. */

import { NearfieldError, messageOf } from "./errors.js";
import type { ByteStore } from "./types.js";

const TABLE = "bytes";

/** The endings of files that a browser is writing. */
const UNFINISHED = /\.crswap$/;

/**
 * A database of IndexedDB that keeps each value under its key. Rejects with `store`: where there is no IndexedDB, where
 * the browser forbids it (in private windows, some do), or where the disk is full.
 */
export function indexedDBStore(name = "nearfield"): ByteStore {
  const work = <T>(mode: IDBTransactionMode, action: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    within("The database", async () => {
      const database = await openDatabase(name);
      try {
        return await new Promise<T>((resolve, reject) => {
          const transaction = database.transaction(TABLE, mode);
          const request = action(transaction.objectStore(TABLE));
          transaction.oncomplete = () => resolve(request.result);
          // A full disk is told at the end, when the request itself has long succeeded.
          transaction.onabort = () => reject(transaction.error ?? request.error);
        });
      } finally {
        database.close();
      }
    });
  return {
    async get(key) {
      const value: unknown = await work("readonly", (table) => table.get(key));
      return value instanceof Uint8Array ? value : undefined;
    },
    async set(key, bytes) {
      await work("readwrite", (table) => table.put(bytes, key));
    },
    async delete(key) {
      await work("readwrite", (table) => table.delete(key));
    },
    async keys() {
      return (await work("readonly", (table) => table.getAllKeys())).map(String);
    },
  };
}

/**
 * A folder of the origin private file system that keeps each value as a file. Rejects with `store`: where there is no
 * such file system, where it forbids writing, or where the disk is full.
 */
export function opfsStore(folder = "nearfield"): ByteStore {
  const work = <T>(action: (directory: FileSystemDirectoryHandle) => Promise<T>): Promise<T> =>
    within("The origin private file system", async () => {
      const root = await navigator.storage.getDirectory();
      return action(await root.getDirectoryHandle(encodeURIComponent(folder), { create: true }));
    });
  return {
    get: (key) =>
      work(async (directory) => {
        try {
          const file = await (await directory.getFileHandle(encodeURIComponent(key))).getFile();
          // A value that is being written for the first time is an empty file until then.
          return file.size === 0 ? undefined : new Uint8Array(await file.arrayBuffer());
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
    set: (key, bytes) =>
      work(async (directory) => {
        // Until it is closed, what is written lies elsewhere: nobody sees a part of it.
        const stream = await (await directory.getFileHandle(encodeURIComponent(key), { create: true })).createWritable();
        try {
          await stream.write(bytes as Uint8Array<ArrayBuffer>);
          await stream.close();
        } catch (error) {
          // Else the file stays locked.
          await stream.abort().catch(() => undefined);
          throw error;
        }
      }),
    delete: (key) =>
      work(async (directory) => {
        try {
          await directory.removeEntry(encodeURIComponent(key));
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
    keys: () =>
      work(async (directory) => {
        const keys: string[] = [];
        for await (const name of directory.keys()) {
          if (!UNFINISHED.test(name)) keys.push(decodeURIComponent(name));
        }
        return keys.sort();
      }),
  };
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function isMissing(error: unknown): boolean {
  return (error as DOMException | null)?.name === "NotFoundError";
}

async function within<T>(what: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    throw new NearfieldError("store", `${what} cannot be used: ${messageOf(cause).replace(/\.$/, "")}.`, { cause });
  }
}
