// What is wrong is told in a sentence, before anything is done.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Nearfield, NearfieldError } from "nearfield";
import { failsWith } from "./environment.mjs";

let nf;
before(async () => {
  nf = await Nearfield.create({ model: "none" });
});
after(() => nf.free());

test("errors are NearfieldErrors", async () => {
  const error = await nf.search(7).catch((e) => e);
  assert.ok(error instanceof NearfieldError && error instanceof Error);
});

const wrong = [
  [{ budget: -1 }, /"budget".*whole number.*not -1/],
  [{ budget: NaN }, /NaN/],
  [{ budget: 1.5 }, /1\.5/],
  [{ budget: Infinity }, /Infinity/],
  [{ budget: 2 ** 32 }, /4294967295/],
  [{ budget: "200" }, /"200"/],
  [{ budget: null }, /null/],
  [{ tau: 0 }, /"tau"/],
  [{ tau: NaN }, /"tau"/],
  [{ p: 0 }, /"p"/],
  [{ p: 1.01 }, /"p"/],
  [{ kMin: 0 }, /"kMin"/],
  [{ lambdaMax: 2 }, /"lambdaMax"/],
  [{ content: "tests" }, /"code", "docs", "config", "all"/],
  [{ content: [] }, /not empty/],
  [{ content: ["code", 3] }, /"content"/],
  [{ lexical: "slow" }, /"fast", "reference"/],
  [{ profile: "semble" }, /"nearfield", "tobler"/],
  [{ mode: "both" }, /"hybrid", "lexical", "semantic"/],
  [{ fusion: "sum" }, /"blend", "rrf"/],
  [{ rrfK: 0 }, /"rrfK"/],
  [{ semanticWeight: 1.5 }, /"semanticWeight"/],
  [{ paths: "src" }, /"paths".*array of strings/],
  [{ languages: ["cobolt"] }, /`languages`.*cobolt/],
  [{ roles: ["hero"] }, /`roles`.*hero/],
  [{ without: ["luck"] }, /`without`.*luck.*placedCosine/],
  [{ paths: [, "src/"] }, /"paths".*array of strings/],
  [{ content: ["code", ,] }, /"content"/],
  [{ paths: ["#src/"] }, /`paths` is "#src\/".*ignore file/],
  [{ paths: ["lib/["] }, /`paths` is "lib\/\["/],
  [{ mode: "x".repeat(99) }, /not "x{39}…\.$/],
  [{ fresh: 1 }, /true or false/],
  [{ counter: "gpt2" }, /"estimate", "o200k_base", "cl100k_base" or a function/],
  [{ format: "html" }, /"markdown", "json", "xml", "plain"/],
  [{ explain: "yes" }, /true or false/],
  [{ budjet: 5 }, /no option "budjet".*budget/],
  [{ session: {} }, /session\(\)/],
];
for (const [options, message] of wrong) {
  test(`search refuses ${Object.entries(options).map(([k, v]) => `${k}: ${JSON.stringify(v) ?? v} (${v})`)}`, async () => {
    await assert.rejects(nf.search("x", options), failsWith("invalid-option", message));
  });
}

test("a getter that throws is told as an option that cannot be read", async () => {
  const options = { get budget() { throw new RangeError("no budget today"); } };
  await assert.rejects(nf.search("x", options), failsWith("invalid-option", /no budget today/));
});

test("undefined is as good as absent", async () => {
  assert.equal((await nf.search("x", { budget: undefined, session: undefined })).budget, 2000);
});

test("a session of another instance is refused", async () => {
  const other = await Nearfield.create({ model: "none" });
  await assert.rejects(nf.search("x", { session: other.session() }), failsWith("invalid-option", /same instance/));
  other.free();
});

test("queries, texts and paths must be strings", async () => {
  for (const call of [() => nf.search(), () => nf.rank(null), () => nf.embed({}), () => nf.text(1), () => nf.remove(), () => nf.update(3, "")]) {
    await assert.rejects(call, failsWith("invalid-option", /must be a string/));
  }
  await assert.rejects(nf.rank("x", { limit: 0 }), failsWith("invalid-option", /"limit"/));
  await assert.rejects(nf.rank("x", 5), failsWith("invalid-option", /object/));
});

test("files must be { path, content }", async () => {
  for (const files of [[{ path: 1, content: "" }], ["a.ts"], [null], [{ path: "a" }], [{ path: "a", content: 7 }], [{ path: "a", content: [1, 2] }]]) {
    await assert.rejects(nf.add(files), failsWith("invalid-file"));
  }
  for (const files of [undefined, null, 5, "a.ts", { path: "a", content: "b" }]) {
    await assert.rejects(nf.add(files), failsWith("invalid-file", /iterable/));
  }
  await assert.rejects(nf.update("a", undefined), failsWith("invalid-file", /content of "a"/));
});

test("add refuses what it does not know", async () => {
  await assert.rejects(nf.add([], { signal: 5 }), failsWith("invalid-option", /AbortSignal/));
  await assert.rejects(nf.add([], { onProgress: "x" }), failsWith("invalid-option", /function/));
  await assert.rejects(nf.add([], { progress() {} }), failsWith("invalid-option", /no option "progress"/));
});

test("create refuses what it does not know", async () => {
  for (const [options, message] of [
    [{ worker: "yes" }, /Worker/],
    [{ model: "big" }, /"default", "none"/],
    [{ model: { config: new Uint8Array() } }, /tokenizer/],
    [{ maxFileBytes: 0 }, /maxFileBytes/],
    [{ modell: "none" }, /no option "modell"/],
    [{ wasm: 5 }, /wasm/],
    ["none", /object/],
  ]) {
    await assert.rejects(Nearfield.create(options), failsWith("invalid-option", message));
  }
});

test("maxFileBytes is obeyed", async () => {
  const small = await Nearfield.create({ model: "none", maxFileBytes: 10 });
  const report = await small.add([{ path: "a.py", content: "x = 1\n" }, { path: "b.py", content: "long_name = 'longer'\n" }]);
  assert.equal(report.files, 1);
  assert.deepEqual(report.skipped.map(({ path, code }) => [path, code]), [["b.py", "too-large"]]);
  small.free();
});
