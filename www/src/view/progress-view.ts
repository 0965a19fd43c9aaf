import type { Advance } from "../library.js";
import { announce } from "./copy.js";
import { byId } from "./element.js";
import { bytes, count, plural } from "./numbers.js";

/** The bar, its sentence and the stop button. Screen readers hear every tenth of the way, not every file. */
export class ProgressView {
  private readonly section = byId("progress", HTMLElement);
  private readonly bar = byId("progress-bar", HTMLProgressElement);
  private readonly text = byId("progress-text", HTMLElement);
  private heard = -1;
  private frame = 0;

  constructor(onStop: () => void) {
    byId("cancel", HTMLButtonElement).addEventListener("click", onStop);
  }

  begin(sentence: string): void {
    this.heard = -1;
    this.section.hidden = false;
    this.bar.removeAttribute("value");
    this.say(sentence);
    announce(sentence);
  }

  /** A sentence while the total is not known yet. */
  say(sentence: string): void {
    cancelAnimationFrame(this.frame);
    this.text.textContent = sentence;
  }

  advance({ files, ofFiles, bytes: done, ofBytes, path }: Advance): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const share = ofBytes > 0 ? done / ofBytes : 1;
      this.bar.value = share;
      this.text.textContent = `${count(files)} of ${plural(ofFiles, "file")}, ${bytes(done)} of ${bytes(ofBytes)}: ${path}`;
      const tenth = Math.floor(share * 10);
      if (tenth > this.heard) announce(`${tenth * 10} percent indexed`);
      this.heard = tenth;
    });
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    this.section.hidden = true;
  }
}
