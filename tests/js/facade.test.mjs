// The interface, once in this thread and once in a worker: the same calls, the same answers.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Nearfield } from "nearfield";
import { failsWith } from "./environment.mjs";
import { sample } from "./sample.mjs";

for (const worker of [false, true]) {
  describe(worker ? "in a worker" : "in this thread", () => {
    let nf;
    let report;
    before(async () => {
      nf = await Nearfield.create({ worker });
      report = await nf.add(sample);
    });
    after(() => nf?.free());

    test("add accounts for every file", async () => {
      assert.equal(report.files + report.skipped.length, sample.length);
      assert.ok(report.chunks >= report.files - 1);
      assert.ok(report.bytes > 1000 && report.ms > 0);
      assert.deepEqual(report.refeed, []);
      assert.deepEqual(report.replaced, []);
      const reasons = Object.fromEntries(report.skipped.map(({ path, code }) => [path, code]));
      assert.deepEqual(reasons, {
        "src/picture.png": "binary",
        "build/out.js": "ignored",
        "lib/local/notes.py": "ignored",
        "trace.log": "ignored",
      });
      for (const { message } of report.skipped) assert.match(message, /\w+.*\.$/);
    });

    test("search gives a context within its budget", async () => {
      const context = await nf.search("how is money moved between accounts", { budget: 800 });
      assert.equal(context.query, "how is money moved between accounts");
      assert.equal(context.budget, 800);
      assert.ok(context.tokens <= 800);
      assert.ok(context.markdown.startsWith(context.header));
      assert.equal(context.blocks[0].path, "src/ledger.ts");
      assert.ok(context.blocks[0].symbols.some(({ name }) => name === "transfer" || name === "Ledger"));
      assert.ok(context.nEff >= 1 && context.epsilon >= 0 && context.epsilon <= 1);
      assert.equal(context.weights, undefined);
      const { weights } = await nf.search("money", { scores: true });
      assert.ok(weights.length > 0 && weights.every((w, i) => i === 0 || w <= weights[i - 1]));
    });

    test("positions are UTF-16 offsets into the text", async () => {
      for (const { path, start, end, startLine } of await nf.rank("cancelBooking", { limit: 3, content: "all" })) {
        const text = await nf.text(path);
        assert.ok(start < end && end <= text.length);
        assert.equal(text.slice(0, start).split("\n").length, startLine);
        if (path === "src/emoji.js") assert.match(text.slice(start, end), /cancelBooking/);
      }
    });

    test("rank is ordered and limited", async () => {
      const hits = await nf.rank("parse_header", { limit: 3 });
      assert.ok(hits.length > 0 && hits.length <= 3);
      assert.equal(hits[0].path, "core/parse.rs");
      assert.ok(hits.every((hit, i) => i === 0 || hit.score <= hits[i - 1].score));
      for (const { name, value } of hits[0].reasons) assert.ok(typeof name === "string" && Number.isFinite(value));
    });

    test("filters, modes and pages", async () => {
      const paths = async (options) => (await nf.rank("queue retries ledger", { limit: 50, ...options })).map((hit) => hit.path);
      assert.deepEqual([...new Set(await paths({ paths: ["src/", "!src/ledger.ts"] }))].filter((p) => !p.startsWith("src/") || p === "src/ledger.ts"), []);
      assert.ok((await paths({ languages: ["rust"] })).every((p) => p.endsWith(".rs")));
      assert.ok((await paths({ roles: ["test"] })).length < (await paths({})).length);
      const all = await paths({ spread: 0 });
      assert.deepEqual([...(await paths({ spread: 0, limit: 2 })), ...(await paths({ spread: 0, offset: 2 }))], all);
      for (const options of [{ profile: "tobler" }, { mode: "lexical" }, { mode: "semantic" }, { fusion: "rrf", rrfK: 10 }, { semanticWeight: 0.9 }]) {
        const [hit] = await nf.rank("how is money moved between accounts", options);
        assert.equal(hit.path, "src/ledger.ts", JSON.stringify(options));
        assert.ok(Math.abs(hit.reasons.reduce((sum, { value }) => sum + value, 0) - hit.score) < 1e-9);
        assert.equal(hit.intent, "explain");
      }
      const silent = await nf.rank("queue retries ledger", { without: ["words", "placedCosine"] });
      assert.ok(silent.every(({ reasons }) => reasons.every(({ name }) => name !== "words" && name !== "placedCosine")));
      const context = await nf.search("architecture of the ledger", { profile: "nearfield", paths: ["src/"] });
      assert.equal(context.intent, "architecture");
      assert.equal(context.budget, 4000);
    });

    test("related gives places like a given one", async () => {
      const [{ path, startLine }] = await nf.rank("parse_header", { limit: 1 });
      const hits = await nf.related(path, startLine, { limit: 5 });
      assert.ok(hits.length > 0 && hits.every((hit) => hit.path !== path || hit.startLine !== startLine));
      await assert.rejects(nf.related("nowhere.ts", 1), failsWith("invalid-option", /indexed file/));
      await assert.rejects(nf.related(path, 0), failsWith("invalid-option", /line/));
      await assert.rejects(nf.related(path, 1e6), failsWith("invalid-option", /line/));
    });

    test("content selects kinds of files", async () => {
      const paths = async (content) => new Set((await nf.rank("queue retries ledger", { limit: 50, content })).map((hit) => hit.path));
      assert.ok((await paths("docs")).has("docs/guide.md"));
      assert.ok(!(await paths("code")).has("docs/guide.md"));
      assert.ok((await paths(["docs", "config"])).has("config/app.json"));
      assert.ok((await paths("all")).size > (await paths("code")).size);
    });

    test("a session remembers, clear forgets", async () => {
      const session = nf.session();
      const first = await nf.search("how is money moved between accounts", { session });
      assert.equal(first.memory, 0);
      const second = await nf.search("what does it throw", { session });
      assert.equal(second.memory, 1);
      assert.equal(second.blocks[0].path, first.blocks[0].path);
      const again = await nf.search("how is money moved between accounts", { session });
      assert.ok(again.blocks[0].delivered && again.blocks[0].text === "");
      assert.match(again.markdown, /, shown before/);
      assert.ok(!(await nf.search("how is money moved between accounts", { session, repeat: true })).blocks[0].delivered);
      const saved = await session.save();
      const restored = await nf.session(saved);
      assert.ok((await nf.search("how is money moved between accounts", { session: restored })).blocks[0].delivered);
      await assert.rejects(nf.session("{}"), failsWith("session"));
      await session.forget();
      assert.ok(!(await nf.search("how is money moved between accounts", { session })).blocks[0].delivered);
      await session.clear();
      assert.equal((await nf.search("what does it throw", { session })).memory, 0);
      assert.equal((await nf.search("what does it throw", { session, fresh: true })).memory, 0);
      const other = nf.session();
      assert.equal((await nf.search("money", { session: other })).memory, 0);
      session.free();
      session.free();
      await assert.rejects(nf.search("money", { session }), failsWith("freed", /session/));
      await assert.rejects(session.clear(), failsWith("freed"));
    });

    test("nonsense is not answered, and what exists is offered", async () => {
      for (const nonsense of ["", "!!!", "zzqqxy flurb", "🦀", "how does the"]) {
        const context = await nf.search(nonsense);
        assert.ok(context.abstained && context.blocks.length === 0 && context.notes.length > 0, nonsense);
      }
      const slip = await nf.search("cancelBokking zzqqxy", { threshold: 1 });
      assert.ok(slip.abstained && slip.suggestions.some(({ text, path }) => /cancelBooking/.test(text) && path === "src/emoji.js"), JSON.stringify(slip));
      const anyway = await nf.search("cancelBokking zzqqxy", { abstain: false });
      assert.ok(!anyway.abstained && anyway.blocks.length > 0);
      const sure = await nf.search("where is cancelBooking defined");
      assert.equal(sure.relevance, 1);
      assert.ok(sure.confidence.probability > 0.5 && ["high", "medium"].includes(sure.confidence.word));
      assert.equal((await nf.search("money", { profile: "tobler" })).confidence, null);
    });

    test("embed gives vectors of length 1", async () => {
      const vector = await nf.embed("parse the header line");
      assert.ok(vector instanceof Float32Array);
      assert.equal(vector.length, (await nf.stats()).model.dimension);
      assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
      assert.ok((await nf.embed("")).every((x) => x === 0));
    });

    test("stats tell what is there", async () => {
      const stats = await nf.stats();
      assert.equal(stats.files, report.files);
      assert.equal(stats.chunks, report.chunks);
      assert.ok(stats.symbols > 5 && stats.bytes > 1000);
      assert.equal(stats.languages.python.files, 1);
      assert.deepEqual(new Set(stats.skipped.map((s) => s.path)), new Set(report.skipped.map((s) => s.path)));
      assert.equal(stats.version, "0.1.0");
    });

    test("text is what was indexed: decoded, without a mark, with its line ends", async () => {
      assert.match(await nf.text("src/wide.cs.txt"), /^public class Wide/);
      assert.match(await nf.text("src/marked.go"), /^package marked/);
      assert.match(await nf.text("src/windows.ts"), /\r\n/);
      assert.equal(await nf.text("src/lone.txt"), "a lone surrogate: \ufffd and on\n");
      assert.equal(await nf.text("no/such.file"), undefined);
    });

    test("isIgnored names the rule", async () => {
      assert.match(await nf.isIgnored("build", true), /build/);
      assert.match(await nf.isIgnored("node_modules", true), /node_modules/);
      assert.equal(await nf.isIgnored("src/ledger.ts"), undefined);
    });

    test("update replaces, remove takes out", async () => {
      const own = await Nearfield.create({ worker, model: "none" });
      try {
        assert.equal((await own.update("a.py", "def zebra():\n    pass\n")).indexed, true);
        assert.equal((await own.rank("zebra"))[0].path, "a.py");
        const again = await own.update("./a.py", "def giraffe():\n    pass\n");
        assert.equal(again.path, "a.py");
        assert.match(await own.text("a.py"), /giraffe/);
        assert.equal((await own.stats()).files, 1);
        const refused = await own.update("a.py", new Uint8Array([0, 1, 2, 0]));
        assert.equal(refused.indexed, false);
        assert.equal(refused.reason.code, "binary");
        assert.equal(await own.text("a.py"), undefined);
        await own.update("b.py", "x = 1\n");
        assert.equal(await own.remove("b.py"), true);
        assert.equal(await own.remove("b.py"), false);
        assert.equal((await own.stats()).files, 0);
        assert.deepEqual((await own.search("anything")).blocks, []);
      } finally {
        own.free();
      }
    });

    test("an index without a model searches by words", async () => {
      const own = await Nearfield.create({ worker, model: "none" });
      await own.add(sample);
      assert.equal((await own.stats()).model, null);
      assert.equal((await own.search("parse_header")).blocks[0].path, "core/parse.rs");
      await assert.rejects(own.embed("x"), (error) => error.name === "NearfieldError" && error.code !== "dead");
      own.free();
    });

    test("after free every call says so", async () => {
      const own = await Nearfield.create({ worker, model: "none" });
      const session = own.session();
      await own.search("x", { session });
      own.free();
      own.free();
      session.free();
      for (const call of [
        () => own.search("x"),
        () => own.rank("x"),
        () => own.add([{ path: "a", content: "b" }]),
        () => own.update("a", "b"),
        () => own.remove("a"),
        () => own.stats(),
        () => own.embed("x"),
        () => own.text("a"),
        () => own.isIgnored("a"),
      ]) {
        await assert.rejects(call, failsWith("freed", /create a new one/));
      }
    });

    test("Symbol.dispose frees", { skip: typeof Symbol.dispose !== "symbol" }, async () => {
      const own = await Nearfield.create({ worker, model: "none" });
      own.session()[Symbol.dispose]();
      own[Symbol.dispose]();
      await assert.rejects(own.stats(), failsWith("freed"));
    });

    test("the caller's bytes stay the caller's", async () => {
      const own = await Nearfield.create({ worker, model: "none" });
      const whole = new TextEncoder().encode("0123456789def okapi(): pass\n");
      const part = whole.subarray(10);
      await own.update("a.py", part);
      await own.update("b.py", part.slice().buffer);
      assert.equal(whole.byteLength, 28);
      assert.match(await own.text("a.py"), /^def okapi/);
      assert.equal(await own.text("b.py"), await own.text("a.py"));
      own.free();
    });
  });
}

test("both hosts give the same", async () => {
  const results = [];
  for (const worker of [false, true]) {
    const nf = await Nearfield.create({ worker });
    const { ms, ...report } = await nf.add(sample);
    const session = nf.session();
    const contexts = [];
    for (const query of ["money", "job queue", "the queue again"]) contexts.push(await nf.search(query, { session, content: "all", scores: true }));
    const { timings, ...stats } = await nf.stats();
    results.push({ report, contexts, hits: await nf.rank("delay"), vector: await nf.embed("delay"), stats });
    nf.free();
  }
  assert.deepEqual(results[1], results[0]);
});
