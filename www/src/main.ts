import { AskForm, type Asked } from "./view/ask-form.js";
import { Indexing } from "./indexing.js";
import type { Library } from "./library.js";
import { offerSources } from "./source-panel.js";
import { AnswerView } from "./view/answer.js";
import { showExamples } from "./view/examples.js";
import { byId } from "./view/element.js";
import { showFailure } from "./view/failure.js";
import { showLibrary } from "./view/library-view.js";

let library: Library | undefined;
let questions: string[] = [];
let finished = "";
let asking = false;
let next: Asked | undefined;
/** Counts the folders that were begun: an earlier one that ends late must not touch the page. */
let turns = 0;

const sourcePanel = byId("source", HTMLElement);
const askBox = byId("ask", HTMLElement);
const form = new AskForm(onAsk, forget);
const answer = new AnswerView(
  (path) => library?.text(path) ?? Promise.resolve(undefined),
  (question) => form.ask(question),
);
const indexing = new Indexing();

offerSources({
  onFolder: (folder) => void open(() => indexing.folder(folder)),
  onSample: () => void open(() => indexing.sample()),
  onKeep: () => showSources(false),
});
byId("change", HTMLButtonElement).addEventListener("click", () => showSources(true));

/** Replaces what is indexed. What was there before stays usable until the new one stands. */
async function open(begin: () => Promise<Library | undefined>): Promise<void> {
  const turn = ++turns;
  showFailure(undefined);
  sourcePanel.hidden = true;
  askBox.inert = true;
  let failure: unknown;
  try {
    const opened = await begin();
    if (opened && turn === turns) await use(opened);
    else opened?.close();
  } catch (error) {
    failure = error;
  }
  // A later folder took over: the page is its own now.
  if (turn !== turns) return;
  askBox.inert = false;
  showSources(library === undefined);
  showFailure(failure);
  if (library) {
    // On a touch screen the focus would bring up the keyboard and cover the examples.
    if (!matchMedia("(pointer: coarse)").matches) form.focus();
    onAsk(form.asked, false);
  }
}

async function use(opened: Library): Promise<void> {
  library?.close();
  library = opened;
  finished = "";
  forget();
  answer.clear();
  document.body.classList.add("ready");
  const stats = await opened.stats();
  showLibrary(opened, stats);
  showExamples(opened.sample, stats, (question) => form.ask(question));
}

function showSources(show: boolean): void {
  sourcePanel.hidden = !show;
  askBox.hidden = library === undefined;
  byId("keep", HTMLButtonElement).hidden = library === undefined;
  byId("library", HTMLElement).hidden = show || library === undefined;
}

/** One search at a time; while it runs only the newest wish is kept. */
function onAsk(asked: Asked, done: boolean): void {
  if (done && asked.question !== "" && asked.question !== finished) {
    if (asked.remember && finished !== "") questions.push(finished);
    finished = asked.question;
    form.showEarlier(questions);
  }
  next = asked;
  if (!asking) void answerNext();
}

async function answerNext(): Promise<void> {
  asking = true;
  for (let asked = next; asked && library; asked = next) {
    next = undefined;
    byId("examples", HTMLElement).hidden = asked.question !== "";
    if (asked.question === "") {
      answer.clear();
      continue;
    }
    try {
      const earlier = asked.remember ? questions.filter((question) => question !== asked.question) : [];
      answer.show(await library.ask(asked.question, { ...asked, earlier }));
      showFailure(undefined);
    } catch (error) {
      showFailure(error);
    }
  }
  asking = false;
}

function forget(): void {
  questions = [];
  form.showEarlier(questions);
}
