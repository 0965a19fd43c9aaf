// The built page (www/dist) over a static server under a sub-path, in real Chromium.
// NEARFIELD_CHROMIUM names the browser; screenshots go to target/screenshots.
import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const dist = join(root, "www/dist");
const screenshots = join(root, "target/screenshots");
const SUB_PATH = "/some/where/";
const INDEXED = 60_000;

let server, browser, scratch, origin;

before(async () => {
  await stat(join(dist, "index.html")).catch(() => {
    throw new Error("www/dist is missing: run `cargo xtask build` first.");
  });
  await mkdir(screenshots, { recursive: true });
  scratch = await mkdtemp(join(tmpdir(), "nearfield-page-"));
  server = serve();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({
    executablePath: process.env.NEARFIELD_CHROMIUM ?? "/usr/bin/chromium",
    args: "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(
      " ",
    ),
  });
});

after(async () => {
  await browser?.close();
  server?.close();
  await rm(scratch, { recursive: true, force: true });
});

/** A static file server without any header beyond the type, as a plain host would be. */
function serve() {
  const types = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
  };
  return createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const file = join(dist, normalize(path.slice(SUB_PATH.length)));
    const missing = () => response.writeHead(404).end();
    if (!path.startsWith(SUB_PATH) || !file.startsWith(dist)) return missing();
    createReadStream(file)
      .on("error", missing)
      .once("open", () =>
        response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }),
      )
      .pipe(response);
  });
}

/** Opens the page, runs `use`, and insists that nothing went wrong behind the scenes. */
async function onPage(use, { width = 1280, height = 900, colorScheme = "light" } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const trouble = [];
  const page = await context.newPage();
  page.on(
    "console",
    (message) => ["error", "warning"].includes(message.type()) && trouble.push(`console: ${message.text()}`),
  );
  page.on("pageerror", (error) => trouble.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin + SUB_PATH) && !request.url().startsWith(`blob:${origin}`))
      trouble.push(`request: ${request.url()}`);
  });
  page.on(
    "response",
    (response) => response.status() >= 400 && trouble.push(`${response.status()}: ${response.url()}`),
  );
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) =>
      window.violations.push(`${event.violatedDirective}: ${event.blockedURI}`),
    );
  });
  try {
    await page.goto(origin + SUB_PATH);
    await use(page);
    assert.deepEqual(await page.evaluate(() => window.violations), [], "the content security policy was violated");
    assert.deepEqual(trouble, []);
  } finally {
    await context.close();
  }
}

async function openSample(page) {
  await page.getByRole("button", { name: "Try nearfield’s own source" }).click();
  await page.locator("#library").waitFor({ timeout: INDEXED });
}

async function ask(page, question) {
  await page.getByRole("searchbox", { name: "Question" }).fill(question);
  await page.keyboard.press("Enter");
  await answered(page);
}

/** Waits until the shown answer stays the same. */
async function answered(page) {
  const shown = () =>
    page
      .locator("#answer")
      .innerText()
      .catch(() => "");
  let before;
  for (let same = 0; same < 3;) {
    await page.waitForTimeout(80);
    const now = await shown();
    same = now !== "" && now === before ? same + 1 : 0;
    before = now;
  }
}

async function setBudget(page, budget) {
  await page.getByLabel("Budget in tokens").fill(String(budget));
  await page.keyboard.press("Enter");
  await page.getByLabel("Budget in tokens").blur();
  await page.waitForFunction(
    (wanted) => document.querySelector("#figures")?.textContent.includes(`of ${wanted}`),
    budget.toLocaleString("en"),
  );
  await answered(page);
}

const figure = (page, name) =>
  page
    .locator(".figure", { has: page.locator(".figure-name", { hasText: name }) })
    .locator(".figure-value")
    .innerText();
const spent = async (page) => Number((await figure(page, "Budget")).split(" ")[0].replace(/,/g, ""));
const tiers = (page) => page.locator(".block").evaluateAll((blocks) => blocks.map((block) => block.dataset.tier));

/** A small project on disk: two languages, an ignored folder, a secret, a binary, an ignored file. */
async function project() {
  const folder = join(scratch, `project-${Math.random().toString(36).slice(2)}`);
  const files = {
    "src/lexer.py":
      'def tokenize_quux(text):\n    """Splits a text into quux tokens."""\n    return text.split("quux")\n',
    "src/store.go": "package store\n\n// Save keeps a record.\nfunc Save(name string) error {\n\treturn nil\n}\n",
    "README.md": "# Quuxes\n\nHow quux tokens are split.\n",
    ".gitignore": "*.log\nbuild/\n",
    "debug.log": "noise\n",
    "build/out.js": "var a = 1\n",
    "node_modules/dep/index.js": "module.exports = 1\n",
    ".env": "TOKEN=abc\n",
    "logo.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3, 0, 255]),
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

describe("the sample", () => {
  test("is indexed, and a question gives all four tiers under their own line numbers", () =>
    onPage(async (page) => {
      await openSample(page);
      assert.match(await page.locator("#library-text").innerText(), /\d+ files, [\d,]+ chunks/);
      assert.match(await page.locator("#library-text").innerText(), /rust \d+/);
      assert.match(await page.locator("#library-text").innerText(), /typescript \d+/);

      await ask(page, "How are ignore files matched?");
      const seen = new Set();
      for (const budget of [1000, 2000, 4000, 8000]) {
        await setBudget(page, budget);
        for (const tier of await tiers(page)) seen.add(tier);
      }
      assert.deepEqual([...seen].sort(), ["full", "signature", "skeleton", "stub"]);

      const { files } = await page.evaluate(async () => (await fetch("./sample.json")).json());
      const lines = new Map(files.map(({ path, content }) => [path, content.split("\n")]));
      const printed = await page
        .locator(".line")
        .evaluateAll((all) =>
          all.map((line) => ({
            path: line.closest(".file").getAttribute("aria-label"),
            number: Number(line.dataset.line),
            text: line.textContent,
          })),
        );
      assert.ok(printed.length > 20);
      for (const { path, number, text } of printed)
        assert.equal(text, lines.get(path)[number - 1], `${path}:${number}`);
    }));

  test("answers the offered questions, and the verdict and figures speak in sentences", () =>
    onPage(async (page) => {
      await openSample(page);
      await page.locator("#examples-list button").first().click();
      await answered(page);
      assert.equal(await page.locator("#examples").isVisible(), false);
      assert.match(await page.locator("#verdict").innerText(), /^(The question|There is).*\.$/);
      const meanings = await page.locator("#figures dd").allInnerTexts();
      assert.ok(meanings.length >= 6);
      for (const meaning of meanings) assert.match(meaning, /^[A-Z].*\.$/s);
      assert.equal(await page.locator("#failure").isVisible(), false);
    }));

  test("lets the budget decide: more tokens, and never more than it allows", () =>
    onPage(async (page) => {
      await openSample(page);
      await ask(page, "How is the budget shared out among the chunks?");
      const used = [];
      for (const budget of [500, 2000, 8000]) {
        await setBudget(page, budget);
        used.push(await spent(page));
        assert.ok(used.at(-1) <= budget, `${used.at(-1)} of ${budget}`);
      }
      assert.ok(used[0] < used[1] && used[1] < used[2], used.join(" < "));

      await page.getByLabel("Budget", { exact: true }).focus();
      await page.keyboard.press("Home");
      await page.waitForFunction(() => document.querySelector("#figures")?.textContent.includes("of 250"));
      assert.equal(await page.getByLabel("Budget in tokens").inputValue(), "250");
    }));

  test("remembers questions only when asked to, and forgets them", () =>
    onPage(async (page) => {
      await openSample(page);
      await ask(page, "How are ignore files matched?");
      assert.equal(await figure(page, "Memory"), "none");
      await page.getByRole("switch", { name: "Remember my questions" }).check();
      await ask(page, "What does it return?");
      assert.match(await page.locator("#earlier").innerText(), /How are ignore files matched\?/);
      assert.match(await figure(page, "Memory"), /^0\.\d\d$|^1\.00$/);
      const blended = await figure(page, "Effective count");
      await setBudget(page, 3000);
      assert.equal(await figure(page, "Effective count"), blended, "moving the slider is no question of its own");
      await page.getByRole("button", { name: "Forget" }).click();
      await answered(page);
      assert.equal(await figure(page, "Memory"), "none");
      assert.equal(await page.locator("#earlier").isVisible(), false);
    }));

  test("copies the whole answer and one block, and shows what an agent gets", () =>
    onPage(async (page) => {
      await openSample(page);
      await ask(page, "How are ignore files matched?");
      await page.getByRole("button", { name: "Copy the whole answer as Markdown" }).click();
      await page.getByText("Copied", { exact: true }).waitFor();
      const markdown = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(markdown, /^`N_eff=/);

      const block = page.locator('.block:not([data-tier="stub"])').first();
      await block.getByRole("button", { name: /^Copy / }).click();
      await block.getByText("Copied").waitFor();
      const one = await page.evaluate(() => navigator.clipboard.readText());
      const [heading, , ...body] = one.trimEnd().split("\n");
      assert.match(heading, /^\S+:\d+-\d+/);
      assert.ok(markdown.includes(body.slice(0, -1).join("\n")), one);

      await page.getByRole("button", { name: "As Markdown", exact: true }).click();
      assert.equal(await page.locator(".markdown").textContent(), markdown);
      assert.equal(await page.locator(".block").first().isVisible(), false);
      await page.getByRole("button", { name: "As Markdown", exact: true }).click();
      assert.equal(await page.locator(".block").first().isVisible(), true);
    }));

  test("opens a stub to its source and folds files", () =>
    onPage(async (page) => {
      await openSample(page);
      await ask(page, "How is a snapshot loaded?");
      // Files that are known by name only come folded.
      await page.getByRole("button", { name: "Fold all" }).click();
      await page.getByRole("button", { name: "Open all" }).click();
      const stub = page.locator('.block[data-tier="stub"]').first();
      await stub.locator("summary").click();
      await stub.locator(".line").first().waitFor();
      const [first] = (await stub.locator(".place").innerText()).split("–");
      assert.equal(await stub.locator(".line").first().getAttribute("data-line"), first);
      await page.getByRole("button", { name: "Fold all" }).click();
      assert.equal(await page.locator(".block:visible").count(), 0);
      await page.getByRole("button", { name: "Open all" }).click();
      assert.equal(await page.locator(".block:visible").count(), await page.locator(".block").count());
    }));

  test("draws the weights: hover and keys tell the chunk, a click leads to it", () =>
    onPage(async (page) => {
      await openSample(page);
      await ask(page, "How are ignore files matched?");
      const picture = page.getByRole("img", { name: /^Weights of the \d+ best chunks in falling order/ });
      const box = await picture.locator(".bar").first().boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      assert.match(await page.locator(".picture-said").innerText(), /^1st: .+:\d+–\d+, (full|skeleton|signature|stub), /);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      assert.match(await page.evaluate(() => document.activeElement.id), /^block-1$/);
      await picture.focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      assert.match(await page.locator(".picture-said").innerText(), /^2nd: /);
    }));
});

describe("a folder", () => {
  test("is indexed by its own rules, and what is left out says why", () =>
    onPage(async (page) => {
      await page.locator("#folder-input").setInputFiles(await project());
      await page.locator("#library").waitFor({ timeout: INDEXED });
      await page.locator("#skipped-summary").click();
      const skipped = await page.locator("#skipped-list").innerText();
      for (const path of ["node_modules/", "build/", "debug.log", ".env", "logo.png"])
        assert.ok(skipped.includes(path), `${path} in:\n${skipped}`);
      assert.ok(!skipped.includes("build/out.js"), "an ignored folder is not walked");

      await ask(page, "tokenize_quux");
      assert.match(await page.locator(".file h3").first().innerText(), /src\/lexer\.py/);
      assert.match(await page.locator("#context").innerText(), /tokenize_quux/);
      await page.getByRole("radio", { name: "Docs" }).check({ force: true });
      await answered(page);
      assert.match(await page.locator(".file h3").first().innerText(), /README\.md/);
    }));

  test("can be dropped as loose files, and replaces what was there", () =>
    onPage(async (page) => {
      await openSample(page);
      await page.evaluate(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(["def drop_me():\n    return 42\n"], "dropped.py"));
        transfer.items.add(new File(["export const kept = 1;\n"], "kept.ts"));
        for (const type of ["dragenter", "dragover", "drop"])
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      });
      await page.locator("#library-text", { hasText: /^dropped files 2 files,/ }).waitFor({ timeout: INDEXED });
      assert.equal(await page.locator("#drop-veil").isVisible(), false);
      await ask(page, "drop_me");
      assert.match(await page.locator(".file h3").first().innerText(), /dropped\.py/);

      await page.getByRole("radio", { name: "Docs" }).check({ force: true });
      await page.locator("#verdict", { hasText: "Nothing of this kind is indexed." }).waitFor();
      assert.equal(await page.locator(".block").count(), 0);
    }));

  test("can be stopped on the way while the page stays alive, and what is in can be asked", () =>
    onPage(async (page) => {
      const folder = join(scratch, "many");
      await mkdir(folder, { recursive: true });
      const body = Array.from(
        { length: 300 },
        (_, i) => `export function step${i}(value: number): number {\n  return value + ${i};\n}\n`,
      ).join("\n");
      await Promise.all(
        Array.from({ length: 300 }, (_, i) => writeFile(join(folder, `part${i}.ts`), `// part ${i}\n${body}`)),
      );
      await page.evaluate(() => {
        window.longest = 0;
        let last = performance.now();
        const beat = (now) => {
          window.longest = Math.max(window.longest, now - last);
          last = now;
          requestAnimationFrame(beat);
        };
        requestAnimationFrame(beat);
      });
      await page.locator("#folder-input").setInputFiles(folder);
      // Of those that are read some sixteen are on their way; the rest is in.
      await page.waitForFunction(
        () => /^([4-9]\d|\d{3}) of 300 files/.test(document.querySelector("#progress-text").textContent),
        null,
        { timeout: INDEXED },
      );
      await page.getByRole("button", { name: "Stop" }).click();
      await page.locator("#library").waitFor();
      assert.match(await page.locator("#library-text").innerText(), /Indexing was stopped/);
      assert.ok((await page.evaluate(() => window.longest)) < 1000, "the page was blocked");
      await ask(page, "step7");
      assert.ok((await page.locator(".block").count()) > 0);
    }));
});

describe("the question box", () => {
  test("stands empty without an answer, says when there is none, and takes the slash key", () =>
    onPage(async (page) => {
      await openSample(page);
      await page.getByRole("button", { name: "Search something else…" }).focus();
      await page.keyboard.press("/");
      assert.equal(await page.evaluate(() => document.activeElement.id), "question");

      await page.keyboard.press("Enter");
      assert.equal(await page.locator("#answer").isVisible(), false);
      assert.equal(await page.locator("#examples").isVisible(), true);

      await ask(page, "?!");
      assert.equal(await page.locator(".block").count(), 0);
      assert.match(await page.locator("#verdict").innerText(), /^Nothing here seems to answer this\.$/);
      assert.match(await page.locator("#context .note").first().innerText(), /^[A-Z].+\.$/);

      // What exists is offered, and asks for itself.
      await ask(page, "flurbish zzqqxy gitignroe");
      assert.equal(await page.locator(".block").count(), 0);
      const offered = page.locator(".suggestions button").first();
      const name = await offered.innerText();
      await offered.click();
      await answered(page);
      assert.equal(await page.getByRole("searchbox", { name: "Question" }).inputValue(), name);
      assert.ok((await page.locator(".block").count()) > 0);
      assert.match(await figure(page, "Confidence"), /%$/);
      await ask(page, "?!");
      assert.equal(await page.locator("#failure").isVisible(), false);

      await page.getByRole("searchbox", { name: "Question" }).fill("");
      await page.locator("#examples").waitFor();
      assert.equal(await page.locator("#answer").isVisible(), false);
    }));

  test("answers while one types", () =>
    onPage(async (page) => {
      await openSample(page);
      await page.getByRole("searchbox", { name: "Question" }).pressSequentially("ignore rules", { delay: 15 });
      await page.locator(".block").first().waitFor();
    }));

  test("tells a failed load in a sentence and offers the sources again", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route("**/sample.json", (route) => route.fulfill({ status: 500 }));
    await page.goto(origin + SUB_PATH);
    await page.getByRole("button", { name: "Try nearfield’s own source" }).click();
    await page.locator("#failure").waitFor({ timeout: INDEXED });
    assert.match(await page.locator("#failure").innerText(), /sample could not be loaded.*500/);
    assert.equal(await page.locator("#source").isVisible(), true);
    await context.close();
  });
});

describe("the look", () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const [name, width, height] of [
      ["wide", 1280, 900],
      ["phone", 390, 844],
    ]) {
      test(`${name}, ${colorScheme}: nothing runs over the edge`, () =>
        onPage(
          async (page) => {
            const shoot = (step) =>
              page.screenshot({ path: join(screenshots, `page-${name}-${colorScheme}-${step}.png`) });
            const fits = async () =>
              assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
            await fits();
            await shoot("start");
            await openSample(page);
            await fits();
            await shoot("ready");
            await ask(page, "How are ignore files matched?");
            await fits();
            await shoot("answer");
            if (name === "phone") await page.locator("#reading > summary").click();
            await page.locator("#figures").scrollIntoViewIfNeeded();
            await fits();
            await shoot("figures");
          },
          { width, height, colorScheme },
        ));
    }
  }
});
