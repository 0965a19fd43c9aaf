import { el } from "./element.js";
import { highlightLines } from "./highlight.js";

/** A run of source lines as they stand in the file. */
export interface Run {
  first: number;
  lines: string[];
}

/**
 * Code with the file's own line numbers. Between two runs a mark says how many lines are folded away.
 * The numbers are drawn by CSS, so that a selection copies code alone.
 */
export function codeView(runs: Run[], language: string): HTMLElement {
  const code = el("code", {});
  const html = highlightLines(runs.flatMap((run) => run.lines).join("\n"), language);
  let at = 0;
  let end: number | undefined;
  for (const run of runs) {
    const folded = end === undefined ? 0 : run.first - end;
    if (folded > 0)
      code.append(el("span", { class: "fold" }, `${folded} ${folded === 1 ? "line" : "lines"} folded`), "\n");
    for (let i = 0; i < run.lines.length; i++) {
      const line = el("span", { class: "line", "data-line": run.first + i });
      line.innerHTML = html[at++] ?? "";
      code.append(line, "\n");
    }
    end = run.first + run.lines.length;
  }
  return el("pre", { class: "code", tabindex: 0 }, code);
}
