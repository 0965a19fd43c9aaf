// node xtask/demo.mjs FOLDER BUDGET QUESTION...   (after `cargo xtask build`)
// Indexes a folder through the package and prints the context for each question, with its figures in words before it.
import { openFolder } from "nearfield/node";

const [folder, budget, ...questions] = process.argv.slice(2);
const number = (value) => Math.round(value).toLocaleString("en");
const percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

const suggested = ({ kind, text, path, line }) =>
  kind === "name" ? `Ask for the name ${text}   (${path}:${line})` : `Or look for the pattern ${text}`;

let shown = 0;
const { nearfield, report } = await openFolder(folder, {
  onProgress({ done, bytes }) {
    if (!process.stderr.isTTY || Date.now() - shown < 100) return;
    shown = Date.now();
    process.stderr.write(`\r    ${number(done)} files, ${(bytes / 1e6).toFixed(1)} MB `);
  },
});
if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");

const stats = await nearfield.stats();
const languages = Object.entries(stats.languages)
  .sort(([, a], [, b]) => b.files - a.files)
  .slice(0, 5)
  .map(([name, { files }]) => `${name} ${number(files)}`);
console.log(
  `Indexed ${number(report.files)} files (${languages.join(", ")}) in ${(report.ms / 1000).toFixed(1)} s: ` +
    `${number(report.chunks)} chunks, ${(stats.bytes / 1e6).toFixed(1)} MB of text, in WebAssembly. ` +
    `${number(report.skipped.length)} left out, each with a reason.`,
);

for (const question of questions) {
  const start = performance.now();
  const context = await nearfield.search(question, { budget: Number(budget) });
  const ms = performance.now() - start;
  const tiers = [...new Set(context.blocks.map(({ tier }) => tier))]
    .map((tier) => `${context.blocks.filter((block) => block.tier === tier).length} ${tier}`)
    .join(", ");
  console.log(`\n${"─".repeat(100)}\nQuestion: ${question}\n`);
  console.log(
    context.blocks.length === 0
      ? ["Nothing is shown; the note says why.", ...context.suggestions.map(suggested)].join("\n")
      : `It concerns about ${number(Math.max(1, context.nEff))} of ${number(context.chunks)} chunks. ` +
          `Shown are ${context.blocks.length} (${tiers}), ${number(context.tokens)} of at most ${number(context.budget)} tokens. ` +
          `${percent(context.hidden)} of the weight is not shown. Answered in ${ms.toFixed(0)} ms.`,
  );
  console.log(`\n${context.markdown}`);
}
nearfield.free();
