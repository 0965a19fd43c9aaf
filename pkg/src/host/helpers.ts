/**
 * Workers that index beside a host while many files are added. The host lets files in and keeps the index; what a helper
 * made of files is handed over in parts, and is the same to the byte as if the host had indexed them itself.
 */

import { isRuleFile } from "../options.js";
import type { Added, Host } from "./host.js";

/** Below so many bytes a helper takes longer to start than it saves. */
const WORTH_HELP = 2_000_000;
/** A helper hands over its work when it has made so much of it: what the host takes over in some ten milliseconds. */
const PART = 1_000_000;

export interface HelperOptions {
  /** How many there are at most. */
  most: number;
  start(): Promise<Host>;
}

type Content = string | Uint8Array | ArrayBuffer;

/** One worker with what the host does not have of it yet. */
interface Helper {
  host: Host;
  /** By path: what it indexes, or has indexed since it handed over. */
  files: Map<string, Content>;
  bytes: number;
  /** Of these, what it has not indexed yet. */
  waiting: number;
  /** The last handing over. */
  handed: Promise<void>;
  /** Whether it broke down: then the host indexes its files. */
  lost: boolean;
}

/** The helpers of one `add`. */
export class Helpers {
  readonly #host: Host;
  readonly #options: HelperOptions;
  readonly #helpers: Helper[] = [];
  #bytes = 0;
  #started: Promise<unknown> | undefined;
  #failure: { error: unknown } | undefined;

  constructor(host: Host, options: HelperOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** How many files and bytes may be under way. */
  get pace(): Pick<Host["pace"], "files" | "bytes"> {
    const { files, bytes } = this.#host.pace;
    return { files: files + 16 * this.#helpers.length, bytes: bytes + 4_000_000 * this.#helpers.length };
  }

  /** Adds a file by whoever has least to do. It may come into the index only with [`settle`]. */
  async add(path: string, content: Content): Promise<Added> {
    const size = typeof content === "string" ? content.length : content.byteLength;
    this.#bytes += size;
    if (this.#bytes > WORTH_HELP) this.#started ??= this.#start();
    if (this.#failure) throw this.#failure.error;
    if (this.#helpers.length === 0) return this.#host.add(path, content);
    if (isRuleFile(path)) {
      // It is about what came before it, too.
      await this.settle();
      return this.#host.add(path, content);
    }
    const admitted = await this.#host.admit(path, content);
    if (admitted.report.indexed || admitted.report.reason !== null) return admitted;
    // Of two versions of a file the later one has to win, whoever indexes it.
    if (this.#helpers.some(({ files }) => files.has(admitted.report.path))) await this.settle();
    const helper = this.#helpers.reduce((least, one) => (one.waiting < least.waiting ? one : least));
    helper.files.set(admitted.report.path, content);
    helper.bytes += size;
    helper.waiting += size;
    try {
      const added = await helper.host.add(path, content);
      helper.waiting -= size;
      if (helper.bytes >= PART) void this.#handOver(helper);
      return added;
    } catch {
      await this.#lose(helper);
      return this.#host.add(path, content);
    }
  }

  /** Brings all that was added so far into the index. */
  async settle(): Promise<void> {
    await Promise.all(this.#helpers.map((helper) => this.#handOver(helper)));
    if (this.#failure) throw this.#failure.error;
  }

  /** Settles, and gives the helpers' memory back. */
  async end(): Promise<void> {
    await this.#started;
    try {
      await this.settle();
    } finally {
      for (const { host } of this.#helpers) host.free();
    }
  }

  async #start(): Promise<void> {
    const start = async (): Promise<void> => {
      const host = await this.#options.start();
      this.#helpers.push({ host, files: new Map(), bytes: 0, waiting: 0, handed: Promise.resolve(), lost: false });
    };
    try {
      await Promise.all(Array.from({ length: this.#options.most }, start));
    } catch (error) {
      this.#failure = { error };
    }
  }

  /** After all that was sent to the helper before, and one after the other. */
  #handOver(helper: Helper): Promise<void> {
    if (helper.files.size === 0 || helper.lost) return helper.handed;
    const { files } = helper;
    helper.files = new Map();
    helper.bytes = 0;
    const part = helper.host.handOver();
    // Awaited below, perhaps later than it fails.
    part.catch(() => {});
    const before = helper.handed;
    helper.handed = (async () => {
      await before;
      let bytes: Uint8Array;
      try {
        bytes = await part;
      } catch {
        for (const [path, content] of files) helper.files.set(path, content);
        return this.#lose(helper);
      }
      await this.#host.absorb(bytes);
    })().catch((error: unknown) => {
      this.#failure ??= { error };
    });
    return helper.handed;
  }

  /** What a lost helper had is indexed by the host. */
  async #lose(helper: Helper): Promise<void> {
    helper.lost = true;
    const at = this.#helpers.indexOf(helper);
    if (at >= 0) this.#helpers.splice(at, 1);
    helper.host.free();
    const { files } = helper;
    helper.files = new Map();
    for (const [path, content] of files) await this.#host.add(path, content);
  }
}
