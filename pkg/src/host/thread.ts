/** The engine in this thread. */

import { NearfieldError, deadError, freedError, messageOf } from "../errors.js";
import {
  instantiate,
  refusal,
  type Core,
  type CoreContext,
  type CoreEngine,
  type CoreFit,
  type CoreSession,
  type Instance,
} from "../load/core.js";
import type { EngineSearchOptions } from "../options.js";
import { joined } from "../snapshot.js";
import type { BlockClaim, BlockState, EngineOptions, FileReport, Hit, ModelFiles, RankOptions, Stats } from "../types.js";
import type { Added, Brought, Content, EngineContext, FitStep, Host, OnShare } from "./host.js";
import { left, pause } from "./yield.js";

/** All that it takes to start an engine; it can be sent to a worker. */
export interface Seed {
  module: WebAssembly.Module;
  model: ModelFiles | undefined;
  options: EngineOptions;
}

const encoder = new TextEncoder();

export class ThreadHost implements Host {
  readonly pace = { files: 1, bytes: Infinity };

  /** Both `undefined` after `free` or a breakdown: nothing may reach the wasm then, nor hold its memory. */
  #instance: Instance | undefined;
  #engine: CoreEngine | undefined;
  #end: NearfieldError | undefined;
  /** The change that is under way and all that wait behind it. */
  #changes: Promise<void> | undefined;
  /** While a change comes into the index part by part: a question would do all the rest of it in one step, so it waits. */
  #isFiling = false;
  readonly #givenUp = new Set<number>();
  readonly #sessions = new Map<number, CoreSession>();
  readonly #fits = new Map<number, { fit: CoreFit; session: number | undefined; scores: boolean }>();

  static async start(seed: Seed): Promise<ThreadHost> {
    return new ThreadHost(await instantiate(seed.module), seed);
  }

  constructor(instance: Instance, { model, options }: Omit<Seed, "module">) {
    this.#instance = instance;
    try {
      this.#engine = this.#run("it started", ({ Engine }) =>
        model ? Engine.withModel(options, model.config, model.tokenizer, model.weights) : new Engine(options),
      );
    } catch (error) {
      if (error instanceof NearfieldError && error.code === "model") {
        throw new NearfieldError("model-load", error.message, { cause: error });
      }
      throw error;
    }
  }

  async add(path: string, content: Content, job?: number, brought?: Brought, onShare?: OnShare): Promise<Added | undefined> {
    const given = toBytes(content);
    // Whoever has to wait may find the caller's buffer used for something else.
    const bytes = this.#changes && typeof content !== "string" ? new Uint8Array(given) : given;
    const size = bytes.byteLength;
    const during = `"${path}" was added`;
    const isGivenUp = (): boolean => job !== undefined && this.#givenUp.has(job);
    return this.#change(async () => {
      if (isGivenUp()) return undefined;
      let step: FileReport | number | undefined = this.#slice(during, (engine) => engine.add(path, bytes, left(), brought));
      while (typeof step === "number") {
        onShare?.(step);
        await pause();
        if (isGivenUp()) {
          step = this.#call(during, (engine) => engine.giveUp());
          // What is left to be done is done behind the caller's back, in slices and before the next change.
          if (this.#isFiling) void this.#change(() => this.#tidyUp()).catch(() => {});
          break;
        }
        step = this.#slice(during, (engine) => engine.advance(left()));
      }
      return step && { report: step as FileReport, bytes: size };
    });
  }

  async giveUp(job: number): Promise<void> {
    this.#givenUp.add(job);
    // By then all of its files have had their turn.
    await this.#change(async () => void this.#givenUp.delete(job));
  }

  async admit(path: string, content: Content, brought?: Brought): Promise<Added> {
    const bytes = toBytes(content);
    return this.#change(async () => {
      const report: FileReport = this.#call(`"${path}" was let in`, (engine) => engine.admit(path, bytes, brought));
      return { report, bytes: bytes.byteLength };
    });
  }

  async read(path: string, content: Content): Promise<string | undefined> {
    return this.#call("a text was read", (engine) => engine.read(path, toBytes(content)));
  }

  handOver(): Promise<Uint8Array> {
    return this.#change(async () => {
      const parts: Uint8Array[] = [];
      this.#call("it handed over", (engine) => engine.handOver((part) => parts.push(part)));
      return joined(parts);
    });
  }

  absorb(part: Uint8Array): Promise<void> {
    return this.#change(async () => this.#call("it took over a helper's work", (engine) => engine.absorb(part)));
  }

  async release(path: string): Promise<void> {
    this.#call("room was given back", (engine) => engine.release(path));
  }

  remove(path: string): Promise<boolean> {
    return this.#change(async () => {
      const wasThere = this.#call(`"${path}" was removed`, (engine) => engine.remove(path));
      await this.#tidyUp();
      return wasThere;
    });
  }

  moves(from: string, to: string): Promise<[from: string, to: string][]> {
    return this.#change(async () => this.#call(`"${from}" was renamed`, (engine) => engine.moves(from, to)));
  }

  rename(from: string, to: string, brought: [path: string, brought: Brought | undefined][] = []): Promise<FileReport[]> {
    const during = `"${from}" was renamed`;
    return this.#change(async () => {
      this.#call(during, (engine) => engine.beginRename(from, to, brought));
      for (;;) {
        const reports = this.#call(during, (engine) => engine.renameOn(left()));
        if (reports) return reports;
        await pause();
      }
    });
  }

  /** After the changes, as these may bring rules. */
  isIgnored(path: string, isDir: boolean): Promise<string | undefined> {
    return this.#change(async () => this.#call("ignore rules were asked", (engine) => engine.isIgnored(path, isDir)));
  }

  async search(query: string, options: EngineSearchOptions, session: number | undefined): Promise<EngineContext> {
    if (!this.#isReady()) await this.#ready();
    const { fresh = false, scores = false, ...rest } = options;
    const context = this.#call("it searched", (engine, core) => {
      const memory = this.#memory(core, session, fresh);
      return memory ? engine.searchSession(query, rest, memory) : engine.search(query, rest);
    });
    return withWeights(context, scores);
  }

  async beginFit(id: number, query: string, options: EngineSearchOptions, session: number | undefined): Promise<FitStep> {
    if (!this.#isReady()) await this.#ready();
    const { fresh = false, scores = false, ...rest } = options;
    return this.#call("it searched", (engine, core) => {
      const memory = this.#memory(core, session, fresh);
      const fit = memory ? engine.fitSession(query, rest, memory) : engine.fit(query, rest);
      this.#fits.set(id, { fit, session, scores });
      return this.#step(id);
    });
  }

  async countFit(id: number, tokens: number): Promise<FitStep> {
    return this.#call("it searched", () => {
      this.#fits.get(id)?.fit.counted(tokens);
      return this.#step(id);
    });
  }

  async endFit(id: number): Promise<void> {
    if (!this.#engine) return;
    this.#call("a search was given up", () => this.#fits.get(id)?.fit.free());
    this.#fits.delete(id);
  }

  /** The next text of a search, or its end. */
  #step(id: number): FitStep {
    const { fit, session, scores } = this.#fits.get(id) ?? fail("This search has ended.");
    const text = fit.text();
    if (text !== undefined) return { text };
    this.#fits.delete(id);
    // A session that was freed in the meantime remembers nothing any more.
    const memory = session === undefined ? undefined : this.#sessions.get(session);
    return { context: withWeights(memory ? fit.finishSession(memory) : fit.finish(), scores) };
  }

  #memory(core: Core, session: number | undefined, fresh: boolean): CoreSession | undefined {
    if (session === undefined) return undefined;
    let memory = this.#sessions.get(session);
    if (!memory) this.#sessions.set(session, (memory = new core.Session()));
    if (fresh) memory.clear();
    return memory;
  }

  async rank(query: string, options: RankOptions): Promise<Hit[]> {
    if (!this.#isReady()) await this.#ready();
    return this.#call("it ranked", (engine) => engine.rank(query, options));
  }

  async related(path: string, line: number, options: RankOptions): Promise<Hit[]> {
    if (!this.#isReady()) await this.#ready();
    return this.#call("it ranked", (engine) => engine.related(path, line, options));
  }

  async embed(text: string): Promise<Float32Array> {
    const vector = this.#call("it embedded a text", (engine) => engine.embed(text));
    if (vector.length > 0) return vector;
    throw new NearfieldError("no-model", 'This instance has no model: create one without `model: "none"` to embed texts.');
  }

  async stats(): Promise<Stats> {
    return this.#call("it gathered figures", (engine) => {
      const stats = engine.stats();
      return { ...stats, memory: { ...stats.memory, wasm: engine.memoryBytes() } };
    });
  }

  async text(path: string): Promise<string | undefined> {
    return this.#call("a text was read", (engine) => engine.text(path));
  }

  async paths(): Promise<string[]> {
    return this.#call("paths were listed", (engine) => engine.paths());
  }

  async verify(content: Content | undefined, blocks: BlockClaim[]): Promise<BlockState[]> {
    const bytes = content === undefined ? undefined : toBytes(content);
    return this.#call("blocks were verified", (engine) => engine.verify(bytes, blocks));
  }

  async revision(): Promise<number> {
    return this.#call("changes were counted", (engine) => engine.revision());
  }

  async save(): Promise<Uint8Array> {
    if (!this.#isReady()) await this.#ready();
    const parts: Uint8Array[] = [];
    this.#call("it was saved", (engine) => engine.save((part) => parts.push(part)));
    return joined(parts);
  }

  beginLoad(rebuild: boolean, bytes: number): Promise<void> {
    return this.#change(async () => this.#call("a snapshot was loaded", (engine) => engine.beginLoad(rebuild, bytes)));
  }

  load(bytes: Uint8Array): Promise<void> {
    return this.#change(async () => this.#call("a snapshot was loaded", (engine) => engine.load(bytes)));
  }

  finishLoad(): Promise<void> {
    return this.#change(async () => this.#call("a snapshot was loaded", (engine) => engine.finishLoad()));
  }

  async clearSession(session: number): Promise<void> {
    this.#call("a session was cleared", () => this.#sessions.get(session)?.clear());
  }

  async forgetSession(session: number): Promise<void> {
    this.#call("a session was cut", () => this.#sessions.get(session)?.forget());
  }

  async saveSession(session: number): Promise<string> {
    return this.#call("a session was saved", (_, core) => (this.#memory(core, session, false) as CoreSession).save());
  }

  async loadSession(session: number, saved: string): Promise<void> {
    this.#call("a session was loaded", (_, core) => this.#sessions.set(session, core.Session.load(saved)));
  }

  async freeSession(session: number): Promise<void> {
    if (!this.#engine) return;
    this.#call("a session was freed", () => this.#sessions.get(session)?.free());
    this.#sessions.delete(session);
  }

  free(): void {
    // The wasm instance belongs to this object alone: dropping every way to it frees all of it at once.
    this.#instance = undefined;
    this.#engine = undefined;
    this.#isFiling = false;
    this.#sessions.clear();
    this.#fits.clear();
    this.#end ??= freedError();
  }

  /** Does something after the changes that were asked for before; at once if there are none. */
  #change<T>(action: () => Promise<T>): Promise<T> {
    const before = this.#changes;
    let end = (): void => {};
    const changes = new Promise<void>((resolve) => {
      end = () => {
        if (this.#changes === changes) this.#changes = undefined;
        resolve();
      };
    });
    // Before it begins: what is called from within comes after it.
    this.#changes = changes;
    const done = before ? before.then(action) : action();
    done.then(end, end);
    return done;
  }

  /** A step of a change. */
  #slice<T>(during: string, action: (engine: CoreEngine) => T): T {
    const step = this.#call(during, action);
    this.#isFiling = typeof step === "number" && this.#call(during, (engine) => engine.isFiling());
    return step;
  }

  /** Does what is left of a change. */
  async #tidyUp(): Promise<void> {
    while (this.#slice("it tidied up", (engine) => engine.advance(left())) !== undefined) await pause();
  }

  /** Waits until a question finds everything ready. */
  async #ready(): Promise<void> {
    do await pause();
    while (!this.#isReady());
  }

  /** Does a slice of what is to be done before a question. Beside further changes, which may go on for long, the question does it. */
  #isReady(): boolean {
    if (this.#isFiling) return false;
    return this.#changes !== undefined || this.#call("it was made ready", (engine) => engine.makeReady(left()));
  }

  #call<T>(during: string, action: (engine: CoreEngine, core: Core) => T): T {
    return this.#run(during, (core) => {
      if (!this.#engine) throw freedError();
      return action(this.#engine, core);
    });
  }

  #run<T>(during: string, action: (core: Core) => T): T {
    const instance = this.#instance;
    if (!instance) throw this.#end ?? freedError();
    try {
      return action(instance.core);
    } catch (error) {
      const known = refusal(error);
      if (known) throw known;
      const panic = instance.panic();
      this.free();
      this.#end = deadError(panic === undefined ? error : new Error(panic, { cause: error }), during);
      throw this.#end;
    }
  }
}

function withWeights({ weights, ...context }: CoreContext, wanted: boolean): EngineContext {
  return wanted ? { ...context, weights } : context;
}

function fail(message: string): never {
  throw new NearfieldError("worker", message);
}

function toBytes(content: Content): Uint8Array {
  if (typeof content === "string") return encoder.encode(content);
  try {
    return content instanceof Uint8Array ? content : new Uint8Array(content);
  } catch (cause) {
    throw new NearfieldError("invalid-file", `The content could not be read: ${messageOf(cause)}.`, { cause });
  }
}
