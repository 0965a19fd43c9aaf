/** Token counters: by name, or a function of the caller's. */

import { NearfieldError, messageOf } from "./errors.js";
import type { Counter, CounterFunction } from "./types.js";

/** The encodings that the optional peer dependency has tables for. */
const encodings = ["o200k_base", "cl100k_base"] as const;
type Encoding = (typeof encodings)[number];

/** What is used of gpt-tokenizer. */
interface Tokenizer {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
}

const loaded = new Map<Encoding, Promise<CounterFunction>>();

/** The function that counts; `undefined` for the engine's own estimate. */
export function counterOf(counter: Counter | undefined): CounterFunction | undefined | Promise<CounterFunction> {
  if (counter === undefined || counter === "estimate") return undefined;
  if (typeof counter === "function") return counter;
  let found = loaded.get(counter);
  if (!found) {
    found = load(counter);
    loaded.set(counter, found);
    // A package that is installed later is found later.
    found.catch(() => loaded.delete(counter));
  }
  return found;
}

async function load(encoding: Encoding): Promise<CounterFunction> {
  const source = `gpt-tokenizer/encoding/${encoding}`;
  try {
    // Not to be resolved by bundlers: the package is optional.
    const tokenizer = (await import(/* webpackIgnore: true */ /* @vite-ignore */ source)) as Tokenizer;
    // What looks like a special token in a file is text.
    const options = { disallowedSpecial: new Set<string>() };
    return (text) => tokenizer.countTokens(text, options);
  } catch (cause) {
    throw new NearfieldError(
      "counter",
      `The counter "${encoding}" needs the package gpt-tokenizer: install it, or, in a bundle, import countTokens from "${source}" and pass it as the counter.`,
      { cause },
    );
  }
}

/** Counts a text; what the function throws is told as an error of the counter. */
export async function count(counter: CounterFunction, text: string): Promise<number> {
  let tokens: unknown;
  try {
    tokens = await counter(text);
  } catch (cause) {
    throw new NearfieldError("counter", `The token counter failed: ${messageOf(cause)}.`, { cause });
  }
  if (typeof tokens === "number" && tokens >= 0 && Number.isFinite(tokens)) return tokens;
  const given = typeof tokens === "number" ? String(tokens) : `a value of type ${typeof tokens}`;
  throw new NearfieldError("counter", `The token counter gave ${given}: it must give a number of tokens, 0 or more.`);
}

export function isCounter(value: unknown): value is Counter {
  return value === "estimate" || typeof value === "function" || encodings.includes(value as Encoding);
}
