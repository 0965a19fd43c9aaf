/** What differs between Node and everything else, and what both share about loading. */

import { NearfieldError, messageOf } from "../errors.js";
import type { WorkerPort } from "../host/port.js";
import type { Languages, ModelFiles, ModelSource, WasmModule, WasmSource, WorkerLike } from "../types.js";

export type ModelUrls = Record<keyof ModelFiles, URL>;

/** One host environment. */
export interface Platform {
  /** What is parsed unless the options say otherwise. */
  languages: Languages;
  /** The package's wasm files. Functions, because `import.meta.url` is missing where a bundler emits CommonJS. */
  wasmUrl: Record<Languages, () => URL>;
  /** The files of the package's model: one by one, because a bundler may rename each. */
  modelUrls(): ModelUrls;
  /** The bytes behind an address; the error names it. `code` is the error's. */
  bytes(url: URL, code: "wasm-load" | "model-load"): Promise<Uint8Array>;
  /** Compiles the module behind an address. */
  compile(url: URL): Promise<WebAssembly.Module>;
  /** Resolves an address given as a string. */
  resolve(address: string): URL;
  /** Starts the package's own worker. */
  startWorker(): WorkerPort;
  /** Takes over a worker that the caller made. */
  adoptWorker(worker: WorkerLike): WorkerPort;
}

const modules = new Map<string, Promise<WebAssembly.Module>>();
const models = new Map<string, Promise<ModelFiles>>();

/** Compiled once per address and shared by all instances. A failure is not kept, so that a retry can succeed. */
export async function loadModule(
  platform: Platform,
  source: WasmSource | Promise<WasmSource> | undefined,
  languages: Languages,
): Promise<WebAssembly.Module> {
  const given = source instanceof Promise ? await delivered(source) : source;
  if (given === undefined) return once(modules, platform.wasmUrl[languages](), (url) => platform.compile(url));
  if (typeof given === "string") return once(modules, platform.resolve(given), (url) => platform.compile(url));
  if (given instanceof URL) return once(modules, given, (url) => platform.compile(url));
  if (isModule(given)) return given;
  return compileBytes(given as Uint8Array<ArrayBuffer> | ArrayBuffer, "the given bytes");
}

/** What the caller's promise brings; a failure of it is one of loading. */
async function delivered(source: Promise<WasmSource>): Promise<WasmSource> {
  try {
    return await source;
  } catch (cause) {
    throw new NearfieldError("wasm-load", `The promise given as \`wasm\` failed: ${String(cause)}.`, { cause });
  }
}

/** The model's files, or `undefined` for a search by words alone. */
export async function loadModel(platform: Platform, source: ModelSource = "default"): Promise<ModelFiles | undefined> {
  if (source === "none") return undefined;
  if (source === "default") return readModel(platform, platform.modelUrls());
  if (source instanceof URL) return readModel(platform, modelIn(source));
  return source;
}

/** The addresses of a model's files in a folder. */
export function modelIn(folder: URL): ModelUrls {
  const base = new URL(folder);
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  return {
    config: new URL("config.json", base),
    tokenizer: new URL("tokenizer.json", base),
    weights: new URL("model.safetensors", base),
  };
}

function readModel(platform: Platform, urls: ModelUrls): Promise<ModelFiles> {
  return once(models, urls.weights, async () => {
    const [config, tokenizer, weights] = await Promise.all([
      platform.bytes(urls.config, "model-load"),
      platform.bytes(urls.tokenizer, "model-load"),
      platform.bytes(urls.weights, "model-load"),
    ]);
    return { config, tokenizer, weights };
  });
}

/** `bytes`, compiled; `origin` names them in an error. */
export async function compileBytes(bytes: BufferSource, origin: string): Promise<WebAssembly.Module> {
  const head = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, Math.min(4, bytes.byteLength))
    : new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (head.length < 4 || head[0] !== 0 || head[1] !== 0x61 || head[2] !== 0x73 || head[3] !== 0x6d) {
    const start = new TextDecoder().decode(head).trimStart();
    const what = start.startsWith("<") ? "an HTML page (often a server's fallback for a missing file)" : "no WebAssembly";
    throw new NearfieldError("wasm-load", `What lies at ${origin} is ${what}: check that the package's .wasm file is served there.`);
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw compileError(origin, cause);
  }
}

export function compileError(origin: string, cause: unknown): NearfieldError {
  const message = messageOf(cause);
  const policy = /Content Security Policy|disallowed by embedder/i.test(message);
  return new NearfieldError(
    "wasm-load",
    policy
      ? `The page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src (${origin}).`
      : `The wasm at ${origin} could not be compiled: ${message}.`,
    { cause },
  );
}

function isModule(source: WasmSource): source is WebAssembly.Module & WasmModule {
  return Object.prototype.toString.call(source) === "[object WebAssembly.Module]";
}

function once<T>(cache: Map<string, Promise<T>>, url: URL, load: (url: URL) => Promise<T>): Promise<T> {
  const key = url.href;
  const known = cache.get(key);
  if (known) return known;
  const loading = load(url);
  cache.set(key, loading);
  loading.catch(() => cache.delete(key));
  return loading;
}
