// What is measured of the package, wherever it runs: node.mjs and page.mjs bring the package of their host.

/**
 * One run over a set: files in, questions, an edit, a snapshot and back, and the files once more with two helpers.
 * Times are in milliseconds, sizes in bytes.
 */
export async function measured(Nearfield, sources, queries, repeats) {
  // The languages of the native program.
  const options = { languages: "core" };
  const start = performance.now();
  const nearfield = await Nearfield.create(options);
  const started = performance.now();
  await nearfield.add(sources);
  const indexed = performance.now();
  const figures = { startMs: started - start, indexMs: indexed - started, ...(await asked(nearfield, queries, repeats)) };
  Object.assign(figures, await edited(nearfield, sources, queries[0], repeats));
  const { snapshot, ...kept } = await saved(Nearfield, options, nearfield, sources, repeats);
  const { files, chunks, bytes, timings, memory } = await nearfield.stats();
  nearfield.free();
  const helpedMs = await helped(Nearfield, { ...options, helpers: 2 }, sources, snapshot);
  return { ...figures, ...kept, helpedMs, files, chunks, bytes, timings, memoryBytes: memory.wasm, snapshotBytes: snapshot.byteLength };
}

/** The times of every question, asked in every way. */
export async function asked(nearfield, queries, repeats) {
  return {
    queryMs: await timed(queries, repeats, (query) => nearfield.search(query)),
    rankMs: await timed(queries, repeats, (query) => nearfield.rank(query)),
    // The two channels alone: what ranking takes beyond them is the signals' own time.
    channelsMs: await timed(queries, repeats, (query) => nearfield.rank(query, { profile: "tobler" })),
  };
}

/** How long each question takes, `repeats` times. */
export async function timed(queries, repeats, ask) {
  const times = [];
  for (let repeat = 0; repeat <= repeats; repeat++) {
    for (const query of queries) {
      const start = performance.now();
      await ask(query);
      // The first round warms the caches.
      if (repeat > 0) times.push(performance.now() - start);
    }
  }
  return times;
}

/** A file of about 50 KB edited, and the first question after it. */
async function edited(nearfield, sources, query, repeats) {
  const [updateMs, askAgainMs] = [[], []];
  const distance = ({ content }) => Math.abs(content.length - 50_000);
  const { path, content } = sources.reduce((best, source) => (distance(source) < distance(best) ? source : best));
  for (let repeat = 0; repeat < repeats; repeat++) {
    const more = new TextEncoder().encode(`\n// edit ${repeat}\n`);
    const longer = new Uint8Array(content.length + more.length);
    longer.set(content);
    longer.set(more, content.length);
    await clocked(updateMs, () => nearfield.update(path, longer));
    await clocked(askAgainMs, () => nearfield.search(query));
  }
  await nearfield.update(path, content);
  return { updateMs, askAgainMs };
}

/** Saved, loaded into a fresh instance, and fed the same files once more, as it is when a folder is opened again. */
async function saved(Nearfield, options, nearfield, sources, repeats) {
  const [saveMs, loadMs, refeedMs] = [[], [], []];
  let snapshot;
  for (let repeat = 0; repeat < repeats; repeat++) {
    snapshot = await clocked(saveMs, () => nearfield.save());
    const creating = [];
    const empty = await clocked(creating, () => Nearfield.create(options));
    empty.free();
    const again = await clocked(loadMs, () => Nearfield.load(snapshot, options));
    loadMs.push(loadMs.pop() - creating[0]);
    await clocked(refeedMs, () => again.add(sources));
    if ((await again.revision()) !== 0) throw new Error("what was loaded and fed again is not the same");
    again.free();
  }
  return { snapshot, saveMs, loadMs, refeedMs };
}

async function helped(Nearfield, options, sources, snapshot) {
  const nearfield = await Nearfield.create(options);
  const times = [];
  await clocked(times, () => nearfield.add(sources));
  const made = await nearfield.save();
  nearfield.free();
  if (made.length !== snapshot.length || made.some((byte, i) => byte !== snapshot[i])) throw new Error("what helpers made is not the same");
  return times[0];
}

async function clocked(times, action) {
  const start = performance.now();
  const result = await action();
  times.push(performance.now() - start);
  return result;
}

/** The files of a pack: its list is `[[path, bytes], …]`, its content their contents one after the other. */
export function unpacked(list, content) {
  let end = 0;
  return list.map(([path, bytes]) => ({ path, content: content.subarray(end, (end += bytes)) }));
}
