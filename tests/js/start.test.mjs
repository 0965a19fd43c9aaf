// What a start leaves alone: in Node the mere mention of `Request` or `Response` loads all of `fetch`, 25 ms, and that of
// `crypto` some more.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

test("an engine starts in Node without loading fetch or cryptography", () => {
  const program = `
    const { Nearfield } = await import("nearfield");
    const nf = await Nearfield.create({ languages: "core" });
    await nf.update("a.py", "def parse_flags(): pass\\n");
    const { blocks } = await nf.search("parse flags");
    console.log(JSON.stringify([blocks.length, process.moduleLoadList.filter((name) => /undici|webcrypto/.test(name))]));
    nf.free();`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: new URL(".", import.meta.url), encoding: "utf8" });
  assert.deepEqual(JSON.parse(said), [1, []]);
});
