// Long files: other tasks get their turn, an abort is heard, questions are answered, and what comes out is the same.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Nearfield } from "nearfield";
import { failsWith, root } from "./environment.mjs";

/** More than 1 MB of Rust: this repository's own. */
const rust = (function read(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.includes(".") || name.endsWith(".rs"))
    .flatMap((entry) => (entry.isDirectory() ? read(`${folder}/${entry.name}`) : readFileSync(join(root, folder, entry.name), "utf8")));
})("src").join("\n");
const long = { path: "long.rs", content: rust.repeat(Math.ceil(1_100_000 / rust.length)) };
const exports = (n) => ({ path: "exports.ts", content: Array.from({ length: n }, (_, i) => `export const name${i} = ${i};\n`).join("") });
const old = { path: "long.rs", content: "pub fn before_all_that() {}\n" };

/** How often the event loop turned while something went on. */
async function turns(action) {
  let count = 0;
  let goesOn = true;
  const again = () => {
    count += 1;
    if (goesOn) setTimeout(again);
  };
  setTimeout(again);
  try {
    return [await action(), count];
  } finally {
    goesOn = false;
  }
}

for (const worker of [false, true]) {
  describe(worker ? "in a worker" : "in this thread", () => {
    const using = async (run, options = {}) => {
      const nf = await Nearfield.create({ worker, model: "none", languages: "core", ...options });
      try {
        await run(nf);
      } finally {
        nf.free();
      }
    };

    test("others get their turn while long files are read", () =>
      using(async (nf) => {
        const files = worker ? [long] : [long, exports(100_000)];
        let answers = 0;
        let goesOn = true;
        const asking = (async () => {
          for (; goesOn; answers += 1) {
            await nf.revision();
            await turn();
          }
        })();
        const [report, count] = await turns(() => nf.add(files));
        goesOn = false;
        await asking;
        assert.equal(report.files, files.length);
        assert.ok(count > 20, `${count} turns`);
        assert.ok(answers > 20, `${answers} answers`);
        assert.ok((await nf.stats()).timings.longestSliceMs > 0);
      }));

    test("an abort is heard within a file and leaves what was there", () =>
      using(async (nf) => {
        await nf.add([old]);
        const before = await nf.save();
        const controller = new AbortController();
        const seen = [];
        const onProgress = (progress) => {
          seen.push(progress);
          if (progress.bytes > 10_000) controller.abort();
        };
        const error = await nf.add(new Set([long, exports(3)]), { signal: controller.signal, onProgress }).catch((e) => e);
        failsWith("aborted")(error);
        assert.deepEqual([error.report.files, error.report.bytes, error.report.skipped], [0, 0, []]);
        assert.ok(seen.every(({ done }) => done === 0));
        assert.equal(await nf.text("long.rs"), old.content);
        assert.ok(Buffer.from(await nf.save()).equals(before));
        assert.equal((await nf.rank("before_all_that"))[0].path, "long.rs");
        assert.equal((await nf.add([exports(3)])).files, 1);
      }));

    test("an abort at any time leaves a whole file or none of it", () =>
      using(async (nf) => {
        const file = exports(3_000);
        const whole = await Nearfield.create({ model: "none", languages: "core" });
        await whole.add([file]);
        const bytes = Buffer.from(await whole.save());
        whole.free();
        const empty = Buffer.from(await nf.save());
        for (const share of [0.01, 0.3, 0.6, 0.86, 0.9, 0.97]) {
          const controller = new AbortController();
          const onProgress = (progress) => progress.bytes >= share * progress.totalBytes && controller.abort();
          const report = await nf.add([file], { signal: controller.signal, onProgress }).catch((e) => e.report);
          assert.ok(Buffer.from(await nf.save()).equals(report.files === 1 ? bytes : empty), `aborted at ${share}`);
          await nf.remove(file.path);
          assert.ok(Buffer.from(await nf.save()).equals(empty));
        }
      }));

    test("questions are answered from what is there, changes are made in the order of the calls", () =>
      using(async (nf) => {
        await nf.add([old]);
        const order = [];
        const note = (name) => (value) => (order.push(name), value);
        const updating = nf.update(long.path, long.content).then(note("update"));
        const found = await nf.rank("before_all_that").then(note("question"));
        assert.equal(found.length, 1);
        const removing = nf.remove(long.path).then(note("remove"));
        const again = nf.update(old.path, old.content).then(note("again"));
        assert.ok((await updating).indexed);
        assert.equal(await removing, true);
        assert.ok((await again).indexed);
        assert.deepEqual(order, ["question", "update", "remove", "again"]);
        assert.equal(await nf.text(old.path), old.content);
      }));

    test("a question amid the last steps of a file sees all of it", () =>
      using(async (nf) => {
        const file = exports(20_000);
        let asked;
        const onProgress = ({ bytes, totalBytes }) => {
          if (bytes > 0.87 * totalBytes) asked ??= nf.rank("name19999");
        };
        await nf.add([file], { onProgress });
        assert.equal((await asked)[0].path, file.path);
      }));

    test("after many changes the first question leaves room for other tasks, and finds what any later one does", () =>
      using(async (nf) => {
        const functions = (i) => Array.from({ length: 20 }, (_, n) => `def take_part_${i}_${n}(x):\n    return take_part_${i - 1}_${n}(x)\n`).join("");
        await nf.add(Array.from({ length: 4000 }, (_, i) => ({ path: `f${i}.py`, content: functions(i) })));
        let [turns, answered] = [0, false];
        const first = nf.rank("take_part_77_7").finally(() => (answered = true));
        while (!answered) {
          turns += 1;
          await new Promise((resolve) => setImmediate(resolve));
        }
        assert.ok(turns > 2, `${turns} turns`);
        assert.equal((await first)[0].path, "f77.py");
        assert.deepEqual(await nf.rank("take_part_77_7"), await first);
      }));

    test("progress within a file has bytes and an estimate", () =>
      using(async (nf) => {
        const seen = [];
        const small = { path: "small.py", content: "def f(): pass\n" };
        await nf.add([small, long], { onProgress: (progress) => seen.push(progress) });
        const total = small.content.length + Buffer.byteLength(long.content);
        assert.deepEqual([seen[0].done, seen.at(-1).done, seen.at(-1).bytes, seen.at(-1).totalBytes, seen.at(-1).remainingMs], [1, 2, total, total, 0]);
        const within = seen.filter(({ done, path }) => done === 1 && path === long.path);
        assert.ok(within.length > 5, `${within.length} calls within the file`);
        for (const [at, { bytes, remainingMs, total }] of within.entries()) {
          assert.ok(remainingMs > 0 && total === 2 && bytes <= long.content.length + small.content.length);
          assert.ok(at === 0 || bytes >= within[at - 1].bytes);
        }
        seen.length = 0;
        await nf.add(new Set([{ ...long, path: "other.rs" }]), { onProgress: (progress) => seen.push(progress) });
        assert.ok(seen.every((progress) => !("totalBytes" in progress) && !("remainingMs" in progress)));
      }));

    test("an error of onProgress within a file comes through, and gives the file up", () =>
      using(async (nf) => {
        const onProgress = () => {
          throw new SyntaxError("no");
        };
        await assert.rejects(nf.add([long], { onProgress }), SyntaxError);
        assert.equal((await nf.stats()).files, 0);
        assert.ok((await nf.update(old.path, old.content)).indexed);
      }));

    test("free ends it at once", () =>
      using(async (nf) => {
        const adding = nf.add([long]);
        await nf.revision();
        nf.free();
        await assert.rejects(adding, failsWith("freed"));
      }));

    test("an abort is heard by helpers", () =>
      using(
        async (nf) => {
          const files = Array.from({ length: 12 }, (_, i) => ({ path: `copy${i}.rs`, content: `// ${i}\n${rust}` }));
          const controller = new AbortController();
          const onProgress = ({ done }) => done === 3 && controller.abort();
          const error = await nf.add(files, { signal: controller.signal, onProgress }).catch((e) => e);
          failsWith("aborted")(error);
          assert.ok(error.report.files < files.length, `${error.report.files} files`);
          assert.equal((await nf.stats()).files, error.report.files);
          assert.equal((await nf.add(files)).files, files.length);
        },
        { helpers: 2 },
      ));
  });
}
