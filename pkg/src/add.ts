/** Feeding many files: order, pace, progress, abort and the account of what became of each. */

import { AbortedError, NearfieldError } from "./errors.js";
import type { Helpers } from "./host/helpers.js";
import type { Added, Host } from "./host/host.js";
import { pause } from "./host/yield.js";
import { checkFile, isRuleFile } from "./options.js";
import type { AddOptions, AddReport, FileInput, FileInputs, FileReport, Reason } from "./types.js";

/** Feeds `inputs` to `host`. Rejects with `aborted` when the signal fires, with the host's error when it ends. */
export async function addAll(host: Host, inputs: FileInputs, options: AddOptions, helpers?: Helpers): Promise<AddReport> {
  const { signal, onProgress } = options;
  const account = new Account();
  const total = Array.isArray(inputs) ? inputs.length : undefined;
  const iterator = iterate(Array.isArray(inputs) ? rulesFirst(inputs as FileInput[]) : inputs);
  const stop = new Stop(signal);
  const underWay = new Set<Promise<void>>();
  let waitingBytes = 0;
  let failure: { error: unknown } | undefined;
  let exhausted = false;
  let sliceEnd = performance.now() + host.pace.sliceMs;

  const feed = (file: FileInput, size: number): void => {
    const job = (helpers ?? host)
      .add(file.path, file.content)
      .then((added) => {
        account.record(added);
        const { done, bytes } = account;
        onProgress?.({ done, ...(total !== undefined && { total }), bytes, path: added.report.path });
      })
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        underWay.delete(job);
        waitingBytes -= size;
      });
    underWay.add(job);
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
      const file = checkFile(next.value);
      feed(file, typeof file.content === "string" ? file.content.length : file.content.byteLength);
      const pace = (helpers ?? host).pace;
      while (underWay.size >= pace.files || waitingBytes > pace.bytes) await Promise.race(underWay);
      if (performance.now() >= sliceEnd) {
        await pause();
        sliceEnd = performance.now() + host.pace.sliceMs;
      }
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
  if (!exhausted) throw new AbortedError(report, signal?.reason);
  return report;
}

function rulesFirst(files: FileInput[]): FileInput[] {
  // Fed before the rest, so that nothing is indexed only to be thrown out.
  const isRule = (file: FileInput): boolean => isRuleFile(file?.path);
  return [...files.filter(isRule), ...files.filter((file) => !isRule(file))];
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

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    let fire = (): void => {};
    this.promise = new Promise((resolve) => {
      fire = () => resolve(undefined);
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

  close(): AddReport {
    const indexed = [...this.#indexed.values()];
    return {
      files: indexed.length,
      chunks: indexed.reduce((sum, { chunks }) => sum + chunks, 0),
      bytes: this.bytes,
      skipped: [...this.#skipped].map(([path, reason]) => ({ path, code: reason.code, message: reason.message })),
      degraded: indexed.flatMap(({ path, degraded }) => (degraded === null ? [] : [{ path, message: degraded }])),
      refeed: [...this.#refeed],
      replaced: [...this.#replaced],
      ms: performance.now() - this.#began,
    };
  }
}
