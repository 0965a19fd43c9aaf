/**
 * Workers that index beside a host while many files are added. The host lets files in and keeps the index; what a helper
 * made of files is handed over in parts, and is the same to the byte as if the host had indexed them itself.
 *
 * Files are let in one after the other, in the caller's order; only the indexing of them overlaps. What comes later in
 * that order wins: an ignore file, and a path of which an earlier version is with a helper, wait until all that was
 * assigned before is in the index.
 */

import { copied, isRuleFile } from "../options.js";
import type { Added, Brought, Content, Host, OnShare } from "./host.js";

/** Below so many bytes a helper takes longer to start than it saves. */
const WORTH_HELP = 2_000_000;
/** Of so much that is to come as much must be new: what is unchanged needs no help. */
const CHANGED = 100_000;
/** A helper hands over its work when it has made so much of it: what the host takes over in some ten milliseconds. */
const PART = 1_000_000;

export interface HelperOptions {
  /** How many there are at most. */
  most: number;
  start(): Promise<Host>;
}

/** A file, and what its chunker made of it. */
interface Fed {
  content: Content;
  brought: Brought | undefined;
}

/** One worker with what the host does not have of it yet. */
interface Helper {
  host: Host;
  /** By path: what it indexes, or has indexed since it began to hand over last. */
  files: Map<string, Fed>;
  bytes: number;
  /** Of these, what it has not indexed yet. */
  waiting: number;
}

/** The helpers of all `add`s that overlap. */
export class Helpers {
  readonly #host: Host;
  readonly #options: HelperOptions;
  #helpers: Helper[] = [];
  /** Paths of which a version is with a helper, or on its way from one. */
  readonly #away = new Set<string>();
  /** Hand-overs and what follows from them. */
  readonly #underWay = new Set<Promise<void>>();
  /** All that was assigned so far; hand-overs come into the index one after the other. */
  #order: Promise<unknown> = Promise.resolve();
  #absorbing: Promise<void> = Promise.resolve();
  readonly #givenUp = new Set<number>();
  #bytes = 0;
  #expected = 0;
  #isStarted = false;
  #isEnded = false;
  #failure: { error: unknown } | undefined;

  constructor(host: Host, options: HelperOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** How many files and bytes may be under way. */
  get pace(): Host["pace"] {
    const { files, bytes } = this.#host.pace;
    return { files: files + 16 * this.#helpers.length, bytes: bytes + 4_000_000 * this.#helpers.length };
  }

  /** Hears how much is to come, where that is known: helpers start sooner then. */
  expect(bytes: number): void {
    this.#expected += bytes;
  }

  /**
   * Adds a file by whoever has least to do. It may come into the index only with `settled`. `undefined` if its job was
   * given up before.
   */
  async add(path: string, content: Content, job?: number, brought?: Brought, onShare?: OnShare): Promise<Added | undefined> {
    const own = copied(path, content);
    const { added } = await this.#inOrder(() => this.#assign(path, { content: own, brought }, job, onShare));
    return added;
  }

  /** Gives up all files of a job that nobody has indexed yet. */
  async giveUp(job: number): Promise<void> {
    this.#givenUp.add(job);
    const hosts = [this.#host, ...this.#helpers.map(({ host }) => host)];
    // A helper that breaks down is noticed elsewhere.
    await Promise.allSettled([...hosts.map((host) => host.giveUp(job)), this.#order]);
    this.#givenUp.delete(job);
  }

  /** Does something to the host in the caller's order: after what was added before. */
  change<T>(action: () => Promise<T>): Promise<T> {
    return this.#inOrder(async () => {
      await this.#settle();
      return action();
    });
  }

  /** Asks the host something that depends on the ignore files that were added before. */
  afterRules<T>(action: () => Promise<T>): Promise<T> {
    return this.#inOrder(action);
  }

  /** Brings all that was added so far into the index. */
  settled(): Promise<void> {
    return this.#inOrder(() => this.#settle());
  }

  /** Gives the helpers' memory back, whatever they do. */
  free(): void {
    this.#isEnded = true;
    for (const { host } of this.#helpers) host.free();
    this.#helpers = [];
  }

  #inOrder<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#order.then(action);
    this.#order = done.catch(() => {});
    return done;
  }

  /** Lets a file in and gives it to somebody. What that one makes of it is not waited for. */
  async #assign(path: string, fed: Fed, job?: number, onShare?: OnShare): Promise<{ added: Promise<Added | undefined> }> {
    if (this.#failure) throw this.#failure.error;
    const { content, brought } = fed;
    // Asked after each wait: a host that has nothing of the job to do forgets that it was given up.
    const isGivenUp = (): boolean => job !== undefined && this.#givenUp.has(job);
    if (isGivenUp()) return { added: Promise.resolve(undefined) };
    if (isRuleFile(path)) {
      await this.#settle();
      if (isGivenUp()) return { added: Promise.resolve(undefined) };
      return { added: this.#host.add(path, content, job, brought) };
    }
    let admitted = await this.#host.admit(path, content, brought);
    if (this.#away.has(admitted.report.path)) {
      // It was compared with what the host had, not with the version that is on its way.
      await this.#settle();
      admitted = await this.#host.admit(path, content, brought);
    }
    if (admitted.report.indexed || admitted.report.reason !== null) return { added: Promise.resolve(admitted) };
    if (isGivenUp()) {
      await this.#host.release(admitted.report.path);
      return { added: Promise.resolve(undefined) };
    }
    this.#bytes += admitted.bytes;
    if (this.#bytes > (this.#expected > WORTH_HELP ? CHANGED : WORTH_HELP)) this.#start();
    const [first, ...rest] = this.#helpers;
    if (!first) return { added: this.#host.add(path, content, job, brought, onShare) };
    const helper = rest.reduce((least, one) => (one.waiting < least.waiting ? one : least), first);
    return { added: this.#by(helper, fed, admitted, path, job, onShare) };
  }

  async #by(
    helper: Helper,
    fed: Fed,
    { report, bytes }: Added,
    path: string,
    job?: number,
    onShare?: OnShare,
  ): Promise<Added | undefined> {
    this.#away.add(report.path);
    // Those that are handed over together: another map by the time that a part is on its way.
    const { files } = helper;
    files.set(report.path, fed);
    helper.bytes += bytes;
    helper.waiting += bytes;
    try {
      const added = await helper.host.add(path, fed.content, job, fed.brought, onShare);
      helper.waiting -= bytes;
      if (!added) {
        if (files.delete(report.path) && files === helper.files) this.#away.delete(report.path);
        await this.#host.release(report.path);
        return undefined;
      }
      if (helper.bytes >= PART) void this.#handOver(helper);
      return added;
    } catch {
      // It broke down. Whoever notices first gives its files to the host.
      this.#lose(helper);
      await Promise.all(this.#underWay);
      if (this.#failure) throw this.#failure.error;
      // It is there by now, unless a later version is, and told as it is.
      return this.#host.admit(path, fed.content, fed.brought);
    }
  }

  /** Waits until nothing is away any more. */
  async #settle(): Promise<void> {
    for (const helper of this.#helpers) this.#handOver(helper);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    if (this.#failure) throw this.#failure.error;
  }

  #start(): void {
    if (this.#isStarted || this.#isEnded) return;
    this.#isStarted = true;
    for (let n = 0; n < this.#options.most; n++) {
      this.#options.start().then(
        (host) => {
          if (this.#isEnded) host.free();
          else this.#helpers.push({ host, files: new Map(), bytes: 0, waiting: 0 });
        },
        // Where no worker can be started, the host does all of it.
        () => {},
      );
    }
  }

  /** Takes over what was sent to a helper before. */
  #handOver(helper: Helper): void {
    if (helper.files.size === 0) return;
    const { files } = helper;
    helper.files = new Map();
    helper.bytes = 0;
    const part = helper.host.handOver();
    // Awaited when those before it are in.
    part.catch(() => {});
    this.#track(async () => {
      let bytes: Uint8Array | undefined;
      try {
        bytes = await part;
      } catch {
        this.#lose(helper);
      }
      await this.#absorb(bytes, files);
    });
  }

  /** What a lost helper had not begun to hand over is indexed by the host. */
  #lose(helper: Helper): void {
    const { files } = helper;
    helper.files = new Map();
    this.#helpers = this.#helpers.filter((one) => one !== helper);
    helper.host.free();
    if (files.size > 0) this.#track(() => this.#absorb(undefined, files));
  }

  /** The work of a helper comes into the index; without it, the host does that work. */
  async #absorb(part: Uint8Array | undefined, files: Map<string, Fed>): Promise<void> {
    const before = this.#absorbing;
    this.#absorbing = (async () => {
      await before.catch(() => {});
      const paths = [...files.keys()];
      if (part) await this.#host.absorb(part);
      else for (const [path, { content, brought }] of files) await this.#host.add(path, content, undefined, brought);
      for (const path of paths) this.#away.delete(path);
    })();
    await this.#absorbing;
  }

  #track(action: () => Promise<void>): void {
    const done: Promise<void> = action()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }
}
