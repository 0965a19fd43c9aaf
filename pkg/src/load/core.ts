/** The engine as the wasm module shows it, and how one instance of it comes to life. */

import { createCore } from "../wasm/core.js";
import { NearfieldError, messageOf } from "../errors.js";
import type { Brought } from "../host/host.js";
import type { BlockClaim, BlockState, Context, EngineOptions, FileReport, Hit, RankOptions, SearchOptions, Stats, Threshold } from "../types.js";

export interface CoreEngine {
  /** A report, or how much is done, from 0 to 1, when `sliceMs` are over. */
  add(path: string, bytes: Uint8Array, sliceMs: number, brought: Brought | undefined): FileReport | number;
  /** The same for the change that is under way; nothing where there is none. */
  advance(sliceMs: number): FileReport | number | undefined;
  /** Whether a question would find everything ready. */
  makeReady(sliceMs: number): boolean;
  /** The report of the file that is under way, if it is in the index already and cannot be given up. */
  giveUp(): FileReport | undefined;
  isFiling(): boolean;
  admit(path: string, bytes: Uint8Array, brought: Brought | undefined): FileReport;
  /** The text of these bytes as it would be indexed. */
  read(path: string, bytes: Uint8Array): string | undefined;
  handOver(take: (part: Uint8Array) => void): void;
  absorb(bytes: Uint8Array): void;
  release(path: string): void;
  remove(path: string): boolean;
  moves(from: string, to: string): [from: string, to: string][];
  beginRename(from: string, to: string, brought: [path: string, brought: Brought | undefined][]): void;
  /** The reports at the end. */
  renameOn(sliceMs: number): FileReport[] | undefined;
  isIgnored(path: string, isDir: boolean): string | undefined;
  search(query: string, options: CoreSearchOptions): CoreContext;
  searchSession(query: string, options: CoreSearchOptions, session: CoreSession): CoreContext;
  fit(query: string, options: CoreSearchOptions): CoreFit;
  fitSession(query: string, options: CoreSearchOptions, session: CoreSession): CoreFit;
  rank(query: string, options: RankOptions): Hit[];
  related(path: string, line: number, options: RankOptions): Hit[];
  /** Empty without a model. */
  embed(text: string): Float32Array;
  stats(): CoreStats;
  text(path: string): string | undefined;
  memoryBytes(): number;
  verify(bytes: Uint8Array | undefined, blocks: BlockClaim[]): BlockState[];
  paths(): string[];
  revision(): number;
  save(take: (part: Uint8Array) => void): void;
  beginLoad(rebuild: boolean, bytes: number): void;
  load(bytes: Uint8Array): void;
  finishLoad(): void;
}

/** The rest of the options is the façade's business. */
export type CoreSearchOptions = Omit<SearchOptions, "session" | "counter" | "fresh" | "scores">;

export type CoreContext = Omit<Context, "markdown"> & Required<Pick<Context, "weights">>;

/** A search whose texts somebody else counts. `finish` and `finishSession` use it up. */
export interface CoreFit {
  text(): string | undefined;
  counted(tokens: number): void;
  finish(): CoreContext;
  finishSession(session: CoreSession): CoreContext;
  free(): void;
}

export type CoreStats = Omit<Stats, "memory"> & { memory: Omit<Stats["memory"], "wasm"> };

export interface CoreSession {
  clear(): void;
  forget(): void;
  save(): string;
  free(): void;
}

export interface Core {
  Engine: {
    new (options: EngineOptions): CoreEngine;
    withModel(options: EngineOptions, config: Uint8Array, tokenizer: Uint8Array, weights: Uint8Array): CoreEngine;
  };
  Session: { new (): CoreSession; load(saved: string): CoreSession };
  coreStandardize(scores: Float64Array): Float64Array;
  coreWeights(standardized: Float64Array, tau: number): Float64Array;
  coreNEff(weights: Float64Array): number;
  coreNucleus(weights: Float64Array, p: number, kMin: number): { selected: number[]; epsilon: number };
  coreBlend(scores: Float64Array, memory: Float64Array, lambdaMax: number): { scores: number[]; lambda: number };
  /** All vectors by descending weight. */
  coreAllocate(weights: Float64Array, full: Uint32Array, signature: Uint32Array, stub: Uint32Array, budget: number): string[];
  coreCalibrate(inScope: Float64Array, outOfScope: Float64Array, weight: number): Threshold | null;
  coreHybrid(semantic: Float64Array, lexical: Float64Array, alpha: number): Float64Array;
}

/** A wasm instance that belongs to one owner. */
export interface Instance {
  core: Core;
  /** The message of the last Rust panic, if there was one: a trap itself says only "unreachable". */
  panic(): string | undefined;
}

/**
 * Every `Nearfield` gets a wasm instance of its own, made from one shared compiled module. Linear memory never
 * shrinks, so this is what lets `free()` give memory back, and what keeps a panic in one index away from the others.
 * wasm-bindgen's glue keeps its instance in module variables; the build wraps it in a function, so that each call of
 * `createCore` has its own. Instance and glue are collected together: finalizers, which could run into a dead
 * instance, are left out.
 */
export async function instantiate(module: WebAssembly.Module): Promise<Instance> {
  let panic: string | undefined;
  const { init, ...core } = createCore(
    {
      error(...args: unknown[]) {
        panic = args.map(String).join(" ");
        console.error(...args);
      },
      warn: (...args: unknown[]) => console.warn(...args),
    },
    undefined,
  );
  try {
    await init({ module_or_path: module });
  } catch (cause) {
    throw new NearfieldError(
      "wasm-load",
      `The wasm module could not be started (${messageOf(cause)}). Is it a .wasm file of this very version of the package?`,
      { cause },
    );
  }
  return { core, panic: () => panic };
}

/**
 * The error of a call, if the engine threw it on purpose: its codes are words in lower case. After any other error
 * (a trap, an exhausted stack, what a host function threw in the midst) the state of the wasm is unknown.
 */
export function refusal(error: unknown): NearfieldError | undefined {
  if (error instanceof NearfieldError) return error;
  if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError) return undefined;
  const { code } = error as { code?: unknown };
  if (typeof code !== "string" || !/^[a-z][a-z-]*$/.test(code)) return undefined;
  // Options are checked before; what only the engine can know about them has the same code.
  return new NearfieldError(code === "option" ? "invalid-option" : code, error.message);
}
