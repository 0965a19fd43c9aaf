// Samples where the time goes, in Node and with a module that has the names of its functions; `cargo xtask bench profile`
// starts it and reads the JSON it prints and the two profiles it writes.
//
// usage: profile.mjs NAMED.wasm OUT QUERIES.json REPEATS CHUNKS PACK…
//
// Files are fed until there are CHUNKS chunks. The profiles are OUT.index.cpuprofile and OUT.questions.cpuprofile.
import { readFileSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { Nearfield } from "nearfield";
import { busyMs } from "./busy.mjs";
import { timed } from "./measure.mjs";
import { readJson, readPack } from "./pack.mjs";

const [wasm, out, asked, repeats, most, ...packs] = process.argv.slice(2);
const queries = readJson(asked);
const session = new Session();
session.connect();
await session.post("Profiler.enable");

/** What `action` takes, with a sample every so many microseconds. */
async function sampled(name, interval, action) {
  await session.post("Profiler.setSamplingInterval", { interval });
  await session.post("Profiler.start");
  const start = busyMs();
  await action();
  const ms = busyMs() - start;
  const { profile } = await session.post("Profiler.stop");
  writeFileSync(`${out}.${name}.cpuprofile`, JSON.stringify(profile));
  return ms;
}

const nearfield = await Nearfield.create({ languages: "core", wasm: readFileSync(wasm) });
let chunks = 0;
let bytes = 0;
const indexMs = await sampled("index", 1000, async () => {
  for (const pack of packs) {
    for (const { path, content } of readPack(pack)) {
      if (chunks >= Number(most)) return;
      chunks += (await nearfield.update(path, content)).chunks;
      bytes += content.length;
    }
  }
});
// Not sampled: it makes the index ready, and V8 compiles what the questions use.
await timed(queries, 0, (query) => nearfield.search(query));
const questions = queries.length * Number(repeats);
const questionsMs = await sampled("questions", 250, async () => {
  for (let repeat = 0; repeat < Number(repeats); repeat++) for (const query of queries) await nearfield.search(query);
});
console.log(JSON.stringify({ chunks, bytes, indexMs, questions, questionsMs }));
