// Feeding: order, progress, abort, pace, and the account at the end.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Nearfield } from "nearfield";
import { failsWith } from "./environment.mjs";

const many = (n) => Array.from({ length: n }, (_, i) => ({ path: `f${i}.py`, content: `def function_${i}(x):\n    """Number ${i}."""\n    return x + ${i}\n` }));

for (const worker of [false, true]) {
  describe(worker ? "in a worker" : "in this thread", () => {
    const using = async (run) => {
      const nf = await Nearfield.create({ worker, model: "none" });
      try {
        await run(nf);
      } finally {
        nf.free();
      }
    };

    test("progress counts up to the total", () =>
      using(async (nf) => {
        const seen = [];
        const report = await nf.add(many(40), { onProgress: (p) => seen.push(p) });
        assert.deepEqual(seen.map((p) => p.done), Array.from({ length: 40 }, (_, i) => i + 1));
        assert.ok(seen.every((p) => p.total === 40 && p.path === `f${p.done - 1}.py`));
        assert.equal(seen.at(-1).bytes, report.bytes);
      }));

    test("a stream has no total", () =>
      using(async (nf) => {
        const seen = [];
        async function* stream() {
          for (const file of many(5)) {
            await sleep(1);
            yield file;
          }
        }
        assert.equal((await nf.add(stream(), { onProgress: (p) => seen.push(p) })).files, 5);
        assert.ok(seen.every((p) => !("total" in p)));
        assert.equal((await nf.add(new Set(many(3)))).files, 3);
        assert.equal((await nf.add(new Map().values())).files, 0);
      }));

    test("abort stops between files and leaves a usable index", () =>
      using(async (nf) => {
        const controller = new AbortController();
        let closed = false;
        function* stream() {
          try {
            for (const file of many(5000)) yield file;
          } finally {
            closed = true;
          }
        }
        const error = await nf
          .add(stream(), {
            signal: controller.signal,
            onProgress: ({ done }) => done === 10 && controller.abort(new Error("enough")),
          })
          .catch((e) => e);
        failsWith("aborted")(error);
        assert.equal(error.cause.message, "enough");
        assert.ok(error.report.files >= 10 && error.report.files < 60, `${error.report.files} files`);
        assert.equal(closed, true);
        assert.equal((await nf.stats()).files, error.report.files);
        assert.equal((await nf.rank("function_3"))[0].path, "f3.py");
        assert.equal((await nf.add(many(20))).files, 20);
      }));

    test("abort does not wait for a source that hangs", () =>
      using(async (nf) => {
        async function* stuck() {
          yield* many(2);
          await new Promise(() => {});
        }
        const controller = new AbortController();
        const onProgress = ({ done }) => done === 2 && setTimeout(() => controller.abort(), 20);
        const error = await nf.add(stuck(), { signal: controller.signal, onProgress }).catch((e) => e);
        failsWith("aborted")(error);
        assert.equal(error.report.files, 2);
        assert.equal(error.cause.name, "AbortError");
      }));

    test("an aborted signal does nothing", () =>
      using(async (nf) => {
        await assert.rejects(nf.add(many(3), { signal: AbortSignal.abort() }), failsWith("aborted"));
        assert.equal((await nf.stats()).files, 0);
      }));

    test("an error of the source or of onProgress comes through as it is", () =>
      using(async (nf) => {
        async function* broken() {
          yield* many(2);
          throw new RangeError("the disk is gone");
        }
        await assert.rejects(nf.add(broken()), RangeError);
        assert.equal((await nf.stats()).files, 2);
        const picky = () => {
          throw new SyntaxError("no");
        };
        await assert.rejects(nf.add(many(3), { onProgress: picky }), SyntaxError);
        assert.equal((await nf.search("function_1")).blocks.length > 0, true);
      }));

    test("of two files with one path the last wins", () =>
      using(async (nf) => {
        const report = await nf.add([
          { path: "a.py", content: "def old(): pass\n" },
          { path: "b.py", content: "x = 1\n" },
          { path: ".\\a.py", content: "def new(): pass\n" },
        ]);
        assert.equal(report.files, 2);
        assert.deepEqual(report.replaced, ["a.py"]);
        assert.match(await nf.text("a.py"), /new/);
      }));

    test("in an array the ignore files come first, wherever they stand", () =>
      using(async (nf) => {
        const order = [];
        const report = await nf.add(
          [
            { path: "gen/a.py", content: "x = 1\n" },
            { path: "b.py", content: "y = 2\n" },
            { path: ".gitignore", content: "gen/\n" },
          ],
          { onProgress: ({ path }) => order.push(path) },
        );
        assert.deepEqual(order, [".gitignore", "gen/a.py", "b.py"]);
        assert.deepEqual(report.skipped.map(({ path, code }) => [path, code]), [["gen/a.py", "ignored"]]);
      }));

    test("of a list the largest files come early, unless a path comes twice", () =>
      using(async (nf) => {
        const text = (size) => "# a line of words\n".repeat(size / 18);
        const files = [...many(64), ...[["small.md", 900], ["large.md", 300_000], ["other.md", 900], ["larger.md", 400_000]].map(([path, size]) => ({ path, content: text(size) }))];
        const order = async (list) => {
          const paths = [];
          await nf.add(list, { onProgress: ({ path, done }) => done > paths.length && paths.push(path) });
          return paths.slice(64);
        };
        assert.deepEqual(await order(files), ["larger.md", "large.md", "small.md", "other.md"]);
        assert.deepEqual(await order([...files, { path: "large.md", content: "" }]), ["small.md", "large.md", "other.md", "larger.md", "large.md"]);
      }));

    test("in a stream a later ignore file takes out what it excludes", () =>
      using(async (nf) => {
        function* stream() {
          yield { path: "gen/a.py", content: "x = 1\n" };
          yield { path: "b.py", content: "y = 2\n" };
          yield { path: ".gitignore", content: "gen/\n" };
        }
        const report = await nf.add(stream());
        assert.deepEqual(report.skipped.map(({ path, code }) => [path, code]), [["gen/a.py", "ignored"]]);
        assert.equal(await nf.text("gen/a.py"), undefined);
        assert.equal((await nf.stats()).files, report.files);

        // And a changed one says what it lets in again.
        const second = await nf.add([{ path: ".gitignore", content: "\n# nothing\n" }]);
        assert.deepEqual(second.refeed, ["gen/a.py"]);
        const third = await nf.add([{ path: "gen/a.py", content: "x = 1\n" }]);
        assert.equal(third.files, 1);
      }));

    test("two adds at once", () =>
      using(async (nf) => {
        const files = many(60);
        const [one, two] = await Promise.all([nf.add(files.slice(0, 30)), nf.add(files.slice(30))]);
        assert.equal(one.files + two.files, 60);
        assert.equal((await nf.stats()).files, 60);
      }));

    test("free during an add ends it", () =>
      using(async (nf) => {
        const adding = nf.add(many(5000), { onProgress: ({ done }) => done === 5 && nf.free() });
        await assert.rejects(adding, failsWith("freed"));
      }));

    test("the event loop turns meanwhile", () =>
      using(async (nf) => {
        let turns = 0;
        const timer = setInterval(() => turns++, 1);
        const { ms } = await nf.add(many(1500));
        clearInterval(timer);
        assert.ok(turns >= ms / 50, `${turns} turns in ${ms} ms`);
      }));
  });
}
