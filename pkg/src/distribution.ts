/** The equations behind a context, as pure functions on score vectors. */

import { NearfieldError, deadError } from "./errors.js";
import { instantiate, refusal, type Core } from "./load/core.js";
import { loadModule, type Platform } from "./load/platform.js";
import type { Distribution, NumberVector, Tier, WasmSource } from "./types.js";

/** Loads the wasm module (once for all) and gives the functions; they are synchronous and throw {@link NearfieldError}. */
export async function loadDistribution(
  platform: Platform,
  options: { wasm?: WasmSource | Promise<WasmSource> } = {},
): Promise<Distribution> {
  const { core, panic } = await instantiate(await loadModule(platform, options.wasm, "core"));
  let dead: NearfieldError | undefined;

  const run = <T>(action: (core: Core) => T): T => {
    if (dead) throw dead;
    try {
      return action(core);
    } catch (error) {
      if (error instanceof NearfieldError) throw error;
      const known = refusal(error);
      if (known) throw known;
      const text = panic();
      throw (dead = deadError(text === undefined ? error : new Error(text, { cause: error }), "it computed"));
    }
  };

  return {
    standardize: (scores) => run((core) => core.coreStandardize(floats(scores))),
    softmaxWeights: (standardized, tau) => {
      must(Number.isFinite(tau) && tau > 0, "tau", tau, "a number above 0");
      const scores = floats(standardized);
      const wrong = scores.find((score) => !Number.isFinite(score));
      must(wrong === undefined, "standardized", wrong, "finite numbers");
      return run((core) => core.coreWeights(scores, tau));
    },
    nEff: (weights) => run((core) => core.coreNEff(floats(weights))),
    nucleus: (weights, p, kMin) => {
      must(p >= 0 && p <= 1, "p", p, "a number from 0 to 1");
      must(Number.isInteger(kMin) && kMin >= 0 && kMin <= 0xffff_ffff, "kMin", kMin, "a whole number, 0 or more");
      return run((core) => {
        const { selected, epsilon } = core.coreNucleus(floats(weights), p, kMin);
        return { k: selected.length, epsilon, selected: Uint32Array.from(selected) };
      });
    },
    emaBlend: (scores, memory, lambdaMax) => {
      must(lambdaMax >= 0 && lambdaMax <= 1, "lambdaMax", lambdaMax, "a number from 0 to 1");
      return run((core) => {
        const blend = core.coreBlend(floats(scores), floats(memory), lambdaMax);
        return { scores: Float64Array.from(blend.scores), lambda: blend.lambda };
      });
    },
    calibrate: (inScope, outOfScope, weight = 0.5) => {
      must(weight >= 0 && weight <= 1, "weight", weight, "a number from 0 to 1");
      return run((core) => core.coreCalibrate(floats(inScope), floats(outOfScope), weight) ?? undefined);
    },
    allocate: ({ weights, selected, budget, full, signature, stub }) =>
      run((core) => {
        for (const costs of [full, signature, stub]) {
          if (counted(costs).length !== counted(weights).length) throw lengths("one cost a weight in each tier");
        }
        // The core knows only the chosen chunks, in their order.
        const chosen = (values: NumberVector): number[] =>
          Array.from(selected, (place) => {
            const value = values[place];
            if (value === undefined) throw lengths("places below the number of weights in `selected`");
            return value;
          });
        return core.coreAllocate(
          floats(chosen(weights)),
          whole(chosen(full)),
          whole(chosen(signature)),
          whole(chosen(stub)),
          budget,
        ) as (Tier | "dropped")[];
      }),
    hybrid: (semantic, lexical, alpha) => {
      must(Number.isFinite(alpha), "alpha", alpha, "a number");
      must(counted(semantic).length === counted(lexical).length, "lexical", lexical.length, "a vector as long as the semantic one");
      return run((core) => core.coreHybrid(floats(semantic), floats(lexical), alpha));
    },
  };
}

function must(allowed: boolean, name: string, given: unknown, wanted: string): void {
  if (!allowed) throw new NearfieldError("invalid-option", `\`${name}\` is ${String(given)}: give ${wanted}.`);
}

/** The vector, if it is one. */
function counted(values: NumberVector): NumberVector {
  must(Array.isArray(values) || ArrayBuffer.isView(values), "a vector", values, "an array of numbers");
  return values;
}

function floats(values: NumberVector): Float64Array {
  counted(values);
  return values instanceof Float64Array ? values : Float64Array.from(values);
}

function whole(values: NumberVector): Uint32Array {
  return values instanceof Uint32Array ? values : Uint32Array.from(values);
}

function lengths(wanted: string): NearfieldError {
  return new NearfieldError("invalid-option", `allocate wants ${wanted}.`);
}
