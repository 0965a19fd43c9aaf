import type { Context } from "nearfield";
import { showContext } from "./context.js";
import { announce } from "./copy.js";
import { Distribution } from "./distribution.js";
import { byId, el } from "./element.js";
import { showFigures, verdict } from "./figures.js";
import { plural } from "./numbers.js";
import { showToolbar } from "./toolbar.js";

/** Everything below the question: the verdict, the picture and figures, and the blocks. */
export class AnswerView {
  private readonly section = byId("answer", HTMLElement);
  private readonly verdict = byId("verdict", HTMLElement);
  private readonly reading = byId("reading", HTMLDetailsElement);
  private readonly toolbar = byId("toolbar", HTMLElement);
  private readonly blocks = byId("context", HTMLElement);
  private readonly picture = new Distribution(byId("picture", HTMLElement));

  /**
   * @param text gives an indexed file's text, for looking beyond a signature or a stub.
   * @param ask puts another question.
   */
  constructor(
    private readonly text: (path: string) => Promise<string | undefined>,
    private readonly ask: (question: string) => void,
  ) {
    // On a phone the answer comes first and the figures wait behind their heading.
    this.reading.open = matchMedia("(min-width: 62rem)").matches;
  }

  clear(): void {
    this.section.hidden = true;
  }

  show(context: Context): void {
    this.section.hidden = false;
    const none = context.blocks.length === 0;
    this.section.classList.toggle("nothing", none);
    this.reading.hidden = none;
    this.toolbar.hidden = none;
    if (none) {
      this.verdict.textContent = nothing(context);
      this.blocks.replaceChildren(...context.notes.map(note), ...suggestions(context, this.ask));
      announce([this.verdict.textContent, ...context.notes].join(" "));
      return;
    }
    this.verdict.textContent = verdict(context);
    this.picture.show(context);
    showFigures(byId("figures", HTMLElement), context);
    showToolbar(this.toolbar, this.blocks, context);
    showContext(this.blocks, context, this.text);
    this.blocks.prepend(...context.notes.map(note));
    announce(
      `${this.verdict.textContent} ${plural(context.blocks.length, "block")}, ${plural(context.tokens, "token")}.`,
    );
  }
}

function note(sentence: string): HTMLElement {
  return el("p", { class: "note" }, sentence);
}

/** What to try next; a name asks for itself. */
function suggestions({ suggestions: found }: Context, ask: (question: string) => void): HTMLElement[] {
  if (found.length === 0) return [];
  const items = found.map(({ kind, text, path, line }) => {
    const place = path === undefined ? "" : ` ${path}:${line}`;
    if (kind === "pattern") return el("li", {}, "Search the files for ", el("code", {}, text));
    return el("li", {}, el("button", { type: "button", class: "quiet", onclick: () => ask(text) }, el("code", {}, text)), place);
  });
  return [el("p", { class: "note" }, "What exists here:"), el("ul", { class: "suggestions" }, ...items)];
}

function nothing({ abstained, chunks, notes }: Context): string {
  if (abstained && chunks > 0) return "Nothing here seems to answer this.";
  if (chunks === 0) return "Nothing of this kind is indexed.";
  return notes.length > 0 ? "Nothing to show." : "Nothing fits. Ask with other words, or raise the budget.";
}
