import type { Context } from "nearfield";
import { el } from "./element.js";
import { count, percent, plural } from "./numbers.js";

/** One figure of the header: its sign, its value and what the value means here. */
export interface Figure {
  name: string;
  sign: string;
  value: string;
  meaning: string;
}

/** The answer in one sentence: how many places carry the weight, and what that says of the question. */
export function verdict(context: Context): string {
  const places = Math.max(1, Math.round(context.nEff));
  if (context.chunks < 6) return `There is little to choose from: ${plural(context.chunks, "chunk")} in all.`;
  if (context.nEff < 1.5) return "The question is very sharp: one place carries almost all the weight.";
  if (places <= 6) return `The question is sharp: about ${places} places carry the weight.`;
  if (places <= 30) return `The question is focused: about ${places} places carry the weight.`;
  if (context.nEff < 0.4 * context.chunks) {
    return `The question is broad: about ${count(places)} of ${count(context.chunks)} places share the weight.`;
  }
  return "The question fits nearly every place alike. Name a function, a file or a term that the code would use.";
}

/** The header's figures in plain sentences that follow their values. */
export function figures(context: Context): Figure[] {
  return [effective(context), nucleus(context), hidden(context), tokens(context), memory(context), temperature(context)];
}

/** Writes the figures into a description list. */
export function showFigures(list: HTMLElement, context: Context): void {
  list.replaceChildren(
    ...figures(context).map((figure) =>
      el(
        "div",
        { class: "figure" },
        el("dt", {}, el("span", { class: "figure-name" }, figure.name), el("span", { class: "figure-sign" }, figure.sign), el("span", { class: "figure-value" }, figure.value)),
        el("dd", {}, figure.meaning),
      ),
    ),
  );
}

function effective({ nEff, chunks }: Context): Figure {
  const share = chunks > 0 ? nEff / chunks : 0;
  const meaning =
    share > 0.4
      ? `If the weight were shared evenly, it would cover ${count(nEff)} of the ${plural(chunks, "chunk")}: the question hardly prefers any.`
      : `The weight over ${plural(chunks, "chunk")} is spread as if ${plural(Math.max(1, nEff), "chunk")} shared it evenly. The fewer, the sharper the question.`;
  return { name: "Effective count", sign: "N_eff", value: nEff.toFixed(1), meaning };
}

function nucleus({ nucleus: size, hidden: left, k }: Context): Figure {
  const best = size === 1 ? "The best chunk alone holds" : `The ${plural(size, "best chunk")} together hold`;
  const fate =
    left > 0
      ? `${count(size - left)} of them fit the budget, ${count(left)} did not.`
      : size === 1
        ? "It is shown."
        : "All of them are shown.";
  return { name: "Nucleus", sign: "k", value: k === size ? count(k) : `${count(k)} of ${count(size)}`, meaning: `${best} nine tenths of the weight. ${fate}` };
}

function hidden({ epsilon }: Context): Figure {
  const meaning =
    epsilon < 0.005
      ? "Practically everything that weighs anything is on this page."
      : epsilon <= 0.15
        ? `${percent(epsilon)} of the weight lies in chunks that are not shown: a thin tail.`
        : epsilon <= 0.5
          ? `${percent(epsilon)} of the weight lies in chunks that are not shown. A larger budget would bring in more of it.`
          : `${percent(epsilon)} of the weight lies in chunks that are not shown: this is a map of the best places, not the whole answer. Ask more narrowly, or raise the budget.`;
  return { name: "Hidden mass", sign: "ε", value: percent(epsilon), meaning };
}

function tokens({ tokens: spent, budget }: Context): Figure {
  const share = budget > 0 ? spent / budget : 0;
  const meaning =
    share >= 0.9
      ? `The answer fills ${percent(share)} of the budget. The budget is a ceiling for the whole text, this header included.`
      : `The answer takes ${percent(share)} of the budget: there was no more that the question called for.`;
  return { name: "Tokens", sign: "of the budget", value: `${count(spent)} of ${count(budget)}`, meaning };
}

function memory({ memory: pull }: Context): Figure {
  const meaning =
    pull >= 0.005
      ? `Your earlier questions pull on this one: they give ${percent(pull)} of the scores.`
      : "The question was judged by itself: no earlier question bent the scores.";
  return { name: "Memory", sign: "mem", value: pull >= 0.005 ? pull.toFixed(2) : "none", meaning };
}

function temperature({ tau }: Context): Figure {
  const meaning =
    tau === 1.28
      ? "How strictly scores turn into weights. 1.28 is the calibrated setting; lower would trust the best chunk more."
      : "How strictly scores turn into weights. Lower trusts the best chunk more than the calibrated 1.28, higher less.";
  return { name: "Temperature", sign: "τ", value: String(Number(tau.toFixed(2))), meaning };
}
