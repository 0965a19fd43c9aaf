import type { ContentSelector } from "nearfield";
import { byId, el } from "./element.js";
import { count } from "./numbers.js";

/** What the form says at this moment. */
export interface Asked {
  question: string;
  budget: number;
  content: ContentSelector;
  remember: boolean;
}

const TYPING_PAUSE_MS = 220;
const SLIDING_PAUSE_MS = 60;

/** The question, the budget, the kind of content and the memory switch. */
export class AskForm {
  private readonly form = byId("ask-form", HTMLFormElement);
  private readonly question = byId("question", HTMLInputElement);
  private readonly slider = byId("budget", HTMLInputElement);
  private readonly number = byId("budget-number", HTMLInputElement);
  private readonly remember = byId("remember", HTMLInputElement);
  private readonly forget = byId("forget", HTMLButtonElement);
  private readonly earlier = byId("earlier", HTMLElement);
  private waiting: ReturnType<typeof setTimeout> | undefined;

  /** @param onAsk told at every change; `done` is true when the question was finished with Enter or a click. */
  constructor(
    private readonly onAsk: (asked: Asked, done: boolean) => void,
    onForget: () => void,
  ) {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.tell(true, 0);
    });
    this.question.addEventListener("input", () => this.tell(false, TYPING_PAUSE_MS));
    this.slider.addEventListener("input", () => this.setBudget(this.slider.valueAsNumber));
    this.number.addEventListener("change", () => this.setBudget(this.number.valueAsNumber));
    byId("content", HTMLFieldSetElement).addEventListener("change", () => this.tell(false, 0));
    this.remember.addEventListener("change", () => {
      if (!this.remember.checked) onForget();
      this.tell(false, 0);
    });
    this.forget.addEventListener("click", () => {
      onForget();
      this.tell(false, 0);
    });
    document.addEventListener("keydown", (event) => this.slash(event));
  }

  get asked(): Asked {
    const picked = this.form.querySelector<HTMLInputElement>("input[name=content]:checked");
    return {
      question: this.question.value.trim(),
      budget: this.slider.valueAsNumber,
      content: (picked?.value ?? "code") as ContentSelector,
      remember: this.remember.checked,
    };
  }

  /** Puts a question in the box and asks it. */
  ask(question: string): void {
    this.question.value = question;
    this.tell(true, 0);
  }

  focus(): void {
    this.question.focus({ preventScroll: true });
  }

  /** Lists the questions that the session remembers. */
  showEarlier(questions: string[]): void {
    this.earlier.hidden = questions.length === 0;
    this.forget.hidden = questions.length === 0;
    this.earlier.replaceChildren(
      "Remembered: ",
      ...questions.flatMap((question, i) => [i > 0 ? ", " : "", el("q", {}, question)]),
    );
  }

  private setBudget(wanted: number): void {
    const least = Number(this.slider.min);
    const most = Number(this.slider.max);
    const budget = Number.isFinite(wanted)
      ? Math.min(most, Math.max(least, Math.round(wanted)))
      : this.slider.valueAsNumber;
    // The number may name any budget; the slider only steps by fifty unless told otherwise.
    this.slider.step = budget % 50 === 0 ? "50" : "1";
    this.slider.value = String(budget);
    this.slider.setAttribute("aria-valuetext", `${count(budget)} tokens`);
    this.number.value = String(budget);
    this.tell(false, SLIDING_PAUSE_MS);
  }

  private tell(done: boolean, pause: number): void {
    clearTimeout(this.waiting);
    if (pause === 0) this.onAsk(this.asked, done);
    else this.waiting = setTimeout(() => this.onAsk(this.asked, done), pause);
  }

  private slash(event: KeyboardEvent): void {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
    event.preventDefault();
    this.question.focus();
    this.question.select();
  }
}

/** Whether a key typed here is text, and not ours. */
function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && ["search", "text", "number"].includes(target.type);
}
