// Two modules: the usual languages, and all of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Nearfield } from "nearfield";
import { failsWith } from "./environment.mjs";

const files = [
  {
    path: "Boat.kt",
    content: `package harbour

/** A boat under sail. */
data class Boat(val name: String) {
    fun reef(knots: Int): Boat {
        require(knots > 0)
        return copy(name = name)
    }
}

fun Boat.hail(): String = "Ahoy"
`,
  },
  {
    path: "Berth.swift",
    content: `/// A place for a boat.
public struct Berth {
    let depth: Double

    func fits(_ boat: Boat) -> Bool {
        return boat.draught < depth
    }
}

extension Berth: Equatable {
    func dredge(to depth: Double) {
        print(depth)
    }
}
`,
  },
  { path: "keep.ts", content: "export function keep(): number {\n  return 1;\n}\n" },
];

async function indexed(options) {
  const nf = await Nearfield.create({ model: "none", ...options });
  const report = await nf.add(files);
  assert.equal(report.files, files.length);
  const stats = await nf.stats();
  const symbols = [];
  for (const query of ["reef knots", "hail", "fits boat", "dredge", "keep"]) {
    for (const hit of await nf.rank(query, { limit: 5 })) symbols.push(...hit.symbols.map(({ kind, qualified }) => `${kind} ${qualified}`));
  }
  const context = await nf.search("dredge the berth");
  nf.free();
  return { stats, symbols: [...new Set(symbols)].sort(), markdown: context.markdown };
}

const full = [
  "class Boat",
  "field Berth.depth",
  "field Boat.name",
  "function Boat.hail",
  "function keep",
  "impl Berth",
  "method Berth.dredge",
  "method Berth.fits",
  "method Boat.reef",
  "struct Berth",
];

for (const options of [{ languages: "full" }, {}]) {
  test(`in Node ${JSON.stringify(options)} finds the definitions of all languages`, async () => {
    const { symbols, stats } = await indexed(options);
    assert.deepEqual(symbols, full);
    assert.equal(stats.degraded.length, 0);
  });
}

test('"core" cuts what it does not parse by its lines, and finds it all the same', async () => {
  const { symbols, stats, markdown } = await indexed({ languages: "core" });
  assert.deepEqual(symbols, ["function keep"]);
  assert.equal(stats.degraded.length, 0);
  assert.match(markdown, /func dredge/);
});

test("a worker gets the module that was asked for", async () => {
  assert.deepEqual((await indexed({ languages: "full", worker: true })).symbols, full);
  assert.deepEqual((await indexed({ languages: "core", worker: true })).symbols, ["function keep"]);
});

test("`wasm` wins over `languages`", async () => {
  const wasm = new URL(import.meta.resolve("nearfield/nearfield_core_bg.wasm"));
  assert.deepEqual((await indexed({ languages: "full", wasm })).symbols, ["function keep"]);
});

test("another name is refused", async () => {
  for (const languages of ["all", "Full", "", 1, ["core"]]) {
    await assert.rejects(Nearfield.create({ languages }), failsWith("invalid-option", /"languages" of create.*"core", "full"/));
  }
});
