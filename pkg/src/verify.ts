/** Whether what was shown is still so. */

import { NearfieldError } from "./errors.js";
import type { Host } from "./host/host.js";
import { checkContent } from "./options.js";
import type { BlockClaim, Verified } from "./types.js";

type Content = string | Uint8Array | ArrayBuffer;

/** Holds blocks against what `read` gives for their files now, file by file. */
export async function verifyAll(
  host: Host,
  blocks: Iterable<BlockClaim & { path: string }>,
  read: (path: string) => Content | undefined | Promise<Content | undefined>,
): Promise<Verified[]> {
  if (typeof read !== "function") {
    throw new NearfieldError("invalid-option", "verify() takes blocks and a function that gives a file's content now, or undefined if it is gone.");
  }
  if (typeof (blocks as Partial<Iterable<unknown>> | null)?.[Symbol.iterator] !== "function") throw wrongBlocks();
  const all = [...blocks].map(checkBlock);
  const verified = new Map<BlockClaim, Verified>();
  const byPath = new Map<string, (BlockClaim & { path: string })[]>();
  for (const block of all) {
    const own = byPath.get(block.path);
    if (own) own.push(block);
    else byPath.set(block.path, [block]);
  }
  for (const [path, own] of byPath) {
    const content = await read(path);
    if (content !== undefined) checkContent(path, content);
    const claims = own.map(({ path, startLine, endLine, start, end, hash }) => ({ path, startLine, endLine, start, end, hash }));
    const states = await host.verify(content, claims);
    own.forEach((block, at) => verified.set(block, { ...states[at]!, block }));
  }
  return all.map((block) => verified.get(block)!);
}

function checkBlock(block: BlockClaim & { path: string }): BlockClaim & { path: string } {
  const numbers = [block?.startLine, block?.endLine, block?.start, block?.end];
  const is = typeof block?.path === "string" && typeof block.hash === "string" && numbers.every((n) => Number.isInteger(n) && n >= 0);
  if (is && /^[0-9a-f]{16}$/.test(block.hash)) return block;
  throw wrongBlocks();
}

function wrongBlocks(): NearfieldError {
  return new NearfieldError("invalid-option", "verify() takes blocks as search() gives them, with path, startLine, endLine, start, end and hash.");
}
