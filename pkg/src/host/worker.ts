/** The worker's side: an engine in its thread, driven by messages. */

import { NearfieldError, toData } from "../errors.js";
import { HELLO, READY, type Request, type Response } from "./messages.js";
import { ThreadHost } from "./thread.js";

/** Answers requests from now on. The host keeps the order of changes; questions may overtake a long one. */
export function serve(
  listen: (received: (message: unknown) => void) => void,
  post: (message: Response | typeof READY, transfer: ArrayBuffer[]) => void,
): void {
  let host: ThreadHost | undefined;

  async function run(request: Request): Promise<unknown> {
    if (request.op === "start") {
      host = await ThreadHost.start(request.args[0]);
      return undefined;
    }
    if (!host) throw new NearfieldError("worker", "The worker was asked before it was started.");
    if (request.op === "add") return host.add(...withShare(request));
    // TypeScript cannot relate the op of a union to its arguments.
    const call = host[request.op] as (...args: unknown[]) => Promise<unknown>;
    return call.apply(host, request.args);
  }

  /** Tells the client how far a file has come. */
  function withShare({ id, args: [path, content, job, brought] }: Extract<Request, { op: "add" }>): Parameters<ThreadHost["add"]> {
    return [path, content, job, brought, (share) => post({ id, share }, [])];
  }

  listen((message) => {
    if (message === HELLO) return post(READY, []);
    // A worker of the caller's may hear other things too.
    if (typeof (message as Request | null)?.id !== "number") return;
    const request = message as Request;
    run(request).then(
      (value) => post({ id: request.id, value }, ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []),
      (error: unknown) => post({ id: request.id, error: toData(error) }, []),
    );
  });
  post(READY, []);
}
