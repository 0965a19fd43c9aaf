import type { Block, Context } from "nearfield";
import { blockView, type BlockContext } from "./block.js";
import { el } from "./element.js";
import { percent, plural } from "./numbers.js";

/** The answer's blocks of one file, in the file's own order. */
interface FileGroup {
  path: string;
  language: string;
  role: string;
  weight: number;
  blocks: { block: Block; index: number }[];
}

/** Files that the reader folded or opened by hand; kept over the next question. */
const chosen = new Map<string, boolean>();

/** Files known by name only are folded from here on: a long tail of them would bury the code. */
const OPEN_BY_NAME = 3;

/** Shows the blocks grouped by file, the heaviest file first. */
export function showContext(root: HTMLElement, context: Context, text: BlockContext["text"]): void {
  const around: BlockContext = { heaviest: Math.max(0, ...context.blocks.map((block) => block.weight)), text };
  root.replaceChildren(
    ...groups(context.blocks).map((group, rank) => fileView(group, rank < OPEN_BY_NAME || hasCode(group), around)),
  );
}

/** Opens or folds every file at once. */
export function foldAll(root: HTMLElement, fold: boolean): void {
  for (const details of root.querySelectorAll<HTMLDetailsElement>(".file > details")) {
    details.open = !fold;
    chosen.set(details.dataset["path"] ?? "", !fold);
  }
}

function groups(blocks: Block[]): FileGroup[] {
  const byPath = new Map<string, FileGroup>();
  blocks.forEach((block, index) => {
    let group = byPath.get(block.path);
    if (!group) {
      group = { path: block.path, language: block.language, role: block.role, weight: 0, blocks: [] };
      byPath.set(block.path, group);
    }
    group.weight += block.weight;
    group.blocks.push({ block, index });
  });
  const list = [...byPath.values()];
  for (const group of list) group.blocks.sort((a, b) => a.block.startLine - b.block.startLine);
  return list.sort((a, b) => b.weight - a.weight);
}

function hasCode({ blocks }: FileGroup): boolean {
  return blocks.some(({ block }) => block.tier !== "stub");
}

function fileView(group: FileGroup, open: boolean, around: BlockContext): HTMLElement {
  const slash = group.path.lastIndexOf("/") + 1;
  const details = el(
    "details",
    { open: chosen.get(group.path) ?? open, "data-path": group.path },
    el(
      "summary",
      { class: "file-head", onclick: () => chosen.set(group.path, !details.open) },
      el("h3", {}, el("span", { class: "folder" }, group.path.slice(0, slash)), group.path.slice(slash)),
      el("span", { class: "file-names" }, names(group)),
      el("span", { class: "file-facts" }, facts(group)),
    ),
    ...group.blocks.map(({ block, index }) => blockView(block, index, around)),
  );
  return el("div", { class: open ? "file" : "file slim", role: "group", "aria-label": group.path }, details);
}

/** The first names that are defined in the blocks, for a file that is folded. */
function names({ blocks }: FileGroup): string {
  const all = new Set(blocks.flatMap(({ block }) => block.symbols.map((symbol) => symbol.name)));
  return [...all].slice(0, 6).join(", ");
}

function facts(group: FileGroup): string {
  const role = group.role === "code" ? [] : [group.role];
  return [...role, plural(group.blocks.length, "block"), percent(group.weight)].join(" · ");
}
