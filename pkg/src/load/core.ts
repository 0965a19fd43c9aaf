/** The engine as the wasm module shows it, and how one instance of it comes to life. */

import { createCore } from "../wasm/core.js";
import { NearfieldError, messageOf } from "../errors.js";
import type { EngineSearchOptions } from "../options.js";
import type { Context, EngineOptions, FileReport, Hit, RankOptions, Stats } from "../types.js";

export interface CoreEngine {
  setModel(config: Uint8Array, tokenizer: Uint8Array, weights: Uint8Array): void;
  add(path: string, bytes: Uint8Array): FileReport;
  remove(path: string): boolean;
  isIgnored(path: string, isDir: boolean): string | undefined;
  search(query: string, options: EngineSearchOptions, session?: CoreSession): Context;
  rank(query: string, options: RankOptions): Hit[];
  embed(text: string): Float32Array;
  stats(): Stats;
  text(path: string): string | undefined;
  free(): void;
}

export interface CoreSession {
  clear(): void;
  free(): void;
}

export interface Core {
  Engine: new (options: EngineOptions) => CoreEngine;
  Session: new () => CoreSession;
  coreStandardize(scores: Float64Array): Float64Array;
  coreWeights(standardized: Float64Array, tau: number): Float64Array;
  coreNEff(weights: Float64Array): number;
  coreNucleus(weights: Float64Array, p: number, kMin: number): { k: number; epsilon: number; selected: Uint32Array };
  coreBlend(scores: Float64Array, memory: Float64Array, lambdaMax: number): { scores: Float64Array; lambda: number };
  coreAllocate(
    weights: Float64Array,
    selected: Uint32Array,
    budget: number,
    full: Uint32Array,
    signature: Uint32Array,
    stub: Uint32Array,
  ): string[];
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
      `The wasm module could not be started (${messageOf(cause)}). Is it the nearfield_core_bg.wasm of this very version?`,
      { cause },
    );
  }
  return { core, panic: () => panic };
}
