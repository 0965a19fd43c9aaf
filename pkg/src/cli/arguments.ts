/** From words on the command line to a checked command. */

import { parseArgs, type ParseArgsConfig } from "node:util";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { messageOf } from "../errors.js";
import { checkCreate, checkRank, checkSearch, type EngineSearchOptions } from "../options.js";
import type { ContentSelector, CreateOptions, RankOptions } from "../types.js";

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {}

interface Common {
  path: string;
  create: CreateOptions;
  json: boolean;
}

export type Command =
  | { name: "help" }
  | { name: "version" }
  | (Common & { name: "search"; query: string; options: EngineSearchOptions })
  | (Common & { name: "rank"; query: string; options: RankOptions })
  | (Common & { name: "index"; list: boolean });

type Flags = NonNullable<ParseArgsConfig["options"]>;

const common = {
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  model: { type: "string" },
  "max-file-bytes": { type: "string" },
} satisfies Flags;

const query = { content: { type: "string" }, lexical: { type: "string" } } satisfies Flags;

const flags = {
  search: {
    ...common,
    ...query,
    budget: { type: "string", short: "b" },
    tau: { type: "string" },
    p: { type: "string" },
    "k-min": { type: "string" },
  },
  rank: { ...common, ...query, limit: { type: "string", short: "n" } },
  index: { ...common, list: { type: "boolean" } },
} satisfies Record<string, Flags>;

type Values = Record<string, string | boolean | undefined>;

/** Throws {@link UsageError}. All numbers are checked here: a slip is told before the folder is indexed. */
export function parse(argv: string[]): Command {
  const [first, ...rest] = argv;
  if (first === undefined) throw new UsageError("a command is missing: search, rank or index.");
  if (first === "--help" || first === "-h" || first === "help") return { name: "help" };
  if (first === "--version" || first === "-V") return { name: "version" };
  if (first !== "search" && first !== "rank" && first !== "index") {
    throw new UsageError(`there is no command "${first}": use search, rank or index.`);
  }
  const { values, positionals } = read(rest, flags[first]);
  if (values["help"]) return { name: "help" };

  try {
    const create = checkCreate({
      ...(values["model"] !== undefined && { model: model(String(values["model"])) }),
      ...numbers(values, { "max-file-bytes": "maxFileBytes" }),
    });
    const base = { create, json: values["json"] === true };
    if (first === "index") {
      const [path = ".", ...more] = positionals;
      none(more);
      return { ...base, name: "index", path, list: values["list"] === true };
    }
    const [text, path = ".", ...more] = positionals;
    if (text === undefined) throw new UsageError(`the query is missing: nearfield ${first} QUERY [PATH].`);
    none(more);
    const words = {
      ...(values["content"] !== undefined && { content: String(values["content"]).split(",") as ContentSelector[] }),
      ...(values["lexical"] !== undefined && { lexical: values["lexical"] as "fast" }),
    };
    if (first === "rank") {
      return { ...base, name: "rank", query: text, path, options: checkRank({ ...words, ...numbers(values, { limit: "limit" }) }) };
    }
    const figures = numbers(values, { budget: "budget", tau: "tau", p: "p", "k-min": "kMin" });
    return { ...base, name: "search", query: text, path, options: checkSearch({ ...words, ...figures }) };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(lower(messageOf(error)));
  }
}

function read(args: string[], options: Flags): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true }) as { values: Values; positionals: string[] };
  } catch (error) {
    // Only the first sentence: the rest explains how to write what was hardly meant.
    throw new UsageError(lower(messageOf(error).split(". ")[0] ?? "") + ".");
  }
}

function none(more: string[]): void {
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one argument too many; put a query of several words in quotes.`);
}

/** The flags given, as numbers under the names of the options. */
function numbers<N extends string>(values: Values, names: Record<string, N>): Partial<Record<N, number>> {
  const found: Partial<Record<N, number>> = {};
  for (const [flag, name] of Object.entries(names)) {
    const value = values[flag];
    if (value === undefined) continue;
    const parsed = String(value).trim() === "" ? NaN : Number(value);
    if (Number.isNaN(parsed)) throw new UsageError(`--${flag} must be a number, not "${value}".`);
    found[name] = parsed;
  }
  return found;
}

function model(value: string): "default" | "none" | URL {
  return value === "default" || value === "none" ? value : pathToFileURL(resolve(value) + "/");
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}
