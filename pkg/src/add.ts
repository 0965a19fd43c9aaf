/** Feeding many files: order, pace, progress, abort and the account of what became of each. */

import { AbortedError, NearfieldError } from "./errors.js";
import type { Chunkers } from "./chunkers.js";
import type { Helpers } from "./host/helpers.js";
import type { Added, Brought, Content, Host } from "./host/host.js";
import { isDue, pause } from "./host/yield.js";
import { checkFile, isRuleFile } from "./options.js";
import type { AddOptions, AddReport, FileInput, FileInputs, FileReport, Progress, Reason } from "./types.js";

/** From how many bytes on a file is long enough to hear of it while it is under way. */
const LONG = 65_536;

/** A number for each call, to give up its files by. */
let jobs = 0;

/** Feeds `inputs` to `host`. Rejects with `aborted` when the signal fires, with the host's error when it ends. */
export async function addAll(
  host: Host,
  chunkers: Chunkers,
  inputs: FileInputs,
  options: AddOptions,
  helpers?: Helpers,
): Promise<AddReport> {
  const { signal, onProgress } = options;
  const adder = helpers ?? host;
  const job = jobs++;
  const list = Array.isArray(inputs) ? inOrder(inputs as FileInput[]) : undefined;
  const account = new Account();
  const course = new Course(account, list);
  if (course.bytes !== undefined) helpers?.expect(course.bytes);
  const iterator = iterate(list ?? inputs);
  const giveUp = (): void => void adder.giveUp(job).catch(() => {});
  const stop = new Stop(signal, giveUp);
  const underWay = new Set<Promise<void>>();
  let waitingBytes = 0;
  let failure: { error: unknown } | undefined;
  let exhausted = false;
  /** Whether a file was given up. */
  let isShort = false;

  const feed = (file: FileInput): void => {
    const size = sizeOf(file);
    const add = async (content: Content, brought: Brought | undefined): Promise<Added | undefined> =>
      stop.fired || failure ? undefined : adder.add(file.path, content, job, brought, onProgress && size >= LONG ? onShare : undefined);
    const onShare = (share: number): void => {
      course.share(file, share * size);
      if (failure) return;
      try {
        onProgress?.(course.progress(file.path));
      } catch (error) {
        failure = { error };
        giveUp();
      }
    };
    const added = chunkers
      .with(host, file.path, file.content, add, stop.promise)
      .then((added) => {
        if (!added) return void (isShort = true);
        account.record(added);
        course.done(file, size);
        onProgress?.(course.progress(added.report.path));
      })
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        underWay.delete(added);
        waitingBytes -= size;
      });
    underWay.add(added);
    waitingBytes += size;
  };

  try {
    while (!failure && !stop.fired) {
      const next = await Promise.race([iterator.next(), stop.promise]);
      if (next === undefined) break;
      if (next.done) {
        exhausted = true;
        break;
      }
      feed(checkFile(next.value));
      const { pace } = adder;
      while (underWay.size >= pace.files || waitingBytes > pace.bytes) await Promise.race(underWay);
      if (isDue()) await pause();
    }
  } finally {
    // What is under way belongs to the account, and must not go on behind the caller's back.
    await Promise.all(underWay);
    await helpers?.settled().catch((error: unknown) => (failure ??= { error }));
    // Not awaited: a source that hangs in `next` would hold its `return` back too.
    if (!exhausted) Promise.resolve(iterator.return?.()).catch(() => {});
    stop.release();
  }
  if (failure) throw failure.error;
  const report = account.close();
  if (!exhausted || isShort) throw new AbortedError(report, signal?.reason);
  return report;
}

/** The bytes of a file, or the UTF-16 units of its text; 0 for what is none. */
function sizeOf(file: unknown): number {
  const content = (file as Partial<FileInput> | undefined)?.content;
  return (typeof content === "string" ? content.length : content?.byteLength) ?? 0;
}

/** How far it has come, and how long the rest may take. */
class Course {
  readonly #account: Account;
  readonly #total: number | undefined;
  /** The sizes of all files that are not done. */
  #left: number | undefined;
  /** What is done of the files under way, in bytes. */
  readonly #shares = new Map<FileInput, number>();

  constructor(account: Account, list: FileInput[] | undefined) {
    this.#account = account;
    this.#total = list?.length;
    this.#left = list?.reduce((sum, file) => sum + sizeOf(file), 0);
  }

  /** How many bytes are to come, if that is known. */
  get bytes(): number | undefined {
    return this.#left;
  }

  share(file: FileInput, bytes: number): void {
    this.#shares.set(file, bytes);
  }

  done(file: FileInput, size: number): void {
    this.#shares.delete(file);
    if (this.#left !== undefined) this.#left -= size;
  }

  progress(path: string): Progress {
    const { done } = this.#account;
    const shares = [...this.#shares.values()].reduce((sum, share) => sum + share, 0);
    const bytes = this.#account.bytes + shares;
    const progress: Progress = { done, bytes, path };
    if (this.#total === undefined || this.#left === undefined) return progress;
    progress.total = this.#total;
    progress.totalBytes = this.#account.bytes + this.#left;
    if (bytes > 0) progress.remainingMs = (this.#account.ms * (this.#left - shares)) / bytes;
    return progress;
  }
}

/** From how many bytes on a file's syntax tree is so large that it tells in the memory held. */
const HUGE = 262_144;
/** So many others go before those: code is slow when it runs for the first time. */
const WARM = 64;

/** The order in which a list is fed; what comes of it does not hang on that. */
function inOrder(files: FileInput[]): FileInput[] {
  // Before the rest, so that nothing is indexed only to be thrown out.
  const rules = files.filter((file) => isRuleFile(file?.path));
  const others = files.filter((file) => !isRuleFile(file?.path));
  // Of a path that comes twice the later file counts.
  if (new Set(files.map((file) => file?.path)).size < files.length) return [...rules, ...others];
  // The room that a tree has taken is used by what follows: the memory of wasm never shrinks. And helpers end together.
  const huge = others.filter((file) => sizeOf(file) >= HUGE).sort((a, b) => sizeOf(b) - sizeOf(a));
  const small = others.filter((file) => sizeOf(file) < HUGE);
  return [...rules, ...small.slice(0, WARM), ...huge, ...small.slice(WARM)];
}

type AnyIterator = { next(): unknown; return?(): unknown };

function iterate(inputs: FileInputs): {
  next(): Promise<IteratorResult<FileInput>>;
  return?(): unknown;
} {
  const { [Symbol.asyncIterator]: stream, [Symbol.iterator]: list } = Object(inputs) as Partial<
    Record<symbol, () => AnyIterator>
  >;
  const start = stream ?? list;
  if (typeof start !== "function" || typeof inputs === "string") {
    throw new NearfieldError("invalid-file", "add() takes an iterable of { path, content }: an array, a generator, a stream.");
  }
  const iterator = start.call(inputs);
  return {
    next: async () => (await iterator.next()) as IteratorResult<FileInput>,
    return: () => iterator.return?.(),
  };
}

/** A signal as a promise that never rejects, and that can be let go. */
class Stop {
  readonly promise: Promise<undefined>;
  readonly release: () => void;
  readonly #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined, fired: () => void) {
    this.#signal = signal;
    let fire = (): void => {};
    this.promise = new Promise((resolve) => {
      fire = () => {
        resolve(undefined);
        fired();
      };
    });
    signal?.addEventListener("abort", fire, { once: true });
    this.release = () => signal?.removeEventListener("abort", fire);
  }

  get fired(): boolean {
    return this.#signal?.aborted ?? false;
  }
}

/** The running account of an `add`. Later reports correct earlier ones: a path may come twice, a rule file may take files out. */
class Account {
  done = 0;
  bytes = 0;
  readonly #began = performance.now();
  readonly #seen = new Set<string>();
  readonly #indexed = new Map<string, FileReport>();
  readonly #skipped = new Map<string, Reason>();
  readonly #replaced = new Set<string>();
  readonly #refeed = new Set<string>();

  record({ report, bytes }: Added): void {
    const { path } = report;
    this.done += 1;
    this.bytes += bytes;
    if (this.#seen.has(path)) this.#replaced.add(path);
    this.#seen.add(path);
    this.#refeed.delete(path);
    this.#indexed.delete(path);
    this.#skipped.delete(path);
    if (report.indexed) this.#indexed.set(path, report);
    else this.#skipped.set(path, report.reason ?? { code: "unknown", message: "The engine gave no reason." });
    for (const gone of report.removed) {
      this.#indexed.delete(gone.path);
      this.#skipped.set(gone.path, gone);
    }
    for (const wanted of report.refeed) this.#refeed.add(wanted);
  }

  /** How long it has lasted. */
  get ms(): number {
    return performance.now() - this.#began;
  }

  close(): AddReport {
    const indexed = [...this.#indexed.values()];
    return {
      files: indexed.length,
      chunks: indexed.reduce((sum, { chunks }) => sum + chunks, 0),
      bytes: this.bytes,
      skipped: [...this.#skipped].map(([path, reason]) => ({ path, code: reason.code, message: reason.message })),
      degraded: indexed.flatMap(({ path, degraded }) => (degraded === null ? [] : [{ path, message: degraded }])),
      masked: indexed.flatMap(({ path, masked }) => masked.map(({ rule, line }) => ({ path, rule, line }))),
      refeed: [...this.#refeed],
      replaced: [...this.#replaced],
      ms: this.ms,
    };
  }
}
