/** Checks on what callers hand in, so that a slip is a sentence here and not a trap in wasm. */

import { NearfieldError, messageOf } from "./errors.js";
import { isCounter } from "./counter.js";
import type {
  AddOptions,
  Counter,
  CreateOptions,
  EngineOptions,
  FileInput,
  LoadOptions,
  RankOptions,
  RankingOptions,
  SearchOptions,
} from "./types.js";

/** The options of a search as the engine takes them. */
export type EngineSearchOptions = Omit<SearchOptions, "session" | "counter">;

type Check = (value: unknown) => string | undefined;

const number =
  (accepts: (n: number) => boolean, wanted: string): Check =>
  (value) =>
    typeof value === "number" && accepts(value) ? undefined : wanted;

const wholeFrom = (least: number): Check =>
  // What a typed array of counts can hold.
  number((n) => Number.isInteger(n) && n >= least && n <= 0xffff_ffff, `a whole number from ${least} to 4294967295`);

const oneOf =
  (...names: string[]): Check =>
  (value) =>
    typeof value === "string" && names.includes(value) ? undefined : `one of ${names.map((n) => `"${n}"`).join(", ")}`;

const boolean: Check = (value) => (typeof value === "boolean" ? undefined : "true or false");

const selector = oneOf("code", "docs", "config", "all");
const content: Check = (value) => {
  if (!Array.isArray(value)) return selector(value) && `${selector(value)}, or an array of these`;
  if (value.length === 0) return "an array that is not empty";
  return all(value).some((one) => selector(one)) ? `an array of ${selector(undefined)?.slice("one of ".length)}` : undefined;
};

/** An array's values with its holes, which its own methods pass over. */
const all = (value: unknown[]): unknown[] => Array.from(value);

const strings: Check = (value) =>
  Array.isArray(value) && all(value).every((one) => typeof one === "string") ? undefined : "an array of strings";

const share = number((n) => n >= 0 && n <= 1, "a number from 0 to 1");

const rankingChecks: Record<keyof RankingOptions, Check> = {
  profile: oneOf("nearfield", "tobler"),
  mode: oneOf("hybrid", "lexical", "semantic"),
  fusion: oneOf("blend", "rrf"),
  rrfK: number((n) => Number.isFinite(n) && n >= 1, "a number of 1 or more"),
  semanticWeight: share,
  without: strings,
  content,
  paths: strings,
  languages: strings,
  roles: strings,
  lexical: oneOf("fast", "reference"),
};

const rankChecks: Record<keyof RankOptions, Check> = {
  limit: wholeFrom(1),
  offset: wholeFrom(0),
  spread: number((n) => n >= 0 && n <= 1000, "a number from 0 to 1000"),
  ...rankingChecks,
};

const searchChecks: Record<keyof EngineSearchOptions, Check> = {
  budget: wholeFrom(0),
  tau: number((n) => Number.isFinite(n) && n > 0, "a number above 0"),
  p: number((n) => n > 0 && n <= 1, "a number above 0 and at most 1"),
  kMin: wholeFrom(1),
  lambdaMax: share,
  format: oneOf("markdown", "json", "xml", "plain"),
  explain: boolean,
  repeat: boolean,
  abstain: boolean,
  threshold: share,
  ...rankingChecks,
  fresh: boolean,
  scores: boolean,
};

const addChecks: Record<keyof AddOptions, Check> = {
  signal: (value) =>
    typeof (value as Partial<AbortSignal> | null)?.addEventListener === "function" ? undefined : "an AbortSignal",
  onProgress: (value) => (typeof value === "function" ? undefined : "a function"),
};

const loadChecks: Record<keyof LoadOptions, Check> = { rebuild: boolean, ...addChecks };

/** More would only take memory. */
const MOST_HELPERS = 32;

const createChecks: Record<keyof CreateOptions, Check> = {
  worker: (value) =>
    typeof value === "boolean" || typeof (value as { postMessage?: unknown } | null)?.postMessage === "function"
      ? undefined
      : "true, false or a Worker",
  helpers: (value) => (Number.isInteger(value) && 0 <= (value as number) && (value as number) <= MOST_HELPERS ? undefined : `a whole number from 0 to ${MOST_HELPERS}`),
  languages: oneOf("core", "full"),
  wasm: (value) => (typeof value === "string" || isObject(value) ? undefined : "a URL, the bytes or a compiled module"),
  model: (value) =>
    value === "default" || value === "none" || value instanceof URL || isModelFiles(value)
      ? undefined
      : '"default", "none", a URL object, or { config, tokenizer, weights } as Uint8Arrays',
  maxFileBytes: wholeFrom(1),
  maxMemoryBytes: wholeFrom(1),
  maskSecrets: boolean,
  chunkers: (value) =>
    isObject(value) && Object.entries(value).every(([ending, chunker]) => /^\.[^/\\\s]+$/.test(ending) && typeof chunker === "function")
      ? undefined
      : 'an object with a function by ending, such as { ".foo": (path, text) => chunks }',
};

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isModelFiles(value: unknown): boolean {
  if (!isObject(value)) return false;
  const files = value as Record<string, unknown>;
  return ["config", "tokenizer", "weights"].every((name) => isTagged(files[name], "Uint8Array"));
}

/** The beginning of a value: a sentence repeats no file. */
export function show(value: unknown): string {
  const longest = 40;
  if (typeof value === "function" || (isObject(value) && !Array.isArray(value))) return `a value of type ${typeof value}`;
  const text = (typeof value === "string" || Array.isArray(value) ? JSON.stringify(value) : undefined) ?? String(value);
  return cut(text, longest);
}

/** The beginning of a text. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A plain copy of the options: a getter of the caller's may throw, or change its mind. */
export function checkObject<T extends object>(where: string, options: T): T {
  if (!isObject(options)) {
    throw new NearfieldError("invalid-option", `The options of ${where} must be an object, not ${show(options)}.`);
  }
  try {
    return { ...options };
  } catch (cause) {
    throw new NearfieldError("invalid-option", `The options of ${where} cannot be read: ${messageOf(cause)}.`, { cause });
  }
}

/** A copy of `options` without undefined values, every one of them checked. */
function check<T extends object>(where: string, checks: Record<string, Check>, options: T): T {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(checkObject(where, options))) {
    if (value === undefined) continue;
    const known = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!known) {
      const names = Object.keys(checks).join(", ");
      throw new NearfieldError("invalid-option", `${where} has no option "${name}"; it knows ${names}.`);
    }
    const wanted = known(value);
    if (wanted) throw new NearfieldError("invalid-option", `The option "${name}" of ${where} must be ${wanted}, not ${show(value)}.`);
    checked[name] = value;
  }
  return checked as T;
}

export function checkSearch(options: EngineSearchOptions): EngineSearchOptions {
  return check("search", searchChecks, options);
}

export function checkCounter(value: unknown): Counter | undefined {
  if (value === undefined || isCounter(value)) return value;
  const wanted = '"estimate", "o200k_base", "cl100k_base" or a function';
  throw new NearfieldError("invalid-option", `The option "counter" of search must be ${wanted}, not ${show(value)}.`);
}

export function checkRank(options: RankOptions): RankOptions {
  return check("rank", rankChecks, options);
}

export function checkLine(value: unknown): number {
  const wanted = wholeFrom(1)(value);
  if (wanted) throw new NearfieldError("invalid-option", `The line must be ${wanted}, not ${show(value)}.`);
  return value as number;
}

export function checkAdd(options: AddOptions): AddOptions {
  return check("add", addChecks, options);
}

/** The options of `Nearfield.load`, of which those of `create` are checked by that. */
export function splitLoad(options: CreateOptions & LoadOptions): { create: CreateOptions; loading: LoadOptions } {
  const { rebuild, signal, onProgress, ...create } = checkObject("load", options);
  return { create, loading: check("load", loadChecks, { rebuild, signal, onProgress } as LoadOptions) };
}

export function checkSnapshot(value: unknown): void {
  if (isTagged(value, "Uint8Array")) return;
  throw new NearfieldError("invalid-option", `A snapshot must be a Uint8Array, as save() gave it, not ${show(value)}.`);
}

export function checkCreate(options: CreateOptions): CreateOptions {
  return check("create", createChecks, options);
}

export function engineOptions(options: CreateOptions): EngineOptions {
  const { maxFileBytes, maxMemoryBytes, maskSecrets } = options;
  return {
    ...(maxFileBytes !== undefined && { maxFileBytes }),
    ...(maxMemoryBytes !== undefined && { maxMemoryBytes }),
    ...(maskSecrets !== undefined && { maskSecrets }),
  };
}

/** Whether a path's name is that of an ignore file. */
export function isRuleFile(path: string): boolean {
  return /(^|[\\/])\.(gitignore|ignore|nearfieldignore)$/.test(path);
}

export function checkString(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new NearfieldError("invalid-option", `The ${name} must be a string, not ${show(value)}.`);
}

export function checkFile(file: unknown): FileInput {
  const { path, content: bytes } = (isObject(file) ? file : {}) as { path?: unknown; content?: unknown };
  if (typeof path !== "string") {
    throw new NearfieldError("invalid-file", `A file must be { path, content } with a string as path; got ${show(path ?? file)}.`);
  }
  checkContent(path, bytes);
  return file as FileInput;
}

export function checkContent(path: string, value: unknown): void {
  if (typeof value === "string" || isTagged(value, "Uint8Array") || isTagged(value, "ArrayBuffer")) return;
  throw new NearfieldError(
    "invalid-file",
    `The content of "${path}" must be a string, a Uint8Array or an ArrayBuffer, not ${show(value)}.`,
  );
}

/** A copy of the content, for whoever has to wait while the caller uses the buffer again. */
export function copied(path: string, content: string | Uint8Array | ArrayBuffer): string | Uint8Array {
  if (typeof content === "string") return content;
  try {
    return new Uint8Array(content as ArrayBuffer | Uint8Array<ArrayBuffer>);
  } catch (cause) {
    throw new NearfieldError("invalid-file", `The content of "${path}" could not be read: ${messageOf(cause)}.`, { cause });
  }
}

/** `instanceof` fails for values of another realm (a test runner's, an iframe's). */
function isTagged(value: unknown, tag: string): boolean {
  return Object.prototype.toString.call(value) === `[object ${tag}]`;
}
