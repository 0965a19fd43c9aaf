// The reference values, through the package: what Rust computes must arrive in JavaScript unharmed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { Nearfield, distribution } from "nearfield";
import { failsWith, root } from "./environment.mjs";

const golden = (name) => JSON.parse(readFileSync(join(root, "tests/golden", name), "utf8")).cases;

function close(actual, expected, tolerance, what) {
  assert.equal(actual.length, expected.length, what);
  for (let i = 0; i < expected.length; i++) {
    const error = Math.abs(actual[i] - expected[i]) / Math.max(1, Math.abs(expected[i]));
    assert.ok(error <= tolerance, `${what}[${i}]: ${actual[i]} instead of ${expected[i]}`);
  }
}

function potion() {
  const folder = process.env.NEARFIELD_POTION_2M;
  assert.ok(folder, "NEARFIELD_POTION_2M names no folder with potion-base-2M: run `cargo xtask test`, which sets it.");
  return folder;
}

const cases = {};
for (const one of golden("adaptive-core.json")) (cases[one.kind] ??= []).push(one);

let core;
before(async () => {
  core = await distribution();
});

test("distribution: standardize, softmax, N_eff, nucleus", () => {
  assert.ok(cases.distribution.length > 0);
  for (const c of cases.distribution) {
    const name = `${c.shape} of ${c.n}`;
    const standardized = core.standardize(c.scores);
    close(standardized, c.standardized, 1e-9, `${name} standardized`);
    const weights = core.softmaxWeights(standardized, c.tau);
    close(weights, c.weights, 1e-9, `${name} weights`);
    close([core.nEff(weights)], [c.n_eff], 1e-9, `${name} N_eff`);
    const { k, epsilon, selected } = core.nucleus(weights, c.p, c.k_min);
    assert.equal(k, c.k, `${name} k`);
    close([epsilon], [c.epsilon], 1e-9, `${name} ε`);
    if (c.selected) assert.deepEqual([...selected], c.selected, `${name} selected`);
  }
});

test("allocation: tiers", () => {
  assert.ok(cases.allocation.length > 0);
  for (const c of cases.allocation) {
    const short = { full: "full", signature: "sig", stub: "stub" };
    const tiers = core.allocate(c).map((tier) => short[tier]);
    const given = Object.fromEntries(c.selected.map((place, i) => [place, tiers[i]]).filter(([, tier]) => tier));
    assert.deepEqual(given, c.tiers, `${c.n} chunks, budget ${c.budget}`);
  }
});

test("session: blend", () => {
  assert.ok(cases.session.length > 0);
  for (const c of cases.session) {
    const name = `session of ${c.n}, λ at most ${c.lambda_max}`;
    const { scores, lambda } = core.emaBlend(c.scores, c.memory, c.lambda_max);
    close([lambda], [c.lambda_], 1e-9, `${name} λ`);
    // Where nothing is blended the scores stay as they are; else they are standardized again.
    close(scores, c.lambda_ === 0 ? c.blended : c.restandardized, 1e-9, name);
  }
});

test("hybrid: blend of two channels", () => {
  assert.ok(cases.hybrid.length > 0);
  for (const c of cases.hybrid) {
    const name = `hybrid of ${c.n}, α ${c.alpha}`;
    const blended = core.hybrid(c.semantic, c.lexical, c.alpha);
    close(blended, c.hybrid, 1e-9, name);
    close(core.standardize(blended), c.standardized, 1e-9, `${name} standardized`);
  }
});

test("edges are defined, and slips are sentences", () => {
  assert.deepEqual([...core.standardize([])], []);
  assert.deepEqual([...core.standardize([7])], [0]);
  assert.deepEqual([...core.softmaxWeights([0, 0], 1)], [0.5, 0.5]);
  assert.equal(core.nucleus([], 0.9, 5).k, 0);
  const input = { weights: [1], selected: [0], budget: 10, full: [5], signature: [3], stub: [1] };
  assert.deepEqual(core.allocate(input), ["full"]);
  assert.deepEqual(core.allocate({ ...input, budget: 0 }), ["dropped"]);
  assert.throws(() => core.allocate({ ...input, full: [] }), failsWith("invalid-option"));
  assert.throws(() => core.allocate({ ...input, selected: [1] }), failsWith("invalid-option"));
  assert.throws(() => core.allocate({ ...input, budget: NaN }), failsWith("invalid-option"));
  assert.throws(() => core.softmaxWeights([1], 0), failsWith("invalid-option"));
  assert.throws(() => core.nucleus([1], 0.9, -1), failsWith("invalid-option"));
  assert.throws(() => core.hybrid([1, 2], [1], 0.5), failsWith("invalid-option"));
  assert.throws(() => core.standardize(null), failsWith("invalid-option"));
  assert.deepEqual([...core.standardize([7])], [0], "and nothing is dead after them");
});

test("embeddings of a genuine model2vec model", async (t) => {
  const file = (name) => readFileSync(join(potion(), name));
  const model = { config: file("config.json"), tokenizer: file("tokenizer.json"), weights: file("model.safetensors") };
  const nf = await Nearfield.create({ model });
  t.after(() => nf.free());
  for (const { text, vector: expected } of golden("embeddings-potion-base-2M.json")) {
    const vector = await nf.embed(text);
    assert.equal(vector.length, expected.length);
    expected.forEach((x, i) => assert.ok(Math.abs(vector[i] - x) <= 1e-5, `${JSON.stringify(text.slice(0, 40))}[${i}]`));
  }
});

for (const worker of [false, true]) {
  test(`embeddings of the default model ${worker ? "in a worker" : "in this thread"}`, async (t) => {
    const nf = await Nearfield.create({ worker });
    t.after(() => nf.free());
    for (const { text, int4 } of golden("embeddings.json")) {
      const vector = await nf.embed(text);
      assert.equal(vector.length, int4.length);
      int4.forEach((x, i) => assert.ok(Math.abs(vector[i] - x) <= 1e-5, `${JSON.stringify(text.slice(0, 40))}[${i}]: ${vector[i]} instead of ${x}`));
    }
  });
}

test("calibrate: the threshold of the largest J, the highest of equals", () => {
  assert.deepEqual(core.calibrate([1, 0.75, 0.75, 0.25], [0.125, 0.25, 0.25]), { threshold: 0.5, sensitivity: 0.75, specificity: 1 });
  assert.equal(core.calibrate([0.5], [0.5]), undefined);
  assert.throws(() => core.calibrate([1], [0], 2), /weight/);
});
