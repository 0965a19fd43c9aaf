/** The engine in a worker: every call becomes a message, every message's answer a promise. */

import { NearfieldError, freedError, fromData, messageOf } from "../errors.js";
import type { EngineSearchOptions } from "../options.js";
import type { BlockClaim, BlockState, FileReport, Hit, RankOptions, Stats } from "../types.js";
import type { Added, Brought, Content, EngineContext, FitStep, Host, OnShare } from "./host.js";
import { HELLO, READY, type Calls, type Op, type Request, type Response } from "./messages.js";
import type { WorkerPort } from "./port.js";
import type { Seed } from "./thread.js";

/** Far above what loading takes on a slow machine: this is for a worker that will never answer. */
const READY_WITHIN_MS = 30_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  onShare?: OnShare | undefined;
}

export class WorkerHost implements Host {
  // Enough to keep the worker busy while this thread does other things, little enough to stop soon and copy little.
  readonly pace = { files: 16, bytes: 4_000_000 };

  readonly #port: WorkerPort;
  readonly #waiting = new Map<number, Waiting>();
  #ready = (): void => {};
  #next = 0;
  /** Why no call is possible any more. */
  #end: NearfieldError | undefined;

  static async start(port: WorkerPort, seed: Seed): Promise<WorkerHost> {
    const host = new WorkerHost(port);
    try {
      await host.#greet();
      await host.#call("start", [seed]);
    } catch (error) {
      host.free();
      throw error;
    }
    return host;
  }

  private constructor(port: WorkerPort) {
    this.#port = port;
    port.listen(
      (message) => (message === READY ? this.#ready() : this.#receive(message as Response)),
      (error) => this.#stop(error),
    );
  }

  /** Waits until the worker listens. */
  async #greet(): Promise<void> {
    this.#port.busy(true);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#ready = resolve;
        this.#waiting.set(-1, { resolve: () => {}, reject });
        timer = setTimeout(() => {
          const seconds = READY_WITHIN_MS / 1000;
          reject(new NearfieldError("worker", `The worker did not answer within ${seconds} s: does it run nearfield/worker?`));
        }, READY_WITHIN_MS);
        this.#port.post(HELLO, []);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(-1);
    }
  }

  add(path: string, content: Content, job?: number, brought?: Brought, onShare?: OnShare): Promise<Added | undefined> {
    const [own, transfer] = toSend(content);
    return this.#call("add", [path, own, job, brought], transfer, onShare);
  }

  giveUp(job: number): Promise<void> {
    return this.#call("giveUp", [job]);
  }

  admit(path: string, content: Content, brought?: Brought): Promise<Added> {
    const [own, transfer] = toSend(content);
    return this.#call("admit", [path, own, brought], transfer);
  }

  read(path: string, content: Content): Promise<string | undefined> {
    const [own, transfer] = toSend(content);
    return this.#call("read", [path, own], transfer);
  }

  handOver(): Promise<Uint8Array> {
    return this.#call("handOver", []);
  }

  /** The bytes are lost to the caller. */
  absorb(part: Uint8Array): Promise<void> {
    return this.#call("absorb", [part], [part.buffer as ArrayBuffer]);
  }

  release(path: string): Promise<void> {
    return this.#call("release", [path]);
  }

  remove(path: string): Promise<boolean> {
    return this.#call("remove", [path]);
  }

  moves(from: string, to: string): Promise<[from: string, to: string][]> {
    return this.#call("moves", [from, to]);
  }

  rename(from: string, to: string, brought: [path: string, brought: Brought | undefined][] = []): Promise<FileReport[]> {
    return this.#call("rename", [from, to, brought]);
  }

  isIgnored(path: string, isDir: boolean): Promise<string | undefined> {
    return this.#call("isIgnored", [path, isDir]);
  }

  search(query: string, options: EngineSearchOptions, session: number | undefined): Promise<EngineContext> {
    return this.#call("search", [query, options, session]);
  }

  beginFit(fit: number, query: string, options: EngineSearchOptions, session: number | undefined): Promise<FitStep> {
    return this.#call("beginFit", [fit, query, options, session]);
  }

  countFit(fit: number, tokens: number): Promise<FitStep> {
    return this.#call("countFit", [fit, tokens]);
  }

  async endFit(fit: number): Promise<void> {
    if (!this.#end) await this.#call("endFit", [fit]);
  }

  rank(query: string, options: RankOptions): Promise<Hit[]> {
    return this.#call("rank", [query, options]);
  }

  related(path: string, line: number, options: RankOptions): Promise<Hit[]> {
    return this.#call("related", [path, line, options]);
  }

  embed(text: string): Promise<Float32Array> {
    return this.#call("embed", [text]);
  }

  stats(): Promise<Stats> {
    return this.#call("stats", []);
  }

  text(path: string): Promise<string | undefined> {
    return this.#call("text", [path]);
  }

  paths(): Promise<string[]> {
    return this.#call("paths", []);
  }

  verify(content: Content | undefined, blocks: BlockClaim[]): Promise<BlockState[]> {
    return this.#call("verify", [content, blocks]);
  }

  revision(): Promise<number> {
    return this.#call("revision", []);
  }

  save(): Promise<Uint8Array> {
    return this.#call("save", []);
  }

  beginLoad(rebuild: boolean, bytes: number): Promise<void> {
    return this.#call("beginLoad", [rebuild, bytes]);
  }

  load(bytes: Uint8Array): Promise<void> {
    const copy = new Uint8Array(bytes);
    return this.#call("load", [copy], [copy.buffer]);
  }

  finishLoad(): Promise<void> {
    return this.#call("finishLoad", []);
  }

  clearSession(session: number): Promise<void> {
    return this.#call("clearSession", [session]);
  }

  forgetSession(session: number): Promise<void> {
    return this.#call("forgetSession", [session]);
  }

  saveSession(session: number): Promise<string> {
    return this.#call("saveSession", [session]);
  }

  loadSession(session: number, saved: string): Promise<void> {
    return this.#call("loadSession", [session, saved]);
  }

  async freeSession(session: number): Promise<void> {
    if (!this.#end) await this.#call("freeSession", [session]);
  }

  free(): void {
    this.#stop(freedError());
  }

  #call<K extends Op>(op: K, args: Parameters<Calls[K]>, transfer: ArrayBuffer[] = [], onShare?: OnShare): ReturnType<Calls[K]> {
    const answer = new Promise<unknown>((resolve, reject) => {
      if (this.#end) return reject(this.#end);
      const id = this.#next++;
      try {
        this.#port.post({ id, op, args } as Request, transfer);
      } catch (cause) {
        return reject(new NearfieldError("worker", `The call could not be sent to the worker: ${messageOf(cause)}.`, { cause }));
      }
      if (this.#waiting.size === 0) this.#port.busy(true);
      this.#waiting.set(id, { resolve, reject, onShare });
    });
    return answer as ReturnType<Calls[K]>;
  }

  #receive(response: Response): void {
    const waiting = this.#waiting.get(response?.id);
    // A worker of the caller's may say other things too.
    if (!waiting) return;
    if ("share" in response) return waiting.onShare?.(response.share);
    this.#waiting.delete(response.id);
    if (this.#waiting.size === 0) this.#port.busy(false);
    if ("value" in response) return waiting.resolve(response.value);
    const error = fromData(response.error);
    waiting.reject(error);
    // Nothing in the worker is of use any more, and the calls behind this one would only be told the same.
    if (error.code === "dead") this.#stop(error);
  }

  #stop(error: NearfieldError): void {
    if (this.#end) return;
    this.#end = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#port.terminate();
  }
}

/** A copy, because what is handed over is lost to the caller; of this part only, because a view is sent with all its buffer. */
function toSend(content: Content): [content: Content, transfer: ArrayBuffer[]] {
  if (typeof content === "string") return [content, []];
  const copy = new Uint8Array(content instanceof Uint8Array ? content : new Uint8Array(content));
  return [copy, [copy.buffer]];
}
