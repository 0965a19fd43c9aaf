import { byId } from "./element.js";

/** Shows what went wrong as a sentence, or takes the sentence away. */
export function showFailure(error: unknown): void {
  const place = byId("failure", HTMLElement);
  place.hidden = error === undefined;
  place.textContent = error === undefined ? "" : error instanceof Error ? error.message : String(error);
}
