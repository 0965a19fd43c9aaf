import type { Stats } from "nearfield";
import type { Library } from "../library.js";
import type { Passed } from "../sources/walk.js";
import { byId, el } from "./element.js";
import { bytes, count, plural } from "./numbers.js";

/** Reasons as headings; a code that is not listed is shown as it is. */
const REASONS: Record<string, string> = {
  ignored: "Ignored by a rule",
  "secret-file": "Holds secrets, by its name",
  binary: "Not text",
  encoding: "Encoding not understood",
  "too-large": "Too large",
  minified: "Minified",
  empty: "Empty",
  "bad-path": "Path not usable",
  unreadable: "Could not be read",
};

/** Paths listed under one reason before the rest is only counted. */
const LISTED = 200;

/** What is indexed, in a line, and what was left out and why. */
export function showLibrary({ name, passed, complete, seconds }: Library, stats: Stats): void {
  byId("library", HTMLElement).hidden = false;
  byId("library-text", HTMLElement).replaceChildren(
    el("strong", {}, name),
    ` ${plural(stats.files, "file")}, ${plural(stats.chunks, "chunk")}, ${bytes(stats.bytes)}, indexed in ${seconds.toFixed(1)} s`,
    stats.files > 0 ? ` · ${languages(stats)}` : "",
    complete ? "" : el("span", { class: "partial" }, " Indexing was stopped: answers know only these files."),
  );
  const model = stats.model ? `embedding model ${stats.model.identity.slice(0, 8)}` : "without an embedding model";
  byId("about", HTMLElement).textContent = `nearfield ${stats.version}, ${model}. Everything ran in this tab.`;
  const masked = stats.masked.map(({ path, line, rule }) => ({ path: `${path}:${line}`, message: rule.replaceAll("-", " ") }));
  showSkipped([...stats.skipped, ...passed], stats.degraded, masked);
}

function languages(stats: Stats): string {
  const list = Object.entries(stats.languages).sort(([a, x], [b, y]) => y.files - x.files || (a < b ? -1 : 1));
  const shown = list.slice(0, 5).map(([language, { files }]) => `${language} ${count(files)}`);
  return [...shown, ...(list.length > 5 ? [`${list.length - 5} more`] : [])].join(" · ");
}

type Note = { path: string; message: string };

function showSkipped(skipped: Passed[], degraded: Note[], masked: Note[]): void {
  const box = byId("skipped", HTMLDetailsElement);
  box.hidden = skipped.length + degraded.length + masked.length === 0;
  const parts = [];
  if (skipped.length > 0) parts.push(`${count(skipped.length)} left out`);
  if (degraded.length > 0) parts.push(`${count(degraded.length)} indexed with a fault`);
  if (masked.length > 0) parts.push(`${plural(masked.length, "secret")} masked`);
  byId("skipped-summary", HTMLElement).textContent = `${parts.join(", ")}: which and why`;

  const byCode = new Map<string, Passed[]>();
  for (const one of skipped) {
    const list = byCode.get(one.code);
    if (list) list.push(one);
    else byCode.set(one.code, [one]);
  }
  const groups = [...byCode]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([code, list]) => group(REASONS[code] ?? code, list));
  if (degraded.length > 0) groups.push(group("Indexed, but with a fault", degraded));
  if (masked.length > 0) groups.push(group("Secrets, masked", masked));
  byId("skipped-list", HTMLElement).replaceChildren(...groups);
}

/** A message with what stands between backticks set as code. */
function sentence(message: string): (Node | string)[] {
  return message.split("`").map((part, i) => (i % 2 === 1 ? el("code", {}, part) : part));
}

function group(title: string, list: { path: string; message: string }[]): HTMLElement {
  const rest = list.length - LISTED;
  return el(
    "section",
    {},
    el("h3", {}, `${title} `, el("span", { class: "tally" }, count(list.length))),
    el(
      "ul",
      {},
      ...list
        .slice(0, LISTED)
        .map(({ path, message }) =>
          el("li", {}, el("code", {}, path), " ", el("span", { class: "why" }, ...sentence(message))),
        ),
      rest > 0 && el("li", { class: "why" }, `and ${plural(rest, "other")}`),
    ),
  );
}
