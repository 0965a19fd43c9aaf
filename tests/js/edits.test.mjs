// Thousands of random edits of a real code base: the index is what a fresh one of the same files is, to the byte.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Nearfield } from "nearfield";
import { failsWith, need, random } from "./environment.mjs";

const EDITS = 3000;
const QUESTIONS = ["where is safeParse defined", "how are errors formatted", "optional fields of an object", "who uses ParseStatus"];

function read(folder, prefix = "") {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? read(folder, `${prefix}${entry.name}/`) : [[prefix + entry.name, readFileSync(join(folder, prefix + entry.name), "utf8")]],
  );
}

const code = read(join(need("NEARFIELD_CORPORA"), "zod")).filter(([path, text]) => /\.(ts|js|cjs|mjs|json|md)$/.test(path) && text.length < 40_000);

const fresh = async (files) => {
  const nf = await Nearfield.create({ languages: "core" });
  await nf.add([...files].map(([path, content]) => ({ path, content })));
  return nf;
};

test(`${EDITS} edits of zod`, async () => {
  const pick = random(1);
  const originals = new Map(code);
  const now = new Map(code);
  const nf = await fresh(now);
  const one = () => [...now.keys()][pick(now.size)];
  for (let edit = 1; edit <= EDITS; edit++) {
    const path = one();
    const text = now.get(path);
    const lines = text.split("\n");
    const line = pick(lines.length);
    const put = async (content) => {
      now.set(path, content);
      await nf.update(path, content);
    };
    const kind = pick(10);
    if (kind < 4) await put(lines.toSpliced(line, pick(4), `const edit${edit} = ${pick(1000)};`).join("\n"));
    else if (kind < 6) await put(lines.toSpliced(line, 1 + pick(30)).join("\n"));
    else if (kind < 7) await put(originals.get(path) ?? text);
    else if (kind < 8) {
      const to = pick(4) === 0 ? one() : `moved/${pick(5)}/${path.slice(path.lastIndexOf("/") + 1)}`;
      await nf.rename(path, to);
      now.delete(path);
      now.set(to, text);
    } else if (kind < 9 && now.size > code.length / 2) {
      now.delete(path);
      await nf.remove(path);
    } else {
      const [back, content] = code[pick(code.length)];
      now.set(back, content);
      await nf.update(back, content);
    }
    if (edit % 97 === 0) await nf.search(QUESTIONS[pick(QUESTIONS.length)]);
    if (edit % (EDITS / 5) === 0) {
      const other = await fresh(now);
      for (const question of QUESTIONS) {
        assert.deepEqual(await nf.search(question, { scores: true }), await other.search(question, { scores: true }), `${question}, after ${edit} edits`);
        assert.deepEqual(await nf.rank(question, { limit: 50 }), await other.rank(question, { limit: 50 }));
      }
      assert.ok(Buffer.from(await nf.save()).equals(Buffer.from(await other.save())), `the snapshots differ after ${edit} edits`);
      other.free();
    }
  }
  const { chunks, embedded } = await nf.stats();
  assert.ok(embedded > chunks, "edits embed what they change");
  nf.free();
});

test("rename keeps vectors, in a worker and beside helpers as in this thread", async () => {
  for (const options of [{}, { worker: true }, { helpers: 2 }]) {
    const nf = await Nearfield.create({ languages: "core", ...options });
    await nf.add([...code].map(([path, content]) => ({ path: `old/${path}`, content })));
    const before = (await nf.stats()).embedded;
    const reports = await nf.rename("old", "new");
    assert.equal(reports.length, code.length);
    assert.equal((await nf.stats()).embedded, before);
    const other = await fresh(code.map(([path, content]) => [`new/${path}`, content]));
    assert.ok(Buffer.from(await nf.save()).equals(Buffer.from(await other.save())));
    await assert.rejects(nf.rename("old", "newer"), failsWith("invalid-option", /old/));
    await assert.rejects(nf.rename("new", 7), failsWith("invalid-option", /to/));
    other.free();
    nf.free();
  }
});
