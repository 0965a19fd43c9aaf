// How long indexing holds a thread: the slices of long files, and the gaps that other tasks notice. By hand, after
// `cargo xtask build`:
//
//   node bench/speed/slices.mjs
//
// For each file it prints the whole time, the engine's own longest slice, quantiles and the longest of the gaps between
// the turns of the event loop, for the engine in this thread; and the same of the answers of a worker that is asked all
// the time. A gap has what the host and the machine add; run it on a quiet one.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Nearfield } from "nearfield";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const cut = (text, length) => text.slice(0, text.lastIndexOf("\n", length) + 1);
const library = (name) => readFileSync(join(root, "node_modules/typescript/lib", name), "utf8");
const rust = (function read(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.includes(".") || name.endsWith(".rs"))
    .flatMap((entry) => (entry.isDirectory() ? read(`${folder}/${entry.name}`) : readFileSync(join(root, folder, entry.name), "utf8")));
})("src").join("\n");

const files = [
  ["1 MB of JavaScript", "tsc.js", cut(library("_tsc.js"), 1_000_000)],
  ["1 MB of Rust", "all.rs", cut(rust.repeat(Math.ceil(1_000_000 / rust.length)), 1_000_000)],
  ["declarations, 1.9 MB", "dom.ts", library("lib.dom.d.ts")],
  ["100,000 exports", "exports.ts", Array.from({ length: 100_000 }, (_, i) => `export const name${i} = ${i};\n`).join("")],
  ["Markdown, 340 KB", "text.md", Array.from({ length: 4_000 }, (_, i) => `## Part ${i}\n\nSome text about part ${i} of the whole, with \`code\`.\n\n- one\n- two\n`).join("\n")],
  ["4,000 small files", undefined, Array.from({ length: 4_000 }, (_, i) => ({ path: `f${i}.ts`, content: `export function f${i}(x: number) {\n  return x + ${i};\n}\n`.repeat(8) }))],
];

async function gaps(turn, action) {
  const found = [];
  let goesOn = true;
  const watching = (async () => {
    for (let last = performance.now(); goesOn; ) {
      await turn();
      const now = performance.now();
      found.push(now - last);
      last = now;
    }
  })();
  await action();
  goesOn = false;
  await watching;
  return found.sort((a, b) => a - b);
}

const ms = (value) => `${value.toFixed(1)} ms`;
const turned = () => new Promise((resolve) => setImmediate(resolve));
for (const [title, path, content] of files) {
  for (const worker of [false, true]) {
    const nearfield = await Nearfield.create({ languages: "core", worker });
    const [inputs, warm] = path ? [[{ path, content }], [{ path: `warm/${path}`, content: cut(content, 20_000) }]] : [content, content.slice(0, 9)];
    // The first file of a language looks its patterns up.
    const first = await gaps(worker ? () => nearfield.revision() : turned, () => nearfield.add(warm));
    const start = performance.now();
    const found = await gaps(worker ? () => nearfield.revision() : turned, () => nearfield.add(inputs));
    const whole = performance.now() - start;
    const { timings } = await nearfield.stats();
    const at = (share) => ms(found[Math.floor(share * (found.length - 1))]);
    console.log(
      `${title}, ${worker ? "worker" : "thread"}: ${ms(whole)}; gaps median ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}, longest ${at(1)};` +
        ` longest with the first file ${ms(first.at(-1))}, engine's longest slice of both ${ms(timings.longestSliceMs)}`,
    );
    nearfield.free();
  }
}
