import type { Context, Tier } from "nearfield";
import { foldAll } from "./context.js";
import { copyButton } from "./copy.js";
import { el } from "./element.js";
import { plural } from "./numbers.js";

const TIERS: { tier: Tier; means: string }[] = [
  { tier: "full", means: "the whole chunk" },
  { tier: "skeleton", means: "bodies folded, lines that match kept" },
  { tier: "signature", means: "declaration and doc comment" },
  { tier: "stub", means: "place and names only" },
];

/** The line above the blocks: what the tiers are and how many there are of each, and what can be done with all. */
export function showToolbar(root: HTMLElement, blocks: HTMLElement, context: Context): void {
  let allFolded = false;
  const fold = el("button", { type: "button", class: "quiet" }, "Fold all");
  fold.addEventListener("click", () => {
    allFolded = !allFolded;
    foldAll(blocks, allFolded);
    fold.textContent = allFolded ? "Open all" : "Fold all";
  });
  const raw = el("button", { type: "button", class: "quiet", "aria-pressed": "false" }, "As Markdown");
  raw.addEventListener("click", () => {
    const on = raw.getAttribute("aria-pressed") !== "true";
    raw.setAttribute("aria-pressed", String(on));
    showMarkdown(blocks, context.markdown, on);
  });
  root.replaceChildren(
    el(
      "ul",
      { class: "legend", "aria-label": "Tiers" },
      ...TIERS.map(({ tier, means }) => legend(tier, means, context)),
    ),
    el(
      "div",
      { class: "actions" },
      fold,
      raw,
      copyButton("Copy Markdown", "Copy the whole answer as Markdown", () => context.markdown),
    ),
  );
}

function legend(tier: Tier, means: string, { blocks }: Context): HTMLElement {
  const there = blocks.filter((block) => block.tier === tier).length;
  return el(
    "li",
    { "data-tier": tier, title: `${tier}: ${means}` },
    `${there} ${tier}`,
    el("span", { class: "visually-hidden" }, ` (${means}), ${plural(there, "block")}`),
  );
}

/** Puts the text that an agent would get in the place of the blocks, or takes it away again. */
function showMarkdown(blocks: HTMLElement, markdown: string, on: boolean): void {
  blocks.querySelector(":scope > .markdown")?.remove();
  blocks.classList.toggle("as-markdown", on);
  if (on) blocks.prepend(el("pre", { class: "markdown", tabindex: 0 }, markdown));
}
