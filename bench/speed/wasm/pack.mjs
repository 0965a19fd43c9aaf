// Reads what `cargo xtask bench` hands over, in Node.
import { readFileSync } from "node:fs";
import { unpacked } from "./measure.mjs";

export const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** The files of the pack `PACK.json` with `PACK.bin`; `pack` is the path of both without the ending. */
export function readPack(pack) {
  const content = readFileSync(`${pack}.bin`);
  // Plain arrays, as a page has them.
  return unpacked(readJson(`${pack}.json`), new Uint8Array(content.buffer, content.byteOffset, content.length));
}
