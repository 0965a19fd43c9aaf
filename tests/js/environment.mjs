// What the tests are told by `cargo xtask test`, and the few things that most of them need.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The value of an environment variable that a test cannot do without. */
export function need(name) {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set: \`cargo xtask test\` sets it.`);
  return value;
}

/** An empty folder that goes with the test file. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "nearfield-test-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** For `assert.rejects`: the code, and that the message is a sentence. */
export function failsWith(code, pattern = /./) {
  return (error) => {
    if (error.name !== "NearfieldError" || error.code !== code || !pattern.test(error.message) || !/[.?]$/.test(error.message)) {
      throw new Error(`expected NearfieldError "${code}" that matches ${pattern}, got ${error.name} "${error.code}": ${error.message}`, {
        cause: error,
      });
    }
    return true;
  };
}

/** Whole numbers below `n`, the same in every run (mulberry32's mixing of a counter). */
export function random(seed) {
  return (n) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}
