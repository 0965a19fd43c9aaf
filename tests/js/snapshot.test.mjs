// Saved and loaded: the same answers, typed errors, slices, both hosts.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Nearfield } from "nearfield";
import { failsWith } from "./environment.mjs";
import { sample } from "./sample.mjs";

const questions = ["how is money moved between accounts", "parse_header", "queue of jobs", "retries"];

async function answers(nf) {
  const told = [];
  for (const query of questions) {
    told.push(await nf.rank(query, { content: "all" }), await nf.search(query, { explain: true }));
  }
  const { files, chunks, symbols, bytes, skipped, degraded, languages } = await nf.stats();
  return [...told, { files, chunks, symbols, bytes, skipped, degraded, languages }];
}

for (const worker of [false, true]) {
  describe(worker ? "in a worker" : "in this thread", () => {
    test("what is loaded answers like what was saved", async () => {
      const nf = await Nearfield.create({ worker });
      assert.equal(await nf.revision(), 0);
      await nf.add(sample);
      assert.ok((await nf.revision()) > 0);
      const bytes = await nf.save();
      const parts = [];
      const again = await Nearfield.load(bytes, { worker, onProgress: (progress) => parts.push(progress) });
      assert.deepEqual(await answers(again), await answers(nf));
      assert.deepEqual(await again.paths(), sample.map(({ path }) => path).sort());
      assert.deepEqual(parts.at(-1), { bytes: bytes.byteLength, total: bytes.byteLength });
      assert.ok(bytes.byteLength > 0, "the caller keeps what it handed over");
      assert.deepEqual(await again.save(), bytes);

      await again.add(sample);
      assert.equal(await again.revision(), 0, "the same files change nothing");
      await again.update("src/new.ts", "export function brandNew() {}\n");
      assert.equal(await again.revision(), 1);
      assert.equal((await again.rank("brandNew"))[0].path, "src/new.ts");
      nf.free();
      again.free();
    });
  });
}

test("both hosts and every order give the same bytes", async () => {
  const [here, there] = await Promise.all([Nearfield.create(), Nearfield.create({ worker: true })]);
  await here.add(sample);
  await there.add([...sample].reverse());
  await there.update("src/ledger.ts", "gone");
  await there.update("src/ledger.ts", sample.find(({ path }) => path === "src/ledger.ts").content);
  assert.deepEqual(await here.save(), await there.save());
  here.free();
  there.free();
});

test("another engine is refused by name, or rebuilds", async () => {
  const nf = await Nearfield.create({ model: "none" });
  await nf.add(sample);
  const bytes = await nf.save();
  nf.free();
  const load = (options) => Nearfield.load(bytes, options);
  await assert.rejects(load({}), failsWith("snapshot-mismatch", /another model \(none, here [0-9a-f]{16}\)/));
  await assert.rejects(load({ model: "none", languages: "core" }), failsWith("snapshot-mismatch", /another set of languages/));
  await assert.rejects(load({ model: "none", maxFileBytes: 77 }), failsWith("snapshot-mismatch", /another set of options .*77/));
  const rebuilt = await load({ rebuild: true });
  const fresh = await Nearfield.create();
  await fresh.add(sample);
  assert.deepEqual(await answers(rebuilt), await answers(fresh));
  assert.ok((await rebuilt.revision()) > 0);
  rebuilt.free();
  fresh.free();
});

test("what is no snapshot says so", async () => {
  const nf = await Nearfield.create({ model: "none" });
  await nf.add(sample);
  const bytes = await nf.save();
  nf.free();
  const options = { model: "none" };
  const flipped = Uint8Array.from(bytes);
  flipped[bytes.length >> 1] ^= 1;
  for (const broken of [new Uint8Array(), bytes.subarray(0, 1000), bytes.subarray(0, -1), flipped, new TextEncoder().encode("<!doctype html>")]) {
    await assert.rejects(Nearfield.load(broken, options), failsWith("snapshot-damaged", /cannot be read/));
  }
  await assert.rejects(Nearfield.load("text", options), failsWith("invalid-option", /Uint8Array/));
  await assert.rejects(Nearfield.load(bytes, { ...options, rebuilt: true }), failsWith("invalid-option", /rebuilt/));
  await assert.rejects(Nearfield.load(bytes, { ...options, signal: AbortSignal.abort() }), failsWith("aborted"));
});
