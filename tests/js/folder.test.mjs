// nearfield/node: a folder walked in order, with a reason for all that is left out.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { Nearfield } from "nearfield";
import { addFolder, openFolder, walk } from "nearfield/node";
import { failsWith, scratch } from "./environment.mjs";
import { sample } from "./sample.mjs";

function lay(folder, files) {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const listed = async (folder, options) => {
  const nf = await Nearfield.create({ model: "none" });
  const skipped = [];
  const paths = [];
  async function* watched() {
    for await (const file of walk(folder, nf, { onSkipped: (one) => skipped.push(one), ...options })) {
      paths.push(file.path);
      yield file;
    }
  }
  await nf.add(watched());
  nf.free();
  return { paths, skipped: Object.fromEntries(skipped.map(({ path, code }) => [path, code])) };
};

test("sorted, rules first, links not followed", async () => {
  const folder = lay(scratch(), [
    ["b.py", "x = 1\n"],
    ["B.py", "x = 1\n"],
    ["a/z.py", "x = 1\n"],
    ["a/.gitignore", "*.tmp\n"],
    ["a/x.tmp", "x"],
    ["a/deep/y.tmp", "x"],
    ["a/deep/y.py", "x = 1\n"],
    ["keep.tmp", "x = 1\n"],
    ["node_modules/m/i.js", "x"],
    [".git/config", "x"],
  ]);
  symlinkSync("a", join(folder, "link"));
  symlinkSync("nowhere", join(folder, "broken"));
  symlinkSync("..", join(folder, "a/loop"));
  const { paths, skipped } = await listed(folder);
  assert.deepEqual(paths, ["B.py", "b.py", "keep.tmp", "a/.gitignore", "a/z.py", "a/deep/y.py"]);
  assert.deepEqual(skipped, {
    ".git/": "ignored",
    "node_modules/": "ignored",
    "a/x.tmp": "ignored",
    "a/deep/y.tmp": "ignored",
    "a/loop": "symlink",
    link: "symlink",
    broken: "symlink",
  });
});

test("a huge file is not read", async () => {
  const folder = lay(scratch(), [["a.py", "x = 1\n"], ["big.py", ""], ["medium.py", "y = 2 # and more\n"]]);
  truncateSync(join(folder, "big.py"), 3_000_000_000);
  assert.deepEqual((await listed(folder)).skipped, { "big.py": "too-large" });
  assert.deepEqual((await listed(folder, { maxFileBytes: 10 })).skipped, { "big.py": "too-large", "medium.py": "too-large" });
});

test("what cannot be read is named", { skip: process.getuid?.() === 0 && "root reads everything" }, async () => {
  const folder = lay(scratch(), [["a.py", "x = 1\n"], ["locked.py", "x"], ["shut/b.py", "x"]]);
  chmodSync(join(folder, "locked.py"), 0);
  chmodSync(join(folder, "shut"), 0);
  const { skipped } = await listed(folder);
  chmodSync(join(folder, "shut"), 0o755);
  assert.deepEqual(skipped, { "locked.py": "unreadable", "shut/": "unreadable" });
});

test("openFolder gives the index and an account, in both hosts the same", async () => {
  const folder = lay(scratch(), sample.map(({ path, content }) => [path, content]));
  const accounts = [];
  for (const worker of [false, true]) {
    const { nearfield, report } = await openFolder(folder, { worker, model: "none" });
    const { ms, ...account } = report;
    accounts.push(account);
    assert.equal((await nearfield.search("parse_header")).blocks[0].path, "core/parse.rs");
    nearfield.free();
  }
  assert.deepEqual(accounts[1], accounts[0]);
  assert.deepEqual(accounts[0].skipped.map(({ path, code }) => [path, code]), [
    ["build/", "ignored"],
    ["lib/local/", "ignored"],
    ["src/picture.png", "binary"],
    ["trace.log", "ignored"],
  ]);
  assert.equal(accounts[0].files, sample.length - 4);
});

test("abort and errors", async () => {
  const folder = lay(scratch(), Array.from({ length: 50 }, (_, i) => [`f${i}.py`, `def f${i}(): pass\n`]));
  const nf = await Nearfield.create({ model: "none" });
  const controller = new AbortController();
  const error = await addFolder(nf, folder, { signal: controller.signal, onProgress: ({ done }) => done === 7 && controller.abort() }).catch((e) => e);
  failsWith("aborted")(error);
  assert.ok(error.report.files >= 7 && error.report.files < 50);
  nf.free();
  await assert.rejects(openFolder(join(folder, "nowhere"), { model: "none" }), failsWith("read", /nowhere.*no such file/));
  await assert.rejects(openFolder(folder, { model: "none", budget: 5 }), failsWith("invalid-option", /budget/));
});
