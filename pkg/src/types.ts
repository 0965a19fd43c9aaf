/// <reference lib="esnext.disposable" preserve="true" />

/** Plain data that goes in and comes out. Lines are 1-based and inclusive; `start` and `end` are UTF-16 offsets into the file's text. */

/** One file. A string is encoded as UTF-8; a lone surrogate in it becomes U+FFFD. Bytes are decoded by the engine (UTF-8, UTF-16 with a byte order mark, or plainly Western text in Windows-1252). */
export interface FileInput {
  /** Path relative to the root of the code base, with `/` or `\` between its parts. */
  path: string;
  content: string | Uint8Array | ArrayBuffer;
}

/** What `add` accepts: all files at once, or a stream of them. */
export type FileInputs = Iterable<FileInput> | AsyncIterable<FileInput>;

/** How far an `add` has come; called after each file, and after each slice of a file of 64 KB or more. */
export interface Progress {
  /** Files handled so far, indexed or skipped. */
  done: number;
  /** Files in all; absent when the input is a stream. */
  total?: number;
  /** Bytes handled so far, with what is done of the files under way. */
  bytes: number;
  /** Bytes in all; absent when the input is a stream. A string that is not handled yet counts a byte a UTF-16 unit. */
  totalBytes?: number;
  /** About how long the rest takes, in milliseconds, if it goes on as it did so far; absent when the input is a stream, or nothing is done yet. */
  remainingMs?: number;
  /** The file just handled, or the one under way. */
  path: string;
}

export interface AddOptions {
  /** Stops within one slice. What was indexed until then stays and can be searched; the file under way is given up. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** How far the loading of a snapshot has come. */
export interface LoadProgress {
  /** Bytes loaded so far. */
  bytes: number;
  /** Bytes in all. */
  total: number;
}

/**
 * Where snapshots can be kept, by name: a folder (`folderStore` of `nearfield/node`), a browser's storage
 * (`indexedDBStore`, `opfsStore`), or a host's own. A `set` is seen whole or not at all, also by others.
 */
export interface ByteStore {
  /** `undefined` where there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  set(key: string, bytes: Uint8Array): Promise<void>;
  /** What is not there is deleted, too. */
  delete(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

export interface LoadOptions {
  /**
   * Index the snapshot's texts anew, instead of refusing it, where it was made by another version, model or set of
   * languages, or under other options. That takes as long as adding the files does. One in another format is refused.
   */
  rebuild?: boolean;
  /** Stops between two parts; nothing of the snapshot is kept then. */
  signal?: AbortSignal;
  onProgress?: (progress: LoadProgress) => void;
}

/** Why something is not in the index. `code` is stable (`"ignored"`, `"secret-file"`, `"binary"`, `"too-large"`, …); `message` is a sentence. */
export interface Reason {
  code: string;
  message: string;
}

/** A file (or, with a trailing `/`, a whole folder) that is not in the index, and why. */
export interface Skipped extends Reason {
  path: string;
}

/** A secret that was masked: what it was taken for, such as `github-token`, and the line that it begins in. */
export interface MaskedSecret {
  rule: string;
  line: number;
}

/** What became of one file. */
export interface FileReport {
  /** The path in the form the index keeps. */
  path: string;
  indexed: boolean;
  chunks: number;
  language: string | null;
  role: string | null;
  /** Why the file was cut by lines although its language is known, or without its chunker. */
  degraded: string | null;
  /** The secrets that were masked in it, by line. */
  masked: MaskedSecret[];
  /** Why the file is not indexed. */
  reason: Reason | null;
  /** What this file, an ignore file, took out of the index. */
  removed: Skipped[];
  /** Files that this one, an ignore file, lets in again: feed them once more. */
  refeed: string[];
}

/** What became of the files of one `add`. */
export interface AddReport {
  /** Files now in the index through this call. */
  files: number;
  /** Chunks of these files. */
  chunks: number;
  /** Bytes read, skipped files included. */
  bytes: number;
  /** Every file that is not in the index, with the reason. */
  skipped: Skipped[];
  /** Files that were cut by lines although their language is known, or without their chunker, and why. */
  degraded: { path: string; message: string }[];
  /** The secrets that were masked in these files. */
  masked: (MaskedSecret & { path: string })[];
  /** Files that an ignore file lets in again and that this call did not bring: feed them. */
  refeed: string[];
  /** Paths that came more than once in this call; the last one counts. */
  replaced: string[];
  /** Wall time in milliseconds. */
  ms: number;
}

/** Which files take part in a search. */
export type ContentSelector = "code" | "docs" | "config" | "all";

/** Whose way of ranking and of spending the budget. */
export type Profile = "nearfield" | "tobler";

/** How chunks are ranked, and which take part. */
export interface RankingOptions {
  /** `"nearfield"` (default): many signals with fitted weights. `"tobler"`: cosine and BM25, standardized and blended as tobler-search does. */
  profile?: Profile;
  /** Which channels speak: both, words and names alone, or embeddings alone. Default `"hybrid"`. */
  mode?: "hybrid" | "lexical" | "semantic";
  /** How the channels become one: by their scores, or by reciprocal rank fusion. Default `"blend"`. */
  fusion?: "blend" | "rrf";
  /** The k of reciprocal rank fusion, 1 or more. Default 60. */
  rrfK?: number;
  /** Share of the semantic channel, 0 to 1. Default: the fitted weights, as 0.5 gives them; in tobler's profile 0.3 for symbols and 0.5 for words. */
  semanticWeight?: number;
  /** Signals of nearfield's profile that keep silent, by the names that the reasons of hits have there. */
  without?: readonly string[];
  /** Default `"code"`. */
  content?: ContentSelector | readonly ContentSelector[];
  /** Patterns as in an ignore file that name the files that take part: `["src/", "!*.test.ts"]`. The last that matches decides; at most 500. An empty list, here and below, leaves nothing out. */
  paths?: readonly string[];
  /** Languages that take part, named as in `stats().languages`. */
  languages?: readonly string[];
  /** Roles that take part. */
  roles?: readonly Role[];
  /** `"reference"` scores tobler's words by the `bm25` crate: slower, in 32-bit floats, to check the other by. Default `"fast"`. */
  lexical?: "fast" | "reference";
}

/** What a file is for. */
export type Role = "code" | "test" | "docs" | "config" | "generated" | "vendor";

/** What kind of answer a question was taken to want. */
export type Intent =
  | "symbol"
  | "locate"
  | "explain"
  | "references"
  | "impact"
  | "debug"
  | "dataFlow"
  | "architecture"
  | "keyword";

export interface RankOptions extends RankingOptions {
  /** Default 10. */
  limit?: number;
  /** How many of the best are passed over. Default 0. */
  offset?: number;
  /** What each further chunk of a file loses, in units of the score: 0 orders by score alone, 1000, the most, gives each file one hit before any gets a second. Default: by the kind of question; 0 for documents. */
  spread?: number;
}

/** A function that gives the tokens of a whole text, such as an editor's `countTokens`. */
export type CounterFunction = (text: string) => number | Promise<number>;

/**
 * How tokens are counted. `"estimate"`: the engine's own, without any data. `"o200k_base"` and `"cl100k_base"`: exactly,
 * by the optional peer dependency `gpt-tokenizer`. A function is called with at most six whole texts per search.
 */
export type Counter = "estimate" | "o200k_base" | "cl100k_base" | CounterFunction;

/** How a context is written. */
export type Format = "markdown" | "json" | "xml" | "plain";

export interface SearchOptions extends RankingOptions {
  /** Most tokens of the complete text, header and fences included, by the counter; in tobler's profile those of the blocks alone, a token taken as four characters. Default: by the kind of question, 1500 for a place to 4000 for an overview; 2000 in tobler's profile. */
  budget?: number;
  /** Softmax temperature τ > 0. Default 1; in tobler's profile 1.28. */
  tau?: number;
  /** Share of the weight that the nucleus holds, 0 < p ≤ 1; what is shown depends on it in tobler's profile only. Default 0.9. */
  p?: number;
  /** Least size of the nucleus. Default 5. */
  kMin?: number;
  /** How tokens are counted; tobler's profile has its own way. Default `"estimate"`. */
  counter?: Counter;
  /** How the text is written. Default `"markdown"`. */
  format?: Format;
  /** Give each block the reasons of its score. */
  explain?: boolean;
  /** Show again what the session's earlier answers have shown. */
  repeat?: boolean;
  /** How much the session may lead the question, 0 to 1. Default 1. */
  lambdaMax?: number;
  /** Show nothing where nothing credible was found, but say why and what to try. Default true; tobler's profile always shows something. */
  abstain?: boolean;
  /** The relevance below which nothing is credible, 0 to 1; `calibrate` of `distribution()` finds one for your own questions. Default 0.25. */
  threshold?: number;
  /** Forget the session before this query. */
  fresh?: boolean;
  /** Include `weights` in the result. */
  scores?: boolean;
  /** Follow up on the earlier queries of this session, and do not repeat what they were shown. */
  session?: Session;
}

/**
 * The memory of a conversation: where it looks, and what it was shown. A query that says nothing of its own ("what does
 * it return") is led by the answer before; text that was shown comes back as one line that says so, unless it changed,
 * the query asks for it "again", or `repeat` is set. Made by `session()`, passed to `search` of the same instance.
 */
export interface Session {
  /** Forgets all earlier queries. */
  clear(): Promise<void>;
  /** Forgets what was shown, but not where the conversation looks: call it when the reader's own memory was cut. */
  forget(): Promise<void>;
  /** Everything it remembers, as a text for `session(saved)` of any instance, now or later. */
  save(): Promise<string>;
  /** Gives its memory back; searching with it afterwards is an error. */
  free(): void;
  [Symbol.dispose](): void;
}

/** How much of a chunk is shown. */
export type Tier = "full" | "skeleton" | "signature" | "stub";

export interface SymbolInfo {
  name: string;
  /** With the enclosing names, in the language's own notation. */
  qualified: string;
  kind: string;
  line: number;
}

/** One chunk in the context. */
export interface Block {
  path: string;
  startLine: number;
  endLine: number;
  start: number;
  end: number;
  /** Of the text between `start` and `end`, line ends apart: `verify` knows it again by that. */
  hash: string;
  tier: Tier;
  /** The weights of all chunks searched sum to 1. */
  weight: number;
  /** The score behind the weight; in tobler's profile standardized. */
  score: number;
  language: string;
  role: string;
  /** The definition that the chunk begins inside of. */
  scope: string | null;
  /** The definitions whose names lie in the chunk. */
  symbols: SymbolInfo[];
  /** The line above the text: path, lines, and names. */
  heading: string;
  /** What is printed below the heading; empty for a stub. */
  text: string;
  /** The lines that `text` is made of, as ranges; a line with an ellipsis stands for each gap. */
  shown: [number, number][];
  /** Whether the session was shown what there is room for; then it is a stub. */
  delivered: boolean;
  /** The lines that the session was shown of it before. */
  seen: [number, number][];
  /** Where the same text stands again, or nearly the same (at least nine lines in ten): it is shown once. */
  alsoAt: (Read & { exact: boolean })[];
  /** What the score is made of, if `explain` was set: the values sum to the score before the session and other chunks of the file took part, or, where the score is standardized (tobler's profile, `fusion: "rrf"`), before that. */
  reasons?: { name: string; value: number }[];
}

/** What `verify` needs of a block. */
export type BlockClaim = Pick<Block, "startLine" | "endLine" | "start" | "end" | "hash">;

/** What has become of a block's lines: `moved` tells where they are now, unchanged; `gone` is the whole file. */
export type BlockState = { status: "same" | "changed" | "gone" } | { status: "moved"; startLine: number; endLine: number };

/** A block that was verified. */
export type Verified = BlockState & { block: BlockClaim & { path: string } };

/** Lines worth reading. */
export interface Read {
  path: string;
  startLine: number;
  endLine: number;
  weight: number;
}

/** The fitted probability that the answer is among what is shown as text, now or earlier in the session: `high` from 0.8, `medium` from 0.5. */
export interface Confidence {
  probability: number;
  word: "high" | "medium" | "low";
}

/** What a person would try next: a name that is defined, or a regular expression that matches something if case is ignored. */
export interface Suggestion {
  kind: "name" | "pattern";
  text: string;
  /** Where the name is defined. */
  path?: string;
  line?: number;
}

/** What `calibrate` finds: the shares of questions in scope that it lets through, and out of scope that it keeps out. */
export interface Threshold {
  threshold: number;
  sensitivity: number;
  specificity: number;
}

/** The weight that is shown, by tier. */
export type Masses = Record<Tier, number>;

/** The answer to a query. */
export interface Context {
  query: string;
  /** The complete rendered text in its format, ready for a prompt; empty where the budget does not pay for one pointer. */
  text: string;
  /** The same if the format is Markdown, else empty. */
  markdown: string;
  format: Format;
  /** The figures below in short, as one line. */
  header: string;
  blocks: Block[];
  /** Effective number of relevant chunks, 1/Σw². */
  nEff: number;
  /** Blocks shown. */
  k: number;
  /** Chunks in the nucleus. */
  nucleus: number;
  /** Weight of all chunks that are not shown in any tier; in tobler's profile that of the chunks outside the nucleus. */
  epsilon: number;
  /** Weight of all chunks that are not shown in any tier. */
  hidden: number;
  /** Weight of the chunks shown, by tier; with `hidden` it sums to 1. */
  masses: Masses;
  tau: number;
  /** Tokens of `text` by the counter, never more than `budget`; in tobler's profile those of the blocks, a token taken as four characters. */
  tokens: number;
  budget: number;
  profile: Profile;
  /** What kind of answer the question was taken to want. */
  intent: Intent;
  /** The best of what is not shown, or only as a stub. */
  recommendedReads: Read[];
  /** How far to trust the answer; `null` in tobler's profile, and for a question that leans on the one before it. */
  confidence: Confidence | null;
  /** The fitted probability that the question belongs to this code base; `null` in tobler's profile. */
  relevance: number | null;
  /** Whether nothing is shown because nothing credible was found, or there is nothing to search; `notes` says why. */
  abstained: boolean;
  /** What to try next, where nothing is shown. */
  suggestions: Suggestion[];
  /** How much the session led the question, 0 to 1. */
  memory: number;
  /** Weight of meaning against words, 0 to 1. */
  alpha: number;
  /** Chunks searched. */
  chunks: number;
  /** Files searched. */
  files: number;
  /** Chunks that did not take part, being of another kind of content. */
  leftOut: number;
  /** The 200 greatest weights in descending order, when `scores` was asked for. */
  weights?: number[];
  /** What the caller should know, as sentences. */
  notes: string[];
}

/** One ranked chunk. */
export interface Hit {
  path: string;
  startLine: number;
  endLine: number;
  start: number;
  end: number;
  /** The sum of the reasons. Hits are in its order. */
  score: number;
  /** Cosine to the query: of the text with its path and names, in tobler's profile of the text alone. */
  semantic: number;
  /** BM25. */
  lexical: number;
  language: string;
  role: Role;
  symbols: SymbolInfo[];
  /** What the score is made of, signal by signal; the values sum to it. `sameFile` is what `spread` takes from the further chunks of a file. */
  reasons: { name: string; value: number }[];
  /** What kind of answer the question was taken to want. */
  intent: Intent;
}

/** What the index holds. */
export interface Stats {
  files: number;
  chunks: number;
  symbols: number;
  bytes: number;
  skipped: Skipped[];
  degraded: { path: string; message: string }[];
  /** The secrets that are masked in the index. */
  masked: (MaskedSecret & { path: string })[];
  languages: Record<string, { files: number; chunks: number }>;
  /** `null` without a model. */
  model: { identity: string; dimension: number } | null;
  /**
   * How many texts of chunks this instance has embedded itself: what is loaded, or left as it is by an edit or a rename,
   * has its vector.
   */
  embedded: number;
  /** Bytes by part; `wasm` is the size of the whole linear memory, which is also its peak. */
  memory: { text: number; catalog: number; postings: number; vectors: number; model: number; wasm: number };
  /** Where the time of indexing went, in milliseconds, and how long adding files held its thread at most without a pause. */
  timings: { decodeMs: number; chunkMs: number; lexicalMs: number; embedMs: number; longestSliceMs: number };
  /** The engine's version. */
  version: string;
}

/** A compiled `WebAssembly.Module`. Named here so that the types need no DOM library. */
export interface WasmModule {
  readonly [Symbol.toStringTag]?: string;
}

/**
 * What is parsed. `"core"`: TypeScript, JavaScript, Python, Rust, Go, Java, C, CSS, HTML, JSON, YAML, TOML.
 * `"full"`: C++, C#, Ruby, PHP, Kotlin, Swift, Scala, Bash, Lua, Elixir, Haskell, Zig and Dart as well. Documents
 * have sections either way; files in other languages are cut by their lines and have no symbols.
 */
export type Languages = "core" | "full";

/** What a definition is. */
export type SymbolKind =
  | "function"
  | "method"
  | "class"
  | "struct"
  | "enum"
  | "variant"
  | "interface"
  | "trait"
  | "type"
  | "constant"
  | "variable"
  | "field"
  | "module"
  | "macro"
  | "impl"
  | "section"
  | "key"
  | "rule"
  | "element";

/** A chunk that a `Chunker` brings: whole lines, 1-based and inclusive, with the definition that they are, if they are one. */
export interface BroughtChunk {
  startLine: number;
  endLine: number;
  /** The name of what is defined. */
  name?: string;
  /** The name with those of what encloses it, such as `Session.close`. Default: the name. */
  qualified?: string;
  /** Default `"function"`. */
  kind?: SymbolKind;
  /** The first and the last line of the header. Default: the first line that is neither blank nor documentation. */
  signature?: readonly [number, number];
  /** The first and the last line of the documentation, inside of the chunk. */
  doc?: readonly [number, number];
}

/**
 * Cuts the files of a language. `path` is the file's as it was given, `text` is decoded, without a byte-order mark and with
 * secrets masked, and its lines end with `\n` (a `\r` before it belongs to the line). The chunks may come in any order and
 * must not share lines; what lies between them is cut by lines, and one that is too large for an answer in several pieces.
 */
export type Chunker = (path: string, text: string) => readonly BroughtChunk[] | Promise<readonly BroughtChunk[]>;

/** Where the engine's wasm comes from: an address, its bytes, or a compiled module. */
export type WasmSource = URL | string | Uint8Array | ArrayBuffer | WasmModule;

/** The three files of a model2vec model. */
export interface ModelFiles {
  config: Uint8Array;
  tokenizer: Uint8Array;
  weights: Uint8Array;
}

/** `"default"` is the model in the package, `"none"` searches by words alone, a URL names a folder with `config.json`, `tokenizer.json` and `model.safetensors`. */
export type ModelSource = "default" | "none" | URL | ModelFiles;

/** The part of a browser's `Worker` or of Node's that is used here. */
export interface WorkerLike {
  postMessage(message: unknown, transfer?: never): void;
  terminate(): unknown;
}

/** What the engine itself is told. */
export interface EngineOptions {
  /** Files above this many bytes are skipped with the code `"too-large"`. */
  maxFileBytes?: number;
  /**
   * How much the index may hold, in bytes by its own account (`stats().memory` without `wasm`): files beyond are skipped with the
   * code `"memory-limit"`. Arrays that grow may pass it by an eighth; the linear memory is larger by half. Default 2 GiB.
   */
  maxMemoryBytes?: number;
  /**
   * Whether secrets in texts (private keys, vendors' tokens, JWTs, passwords in connection strings, random values of names
   * such as `apiKey`) are written over with `*` before anything is made of them: no answer, index or snapshot has them.
   * Lengths and lines stay; `report.masked` tells where. Paths and questions are not masked. Default true; what was
   * masked is there again only when its file is fed again.
   */
  maskSecrets?: boolean;
}

export interface CreateOptions extends EngineOptions {
  /**
   * `true` runs the engine in a worker that is started here; a worker that runs `nearfield/worker` is used as it is.
   * Either way the methods and their results are the same. Default `false`: in this thread, in slices.
   */
  worker?: boolean | WorkerLike;
  /**
   * How many workers index beside this instance while more than some 2 MB are added: about one a processor. They are started
   * by `add` and end with it; each takes the memory of another engine meanwhile. Default 0.
   */
  helpers?: number;
  /** Which of the package's modules is loaded. Default: `"full"` in Node, `"core"` (less than half of the download, a quarter of the memory) elsewhere. */
  languages?: Languages;
  /**
   * Languages that you bring: by the ending of their files (`".foo"`, in either case; the longest that fits), a function
   * that gives their chunks. It also goes before a grammar of the engine's. It runs where this option is given, also when
   * the engine or helpers are in workers, for each file that is added or updated, or renamed from or to such an ending;
   * changes that were asked for later wait for it. What a file's chunks are stays with it in `save()`.
   *
   * When it throws, or gives what is no chunk, lines that are not there, or a line twice, the file is cut without it and
   * listed under `degraded` with the reason.
   */
  chunkers?: Readonly<Record<string, Chunker>>;
  /** Default: the package's file for `languages`. */
  wasm?: WasmSource | Promise<WasmSource>;
  /** Default `"default"`. */
  model?: ModelSource;
}

export type NumberVector = ArrayLike<number>;

/** What `allocate` is given: costs in tokens for every chunk, by its place in `weights`. */
export interface AllocationInput {
  weights: NumberVector;
  /** Places of the chosen chunks, by descending weight. */
  selected: NumberVector;
  /** Tokens in all. */
  budget: number;
  full: NumberVector;
  signature: NumberVector;
  stub: NumberVector;
}

/** The pure functions. They run in a wasm instance of their own, which goes when the object goes. */
export interface Distribution {
  /** (x − mean) / standard deviation, of the population; all zeros when all scores are equal. */
  standardize(scores: NumberVector): Float64Array;
  /** exp(s/τ) / Σ exp(s/τ). */
  softmaxWeights(standardized: NumberVector, tau: number): Float64Array;
  /** 1 / Σ w². */
  nEff(weights: NumberVector): number;
  /** The fewest chunks that hold the share `p` of the weight, at least `kMin`; ε is the weight outside. */
  nucleus(weights: NumberVector, p: number, kMin: number): { k: number; epsilon: number; selected: Uint32Array };
  /** λ·memory + (1 − λ)·scores, standardized again, with λ = λmax · max(0, correlation); λ = 0 leaves the scores as they are. */
  emaBlend(scores: NumberVector, memory: NumberVector, lambdaMax: number): { scores: Float64Array; lambda: number };
  /** The tier of each chosen chunk, in the order of `selected`; `"dropped"` when the budget has no place for it. */
  allocate(input: AllocationInput): (Tier | "dropped")[];
  /**
   * The threshold of relevance that best tells your own questions apart: the most `weight` · sensitivity +
   * (1 − `weight`) · specificity; ½, the default, is Youden's J. `undefined` where the values cannot be told apart.
   */
  calibrate(inScope: NumberVector, outOfScope: NumberVector, weight?: number): Threshold | undefined;
  /** α·z(semantic) + (1 − α)·z(lexical). */
  hybrid(semantic: NumberVector, lexical: NumberVector, alpha: number): Float64Array;
}
