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

/** Files the reader has folded; kept over the next question. */
const folded = new Set<string>();

/** Shows the blocks grouped by file, the heaviest file first. */
export function showContext(root: HTMLElement, context: Context, text: BlockContext["text"]): void {
  const around: BlockContext = { heaviest: Math.max(0, ...context.blocks.map((block) => block.weight)), text };
  root.replaceChildren(...groups(context.blocks).map((group) => fileView(group, around)));
}

/** Opens or folds every file at once. */
export function foldAll(root: HTMLElement, fold: boolean): void {
  for (const details of root.querySelectorAll<HTMLDetailsElement>(".file > details")) details.open = !fold;
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

function fileView(group: FileGroup, around: BlockContext): HTMLElement {
  const slash = group.path.lastIndexOf("/") + 1;
  const details = el(
    "details",
    { open: !folded.has(group.path) },
    el(
      "summary",
      { class: "file-head" },
      el("h3", {}, el("span", { class: "folder" }, group.path.slice(0, slash)), group.path.slice(slash)),
      el("span", { class: "file-facts" }, facts(group)),
    ),
    ...group.blocks.map(({ block, index }) => blockView(block, index, around)),
  );
  details.addEventListener("toggle", () => (details.open ? folded.delete(group.path) : folded.add(group.path)));
  return el("div", { class: "file", role: "group", "aria-label": group.path }, details);
}

function facts(group: FileGroup): string {
  const role = group.role === "code" ? [] : [group.role];
  return [...role, plural(group.blocks.length, "block"), percent(group.weight)].join(" · ");
}
