/** What client and worker say to each other. */

import type { ErrorData } from "../errors.js";
import type { HostCalls } from "./host.js";
import type { Seed } from "./thread.js";

/** The names of the calls. `start` comes first, once. */
export interface Calls extends HostCalls {
  start(seed: Seed): Promise<void>;
}

export type Op = keyof Calls;

export type Request = { [K in Op]: { id: number; op: K; args: Parameters<Calls[K]> } }[Op];

/** The answer to a request; before it, how much of a long file is done. */
export type Response = { id: number; value: unknown } | { id: number; error: ErrorData } | { id: number; share: number };

/**
 * Before the first request: the worker says `READY` when it begins to listen and whenever it hears `HELLO`. So neither
 * side has to be first: what is said to a worker whose modules are still loading may be lost.
 */
export const HELLO = "nearfield: hello";
export const READY = "nearfield: ready";
