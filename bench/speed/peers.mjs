// What a page would take instead, on the same chunks and questions; `cargo xtask bench` starts it and reads the JSON it
// prints. Both peers rank chunks by words and give no context: compare with ranking alone.
//
// usage: peers.mjs FILES.json QUERIES.json REPEATS
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, insertMultiple, search } from "@orama/orama";
import MiniSearch from "minisearch";
import { Nearfield } from "nearfield";

const [list, asked, repeats] = process.argv.slice(2);
const { root, paths } = JSON.parse(readFileSync(list, "utf8"));
const queries = JSON.parse(readFileSync(asked, "utf8"));
const version = (name) => JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8")).version;

const nearfield = await Nearfield.create({ languages: "core", model: "none" });
await nearfield.add(paths.map((path) => ({ path, content: readFileSync(join(root, path)) })));
const hits = await nearfield.rank("the", { content: "all", limit: 2 ** 32 - 1 });
const { chunks } = await nearfield.stats();
if (hits.length !== chunks) throw new Error(`of ${chunks} chunks ${hits.length} came`);
const texts = new Map();
for (const { path } of hits) if (!texts.has(path)) texts.set(path, await nearfield.text(path));
const documents = hits.map(({ path, start, end }, n) => ({ id: String(n), path, text: texts.get(path).slice(start, end) }));
nearfield.free();

async function measured(name, index, ask) {
  const start = performance.now();
  const made = await index();
  const indexMs = performance.now() - start;
  const queryMs = [];
  for (let repeat = 0; repeat <= Number(repeats); repeat++) {
    for (const query of queries) {
      const start = performance.now();
      await ask(made, query);
      // The first round warms the caches.
      if (repeat > 0) queryMs.push(performance.now() - start);
    }
  }
  return { name: `${name} ${version(name)}`, indexMs, queryMs };
}

const peers = [
  await measured(
    "minisearch",
    () => {
      const mini = new MiniSearch({ fields: ["path", "text"] });
      mini.addAll(documents);
      return mini;
    },
    (mini, query) => mini.search(query).slice(0, 10),
  ),
  await measured(
    "@orama/orama",
    async () => {
      const orama = create({ schema: { path: "string", text: "string" } });
      await insertMultiple(orama, documents, 1000);
      return orama;
    },
    (orama, query) => search(orama, { term: query, limit: 10 }),
  ),
];
console.log(JSON.stringify(peers));
