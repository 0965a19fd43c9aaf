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

/** With fewer chunks than this nothing can be said about sharpness. */
const FEW = 8;

/** Above this share of all chunks the question tells them hardly apart. */
const ALIKE = 0.4;

/** The answer in one sentence: how many places carry the weight, and what that says of the question. */
export function verdict(context: Context): string {
  const places = Math.max(1, Math.round(context.nEff));
  if (context.chunks < FEW) return `There is little to choose from: ${plural(context.chunks, "chunk")} in all.`;
  if (context.nEff < 1.5) return "The question is very sharp: one place carries almost all the weight.";
  if (places <= 6) return `The question is sharp: about ${places} places carry the weight.`;
  if (context.nEff > ALIKE * context.chunks) {
    return "The question fits nearly every place alike. Name a function, a file or a term that the code would use.";
  }
  if (places <= 30) return `The question is focused: about ${places} places carry the weight.`;
  return `The question is broad: about ${count(places)} of ${count(context.chunks)} places share the weight.`;
}

/** The header's figures in plain sentences that follow their values. */
export function figures(context: Context): Figure[] {
  return [
    effective(context),
    nucleus(context),
    detail(context),
    unseen(context),
    ...trust(context),
    tokens(context),
    memory(context),
    temperature(context),
  ];
}

/** Writes the figures into a description list. */
export function showFigures(list: HTMLElement, context: Context): void {
  list.replaceChildren(
    ...figures(context).map((figure) =>
      el(
        "div",
        { class: "figure" },
        el(
          "dt",
          {},
          el("span", { class: "figure-name" }, figure.name),
          el("span", { class: "figure-sign" }, figure.sign),
          el("span", { class: "figure-value" }, figure.value),
        ),
        el("dd", {}, figure.meaning),
      ),
    ),
  );
}

function effective({ nEff, chunks }: Context): Figure {
  const alike = chunks >= FEW && nEff > ALIKE * chunks;
  const meaning = alike
    ? `The weight is spread as if ${count(nEff)} of the ${plural(chunks, "chunk")} shared it evenly: the question hardly prefers any.`
    : `The weight over ${plural(chunks, "chunk")} is spread as if ${plural(Math.max(1, nEff), "chunk")} shared it evenly. The fewer, the sharper the question.`;
  return { name: "Effective count", sign: "N_eff", value: nEff.toFixed(1), meaning };
}

function nucleus({ nucleus: size, k }: Context): Figure {
  const best = size === 1 ? "The best chunk alone holds" : `The ${plural(size, "best chunk")} together hold`;
  const meaning = `${best} at least nine tenths of the weight. ${plural(k, "chunk")} of the index ${k === 1 ? "is" : "are"} shown.`;
  return { name: "Nucleus", sign: "k", value: count(size), meaning };
}

function detail({ masses }: Context): Figure {
  const parts = (["skeleton", "signature", "stub"] as const).map((tier) => `${percent(masses[tier])} as ${tier}`);
  const meaning = `The weight of the chunks shown whole; ${parts.join(", ")}.`;
  return { name: "In full", sign: "full", value: percent(masses.full), meaning };
}

function unseen({ hidden }: Context): Figure {
  const meaning =
    hidden < 0.005
      ? "Practically everything that weighs anything is on this page."
      : hidden <= 0.5
        ? "The weight of all chunks that you do not see here in any tier. A larger budget brings in more."
        : "Most of the weight is not on this page. Ask more narrowly, or raise the budget.";
  return { name: "Not shown", sign: "ε", value: percent(hidden), meaning };
}

function trust({ confidence }: Context): Figure[] {
  if (!confidence) return [];
  const { probability, word } = confidence;
  const meaning = `How often an answer like this one shows what was looked for as code: ${word}. Fitted on other code bases' questions.`;
  return [{ name: "Confidence", sign: "p", value: percent(probability), meaning }];
}

function tokens({ tokens: spent, budget, blocks }: Context): Figure {
  const share = budget > 0 ? spent / budget : 0;
  const whole = blocks.every((block) => block.tier === "full");
  const why =
    share >= 0.9
      ? "The answer fills the budget."
      : whole
        ? `Everything that counts takes ${percent(share)} of the budget.`
        : `The answer takes ${percent(share)} of the budget: the next step in detail did not fit into the rest.`;
  const meaning = `${why} Tokens of the whole text, estimated for the o200k vocabulary.`;
  return { name: "Budget", sign: "tokens", value: `${count(spent)} of ${count(budget)}`, meaning };
}

function memory({ memory: pull }: Context): Figure {
  const meaning =
    pull >= 0.005
      ? `The question leans on the one before it, by ${percent(pull)}: what that found leads here, too.`
      : "The question stands by itself: no earlier question led it.";
  return { name: "Memory", sign: "mem", value: pull >= 0.005 ? pull.toFixed(2) : "none", meaning };
}

function temperature({ tau }: Context): Figure {
  const meaning =
    tau === 1
      ? "How strictly scores turn into weights. 1 is the fitted setting; lower would trust the best chunk more."
      : "How strictly scores turn into weights. Lower trusts the best chunk more than the fitted 1, higher less.";
  return { name: "Temperature", sign: "τ", value: String(Number(tau.toFixed(2))), meaning };
}
