import { Nearfield, type Context, type ContentSelector, type Session, type Stats } from "nearfield";
import { unreadable, type Found, type Gate, type Passed } from "./sources/walk.js";

/** How far indexing has come. */
export interface Advance {
  files: number;
  ofFiles: number;
  bytes: number;
  ofBytes: number;
  path: string;
}

/** How a question is to be answered. */
export interface Manner {
  budget: number;
  content: ContentSelector;
  /** Earlier questions of the session, oldest first; empty when nothing is remembered. */
  earlier: string[];
}

// Beyond this no source file is of interest, and reading it would only cost memory: the engine's own limit lies lower.
const READ_LIMIT = 8_000_000;

/** One indexed folder: the engine in its worker, and what was kept from it. */
export class Library {
  /** What the walk and the reading left out; the engine's own refusals are in its stats. */
  readonly passed: Passed[] = [];
  /** False when indexing was stopped on the way. */
  complete = true;
  /** How long reading and indexing took. */
  seconds = 0;
  /** Whether this is the bundled project. */
  sample = false;
  private session: Session | undefined;

  private constructor(
    readonly name: string,
    private readonly engine: Nearfield,
  ) {}

  static async open(name: string): Promise<Library> {
    return new Library(name, await Nearfield.create({ worker: true }));
  }

  /** The rules as the engine knows them, for the walk. */
  get gate(): Gate {
    return {
      addRules: async (path, bytes) => void (await this.engine.add([{ path, content: bytes }])),
      ignored: (path, isFolder) => this.engine.isIgnored(path, isFolder),
    };
  }

  /** Reads and indexes files one after the other. Resolves to false when it was stopped on the way. */
  async index(files: Found[], signal: AbortSignal, onAdvance: (advance: Advance) => void): Promise<boolean> {
    const ofBytes = files.reduce((sum, { file }) => sum + file.size, 0);
    let read = 0;
    let bytes = 0;
    const feed = async function* (passed: Passed[]) {
      for (const { path, file } of files) {
        const content = await open(path, file, passed);
        read += 1;
        bytes += file.size;
        if (content) yield { path, content };
        onAdvance({ files: read, ofFiles: files.length, bytes, ofBytes, path });
      }
    };
    try {
      await this.engine.add(feed(this.passed), { signal });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /**
   * Answers a question. The memory is rebuilt from the earlier questions each time, so that typing and
   * moving the slider never count as questions of their own.
   */
  async ask(question: string, { budget, content, earlier }: Manner): Promise<Context> {
    if (earlier.length === 0) return this.engine.search(question, { budget, content, scores: true });
    this.session ??= this.engine.session();
    await this.session.clear();
    for (const past of earlier) await this.engine.search(past, { budget: 0, content, session: this.session });
    return this.engine.search(question, { budget, content, scores: true, session: this.session });
  }

  stats(): Promise<Stats> {
    return this.engine.stats();
  }

  text(path: string): Promise<string | undefined> {
    return this.engine.text(path);
  }

  close(): void {
    this.session?.free();
    this.engine.free();
  }
}

async function open(path: string, file: File, passed: Passed[]): Promise<Uint8Array | undefined> {
  if (file.size > READ_LIMIT) {
    passed.push({ path, code: "too-large", message: `It has ${Math.round(file.size / 1e6)} MB and was not read.` });
    return undefined;
  }
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    passed.push(unreadable(path, error));
    return undefined;
  }
}
