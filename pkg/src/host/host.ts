/** What the façade asks of an engine, wherever it runs. Both hosts implement this and nothing else. */

import type { EngineSearchOptions } from "../options.js";
import type { BlockClaim, BlockState, BroughtChunk, Context, FileReport, Hit, RankOptions, Stats } from "../types.js";

/** What became of one file, and how many bytes it had. */
export interface Added {
  report: FileReport;
  bytes: number;
}

export type Content = string | Uint8Array | ArrayBuffer;

/** What a chunker made of a file, or a sentence that says why it is of no use. */
export type Brought = { chunks: BroughtChunk[] } | { failed: string };

/** The façade adds the Markdown. */
export type EngineContext = Omit<Context, "markdown">;

/** A text to be counted, or the answer. */
export type FitStep = { text: string } | { context: EngineContext };

/** The calls that can be sent to a worker: plain values in, plain values out. Sessions are numbers that the façade gives. */
export interface HostCalls {
  /** `undefined` if the `job` that it belongs to was given up before the file was in the index. */
  add(path: string, content: Content, job?: number, brought?: Brought): Promise<Added | undefined>;
  /** Gives up all files of a job that are not in the index yet. The caller numbers its jobs. */
  giveUp(job: number): Promise<void>;
  /** What becomes of a file that another engine is to index: its report has neither chunks nor a reason if it may come. */
  admit(path: string, content: Content, brought?: Brought): Promise<Added>;
  /** The text of a file as it would be indexed; `undefined` if it has none. */
  read(path: string, content: Content): Promise<string | undefined>;
  /** Everything that the engine holds; it is empty then. */
  handOver(): Promise<Uint8Array>;
  /** Adds what another engine handed over. */
  absorb(part: Uint8Array): Promise<void>;
  /** What was admitted will not come. */
  release(path: string): Promise<void>;
  remove(path: string): Promise<boolean>;
  /** The paths that `rename` would move, each with its new one. */
  moves(from: string, to: string): Promise<[from: string, to: string][]>;
  /** `brought` has what chunkers make of files at their new paths, where one has a say in it. */
  rename(from: string, to: string, brought?: [path: string, brought: Brought | undefined][]): Promise<FileReport[]>;
  isIgnored(path: string, isDir: boolean): Promise<string | undefined>;
  search(query: string, options: EngineSearchOptions, session: number | undefined): Promise<EngineContext>;
  /** A search whose texts the façade counts; `fit` is the number that it gives to this search. */
  beginFit(fit: number, query: string, options: EngineSearchOptions, session: number | undefined): Promise<FitStep>;
  /** The tokens of the step's text. */
  countFit(fit: number, tokens: number): Promise<FitStep>;
  /** Gives up. */
  endFit(fit: number): Promise<void>;
  rank(query: string, options: RankOptions): Promise<Hit[]>;
  related(path: string, line: number, options: RankOptions): Promise<Hit[]>;
  embed(text: string): Promise<Float32Array>;
  stats(): Promise<Stats>;
  text(path: string): Promise<string | undefined>;
  paths(): Promise<string[]>;
  verify(content: Content | undefined, blocks: BlockClaim[]): Promise<BlockState[]>;
  revision(): Promise<number>;
  save(): Promise<Uint8Array>;
  /** Loading a snapshot: all its bytes in order, in parts of any size, between beginning and end. */
  beginLoad(rebuild: boolean, bytes: number): Promise<void>;
  load(bytes: Uint8Array): Promise<void>;
  finishLoad(): Promise<void>;
  clearSession(session: number): Promise<void>;
  forgetSession(session: number): Promise<void>;
  saveSession(session: number): Promise<string>;
  loadSession(session: number, saved: string): Promise<void>;
  freeSession(session: number): Promise<void>;
}

/** Hears how much of a long file is done, from 0 to 1. */
export type OnShare = (share: number) => void;

export interface Host extends HostCalls {
  /** How many files and bytes `add` may have under way at once. */
  readonly pace: { files: number; bytes: number };
  /** Changes come one after the other, in the order of the calls; a long one pauses. */
  add(path: string, content: Content, job?: number, brought?: Brought, onShare?: OnShare): Promise<Added | undefined>;
  /** Gives all memory back. Calls under way reject with `freed`. */
  free(): void;
}
