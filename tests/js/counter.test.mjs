// Token counters: exact ones by name, functions of the caller's, and what goes wrong with them.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { Nearfield } from "nearfield";
import { failsWith, root } from "./environment.mjs";
import { sample } from "./sample.mjs";

const plain = { disallowedSpecial: new Set() };
const exact = { o200k_base: (text) => o200k(text, plain), cl100k_base: (text) => cl100k(text, plain) };
const special = { path: "src/special.ts", content: "export function endOfText(): string {\n  return '<|endoftext|><|im_start|>';\n}\n" };

for (const worker of [false, true]) {
  describe(worker ? "in a worker" : "in this thread", () => {
    let nf;
    before(async () => {
      nf = await Nearfield.create({ worker });
      await nf.add([...sample, special]);
      const own = join(root, "src", "assemble");
      await nf.add(readdirSync(own).filter((name) => name.endsWith(".rs")).map((name) => ({ path: `src/assemble/${name}`, content: readFileSync(join(own, name)) })));
    });
    after(() => nf?.free());

    for (const counter of ["o200k_base", "cl100k_base"]) {
      test(`${counter} is never exceeded and is used`, async () => {
        for (const format of ["markdown", "json", "xml", "plain"]) {
          for (const budget of [0, 10, 60, 150, 300, 700, 2000, 5000]) {
            const context = await nf.search("how is the budget spent on tiers", { budget, counter, format });
            const tokens = exact[counter](context.text);
            assert.ok(tokens <= budget, `${format}: ${tokens} of ${budget}`);
            assert.equal(context.tokens, tokens);
            assert.equal(context.budget, budget);
            assert.ok(budget < 300 || tokens >= 0.9 * budget || context.masses.full >= 0.9, `${format}: ${tokens} of ${budget}`);
          }
        }
      });
    }

    test("special tokens in a file are text", async () => {
      const { text } = await nf.search("endOfText", { counter: "o200k_base", budget: 500 });
      assert.match(text, /<\|endoftext\|>/);
    });

    test("an asynchronous function is asked six times at most, one text at a time", async () => {
      let calls = 0;
      let open = 0;
      const counter = async (text) => {
        calls++;
        assert.equal(++open, 1);
        await new Promise((resolve) => setTimeout(resolve, 2));
        open--;
        return text.length;
      };
      for (const budget of [0, 50, 400, 3000, undefined]) {
        calls = 0;
        const context = await nf.search("how is money moved", { counter, budget });
        assert.ok(calls <= 6, String(calls));
        assert.ok(context.text.length <= context.budget);
        if (context.text) assert.equal(context.tokens, context.text.length);
      }
    });

    test("searches with counters may overlap, and the index may change under them", async () => {
      const counter = async (text) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        return text.length / 3;
      };
      const all = await Promise.all([
        nf.search("money", { counter, budget: 900 }),
        nf.search("how is the budget spent", { counter, budget: 1500 }),
        nf.update("src/new.ts", "export const fresh = 1;\n"),
        nf.remove("src/new.ts"),
        nf.search("queue", { counter, budget: 700 }),
      ]);
      for (const at of [0, 1, 4]) assert.ok(all[at].tokens <= all[at].budget && all[at].blocks.length > 0);
    });

    test("a counter that fails or gives no number is named", async () => {
      const broken = () => {
        throw new Error("out of vocabulary");
      };
      await assert.rejects(nf.search("money", { counter: broken }), failsWith("counter", /out of vocabulary/));
      for (const wrong of [NaN, -1, "12", undefined, Infinity]) {
        await assert.rejects(nf.search("money", { counter: () => wrong }), failsWith("counter", /number of tokens/));
      }
      assert.ok((await nf.search("money", { counter: "estimate" })).blocks.length > 0, "the engine is alive");
    });

    test("a session remembers what a counted answer showed", async () => {
      const session = nf.session();
      const counter = (text) => Math.ceil(text.length / 4);
      const first = await nf.search("how is money moved between accounts", { session, counter, budget: 1500 });
      const second = await nf.search("how is money moved between accounts", { session, counter, budget: 1500 });
      assert.ok(!first.blocks[0].delivered && second.blocks[0].delivered);
    });
  });
}
