/** From words on the command line to a checked command. */

import { parseArgs, type ParseArgsConfig } from "node:util";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { messageOf } from "../errors.js";
import { checkCounter, checkCreate, checkRank, checkSearch } from "../options.js";
import { here } from "./print.js";
import type { CreateOptions, Format, RankOptions, RankingOptions, SearchOptions } from "../types.js";

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {}

interface Common {
  path: string;
  create: CreateOptions;
  /** Where indexes are kept from call to call. */
  cache: boolean | string;
  json: boolean;
}

export type Command =
  | { name: "help" }
  | { name: "version" }
  | (Common & { name: "search"; query: string; options: SearchOptions; session: string | undefined })
  | (Common & { name: "rank"; query: string; options: RankOptions })
  | (Common & { name: "related"; file: string; line: number; options: RankOptions })
  | (Common & { name: "index"; list: boolean });

type Flags = NonNullable<ParseArgsConfig["options"]>;

const common = {
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  model: { type: "string" },
  "max-file-bytes": { type: "string" },
  "no-mask": { type: "boolean" },
  cache: { type: "string" },
  "no-cache": { type: "boolean" },
} satisfies Flags;

const ranking = {
  content: { type: "string" },
  lexical: { type: "string" },
  profile: { type: "string" },
  mode: { type: "string" },
  fusion: { type: "string" },
  "rrf-k": { type: "string" },
  "semantic-weight": { type: "string" },
  without: { type: "string" },
  paths: { type: "string" },
  languages: { type: "string" },
  roles: { type: "string" },
} satisfies Flags;

const places = {
  limit: { type: "string", short: "n" },
  offset: { type: "string" },
  spread: { type: "string" },
} satisfies Flags;

const flags = {
  search: {
    ...common,
    ...ranking,
    budget: { type: "string", short: "b" },
    counter: { type: "string" },
    format: { type: "string" },
    explain: { type: "boolean" },
    always: { type: "boolean" },
    session: { type: "string" },
    tau: { type: "string" },
    p: { type: "string" },
    "k-min": { type: "string" },
  },
  rank: { ...common, ...ranking, ...places },
  related: { ...common, ...ranking, ...places },
  index: { ...common, list: { type: "boolean" } },
} satisfies Record<string, Flags>;

type Values = Record<string, string | boolean | undefined>;

/** Throws {@link UsageError}. All numbers are checked here: a slip is told before the folder is indexed. */
export function parse(argv: string[]): Command {
  const [first, ...rest] = argv;
  if (first === undefined) throw new UsageError("a command is missing: search, rank, related or index.");
  if (first === "--help" || first === "-h" || first === "help") return { name: "help" };
  if (first === "--version" || first === "-V") return { name: "version" };
  if (first !== "search" && first !== "rank" && first !== "related" && first !== "index") {
    throw new UsageError(`there is no command "${first}": use search, rank, related or index.`);
  }
  const { values, positionals } = read(rest, flags[first]);
  if (values["help"]) return { name: "help" };

  try {
    const create = checkCreate({
      ...(values["model"] !== undefined && { model: model(String(values["model"])) }),
      ...numbers(values, { "max-file-bytes": "maxFileBytes" }),
      ...(values["no-mask"] === true && { maskSecrets: false }),
    });
    const base = { create, cache: cacheOf(values), json: values["json"] === true };
    if (first === "index") {
      const [path = ".", ...more] = positionals;
      none(more);
      return { ...base, name: "index", path, list: values["list"] === true };
    }
    const [text, path = ".", ...more] = positionals;
    if (text === undefined) {
      throw new UsageError(`the ${first === "related" ? "place" : "query"} is missing: nearfield ${first} ${first === "related" ? "FILE:LINE" : "QUERY"} [PATH].`);
    }
    none(more);
    const how = rankingOf(values);
    if (first === "search") {
      const figures = numbers(values, { budget: "budget", tau: "tau", p: "p", "k-min": "kMin" });
      const written = {
        ...(values["format"] !== undefined && { format: String(values["format"]) as Format }),
        ...(values["explain"] === true && { explain: true }),
        ...(values["always"] === true && { abstain: false }),
      };
      const counter = checkCounter(values["counter"]);
      const options = { ...checkSearch({ ...how, ...figures, ...written }), ...(counter && { counter }) };
      const session = values["session"] === undefined ? undefined : String(values["session"]);
      return { ...base, name: "search", query: text, path, options, session };
    }
    const options = checkRank({ ...how, ...numbers(values, { limit: "limit", offset: "offset", spread: "spread" }) });
    if (first === "rank") return { ...base, name: "rank", query: text, path, options };
    const [, file, line] = /^(.+):(\d+)$/.exec(text) ?? [];
    if (file === undefined) throw new UsageError(`"${text}" is no place: give FILE:LINE, such as src/main.ts:12.`);
    return { ...base, name: "related", file, line: Number(line), path, options };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(lower(here(messageOf(error))));
  }
}

function cacheOf(values: Values): boolean | string {
  const folder = values["cache"];
  if (values["no-cache"] !== true) return folder === undefined ? true : String(folder);
  if (folder !== undefined) throw new UsageError("--cache and --no-cache exclude each other.");
  return false;
}

/** The flags of ranking under the names of the options; {@link checkRank} and {@link checkSearch} check their values. */
function rankingOf(values: Values): RankingOptions {
  const found: Record<string, unknown> = numbers(values, { "rrf-k": "rrfK", "semantic-weight": "semanticWeight" });
  for (const name of ["lexical", "profile", "mode", "fusion"]) {
    if (values[name] !== undefined) found[name] = values[name];
  }
  for (const name of ["content", "without", "paths", "languages", "roles"]) {
    if (values[name] !== undefined) found[name] = String(values[name]).split(",");
  }
  return found as RankingOptions;
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
