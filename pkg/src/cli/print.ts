/** Results as text for a person. */

import type { CacheReport } from "../node/folder.js";
import type { AddReport, Hit, Progress, Skipped, Suggestion } from "../types.js";

/** One line that is rewritten, on a terminal only. */
export function progressLine(stream: NodeJS.WriteStream): { show: (progress: Progress) => void; clear: () => void } {
  let last = 0;
  let shown = false;
  return {
    show({ done, bytes, path }) {
      const now = performance.now();
      if (!stream.isTTY || now - last < 100) return;
      last = now;
      shown = true;
      const line = `indexing: ${count(done, "file")}, ${megabytes(bytes)}  ${path}`;
      stream.write(`\r\x1b[2K${plain(line).slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
    },
    clear() {
      if (shown) stream.write("\r\x1b[2K");
    },
  };
}

/** Paths shown of those that were left out for one reason. */
const SHOWN = 3;

export function indexText(report: AddReport, cache: CacheReport | undefined, list: boolean): string {
  const lines = [
    `indexed ${count(report.files, "file")} as ${count(report.chunks, "chunk")}, ${megabytes(report.bytes)} read, in ${(report.ms / 1000).toFixed(1)} s`,
  ];
  if (cache?.written) lines.push(`kept in the cache, ${megabytes(cache.bytes)}`);
  else if (cache?.found && cache.notes.length === 0) lines.push("unchanged since it was put into the cache");
  if (report.degraded.length > 0) lines.push(`indexed with a fault: ${report.degraded.length}`);
  if (report.masked.length > 0) {
    const files = new Set(report.masked.map(({ path }) => path)).size;
    const kinds = byCount(report.masked.map(({ rule }) => rule));
    lines.push(`masked ${count(report.masked.length, "secret")} in ${count(files, "file")}: ${kinds}`);
  }
  if (report.skipped.length > 0) {
    const folders = report.skipped.filter(({ path }) => path.endsWith("/")).length;
    const files = report.skipped.length - folders;
    const what = [...(files > 0 ? [count(files, "file")] : []), ...(folders > 0 ? [count(folders, "folder")] : [])];
    lines.push(`left out ${what.join(" and ")}: ${byCount(report.skipped.map(({ code }) => code))}`);
  }
  if (list) {
    for (const { path, line, rule } of report.masked) lines.push(`  masked  ${plain(path)}:${line}: ${rule}`);
    const faults = report.degraded.map(({ path, message }) => ({ path, code: "fault", message }));
    for (const group of alike([...faults, ...report.skipped])) lines.push(...listed(group));
  }
  return lines.join("\n") + "\n";
}

/** How often each name comes, the most frequent first. */
function byCount(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return sorted.map(([name, n]) => `${n} ${name}`).join(", ");
}

/** In groups of one code and message, each where its first stands. */
function alike(records: Skipped[]): Skipped[][] {
  const groups = new Map<string, Skipped[]>();
  for (const record of records) {
    const key = `${record.code} ${record.message}`;
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return [...groups.values()];
}

/** A reason that many share is said once. */
function listed(group: Skipped[]): string[] {
  const [first] = group;
  if (first === undefined) return [];
  if (group.length <= SHOWN) return group.map(({ code, path, message }) => `  ${code}  ${plain(path)}: ${message}`);
  const paths = group.slice(0, SHOWN).map(({ path }) => `    ${plain(path)}`);
  const more = `    and ${group.length - SHOWN} more (--json names them all)`;
  return [`  ${first.code}  ${group.length} times: ${first.message}`, ...paths, more];
}

/** What to try where nothing was found, one a line. */
export function suggestionsText(suggestions: Suggestion[]): string {
  return suggestions
    .map(({ kind, text, path, line }) =>
      kind === "pattern"
        ? `  try the search pattern  ${plain(text)}  (a regular expression, for grep -rEi)\n`
        : `  try the name  ${plain(text)}${path === undefined ? "" : `  ${plain(path)}:${line}`}\n`,
    )
    .join("");
}

/** How sentences written for programs name options, and how they are named here. */
const NAMES: [RegExp, string][] = [
  [/^The option ["`](\w+)["`](?: of \w+)?/, "--$1"],
  [/set `abstain` to false/, "add --always"],
  [/search with content "all"/, "add --content all"],
  [/`(paths|languages|roles)`/g, "--$1"],
  [/create the engine with one/, "leave out --model none"],
  [/search in mode "lexical"/, "add --mode lexical"],
  [/small for even one pointer: raise it/, "small for even one pointer: raise --budget"],
  [/must be an array of "/, 'must be one or several of "'],
  [/ as in `stats\(\)\.languages`,/, ""],
];

/** A sentence of the engine or the façade, with the options as the command line has them. */
export function here(sentence: string): string {
  const named = NAMES.reduce((text, [theirs, ours]) => text.replace(theirs, ours), sentence);
  return named.replace(/^--\w+/, (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

export function rankText(hits: Hit[]): string {
  return hits
    .map(({ path, startLine, endLine, score, symbols }) => {
      const name = symbols[0]?.qualified;
      return `${score.toFixed(3).padStart(7)}  ${plain(path)}:${startLine}-${endLine}${name ? `  ${plain(name)}` : ""}\n`;
    })
    .join("");
}

/** A number with its noun. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** File names may hold escape sequences; a terminal must not obey them. */
function plain(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, "\uFFFD");
}
