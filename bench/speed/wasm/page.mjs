// The page's side of chromium.mjs: the package unbundled, in the page's own thread.
import { Nearfield } from "/pkg/entry/browser.js";
import { measured, unpacked } from "./measure.mjs";

/** One run over the pack that is served under /data/. */
async function run(pack, queries, repeats) {
  const answers = await Promise.all([fetch(`/data/${pack}.json`), fetch(`/data/${pack}.bin`)]);
  const sources = unpacked(await answers[0].json(), new Uint8Array(await answers[1].arrayBuffer()));
  return measured(Nearfield, sources, queries, repeats);
}

/** From `create()` to an engine that can be fed, in milliseconds. */
async function ready() {
  const start = performance.now();
  const nearfield = await Nearfield.create({ languages: "core" });
  const time = performance.now() - start;
  nearfield.free();
  return time;
}

window.bench = { run, ready };
window.ready = true;
