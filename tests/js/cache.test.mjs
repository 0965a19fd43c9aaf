// Folders that are opened again: only what changed is indexed, and whatever befalls the cache, the index is right.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { cacheFolder, folderStore, openFolder } from "nearfield/node";
import { failsWith, scratch } from "./environment.mjs";
import { sample } from "./sample.mjs";

const main = fileURLToPath(new URL("dist/cli/main.js", import.meta.resolve("nearfield/package.json")));

function lay(folder, files = sample) {
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Opens a folder by the cache and compares what comes with an index made anew. */
async function opened(folder, cache, options = {}) {
  const { nearfield, report, cache: account } = await openFolder(folder, { model: "none", cache, ...options });
  const fresh = await openFolder(folder, { model: "none", ...options });
  try {
    assert.deepEqual(await nearfield.save(), await fresh.nearfield.save());
    const { ms: _, ...told } = report;
    const { ms: __, ...expected } = fresh.report;
    assert.deepEqual(told, expected);
    assert.equal(fresh.cache, undefined);
    return account;
  } finally {
    nearfield.free();
    fresh.nearfield.free();
  }
}

/** What a cache folder keeps, beside its own ignore file. */
const kept = (cache) => readdirSync(cache).filter((name) => name !== ".gitignore");

describe("a folder that is opened again", () => {
  const folder = lay(scratch());
  const cache = scratch();
  const state = ({ found, written, notes }) => ({ found, written, notes });

  test("is put into the cache, then found there", async () => {
    assert.deepEqual(state(await opened(folder, cache)), { found: false, written: true, notes: [] });
    const { bytes, ...again } = await opened(folder, cache);
    assert.deepEqual(again, { found: true, written: false, notes: [] });
    assert.ok(bytes > 1000);
    assert.equal(kept(cache).length, 2);
  });

  test("is brought up to date", async () => {
    writeFileSync(join(folder, "src/ledger.ts"), "export function settleDebts() {}\n");
    rmSync(join(folder, "lib/queue.py"));
    lay(folder, [{ path: "src/late.ts", content: "export const late = 1;\n" }]);
    assert.deepEqual(state(await opened(folder, cache)), { found: true, written: true, notes: [] });
    assert.deepEqual(state(await opened(folder, cache)), { found: true, written: false, notes: [] });
    assert.equal(kept(cache).length, 2, "what no name leads to is deleted");
  });

  test("follows its ignore files, also those that are gone", async () => {
    lay(folder, [{ path: "src/.gitignore", content: "late.ts\ndeep/\n" }, { path: "src/deep/x.ts", content: "export const deep = 1;\n" }]);
    assert.equal((await opened(folder, cache)).written, true);
    rmSync(join(folder, "src/.gitignore"));
    assert.equal((await opened(folder, cache)).written, true);
    writeFileSync(join(folder, ".gitignore"), "src/deep/\n");
    assert.equal((await opened(folder, cache)).written, true);
  });

  test("has an index for each set of options, and one content stands once", async () => {
    assert.equal((await opened(folder, cache, { languages: "core" })).found, false);
    assert.equal((await opened(folder, cache)).found, true);
    const copy = lay(scratch());
    const other = scratch();
    await opened(lay(scratch()), other);
    await opened(copy, other);
    assert.equal(readdirSync(other).filter((name) => name.startsWith("snapshot-")).length, 1);
    writeFileSync(join(copy, "more.ts"), "export const more = 1;\n");
    await opened(copy, other);
    assert.equal(readdirSync(other).filter((name) => name.startsWith("snapshot-")).length, 2, "the other name still leads there");
  });

  test("is indexed anew where the cache is damaged, and the cache is made good", async () => {
    const file = join(cache, readdirSync(cache).find((name) => name.startsWith("snapshot-")));
    for (const name of readdirSync(cache).filter((name) => name.startsWith("snapshot-"))) {
      const bytes = readFileSync(join(cache, name));
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(join(cache, name), bytes);
    }
    const account = await opened(folder, cache);
    assert.equal(account.found, false);
    assert.match(account.notes.join(), /^The cache was not used: The snapshot cannot be read, a checksum is wrong/);
    assert.deepEqual(state(await opened(folder, cache)), { found: true, written: false, notes: [] });
    assert.ok(statSync(file).size > 0);

    for (const name of kept(cache)) writeFileSync(join(cache, name), "");
    assert.equal((await opened(folder, cache)).found, false);
    assert.equal((await opened(folder, cache)).found, true);
  });

  test("needs no cache that works", async () => {
    const file = join(scratch(), "file");
    writeFileSync(file, "");
    const account = await opened(folder, file);
    assert.match(account.notes.join(" "), /The cache was not written: .*file/);
    await assert.rejects(openFolder(folder, { cache: { get() {} } }), failsWith("invalid-option", /byte store/));
  });

  test("is not put there by those who only look", async () => {
    const empty = scratch();
    assert.deepEqual(state(await opened(folder, empty, { fillCache: false })), { found: false, written: false, notes: [] });
    assert.deepEqual(readdirSync(empty), []);
  });

  test("may lie in a store of the caller's", async () => {
    const kept = new Map();
    const store = {
      get: async (key) => kept.get(key),
      set: async (key, bytes) => void kept.set(key, bytes),
      delete: async (key) => void kept.delete(key),
      keys: async () => [...kept.keys()],
    };
    await opened(folder, store);
    assert.equal((await opened(folder, store)).found, true);
    assert.equal(kept.size, 2);
  });
});

test("a cache inside the folder does not index itself, whoever made it", async () => {
  for (const made of [false, true]) {
    const folder = lay(scratch());
    const cache = join(folder, "kept");
    if (made) mkdirSync(cache);
    // The second time its ignore file is there.
    for (let n = 0; n < 2; n++) await openFolder(folder, { model: "none", cache }).then(({ nearfield }) => nearfield.free());
    const { nearfield, cache: account } = await openFolder(folder, { model: "none", cache });
    assert.deepEqual([account.found, account.written], [true, false]);
    assert.ok((await nearfield.paths()).every((path) => !path.startsWith("kept/") || path === "kept/.gitignore"));
    nearfield.free();
  }
});

test("a store keeps bytes by names that are file names everywhere", async () => {
  const folder = join(scratch(), "made/when/needed");
  const store = folderStore(folder);
  assert.deepEqual([await store.get("a"), await store.keys()], [undefined, []]);
  await store.set("b", new Uint8Array([1, 2]));
  await store.set("a", new Uint8Array());
  await store.set("b", new Uint8Array([3]));
  assert.deepEqual([await store.get("b"), await store.get("a"), await store.keys()], [new Uint8Array([3]), new Uint8Array(), ["a", "b"]]);
  await store.delete("b");
  await store.delete("b");
  assert.deepEqual(await store.keys(), ["a"]);
  for (const key of ["", "../up", "A", "a/b", "x.tmp", ".hidden"]) {
    await assert.rejects(store.get(key), failsWith("invalid-option", /no key/));
  }
});

test("what a dead writer left is passed over, and deleted in time", async () => {
  const folder = scratch();
  const store = folderStore(folder);
  for (const [name, age] of [["a.1-0123456789ab.tmp", 7200], ["a.2-0123456789ab.tmp", 60], ["notes.tmp", 7200]]) {
    writeFileSync(join(folder, name), "half");
    const when = Date.now() / 1000 - age;
    utimesSync(join(folder, name), when, when);
  }
  assert.equal(await store.get("a"), undefined);
  await store.set("a", new Uint8Array([1]));
  assert.deepEqual(readdirSync(folder).sort(), ["a", "a.2-0123456789ab.tmp", "notes.tmp"]);
});

test("the cache lies where the platform keeps such things", () => {
  const before = process.env.XDG_CACHE_HOME;
  process.env.XDG_CACHE_HOME = join("/somewhere", "else");
  assert.equal(cacheFolder(), join("/somewhere", "else", "nearfield"));
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
});

test("several processes at once, and one that is killed, leave a cache that is good or none", async () => {
  const folder = lay(scratch());
  const cache = scratch();
  const start = (...args) => spawn(process.execPath, [main, ...args, "--model", "none", "--cache", cache], { stdio: "ignore" });
  const ended = (child) => new Promise((resolve) => child.on("exit", (code) => resolve(code)));
  for (let round = 0; round < 3; round++) {
    writeFileSync(join(folder, "round.ts"), `export const round = ${round};\n`);
    const children = [start("index", folder), start("index", folder), start("index", folder)];
    const killed = start("index", folder);
    setTimeout(() => killed.kill("SIGKILL"), 150 + 100 * round);
    const [, ...codes] = await Promise.all([killed, ...children].map(ended));
    assert.deepEqual(codes, [0, 0, 0]);
  }
  const { found, notes } = await opened(folder, cache);
  assert.deepEqual([found, notes], [true, []]);
});
