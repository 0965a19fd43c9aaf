// Languages that the caller brings: functions in its thread, wherever the engine runs.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Nearfield } from "nearfield";
import { openFolder } from "nearfield/node";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failsWith, scratch } from "./environment.mjs";

// Put together here: what looks like a secret in a file is one to those who scan it.
const token = ["gh", "p_", "Zk3vR8tLq1", "Xw5mN7bJ0c", "Hd2fGy9sPa", "Ue4i6K"].join("");

const RULES = `ruleset Parking

# How long a car may stay.
rule StayLimit
  when hours > 4
  then fine 20
end

rule NightFree
  when hour > 22
end
`;

/** A chunk for each rule, with the comment above it. */
function rules(path, text) {
  const chunks = [];
  const lines = text.split("\n");
  lines.forEach((line, at) => {
    const name = /^rule (\w+)/.exec(line)?.[1];
    if (!name) return;
    const isDocumented = lines[at - 1]?.startsWith("#");
    const endLine = lines.findIndex((line, end) => end > at && line.trim() === "end") + 1;
    chunks.push({ startLine: at + (isDocumented ? 0 : 1), endLine, name, kind: "rule", qualified: `Parking.${name}`, ...(isDocumented && { doc: [at, at] }) });
  });
  return chunks;
}

const later = (chunker, ms = 5) => async (path, text) => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return chunker(path, text);
};

const file = (path, content = RULES) => ({ path, content });
const big = Array.from({ length: 900 }, (_, n) => file(`city/${n}.rules`, RULES.replaceAll("Parking", `Parking${n}`) + "# more words of a long file\n".repeat(120)));

for (const where of [{}, { worker: true }, { worker: true, helpers: 2 }, { helpers: 2 }]) {
  describe(`with ${JSON.stringify(where)}`, () => {
    const create = (options) => Nearfield.create({ model: "none", languages: "core", ...where, ...options });
    const using = async (options, run) => {
      const nf = await create(options);
      try {
        return await run(nf);
      } finally {
        nf.free();
      }
    };
    const saved = (options, files) =>
      using(options, async (nf) => {
        await nf.add(files);
        return nf.save();
      });
    const same = (a, b) => assert.ok(Buffer.from(a).equals(Buffer.from(b)), "the snapshots differ");

    test("its chunks are chunks with symbols", () =>
      using({ chunkers: { ".rules": rules } }, async (nf) => {
        const report = await nf.add([file("city.rules")]);
        assert.deepEqual([report.degraded, report.files, report.chunks], [[], 1, 3]);
        const [hit] = await nf.rank("where is NightFree defined");
        assert.deepEqual([hit.startLine, hit.endLine, hit.symbols[0].qualified, hit.symbols[0].kind, hit.symbols[0].line], [9, 11, "Parking.NightFree", "rule", 9]);
        assert.equal((await nf.stats()).symbols, 2);
      }));

    test("it is given the text that is indexed, and lines are those of that", () => {
      const seen = [];
      const chunker = (path, text) => (seen.push([path, text]), rules(path, text));
      const crlf = `\ufeff${RULES.replaceAll("\n", "\r\n")}note ${token}\r\n`;
      const wide = new Uint8Array(Buffer.from(crlf, "utf16le"));
      return using({ chunkers: { ".RULES": chunker } }, async (nf) => {
        await nf.add([file("a/City.Rules", crlf), file("b.rules", wide), file("c.txt", "rule Other\nend\n"), file("d.rules", new Uint8Array([0, 1, 2]))]);
        assert.deepEqual(seen.map(([path]) => path), ["a/City.Rules", "b.rules"]);
        for (const [path, text] of seen) {
          assert.equal(text, await nf.text(path));
          assert.ok(text.startsWith("ruleset Parking\r\n") && !text.includes(token), text);
        }
        const [hit] = await nf.rank("StayLimit");
        assert.deepEqual([hit.startLine, hit.endLine], [3, 8]);
      });
    });

    test("faults are told and spoil nothing", () => {
      const faults = {
        ".throws": [() => { throw new Error("no such luck."); }, /".throws" threw: no such luck; the file is cut without it\./],
        ".long": [() => { throw new Error("x".repeat(3e5)); }, /^The chunker for ".long" threw: x{200}…; the file is cut without it\.$/],
        ".rejects": [() => Promise.reject(new Error("later")), /".rejects" threw: later;/],
        ".nothing": [() => undefined, /must give an array of chunks, not undefined;/],
        ".holes": [() => [, {}], /gave a chunk 1 that is no object but undefined/],
        ".half": [() => [{ startLine: 1.5, endLine: 2 }], /chunk 1 whose startLine is no whole number but 1\.5/],
        ".text": [() => [{ startLine: 1, endLine: "2" }], /chunk 1 whose endLine is no whole number but "2"/],
        ".kind": [() => [{ startLine: 1, endLine: 2, kind: "hero" }], /whose kind is "hero" and none of function/],
        ".name": [() => [{ startLine: 1, endLine: 2, name: 3 }], /whose name is no string but 3/],
        ".doc": [() => [{ startLine: 1, endLine: 2, doc: [1] }], /whose doc is no \[first line, last line\] but \[1\]/],
        ".getter": [() => [{ get startLine() { throw new Error("caught"); } }], /gave what cannot be read: caught/],
        ".order": [() => [{ startLine: 3, endLine: 2 }], /chunk 1, lines 3 to 2, is no range of lines/],
        ".zero": [() => [{ startLine: 0, endLine: 2 }], /chunk 1, lines 0 to 2, is no range of lines/],
        ".behind": [() => [{ startLine: 1, endLine: 99 }], /chunk 1, lines 1 to 99, ends behind the file: give whole lines from 1 to 11/],
        ".twice": [() => [{ startLine: 4, endLine: 7 }, { startLine: 1, endLine: 4 }], /chunk 1, lines 4 to 7, shares lines with chunk 2, lines 1 to 4/],
        ".outside": [() => [{ startLine: 4, endLine: 7, signature: [3, 3] }], /has a signature that is not inside of it/],
      };
      const chunkers = Object.fromEntries(Object.entries(faults).map(([ending, [chunker]]) => [ending, chunker]));
      return using({ chunkers }, async (nf) => {
        const report = await nf.add(Object.keys(faults).map((ending) => file(`x${ending}`)));
        assert.equal(report.files, Object.keys(faults).length);
        for (const [ending, [, message]] of Object.entries(faults)) {
          const degraded = report.degraded.find(({ path }) => path === `x${ending}`);
          assert.match(degraded?.message ?? "", message, ending);
          assert.match(degraded.message, /\.$/);
        }
        assert.equal((await nf.stats()).degraded.length, report.files);
        assert.ok((await nf.rank("StayLimit")).length > 0);
      });
    });

    test("edits in any order end as a fresh index", async () => {
      const chunkers = { ".rules": later(rules), ".slow.rules": later(rules, 40) };
      const edited = await using({ chunkers }, async (nf) => {
        await nf.add([file("b.slow.rules", "rule Old\nend\n"), file("plain.txt"), file("gone.rules")]);
        // Not waited for one by one: what is asked for later wins.
        const bytes = Buffer.from(RULES);
        const calls = [
          nf.update("b.slow.rules", RULES),
          nf.update("b.slow.rules", "rule Last\nend\n"),
          nf.update("c.rules", bytes),
          nf.remove("gone.rules"),
          nf.rename("plain.txt", "plain.rules"),
          nf.rename("c.rules", "c.txt"),
          nf.update("d/e.rules", RULES),
          nf.rename("d", "f"),
        ];
        bytes.fill(32);
        await Promise.all(calls);
        return nf.save();
      });
      same(edited, await saved({ chunkers }, [file("b.slow.rules", "rule Last\nend\n"), file("plain.rules"), file("c.txt"), file("f/e.rules")]));
    });

    test("a snapshot keeps them, and what has not changed is nothing to do", async () => {
      const bytes = await saved({ chunkers: { ".rules": rules } }, [file("city.rules")]);
      const nf = await Nearfield.load(bytes, { model: "none", languages: "core", ...where, chunkers: { ".rules": later(rules) } });
      assert.equal((await nf.rank("NightFree"))[0].symbols[0].name, "NightFree");
      await nf.add([file("city.rules")]);
      assert.equal(await nf.revision(), 0);
      nf.free();
      // Without the function it is another file; with another function, too.
      const without = await Nearfield.load(bytes, { model: "none", languages: "core" });
      await without.update("city.rules", RULES);
      assert.ok((await without.revision()) > 0 && (await without.stats()).symbols === 0);
      without.free();
    });

    test("rules of ignore files hold for what comes after a slow function", () =>
      using({ chunkers: { ".rules": later(rules) } }, async (nf) => {
        async function* files() {
          yield file("a.rules");
          yield file(".gitignore", "out/\n");
          assert.ok(await nf.isIgnored("out", true));
          yield file("out/b.rules");
        }
        const report = await nf.add(files());
        assert.deepEqual(report.skipped.map(({ path, code }) => [path, code]), [["out/b.rules", "ignored"]]);
      }));

    test("a function that hangs holds up neither an abort nor the end", async () => {
      const never = () => new Promise(() => {});
      await using({ chunkers: { ".rules": never } }, async (nf) => {
        const control = new AbortController();
        setTimeout(() => control.abort(), 30);
        const stopped = await nf.add([file("a.txt"), file("b.rules"), file("c.txt")], { signal: control.signal }).catch((error) => error);
        assert.equal(stopped.code, "aborted");
        assert.deepEqual(await nf.paths(), ["a.txt"]);
        const waiting = nf.update("b.rules", RULES);
        setTimeout(() => nf.free(), 30);
        await assert.rejects(waiting, failsWith("freed"));
      });
    });

    if (where.helpers) {
      test("helpers make the same of many", async () => {
        const one = await Nearfield.create({ model: "none", languages: "core", chunkers: { ".rules": rules } });
        await one.add(big);
        const bytes = await one.save();
        one.free();
        same(await saved({ chunkers: { ".rules": later(rules, 0) } }, big), bytes);
      });
    }
  });
}

test("a folder is read by them", async () => {
  const folder = scratch();
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "sub/city.rules"), RULES);
  const { nearfield, report } = await openFolder(folder, { model: "none", chunkers: { ".rules": rules }, cache: join(folder, "../cache-of-chunkers") });
  assert.equal(report.chunks, 3);
  nearfield.free();
});

for (const [chunkers, message] of [
  [rules, /"chunkers" of create must be an object with a function by ending/],
  [{ rules }, /"chunkers"/],
  [{ ".rules": "rules" }, /"chunkers"/],
  [{ ".": rules }, /"chunkers"/],
  [{ ".a/b": rules }, /"chunkers"/],
  [null, /"chunkers".*not null/],
]) {
  test(`create refuses ${String(chunkers)}`, async () => {
    await assert.rejects(Nearfield.create({ model: "none", chunkers }), failsWith("invalid-option", message));
  });
}
