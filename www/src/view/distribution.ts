import type { Block, Context } from "nearfield";
import { blockId } from "./block.js";
import { el, svg } from "./element.js";
import { count, ordinal, percent, plural } from "./numbers.js";

const HEIGHT = 176;
const TOP = 18;
const BASE = 150;
/** Below the axis every chunk has a mark of this height, so that a bar too low to see still shows its tier. */
const STRIP = 6;
/** Fewer bars than this would look like more than they are. */
const FEWEST = 24;

/** One chunk in the picture, and its block when the answer shows it. */
interface Bar {
  rank: number;
  weight: number;
  cumulated: number;
  block?: Block;
  index?: number;
}

/** Draws the sorted weights with the nucleus cut and the tiers, and keeps the drawing as wide as its place. */
export class Distribution {
  private context: Context | undefined;
  private bars: Bar[] = [];
  private marked = -1;
  /** The width that the present drawing was made for. */
  private drawnWidth = 0;
  private readonly said = el("p", { class: "picture-said", "aria-live": "polite" });

  constructor(private readonly figure: HTMLElement) {
    new ResizeObserver(() => this.draw()).observe(figure);
  }

  show(context: Context): void {
    this.context = context;
    this.bars = bars(context);
    this.marked = -1;
    this.drawnWidth = 0;
    this.draw();
  }

  private draw(): void {
    const context = this.context;
    const width = Math.floor(this.figure.clientWidth);
    // Folded away it has no width; it is drawn when it is opened.
    if (!context || width === 0 || width === this.drawnWidth) return;
    this.drawnWidth = width;
    this.said.textContent = HINT;
    this.figure.replaceChildren(
      this.picture(context, width),
      this.said,
      el("figcaption", {}, ...caption(context, this.bars)),
    );
  }

  private picture(context: Context, width: number): SVGElement {
    const bars = this.bars;
    const most = bars[0]?.weight ?? 1;
    const step = width / Math.max(bars.length, FEWEST);
    const high = BASE - TOP;
    const root = svg("svg", {
      class: "distribution",
      viewBox: `0 0 ${width} ${HEIGHT}`,
      width,
      height: HEIGHT,
      role: "img",
      tabindex: 0,
      "aria-label": describe(context, bars),
    });
    const gap = step > 4 ? 1 : 0;
    for (const bar of bars) {
      const height = Math.max(0.5, (bar.weight / most) * high);
      const place = { x: (bar.rank - 1) * step, width: Math.max(0.5, step - gap) };
      root.append(
        svg(
          "g",
          { class: "bar", "data-tier": bar.block?.tier ?? (bar.rank <= context.nucleus ? "unpaid" : "rest") },
          svg("rect", { ...place, y: BASE - height, height }),
          svg("rect", { ...place, y: BASE + 3, height: STRIP }),
        ),
      );
    }
    const curve = bars.map((bar) => `${(bar.rank - 0.5) * step},${BASE - bar.cumulated * high}`).join(" ");
    root.append(svg("polyline", { class: "cumulated", points: curve }));
    if (context.nucleus <= bars.length) root.append(...cut(context.nucleus, context.nucleus * step, width));
    root.append(svg("text", { class: "tick", x: 0, y: HEIGHT - 3 }, "best chunk"));
    root.append(
      svg(
        "text",
        { class: "tick end", x: width, y: HEIGHT - 3 },
        `${ordinal(bars.length)} of ${count(context.chunks)}`,
      ),
    );

    // A finger marks by touching and goes on by the link below; a mouse marks by hovering and goes by a click.
    const markAt = (event: PointerEvent): void => this.mark(root, Math.floor(event.offsetX / step));
    root.addEventListener("pointerdown", markAt);
    root.addEventListener("pointermove", markAt);
    root.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.mark(root, -1));
    root.addEventListener("click", (event) => (event as PointerEvent).pointerType !== "touch" && this.go());
    root.addEventListener("keydown", (event) => this.key(root, event));
    return root;
  }

  private key(root: SVGElement, event: KeyboardEvent): void {
    const to = {
      ArrowRight: this.marked + 1,
      ArrowLeft: Math.max(0, this.marked - 1),
      Home: 0,
      End: this.bars.length - 1,
    }[event.key];
    if (to !== undefined) this.mark(root, Math.min(to, this.bars.length - 1));
    else if (event.key === "Enter") this.go();
    else return;
    event.preventDefault();
  }

  private mark(root: SVGElement, at: number): void {
    const bar = this.bars[at];
    root.querySelector(".bar.marked")?.classList.remove("marked");
    this.marked = bar ? at : -1;
    this.said.replaceChildren(bar ? this.say(bar) : HINT);
    if (bar) root.querySelectorAll(".bar")[at]?.classList.add("marked");
  }

  private say(bar: Bar): Node {
    const text = say(bar);
    if (bar.index === undefined) return document.createTextNode(text);
    const link = el("a", { href: `#${blockId(bar.index)}` }, text);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.go(bar);
    });
    return link;
  }

  private go(bar = this.bars[this.marked]): void {
    const index = bar?.index;
    if (index === undefined) return;
    const target = document.getElementById(blockId(index));
    const file = target?.closest<HTMLDetailsElement>(".file > details");
    if (file) file.open = true;
    target?.scrollIntoView({ block: "center" });
    target?.focus({ preventScroll: true });
  }
}

const HINT = matchMedia("(pointer: coarse)").matches
  ? "Touch a bar to see which chunk it is."
  : "Point at a bar, or use the arrow keys, to see which chunk it is.";

function bars(context: Context): Bar[] {
  const weights = context.weights ?? [];
  // Past the cut the tail says little: draw a third more than the nucleus, so that its end is seen.
  const drawn = Math.min(weights.length, Math.max(FEWEST, Math.ceil(context.nucleus * 1.35)));
  const waiting = new Map<number, number[]>();
  context.blocks.forEach((block, index) => {
    // A copy is shown where the first of its kind is.
    for (const { weight } of [block, ...block.alsoAt]) {
      const same = waiting.get(weight);
      if (same) same.push(index);
      else waiting.set(weight, [index]);
    }
  });
  let cumulated = 0;
  return weights.slice(0, drawn).map((weight, i) => {
    cumulated += weight;
    const index = waiting.get(weight)?.shift();
    const bar: Bar = { rank: i + 1, weight, cumulated };
    return index === undefined ? bar : { ...bar, index, block: context.blocks[index]! };
  });
}

function cut(nucleus: number, x: number, width: number): SVGElement[] {
  const right = x > width / 2;
  return [
    svg("line", { class: "cut", x1: x, x2: x, y1: 4, y2: BASE + 3 + STRIP }),
    svg(
      "text",
      { class: right ? "cut-text end" : "cut-text", x: right ? x - 6 : x + 6, y: 12 },
      `nucleus: ${count(nucleus)}`,
    ),
  ];
}

function say(bar: Bar): string {
  const share = `${percent(bar.weight)} of the weight`;
  if (!bar.block) return `${ordinal(bar.rank)}: not shown, ${share}`;
  const { path, startLine, endLine, tier } = bar.block;
  return `${ordinal(bar.rank)}: ${path}:${startLine}–${endLine}, ${tier}, ${share}`;
}

function caption(context: Context, drawn: Bar[]): (Node | string)[] {
  const beyond = context.nucleus > drawn.length ? ` The cut lies further right, at ${count(context.nucleus)}.` : "";
  const text = `Each bar is a chunk, the heaviest first; the line adds them up to 100 %, the band below has the tiers. Left of the cut is the nucleus.${beyond}`;
  if (context.k >= context.nucleus) return [text];
  return [text, " ", el("span", { class: "unpaid-key" }, "in the nucleus, but without a place in the budget.")];
}

function describe(context: Context, drawn: Bar[]): string {
  const first = drawn[0]?.weight ?? 0;
  const ten = drawn[Math.min(9, drawn.length - 1)];
  const tiers = (["full", "skeleton", "signature", "stub"] as const).map(
    (tier) => `${drawn.filter((bar) => bar.block?.tier === tier).length} ${tier}`,
  );
  return (
    `Weights of the ${plural(drawn.length, "best chunk")} in falling order. The first holds ${percent(first)}` +
    (ten && ten.rank > 1 ? `, the first ${ten.rank} hold ${percent(ten.cumulated)}` : "") +
    `. The nucleus ends at ${count(context.nucleus)}. Shown: ${tiers.join(", ")}.`
  );
}
