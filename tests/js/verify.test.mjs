// Whether an answer is still so, given the files as they are now.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Nearfield } from "nearfield";
import { failsWith } from "./environment.mjs";
import { sample } from "./sample.mjs";

const texts = new Map(sample.map(({ path, content }) => [path, content]));

for (const worker of [false, true]) {
  describe(worker ? "in a worker" : "in this thread", () => {
    const using = async (run) => {
      const nf = await Nearfield.create({ worker, model: "none" });
      try {
        await nf.add(sample);
        await run(nf, (await nf.search("where is money moved between accounts", { budget: 20_000, content: "all" })).blocks);
      } finally {
        nf.free();
      }
    };

    test("nothing has changed", () =>
      using(async (nf, blocks) => {
        assert.ok(blocks.length > 5 && blocks.every(({ hash }) => /^[0-9a-f]{16}$/.test(hash)));
        const verified = await nf.verify(blocks, (path) => texts.get(path));
        assert.deepEqual(verified, blocks.map((block) => ({ status: "same", block })));
        // Whatever the encoding and the line ends.
        const crlf = await nf.verify(blocks, async (path) => {
          const text = await nf.text(path);
          return new TextEncoder().encode("\ufeff" + text.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n"));
        });
        assert.deepEqual(crlf.filter(({ status }) => status !== "same"), []);
      }));

    test("each block is told what became of it", () =>
      using(async (nf, blocks) => {
        const [first] = blocks;
        const before = await nf.text(first.path);
        const states = async (now) => (await nf.verify([first], () => now)).map(({ block, ...state }) => state);
        assert.deepEqual(await states(`// One more line.\n${before}`), [
          { status: "moved", startLine: first.startLine + 1, endLine: first.endLine + 1 },
        ]);
        assert.deepEqual(await states(before.replace("transfer(", "move(")), [{ status: "changed" }]);
        assert.deepEqual(await states(undefined), [{ status: "gone" }]);
        assert.deepEqual(await states(new Uint8Array([0, 1, 2, 0])), [{ status: "gone" }], "no text any more");
        // The index takes no part: blocks outlive it, and may come back from JSON.
        await nf.remove(first.path);
        const [kept] = JSON.parse(JSON.stringify([first]));
        assert.equal((await nf.verify([kept], () => before))[0].status, "same");
        assert.deepEqual(await nf.verify([], () => before), []);
      }));

    test("what is no block is refused", () =>
      using(async (nf, [block]) => {
        for (const wrong of [null, 7, {}]) await assert.rejects(nf.verify(wrong, () => ""), failsWith("invalid-option", /verify/));
        const far = { ...block, startLine: 0, endLine: 4_294_967_295 };
        assert.equal((await nf.verify([far], () => "x"))[0].status, "changed");
        for (const wrong of [null, {}, { ...block, hash: "x" }, { ...block, startLine: -1 }, { ...block, path: 1 }]) {
          await assert.rejects(nf.verify([wrong], () => ""), failsWith("invalid-option", /verify/));
        }
        await assert.rejects(nf.verify([block]), failsWith("invalid-option", /function/));
        await assert.rejects(nf.verify([block], () => 7), failsWith("invalid-file"));
        await assert.rejects(nf.verify([block], () => Promise.reject(new Error("disk"))), /disk/);
      }));
  });
}

test("a ceiling of memory keeps out what is beyond it, and says so", async () => {
  const files = Array.from({ length: 300 }, (_, i) => ({ path: `f${i}.py`, content: `def function_${i}(x):\n    return x + ${i}\n`.repeat(40) }));
  const nf = await Nearfield.create({ model: "none", maxMemoryBytes: 300_000 });
  const report = await nf.add(files);
  assert.ok(report.files > 20 && report.files < 300, `${report.files}`);
  assert.ok(report.skipped.every(({ code, message }) => code === "memory-limit" && message.includes("300000")));
  assert.equal(report.files + report.skipped.length, 300);
  const { wasm, ...parts } = (await nf.stats()).memory;
  assert.ok(Object.values(parts).reduce((a, b) => a + b) <= 300_000);
  nf.free();
  await assert.rejects(Nearfield.create({ maxMemoryBytes: 0.5 }), failsWith("invalid-option", /maxMemoryBytes/));
});
