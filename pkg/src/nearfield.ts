/** The façade: one interface, whatever runs behind it. */

import { addAll } from "./add.js";
import type { Chunkers } from "./chunkers.js";
import { count, counterOf } from "./counter.js";
import { verifyAll } from "./verify.js";
import { Helpers, type HelperOptions } from "./host/helpers.js";
import type { Added, EngineContext, Host } from "./host/host.js";
import type { Started } from "./host/start.js";
import {
  checkAdd,
  checkContent,
  checkCounter,
  checkLine,
  checkObject,
  checkRank,
  checkSearch,
  checkString,
  type EngineSearchOptions,
} from "./options.js";
import { HostSession, disposeBy } from "./session.js";
import type {
  AddOptions,
  AddReport,
  BlockClaim,
  Context,
  CounterFunction,
  FileInputs,
  FileReport,
  Hit,
  RankOptions,
  SearchOptions,
  Session,
  Stats,
  Verified,
} from "./types.js";

/**
 * An index of one code base, and the questions to it.
 *
 * All errors are `NearfieldError`s. Any call may reject with `freed` after `free()`, and with `dead` after the
 * engine broke down: then only a new instance helps. Calls may overlap. Changes are made one after the other, in the
 * order of the calls; a search during an `add` sees the files that are in by then, each of them whole.
 */
export class NearfieldBase {
  readonly #host: Host;
  readonly #helperOptions: HelperOptions;
  readonly #chunkers: Chunkers;
  /** While `add`s are under way. */
  #helped: { helpers: Helpers; adds: number } | undefined;
  #sessions = 0;
  #fits = 0;

  protected constructor({ host, helpers, chunkers }: Started) {
    this.#host = host;
    this.#helperOptions = helpers;
    this.#chunkers = chunkers;
  }

  /**
   * Adds files, or replaces those whose path is already there. A file that cannot be indexed is in the report with its
   * reason and spoils nothing. Ignore files (`.gitignore`, `.ignore`, `.nearfieldignore`) among the files are obeyed:
   * in an array wherever they stand; in a stream a later one takes out of the index what it excludes.
   * The work is done in slices of about 8 ms, also within a file, so that a page stays live and a worker answers.
   * With `helpers`, workers index beside it; the index is the same to the byte, files come into it by the megabyte.
   *
   * Rejects with `aborted` within a slice when the signal fires (its `report` tells what was done; a file that was under
   * way is given up, and what was at its path stays) and with
   * `invalid-file` at an entry that is no `{ path, content }`.
   */
  async add(files: FileInputs, options: AddOptions = {}): Promise<AddReport> {
    const checked = checkAdd(options);
    if (this.#helperOptions.most === 0) return addAll(this.#host, this.#chunkers, files, checked);
    const shared = (this.#helped ??= { helpers: new Helpers(this.#host, this.#helperOptions), adds: 0 });
    shared.adds += 1;
    try {
      return await addAll(this.#host, this.#chunkers, files, checked, shared.helpers);
    } finally {
      shared.adds -= 1;
      if (shared.adds === 0) {
        shared.helpers.free();
        if (this.#helped === shared) this.#helped = undefined;
      }
    }
  }

  /** A change to the host, after what helpers have of earlier files. */
  #change<T>(action: () => Promise<T>): Promise<T> {
    return this.#helped ? this.#helped.helpers.change(action) : action();
  }

  /** Adds one file or replaces it. */
  async update(path: string, content: string | Uint8Array | ArrayBuffer): Promise<FileReport> {
    checkString("path", path);
    checkContent(path, content);
    const added = await this.#chunkers.with(this.#host, path, content, (content, brought) =>
      this.#change(() => this.#host.add(path, content, undefined, brought)),
    );
    // Nobody gives up a file without a job.
    return (added as Added).report;
  }

  /** Takes a file out; `false` if it was not there. Removing an ignore file removes its rules. */
  async remove(path: string): Promise<boolean> {
    checkString("path", path);
    return this.#chunkers.inOrder(() => this.#change(() => this.#host.remove(path)));
  }

  /**
   * Moves a file, or all files of a folder, to another path, in place of what is there. The index is the same as if they
   * were removed and added anew, but it takes their text from where it has it, and keeps the chunks and their vectors
   * unless the new name makes another language of a file. A report a file, by path: what the new path excludes is left
   * out with its reason, and a file that was not indexed before is to be fed again (code `refeed`).
   *
   * A folder is moved file by file, with pauses; meanwhile each of its files is at one of its two paths.
   *
   * Rejects with `invalid-option` if nothing of the index is at `from`, or `to` is no path or lies inside of `from`.
   */
  async rename(from: string, to: string): Promise<FileReport[]> {
    checkString("from", from);
    checkString("to", to);
    return this.#chunkers.rename({ host: this.#host, change: (action) => this.#change(action) }, from, to);
  }

  /**
   * As much context as the query deserves, within `budget` tokens: the likeliest chunks whole, others folded or by
   * signature, the rest by name. An index without files and an empty query give a context without blocks that says so in `notes`.
   * Rejects with `invalid-option`, and with `counter` if the counter cannot be loaded or fails.
   */
  async search(query: string, options: SearchOptions = {}): Promise<Context> {
    checkString("query", query);
    const { session, counter, ...rest } = checkObject("search", options);
    const id = session === undefined ? undefined : HostSession.idOf(session, this.#host);
    const checked = checkSearch(rest);
    // Only what must be loaded is waited for: calls reach the engine in the caller's order.
    const found = counterOf(checkCounter(counter));
    const counts = found instanceof Promise ? await found : found;
    if (session !== undefined) HostSession.idOf(session, this.#host);
    const context = counts ? await this.#fitted(counts, query, checked, id) : await this.#host.search(query, checked, id);
    return { ...context, markdown: context.format === "markdown" ? context.text : "" };
  }

  async #load(id: number, saved: string): Promise<void> {
    return this.#host.loadSession(id, checkString("session", saved));
  }

  /** The search by somebody else's counter: the engine proposes texts until one is full enough. */
  async #fitted(
    counter: CounterFunction,
    query: string,
    options: EngineSearchOptions,
    session: number | undefined,
  ): Promise<EngineContext> {
    const fit = this.#fits++;
    let step = await this.#host.beginFit(fit, query, options, session);
    try {
      while ("text" in step) step = await this.#host.countFit(fit, await count(counter, step.text));
    } catch (error) {
      await this.#host.endFit(fit).catch(() => {});
      throw error;
    }
    return step.context;
  }

  /** The best chunks in descending order of score, without any assembly. Rejects with `invalid-option`. */
  async rank(query: string, options: RankOptions = {}): Promise<Hit[]> {
    return this.#host.rank(checkString("query", query), checkRank(options));
  }

  /**
   * Chunks like the one at a line (1-based) of an indexed file, the most alike first, without that chunk itself. Rejects
   * with `invalid-option`, also when the file is not indexed or has no such line.
   */
  async related(path: string, line: number, options: RankOptions = {}): Promise<Hit[]> {
    return this.#host.related(checkString("path", path), checkLine(line), checkRank(options));
  }

  /**
   * Whether blocks of an answer are still what their files hold: `same`, `moved` within the file (and where to), `changed`,
   * or `gone` with the file. `read` gives a file's content now, `undefined` if there is none; the index takes no part, so
   * blocks of any age and instance will do. Line ends make no difference.
   */
  async verify(
    blocks: Iterable<BlockClaim & { path: string }>,
    read: (path: string) => string | Uint8Array | ArrayBuffer | undefined | Promise<string | Uint8Array | ArrayBuffer | undefined>,
  ): Promise<Verified[]> {
    return verifyAll(this.#host, blocks, read);
  }

  /** What the index holds, what it skipped and why, and how much memory it takes. */
  async stats(): Promise<Stats> {
    return this.#host.stats();
  }

  /** A conversation: pass it to `search`. */
  session(): Session;
  /** A conversation that goes on from what `save` gave. Rejects with `session` if that is no saved session. */
  session(saved: string): Promise<Session>;
  session(saved?: string): Session | Promise<Session> {
    const id = this.#sessions++;
    const session = new HostSession(this.#host, id);
    return saved === undefined ? session : this.#load(id, saved).then(() => session);
  }

  /** The model's vector of a text, of length 1, or all zeros for a text it knows no part of. Rejects without a model. */
  async embed(text: string): Promise<Float32Array> {
    return this.#host.embed(checkString("text", text));
  }

  /** The text of an indexed file, as the positions of blocks and hits count it. */
  async text(path: string): Promise<string | undefined> {
    return this.#host.text(checkString("path", path));
  }

  /**
   * Everything that the index holds, as bytes for `Nearfield.load`: the same files under the same options give the same
   * bytes, whatever was edited before. It is one step, without a pause; in a worker it holds up only the worker.
   */
  async save(): Promise<Uint8Array> {
    return this.#host.save();
  }

  /**
   * How often the index has changed since it was made or loaded; 0 for one that is new or was just loaded. While it
   * stays the same, so does what `save()` gives.
   */
  async revision(): Promise<number> {
    return this.#host.revision();
  }

  /** The paths of all files that were added, indexed or not, sorted. */
  async paths(): Promise<string[]> {
    return (await this.#host.paths()).sort();
  }

  /**
   * Which ignore rule excludes a path, if one does: for walkers that want to leave out whole folders. The rules are
   * the built-in ones (`.git`, `node_modules`, …) and those of the ignore files that were added before.
   */
  async isIgnored(path: string, isDir = false): Promise<string | undefined> {
    checkString("path", path);
    const ask = (): Promise<string | undefined> => this.#host.isIgnored(path, isDir);
    return this.#chunkers.inOrder(() => (this.#helped ? this.#helped.helpers.afterRules(ask) : ask()));
  }

  /** Gives all memory back and ends the worker, if there is one. Calls under way reject with `freed`. */
  free(): void {
    this.#chunkers.free();
    this.#helped?.helpers.free();
    this.#host.free();
  }

  /** `using nearfield = await Nearfield.create()` frees it at the end of the block. */
  declare [Symbol.dispose]: () => void;
  static {
    disposeBy(this.prototype, this.prototype.free);
  }
}
