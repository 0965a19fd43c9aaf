import type { Block } from "nearfield";
import { codeView, type Run } from "./code.js";
import { copyButton } from "./copy.js";
import { el } from "./element.js";
import { percent } from "./numbers.js";

/** What a block needs from the page around it. */
export interface BlockContext {
  /** The largest weight of the answer: its bar is full. */
  heaviest: number;
  /** An indexed file's text, for looking beyond what the budget paid for. */
  text(path: string): Promise<string | undefined>;
}

/** The fragment by which the picture finds a block. */
export function blockId(index: number): string {
  return `block-${index + 1}`;
}

/** One chunk of the answer at its tier: code, or a line that opens for a stub. */
export function blockView(block: Block, index: number, around: BlockContext): HTMLElement {
  const details = el("details", { open: block.tier !== "stub" }, summary(block, around.heaviest));
  if (block.tier === "stub") {
    details.addEventListener("toggle", () => details.open && void peek(details, block, around), { once: true });
  } else {
    details.append(codeView(runsOf(block), block.language));
    if (block.tier !== "full") details.append(more(details, block, around));
  }
  const place = `${block.path}:${block.startLine}-${block.endLine}`;
  return el(
    "article",
    {
      class: "block",
      id: blockId(index),
      "data-tier": block.tier,
      "aria-label": `${block.tier}: ${place}`,
      tabindex: -1,
    },
    details,
    copyButton("Copy", `Copy ${place}`, () => blockMarkdown(block)),
  );
}

function summary(block: Block, heaviest: number): HTMLElement {
  const share = percent(block.weight);
  const bar = el("span", { class: "weight-bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(heaviest > 0 ? block.weight / heaviest : 0));
  return el(
    "summary",
    {},
    el("span", { class: "tier" }, block.delivered ? "shown before" : block.tier),
    el("span", { class: "place" }, lineRange(block)),
    el("span", { class: "names" }, ...names(block)),
    el("span", { class: "weight", title: `${share} of the weight` }, bar, el("span", { class: "weight-text" }, share)),
  );
}

function names(block: Block): (Node | string)[] {
  const [first, second, ...rest] = block.symbols;
  if (!first) return block.scope ? [el("span", { class: "others" }, "in ", el("code", {}, block.scope))] : [];
  const shown = [first, second].filter((symbol) => symbol !== undefined);
  const parts: (Node | string)[] = shown.flatMap((symbol, i) => [
    i > 0 ? ", " : "",
    el("code", { title: `${symbol.kind} ${symbol.qualified}` }, symbol.qualified),
  ]);
  if (rest.length > 0)
    parts.push(
      el(
        "span",
        { class: "others", title: rest.map((symbol) => symbol.qualified).join(", ") },
        ` and ${rest.length} more`,
      ),
    );
  return parts;
}

/** "12–40", or "12" for a single line. */
export function lineRange(block: Block): string {
  return block.startLine === block.endLine ? String(block.startLine) : `${block.startLine}–${block.endLine}`;
}

/** The printed lines under their own numbers: where lines of a chunk are left out, the text has a line with an ellipsis. */
function runsOf(block: Block): Run[] {
  // The engine has taken the last line break off: what is left are lines, empty ones too.
  const lines = block.text.split(/\r?\n/);
  const runs: Run[] = [];
  let at = 0;
  // Signatures leave out what stands before and after them without a word.
  const folded = block.tier === "skeleton";
  let end = folded ? block.startLine - 1 : undefined;
  for (const [first, last] of block.shown) {
    if (end !== undefined && end + 1 < first) at += 1;
    runs.push({ first, lines: lines.slice(at, (at += last - first + 1)) });
    end = last;
  }
  if (folded && end !== undefined && end < block.endLine) at += 1;
  // A text that is cut inside a line fits no range: number it from the first.
  return at === lines.length ? runs : [{ first: block.shown[0]?.[0] ?? block.startLine, lines }];
}

function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function more(details: HTMLElement, block: Block, around: BlockContext): HTMLElement {
  const button = el("button", { type: "button", class: "quiet more" }, `Show lines ${lineRange(block)} whole`);
  button.addEventListener("click", () => {
    details.querySelector("pre")?.remove();
    button.remove();
    void peek(details, block, around);
  });
  return button;
}

async function peek(details: HTMLElement, block: Block, around: BlockContext): Promise<void> {
  const text = await around.text(block.path);
  if (text === undefined) {
    details.append(el("p", { class: "aside" }, "The file is no longer indexed."));
    return;
  }
  details.append(
    codeView([{ first: block.startLine, lines: linesOf(text.slice(block.start, block.end)) }], block.language),
    el("p", { class: "aside" }, "Shown from the index for you to read; the answer holds only the ", block.tier, "."),
  );
}

/** A block as the whole answer prints it; the fence is longer than any run of backticks inside. */
function blockMarkdown({ tier, heading, text, language }: Block): string {
  if (tier === "stub") return `${heading}\n`;
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  return `${heading}\n${fence}${language}\n${text}${end}${fence}\n`;
}
