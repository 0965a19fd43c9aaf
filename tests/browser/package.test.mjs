// The package in real Chromium, unbundled, under a Content-Security-Policy that allows wasm and nothing else.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open, serve } from "./package/site.mjs";

let browser;
let site;
before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.close();
});

/** Runs `use` with a page and insists that nothing went wrong behind the scenes. */
async function onPage(use, { from = site, expectTrouble = false } = {}) {
  const { page, trouble, close } = await open(browser, from.origin);
  try {
    await use(page);
    if (!expectTrouble) {
      assert.deepEqual(await page.evaluate(() => window.violations), []);
      assert.deepEqual(trouble, []);
    }
  } finally {
    await close();
  }
}

for (const worker of [false, true]) {
  describe(worker ? "in a worker" : "in the page", () => {
    test("create, add, search, rank, session, update, remove, free", () =>
      onPage(async (page) => {
        const result = await page.evaluate(async (worker) => {
          const { Nearfield, failure } = window.nearfield;
          const nf = await Nearfield.create({ worker });
          const seen = [];
          const report = await nf.add(
            [
              { path: "src/a.ts", content: "/** Opens the gate. */\nexport function openGate(): void {}\n" },
              { path: "src/b.py", content: new TextEncoder().encode("def close_gate():\n    pass\n") },
              { path: "gen/c.py", content: "x = 1\n" },
              { path: ".gitignore", content: "gen/\n" },
            ],
            { onProgress: ({ done, total }) => seen.push([done, total]) },
          );
          const session = nf.session();
          const first = await nf.search("open the gate", { session });
          const second = await nf.search("what does it return", { session });
          const hits = await nf.rank("close_gate");
          await nf.update("src/b.py", "def shut_door():\n    pass\n");
          const updated = await nf.rank("shut_door");
          const removed = await nf.remove("src/b.py");
          const stats = await nf.stats();
          const vector = await nf.embed("open the gate");
          const length = Math.hypot(...vector);
          const wrong = await failure(() => nf.search("x", { budget: NaN }));
          nf.free();
          const freed = await failure(() => nf.search("x"));
          return { report, seen, first, second, hits, updated, removed, stats, length, wrong, freed };
        }, worker);
        assert.deepEqual(result.seen, [[1, 4], [2, 4], [3, 4], [4, 4]]);
        assert.deepEqual(result.report.skipped.map(({ path, code }) => [path, code]), [["gen/c.py", "ignored"]]);
        assert.equal(result.first.blocks[0].path, "src/a.ts");
        assert.match(result.first.markdown, /openGate/);
        assert.ok(result.second.memory > 0);
        assert.equal(result.hits[0].path, "src/b.py");
        assert.equal(result.updated[0].path, "src/b.py");
        assert.equal(result.removed, true);
        assert.equal(result.stats.languages.typescript.files, 1);
        assert.ok(Math.abs(result.length - 1) < 1e-5);
        assert.equal(result.wrong.code, "invalid-option");
        assert.equal(result.freed.code, "freed");
      }));

    test("the page stays live while it indexes", () =>
      onPage(async (page) => {
        const { ms, turns, frames } = await page.evaluate(async (worker) => {
          const nf = await window.nearfield.Nearfield.create({ worker });
          let turns = 0;
          let frames = 0;
          const timer = setInterval(() => turns++, 4);
          const frame = () => {
            frames++;
            handle = requestAnimationFrame(frame);
          };
          let handle = requestAnimationFrame(frame);
          const body = (i) => Array.from({ length: 30 }, (_, j) => `def part_${i}_${j}(x):\n    return x * ${j}\n`).join("\n");
          const { ms } = await nf.add(Array.from({ length: 400 }, (_, i) => ({ path: `f${i}.py`, content: body(i) })));
          clearInterval(timer);
          cancelAnimationFrame(handle);
          nf.free();
          return { ms, turns, frames };
        }, worker);
        assert.ok(turns >= ms / 100, `${turns} turns in ${ms} ms`);
        assert.ok(frames >= ms / 400, `${frames} frames in ${ms} ms`);
      }));

    test("abort leaves a usable index", () =>
      onPage(async (page) => {
        const { code, reported, files } = await page.evaluate(async (worker) => {
          const nf = await window.nearfield.Nearfield.create({ worker, model: "none" });
          const controller = new AbortController();
          const files = Array.from({ length: 2000 }, (_, i) => ({ path: `f${i}.py`, content: `def f${i}(): pass\n` }));
          const onProgress = ({ done }) => done === 20 && controller.abort();
          const error = await nf.add(files, { signal: controller.signal, onProgress }).catch((e) => e);
          const stats = await nf.stats();
          nf.free();
          return { code: error.code, reported: error.report.files, files: stats.files };
        }, worker);
        assert.equal(code, "aborted");
        assert.equal(reported, files);
        assert.ok(files >= 20 && files < 100, `${files} files`);
      }));
  });
}

test("the equations", () =>
  onPage(async (page) => {
    assert.equal(await page.evaluate(async () => (await window.nearfield.distribution()).nEff([0.25, 0.25, 0.25, 0.25])), 4);
  }));

test("one download of the wasm serves many instances", () =>
  onPage(async (page) => {
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.evaluate(async () => {
      const { Nearfield, distribution } = window.nearfield;
      const made = await Promise.all([Nearfield.create(), Nearfield.create({ worker: true }), Nearfield.create({ model: "none" }), distribution()]);
      for (const one of made) one.free?.();
    });
    assert.equal(asked.filter((path) => path.endsWith(".wasm")).length, 1);
    assert.equal(asked.filter((path) => path.endsWith(".safetensors")).length, 1);
  }));

describe("what is missing is named", () => {
  const failing = (answer, worker, expected) => async () => {
    const broken = await serve(answer);
    try {
      await onPage(
        async (page) => {
          const failure = await page.evaluate((worker) => window.nearfield.failure(() => window.nearfield.Nearfield.create({ worker })), worker);
          assert.equal(failure?.code, expected.code);
          assert.match(failure.message, expected.message);
        },
        { from: broken, expectTrouble: true },
      );
    } finally {
      broken.close();
    }
  };
  const when = (suffix, answer) => (path) => (path.endsWith(suffix) ? answer : undefined);
  const page = { status: 200, type: "text/html", body: "<!doctype html><title>app</title>" };

  test("wasm: 404", failing(when(".wasm", { status: 404 }), false, { code: "wasm-load", message: /nearfield_core_bg\.wasm.*404/ }));
  test("wasm: a fallback page", failing(when(".wasm", page), true, { code: "wasm-load", message: /nearfield_core_bg\.wasm.*HTML/ }));
  test("model: 404", failing(when(".safetensors", { status: 404 }), false, { code: "model-load", message: /model\.safetensors.*404/ }));
  test("worker: 404", failing(when("worker-browser.js", { status: 404 }), true, { code: "worker", message: /worker-browser\.js/ }));
  test(
    "a policy without 'wasm-unsafe-eval'",
    failing(() => ({ policy: "default-src 'self'" }), false, { code: "wasm-load", message: /Content-Security-Policy.*'wasm-unsafe-eval'/ }),
  );

  test("a server without the type application/wasm is no failure", async () => {
    const plain = await serve((path) => (path.endsWith(".wasm") ? { type: "application/octet-stream" } : undefined));
    try {
      await onPage((page) => page.evaluate(async () => (await window.nearfield.Nearfield.create()).free()), { from: plain });
    } finally {
      plain.close();
    }
  });
});

for (const kind of ["indexedDB", "opfs"]) {
  test(`an index is kept by ${kind} and loaded again`, () =>
    onPage(async (page) => {
      const result = await page.evaluate(async (kind) => {
        const { Nearfield, stores, failure } = window.nearfield;
        const store = stores[kind]("of a test");
        const nf = await Nearfield.create({ worker: true });
        await nf.add([{ path: "src/a.ts", content: "/** Opens the gate. */\nexport function openGate(): void {}\n" }]);
        const bytes = await nf.save();
        const told = [await store.get("a/b c"), await store.keys()];
        await store.set("a/b c", bytes);
        await store.set("other", new Uint8Array([1]));
        await store.set("other", new Uint8Array([2, 3]));
        told.push(await store.keys(), [...(await store.get("other"))]);
        const again = await Nearfield.load(await stores[kind]("of a test").get("a/b c"));
        const [first] = await again.rank("openGate");
        const [expected] = await nf.rank("openGate");
        const same = (await again.save()).every((byte, i) => byte === bytes[i]);
        await store.delete("other");
        await store.delete("other");
        told.push(await store.keys(), (await stores[kind]("another").keys()).length);
        const damaged = await failure(() => Nearfield.load(bytes.subarray(9)));
        nf.free();
        again.free();
        return { told, path: first.path, score: first.score === expected.score, same, damaged: damaged.code };
      }, kind);
      assert.deepEqual(result, {
        told: [undefined, [], ["a/b c", "other"], [2, 3], ["a/b c"], 0],
        path: "src/a.ts",
        score: true,
        same: true,
        damaged: "snapshot-damaged",
      });
    }));
}
