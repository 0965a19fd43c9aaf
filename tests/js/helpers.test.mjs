// Helpers: the same index to the byte, whoever made it, in whatever order, and whatever breaks.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { failsWith, root, scratch } from "./environment.mjs";
import { sample } from "./sample.mjs";

// The workers that are started, to break some.
const threads = createRequire(import.meta.url)("node:worker_threads");
const started = [];
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    started.push(this);
  }
};
syncBuiltinESMExports();
const { Nearfield } = await import("nearfield");
const { openFolder } = await import("nearfield/node");

/** This repository's own sources a few times over: enough to be worth help, some of it refused. */
const sources = (function read(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? read(`${folder}/${entry.name}`) : [{ path: `${folder}/${entry.name}`, content: readFileSync(join(root, folder, entry.name)) }],
  );
})("src");
const copies = (n) => Array.from({ length: n }, (_, i) => sources.map(({ path, content }) => ({ path: `copy${i}/${path}`, content }))).flat();
const files = [...sample, ...copies(8), { path: "last/.env", content: "KEY=1" }];

async function alone(inputs) {
  const nf = await Nearfield.create({ languages: "core" });
  const report = await nf.add(inputs);
  return { nf, report, bytes: await nf.save() };
}

const plain = await alone(files);

for (const worker of [false, true]) {
  describe(worker ? "beside a worker" : "beside this thread", () => {
    const using = async (run) => {
      const nf = await Nearfield.create({ worker, helpers: 2, languages: "core" });
      started.length = 0;
      try {
        await run(nf);
      } finally {
        nf.free();
      }
    };
    const same = async (nf) => assert.ok(Buffer.from(await nf.save()).equals(plain.bytes), "the snapshots differ");

    test("the same index, the same report", () =>
      using(async (nf) => {
        const seen = [];
        const report = await nf.add(files, { onProgress: ({ done }) => seen.push(done) });
        assert.equal(started.length, 2);
        assert.deepEqual(seen, Array.from(files, (_, i) => i + 1));
        const sorted = ({ skipped, degraded, ms, ...rest }) => ({ ...rest, skipped: skipped.map(({ path }) => path).sort(), degraded: degraded.length });
        assert.deepEqual(sorted(report), sorted(plain.report));
        await same(nf);
        // Unchanged files are told by this engine.
        assert.equal((await nf.add(files)).files, plain.report.files);
        assert.equal(await nf.revision(), (await (await nf.add(files), nf.revision())));
        await same(nf);
      }));

    test("what changes in between comes last", () =>
      using(async (nf) => {
        const [first] = copies(1);
        const changes = [];
        const adding = nf.add([...files.slice(0, -1), { ...first, content: "fn early() {}" }, files.at(-1)], {
          onProgress({ done }) {
            if (done !== files.length - 5) return;
            changes.push(nf.update("copy0/src/lib.rs", "pub fn replaced_in_between() {}"), nf.remove("copy1/src/lib.rs"));
          },
        });
        await adding;
        await Promise.all(changes);
        assert.equal(await nf.text(first.path), "fn early() {}", "the later of two versions");
        assert.equal(await nf.text("copy0/src/lib.rs"), "pub fn replaced_in_between() {}");
        assert.equal(await nf.text("copy1/src/lib.rs"), undefined);
        for (const path of [first.path, "copy0/src/lib.rs", "copy1/src/lib.rs"]) await nf.update(path, files.find((f) => f.path === path).content);
        await same(nf);
      }));

    test("an ignore file in a stream takes out what came before it", () =>
      using(async (nf) => {
        function* stream() {
          yield* copies(8);
          yield { path: ".gitignore", content: "copy3/" };
          yield { path: "copy3/late.rs", content: "fn late() {}" };
        }
        const report = await nf.add(stream());
        assert.equal((await nf.paths()).filter((path) => path.startsWith("copy3/")).length, sources.length + 1, "on record");
        assert.ok(report.skipped.some(({ path, code }) => path === "copy3/src/lib.rs" && code === "ignored"));
        assert.equal(await nf.text("copy3/src/lib.rs"), undefined);
        assert.equal(await nf.text("copy3/late.rs"), undefined, "what came after it, too");
        assert.notEqual(await nf.text("copy4/src/lib.rs"), undefined);
      }));

    test("the last of many versions wins, whatever becomes of those between", () =>
      using(async (nf) => {
        const versions = (path, ...contents) => contents.map((content) => ({ path, content }));
        const buffer = new Uint8Array(64);
        function* stream() {
          yield* copies(6);
          yield* versions("v/refused.rs", "fn first() {}", "");
          yield* versions("v/back.rs", "fn x() {}", "fn y() {}", "fn x() {}");
          yield* versions("v//odd.rs", "fn odd() {}").concat(versions("v/odd.rs", "fn even() {}"));
          // A buffer that is used again.
          for (let n = 0; n < 9; n++) {
            buffer.fill(32).set(new TextEncoder().encode(`fn number_${n}() {}`));
            yield { path: `v/n${n}.rs`, content: buffer };
          }
          yield* copies(8).slice(-sources.length * 2);
          yield* versions("v/back.rs", "fn z() {}", "fn x() {}");
        }
        // One more at the same time, and an ignore file with it.
        const [report] = await Promise.all([nf.add(stream()), nf.add(versions("copy0/src/lib.rs", "fn other() {}"))]);
        assert.ok(report.skipped.some(({ path, code }) => path === "v/refused.rs" && code === "empty"));
        assert.equal(await nf.text("v/refused.rs"), undefined);
        assert.equal(await nf.text("v/back.rs"), "fn x() {}");
        assert.equal(await nf.text("v/odd.rs"), "fn even() {}");
        for (let n = 0; n < 9; n++) assert.match(await nf.text(`v/n${n}.rs`), new RegExp(`number_${n}\\(`));
      }));

    test("abort leaves what was done", () =>
      using(async (nf) => {
        const controller = new AbortController();
        const error = await nf
          .add(files, { signal: controller.signal, onProgress: ({ done }) => done === 400 && controller.abort() })
          .catch((e) => e);
        failsWith("aborted")(error);
        assert.ok(error.report.files >= 300 && error.report.files < plain.report.files, `${error.report.files}`);
        assert.equal((await nf.stats()).files, error.report.files);
        await nf.add(files);
        await same(nf);
      }));

    test("the work of a helper that breaks down is done by others", () =>
      using(async (nf) => {
        await nf.add(files, { onProgress: ({ done }) => done === 600 && started[0].terminate() });
        await same(nf);
      }));

    test("both of them", () =>
      using(async (nf) => {
        await nf.add(files, { onProgress: ({ done }) => done === 600 && started.forEach((worker) => worker.terminate()) });
        await same(nf);
      }));
  });
}

test("the only helper may break down while others wait", async () => {
  const nf = await Nearfield.create({ worker: true, helpers: 1, languages: "core" });
  started.length = 0;
  await nf.add(files, { onProgress: ({ done }) => done === 500 && started.at(-1).terminate() });
  assert.ok(Buffer.from(await nf.save()).equals(plain.bytes));
  nf.free();
});

test("free ends them, too", async () => {
  const nf = await Nearfield.create({ helpers: 2, languages: "core" });
  started.length = 0;
  const ended = [];
  const adding = nf.add(files, {
    onProgress({ done }) {
      if (done !== 600) return;
      for (const worker of started) ended.push(new Promise((resolve) => worker.once("exit", resolve)));
      nf.free();
    },
  });
  await assert.rejects(adding, failsWith("freed"));
  await Promise.all(ended);
  assert.equal(ended.length, 2);
});

test("nested ignore files keep a walk out of folders, with helpers as without", async () => {
  const folder = scratch();
  const lay = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const { path, content } of copies(8)) lay(path, content);
  for (let n = 0; n < 8; n++) {
    lay(`copy${n}/out/.gitignore`, "made/\n");
    for (let i = 0; i < 20; i++) lay(`copy${n}/out/made/m${i}.rs`, `fn made_${i}() {}\n`);
  }
  const opened = async (helpers) => {
    const { nearfield, report } = await openFolder(folder, { helpers, languages: "core", model: "none" });
    const bytes = await nearfield.save();
    nearfield.free();
    const { ms: _, ...told } = report;
    return { bytes, told };
  };
  const [plain, helped] = [await opened(0), await opened(2)];
  assert.equal(plain.told.skipped.filter(({ path }) => path.endsWith("/out/made/")).length, 8);
  assert.deepEqual(helped.told, plain.told);
  assert.ok(Buffer.from(helped.bytes).equals(plain.bytes));
});

test("little is added without help", async () => {
  const nf = await Nearfield.create({ helpers: 2, model: "none" });
  started.length = 0;
  await nf.add(sample);
  assert.equal(started.length, 0);
  nf.free();
});

test("how many is a whole number", async () => {
  for (const helpers of [-1, 1.5, "2", Infinity, 1000]) {
    await assert.rejects(Nearfield.create({ helpers }), failsWith("invalid-option", /helpers/));
  }
});
