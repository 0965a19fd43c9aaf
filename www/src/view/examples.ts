import type { Stats } from "nearfield";
import { byId, el } from "./element.js";

const OF_SAMPLE = [
  "How are ignore files matched?",
  "Where is the nucleus cut made?",
  "How does a call reach the worker and come back?",
  "estimate_tokens",
  "What happens when a file cannot be read?",
  "How is the whole thing put together?",
];

const OF_ANY_CODE = [
  "Where does the program start?",
  "How are errors handled?",
  "Where is the configuration read?",
  "How is input checked?",
  "How is the code tested?",
];

/** Offers questions to begin with, each a button that asks it. */
export function showExamples(sample: boolean, stats: Stats, ask: (question: string) => void): void {
  const questions = sample ? OF_SAMPLE : OF_ANY_CODE;
  byId("examples", HTMLElement).hidden = stats.files === 0;
  byId("examples-list", HTMLElement).replaceChildren(
    ...questions.map((question) =>
      el("li", {}, el("button", { type: "button", onclick: () => ask(question) }, question)),
    ),
  );
}
