// One measured run through the package in Node; `cargo xtask bench` starts it and reads the JSON it prints.
//
// usage: node.mjs FILES.json QUERIES.json REPEATS
//
// FILES.json is `{root, paths}`; the files are read before the clock starts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Nearfield } from "nearfield";

const [list, asked, repeats] = process.argv.slice(2);
const { root, paths } = JSON.parse(readFileSync(list, "utf8"));
const sources = paths.map((path) => ({ path, content: readFileSync(join(root, path)) }));
const queries = JSON.parse(readFileSync(asked, "utf8"));

const start = performance.now();
// The languages of the native program.
const nearfield = await Nearfield.create({ languages: "core" });
const started = performance.now();
await nearfield.add(sources);
const indexed = performance.now();

async function timed(ask) {
  const times = [];
  for (let repeat = 0; repeat <= Number(repeats); repeat++) {
    for (const query of queries) {
      const start = performance.now();
      await ask(query);
      // The first round warms the caches.
      if (repeat > 0) times.push(performance.now() - start);
    }
  }
  return times;
}

const queryMs = await timed((query) => nearfield.search(query));
const rankMs = await timed((query) => nearfield.rank(query));
// The two channels alone: what ranking takes beyond them is the signals' own time.
const channelsMs = await timed((query) => nearfield.rank(query, { profile: "tobler" }));
// A file of about 50 KB edited, and the first question after it.
const [updateMs, askAgainMs] = [[], []];
const distance = ({ content }) => Math.abs(content.length - 50_000);
const edited = sources.reduce((best, source) => (distance(source) < distance(best) ? source : best));
for (let repeat = 0; repeat < Number(repeats); repeat++) {
  const content = Buffer.concat([edited.content, Buffer.from(`\n// edit ${repeat}\n`)]);
  let start = performance.now();
  await nearfield.update(edited.path, content);
  updateMs.push(performance.now() - start);
  start = performance.now();
  await nearfield.search(queries[0]);
  askAgainMs.push(performance.now() - start);
}
await nearfield.update(edited.path, edited.content);
// Saved, loaded into a fresh instance, and fed the same files once more, as it is when a folder is opened again.
const [saveMs, loadMs, refeedMs] = [[], [], []];
let snapshot;
const clocked = async (times, action) => {
  const start = performance.now();
  const result = await action();
  times.push(performance.now() - start);
  return result;
};
for (let repeat = 0; repeat < Number(repeats); repeat++) {
  snapshot = await clocked(saveMs, () => nearfield.save());
  const creating = [];
  const empty = await clocked(creating, () => Nearfield.create({ languages: "core" }));
  empty.free();
  const again = await clocked(loadMs, () => Nearfield.load(snapshot, { languages: "core" }));
  loadMs.push(loadMs.pop() - creating[0]);
  await clocked(refeedMs, () => again.add(sources));
  if ((await again.revision()) !== 0) throw new Error("what was loaded and fed again is not the same");
  again.free();
}
const { files, chunks, bytes, timings, memory } = await nearfield.stats();
nearfield.free();
// The same by two helpers.
const helped = await Nearfield.create({ languages: "core", helpers: 2 });
const helpedMs = [];
await clocked(helpedMs, () => helped.add(sources));
if (!Buffer.from(await helped.save()).equals(snapshot)) throw new Error("what helpers made is not the same");
helped.free();
console.log(
  JSON.stringify({ startMs: started - start, indexMs: indexed - started, files, chunks, bytes, timings, memoryBytes: memory.wasm, helpedMs: helpedMs[0], queryMs, rankMs, channelsMs, updateMs, askAgainMs, saveMs, loadMs, refeedMs, snapshotBytes: snapshot.byteLength }),
);
