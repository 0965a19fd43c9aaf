// What a page would take instead, on the same chunks and questions; `cargo xtask bench` starts it and reads the JSON it
// prints. Both peers rank chunks by words and give no context: compare with ranking alone.
//
// usage: peers.mjs PACK QUERIES.json REPEATS
import { join } from "node:path";
import { create, insertMultiple, search } from "@orama/orama";
import MiniSearch from "minisearch";
import { Nearfield } from "nearfield";
import { timed } from "./measure.mjs";
import { readJson, readPack } from "./pack.mjs";

const [pack, asked, repeats] = process.argv.slice(2);
const queries = readJson(asked);
const version = (name) => readJson(join("node_modules", name, "package.json")).version;

const nearfield = await Nearfield.create({ languages: "core", model: "none" });
await nearfield.add(readPack(pack));
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
  const queryMs = await timed(queries, Number(repeats), (query) => ask(made, query));
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
