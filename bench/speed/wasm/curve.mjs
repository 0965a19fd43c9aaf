// The curve in wasm: one index in Node that grows through the points and is measured at each, up to its ceiling of memory.
// `cargo xtask bench curve` starts it and reads what it writes: a line of JSON a point, which stays whatever happens at
// the next. Times are in milliseconds, sizes in bytes.
//
// usage: curve.mjs FORKS OUT QUERIES.json REPEATS POINT…
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Nearfield } from "nearfield";
import { busyMs } from "./busy.mjs";
import { timed } from "./measure.mjs";
import { readJson, readPack } from "./pack.mjs";

const [forks, out, asked, repeats, ...points] = process.argv.slice(2);
const queries = readJson(asked);
writeFileSync(out, "");
const tell = (value) => appendFileSync(out, `${JSON.stringify(value)}\n`);

function* files() {
  for (let fork = 0; ; fork++) {
    const name = join(forks, `fork-${String(fork).padStart(2, "0")}`);
    if (!existsSync(`${name}.json`)) return;
    yield* readPack(name);
  }
}

// With the ceiling that there is by default.
const nearfield = await Nearfield.create({ languages: "core" });
const source = files();
let chunks = 0;
let [indexMs, indexBusyMs] = [0, 0];
let ended;
for (const point of points.map(Number)) {
  const before = chunks;
  let [addedMs, addedBytes] = [0, 0];
  const busy = busyMs();
  while (chunks < point && ended === undefined) {
    const { value: file, done } = source.next();
    if (done) {
      ended = `the forks hold ${chunks} chunks and no more`;
      break;
    }
    const start = performance.now();
    const report = await nearfield.update(file.path, file.content);
    addedMs += performance.now() - start;
    if (report.reason?.code === "memory-limit") ended = `the ceiling of memory: ${report.reason.message}`;
    addedBytes += file.content.length;
    chunks += report.chunks;
  }
  indexMs += addedMs;
  indexBusyMs += busyMs() - busy;
  // At the ceiling the figures are those of the end.
  if (chunks > before) {
    tell({ point: ended === undefined ? point : chunks, indexMs, indexBusyMs, addedBytes, addedMs, ...(await atPoint()) });
  }
  if (ended !== undefined) {
    tell({ point, ended });
    break;
  }
}

async function atPoint() {
  const start = performance.now();
  await nearfield.search(queries[0]);
  const firstMs = performance.now() - start;
  const busy = busyMs();
  const queryMs = await timed(queries, Number(repeats), (query) => nearfield.search(query));
  const questionBusyMs = (busyMs() - busy) / (queries.length * (Number(repeats) + 1));
  const rankMs = await timed(queries, Number(repeats), (query) => nearfield.rank(query));
  const { files, chunks, bytes, timings, memory } = await nearfield.stats();
  const saving = performance.now();
  const snapshotBytes = (await nearfield.save()).byteLength;
  const saveMs = performance.now() - saving;
  return { files, chunks, bytes, timings, firstMs, queryMs, questionBusyMs, rankMs, memory, saveMs, snapshotBytes };
}
