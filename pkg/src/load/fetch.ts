/** Loading by `fetch`: in browsers, and in Node for addresses that are not files. */

import { NearfieldError, messageOf } from "../errors.js";
import { compileBytes, compileError } from "./platform.js";

/** The answer of the server, when it is one that can be used. */
async function get(url: URL, code: "wasm-load" | "model-load"): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new NearfieldError(code, `${url.href} could not be fetched: ${messageOf(cause)}.`, { cause });
  }
  if (!response.ok) {
    throw new NearfieldError(code, `${url.href} could not be fetched: the server answered ${response.status}. Check that the file is served there.`);
  }
  if (/^text\/html/i.test(response.headers.get("content-type") ?? "")) {
    throw new NearfieldError(
      code,
      `${url.href} gave an HTML page instead of the file (often a server's fallback for a missing one): check that the file is served there.`,
    );
  }
  return response;
}

export async function fetchBytes(url: URL, code: "wasm-load" | "model-load"): Promise<Uint8Array> {
  const response = await get(url, code);
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new NearfieldError(code, `${url.href} broke off: ${messageOf(cause)}.`, { cause });
  }
}

/** Compiles while it downloads, where the server sends the type that this needs. */
export async function fetchModule(url: URL): Promise<WebAssembly.Module> {
  const response = await get(url, "wasm-load");
  const type = response.headers.get("content-type") ?? "";
  if (typeof WebAssembly.compileStreaming === "function" && /^application\/wasm\s*(;|$)/i.test(type)) {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch (cause) {
      throw compileError(url.href, cause);
    }
  }
  return compileBytes(await response.arrayBuffer(), url.href);
}
