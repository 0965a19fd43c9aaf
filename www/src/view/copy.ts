import { el } from "./element.js";

/** A button that copies what `text` gives at the moment of the click, and says that it did. */
export function copyButton(label: string, name: string, text: () => string): HTMLButtonElement {
  const face = el("span", {}, label);
  const button = el("button", { type: "button", class: "quiet copy", "aria-label": name }, face);
  let resting: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener("click", () => {
    void write(text()).then((done) => {
      face.textContent = done ? "Copied" : "Not copied";
      button.classList.toggle("done", done);
      announce(done ? "Copied." : "The browser refused to copy.");
      clearTimeout(resting);
      resting = setTimeout(() => {
        face.textContent = label;
        button.classList.remove("done");
      }, 1600);
    });
  });
  return button;
}

/** Says a sentence to screen readers. */
export function announce(sentence: string): void {
  const region = document.getElementById("announce");
  if (region) region.textContent = sentence;
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeBySelection(text);
  }
}

// A page served without TLS has no clipboard object; selecting a text area still works there.
function writeBySelection(text: string): boolean {
  const area = el("textarea", { class: "visually-hidden", "aria-hidden": "true", readonly: true });
  const before = document.activeElement;
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
