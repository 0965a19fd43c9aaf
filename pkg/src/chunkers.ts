/** Languages that the caller brings: its functions run here, in its thread; what they give goes along with the file. */

import { NearfieldError, freedError, messageOf } from "./errors.js";
import type { Brought, Content, Host } from "./host/host.js";
import { copied, cut, isObject, show } from "./options.js";
import type { BroughtChunk, Chunker, FileReport, SymbolKind } from "./types.js";

/** Characters of an error that are kept with the file: parsers quote what they cannot read. */
const LONGEST_MESSAGE = 200;

const KINDS: readonly SymbolKind[] = [
  "function",
  "method",
  "class",
  "struct",
  "enum",
  "variant",
  "interface",
  "trait",
  "type",
  "constant",
  "variable",
  "field",
  "module",
  "macro",
  "impl",
  "section",
  "key",
  "rule",
  "element",
];

/** Where changes of what a chunker has a say in are made. */
export interface Changed {
  host: Host;
  /** Does something to the host in the caller's order. */
  change<T>(action: () => Promise<T>): Promise<T>;
}

/**
 * The functions of one instance. As they may take their time, changes wait for those that were asked for before; where
 * there are none nothing ever waits.
 */
export class Chunkers {
  readonly #byEnding: [ending: string, chunker: Chunker][];
  #order: Promise<unknown> | undefined;
  /** No function is waited for after this. */
  free = (): void => {};
  readonly #freed: Promise<never>;

  constructor(chunkers: Record<string, Chunker> = {}) {
    // Of two endings the longer one says more.
    this.#byEnding = Object.entries(chunkers)
      .map(([ending, chunker]): [string, Chunker] => [ending.toLowerCase(), chunker])
      .sort(([a], [b]) => b.length - a.length);
    this.#freed = new Promise((_, reject) => {
      this.free = () => reject(freedError());
    });
    this.#freed.catch(() => {});
  }

  /** Makes a change when all that were asked for before are made or under way. */
  inOrder<T>(change: () => Promise<T>): Promise<T> {
    return this.#order ? this.#after(async () => undefined, change) : change();
  }

  /** Makes a change to one file with what its chunker makes of it; that is not waited for when `stopped` resolves. */
  async with<T>(
    host: Host,
    path: string,
    content: Content,
    change: (content: Content, brought: Brought | undefined) => Promise<T>,
    stopped?: Promise<undefined>,
  ): Promise<T> {
    const found = this.#find(path);
    if (!found && !this.#order) return change(content, undefined);
    const own = copied(path, content);
    const make = async (): Promise<Brought | undefined> => {
      const text = found && (await host.read(path, own));
      return found && text !== undefined ? run(found, path, text) : undefined;
    };
    return this.#after(
      () => (stopped ? Promise.race([make(), stopped]) : make()),
      (brought) => change(own, brought),
    );
  }

  /** Renames with what the chunkers of the new paths make of their files. */
  rename({ host, change }: Changed, from: string, to: string): Promise<FileReport[]> {
    if (this.#byEnding.length === 0) return change(() => host.rename(from, to));
    const make = async (): Promise<[string, Brought | undefined][]> => {
      const brought: [string, Brought | undefined][] = [];
      for (const [old, path] of await change(() => host.moves(from, to))) {
        const found = this.#find(path);
        if (!found && !this.#find(old)) continue;
        const text = found && (await host.text(old));
        brought.push([path, found && text !== undefined ? await run(found, path, text) : undefined]);
      }
      return brought;
    };
    return this.#after(make, (brought) => change(() => host.rename(from, to, brought)));
  }

  #find(path: string): { ending: string; chunker: Chunker } | undefined {
    const lower = path.toLowerCase();
    const found = this.#byEnding.find(([ending]) => lower.endsWith(ending));
    return found && { ending: found[0], chunker: found[1] };
  }

  /** Once `make` is done `change` begins; what comes after it need not wait for its end. */
  #after<M, T>(make: () => Promise<M>, change: (made: M) => Promise<T>): Promise<T> {
    const begun = (this.#order ?? Promise.resolve()).then(() => Promise.race([make(), this.#freed])).then((made) => ({ done: change(made) }));
    const order: Promise<unknown> = begun.then(
      ({ done }) => void done.catch(() => {}),
      () => {},
    );
    const last = order.then(() => {
      if (this.#order === last) this.#order = undefined;
    });
    this.#order = last;
    return begun.then(({ done }) => done);
  }
}

/** What a chunker makes of a text, or why that is of no use: one file cannot spoil the rest. */
async function run({ ending, chunker }: { ending: string; chunker: Chunker }, path: string, text: string): Promise<Brought> {
  const failed = (why: string): Brought => ({ failed: `The chunker for "${ending}" ${why}; the file is cut without it.` });
  let given: unknown;
  try {
    given = await chunker(path, text);
  } catch (error) {
    return failed(`threw: ${cut(messageOf(error), LONGEST_MESSAGE)}`.replace(/[.\s]+$/, ""));
  }
  try {
    if (!Array.isArray(given)) return failed(`must give an array of chunks, not ${show(given)}`);
    return { chunks: Array.from(given as unknown[], checkChunk) };
  } catch (error) {
    return failed(error instanceof NearfieldError ? error.message : `gave what cannot be read: ${cut(messageOf(error), LONGEST_MESSAGE)}`);
  }
}

/** A plain copy of a chunk with nothing but what the engine knows. Which lines there are is the engine's to say. */
function checkChunk(value: unknown, at: number): BroughtChunk {
  const wrong = (what: string): never => {
    throw new NearfieldError("chunker", `gave a chunk ${at + 1} ${what}`);
  };
  if (!isObject(value)) return wrong(`that is no object but ${show(value)}`);
  const { startLine, endLine, name, qualified, kind, signature, doc } = value as Record<string, unknown>;
  const isLine = (line: unknown): line is number => Number.isInteger(line) && 0 <= (line as number) && (line as number) <= 0xffff_ffff;
  const isRange = (range: unknown): range is [number, number] => Array.isArray(range) && range.length === 2 && range.every(isLine);
  if (!isLine(startLine)) return wrong(`whose startLine is no whole number but ${show(startLine)}`);
  if (!isLine(endLine)) return wrong(`whose endLine is no whole number but ${show(endLine)}`);
  const chunk: BroughtChunk = { startLine, endLine };
  for (const [key, text] of Object.entries({ name, qualified })) {
    if (text === undefined) continue;
    if (typeof text !== "string") return wrong(`whose ${key} is no string but ${show(text)}`);
    chunk[key as "name" | "qualified"] = text;
  }
  if (kind !== undefined) {
    if (!KINDS.includes(kind as SymbolKind)) return wrong(`whose kind is ${show(kind)} and none of ${KINDS.join(", ")}`);
    chunk.kind = kind as SymbolKind;
  }
  for (const [key, range] of Object.entries({ signature, doc })) {
    if (range === undefined) continue;
    if (!isRange(range)) return wrong(`whose ${key} is no [first line, last line] but ${show(range)}`);
    chunk[key as "signature" | "doc"] = [range[0], range[1]];
  }
  return chunk;
}
