// The same files and queries give the same bytes: native Rust, Node in its thread and in a worker, Chromium in its page
// and in a worker.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Nearfield } from "nearfield";
import { need, root, scratch } from "../js/environment.mjs";
import { queries, sample } from "../js/sample.mjs";
import { launch, open, serve } from "./package/site.mjs";

/** The difficult sample, and this project's own sources: real code in several languages. */
const files = [
  ...sample.map(({ path, content }) => ({ path, bytes: typeof content === "string" ? new TextEncoder().encode(content) : content })),
  ...["src", "pkg/src", "tests/js"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort()
      .map((path) => ({ path: path.slice(root.length + 1).replaceAll("\\", "/"), bytes: readFileSync(path) })),
  ),
];
const asked = [
  ...queries,
  { query: "how are ignore files matched", budget: 2000, content: "code" },
  { query: "how are ignore files matched", budget: 300, content: "code" },
  { query: "where is softmax defined", budget: 1500, content: "all" },
  { query: "what happens when a worker dies", budget: 4000, content: "code" },
  { query: "architecture", budget: 6000, content: "all" },
  ...["json", "xml", "plain"].map((format) => ({ query: "how are ignore files matched", budget: 2500, content: "all", format })),
];
const data = files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString("base64") }));

let browser;
let site;
let expected;
before(async () => {
  site = await serve();
  browser = await launch();
  expected = await inNode(false);
});
after(async () => {
  await browser?.close();
  site?.close();
});

async function inNode(worker) {
  const nf = await Nearfield.create({ worker });
  try {
    await nf.add(files.map(({ path, bytes }) => ({ path, content: bytes })));
    const texts = [];
    for (const { query, ...options } of asked) texts.push((await nf.search(query, options)).text);
    return texts;
  } finally {
    nf.free();
  }
}

function same(texts) {
  assert.equal(texts.length, asked.length);
  texts.forEach((text, i) => assert.equal(text, expected[i], `the answer to ${JSON.stringify(asked[i])}`));
}

test("the answers say something", () => {
  assert.ok(files.length > 60);
  assert.ok(expected.filter((text) => text.length > 500).length >= asked.length / 2);
  assert.equal(new Set(expected).size, expected.length);
});

test("native Rust", () => {
  const folder = scratch();
  const write = (name, value) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  // The rule files first, as the package feeds an array.
  const isRule = ({ path }) => /(^|\/)\.(gitignore|ignore|nearfieldignore)$/.test(path);
  const ordered = [...data.filter(isRule), ...data.filter((file) => !isRule(file))];
  const { status, stdout, stderr } = spawnSync(
    need("NEARFIELD_NATIVE"),
    ["--files", write("files.json", ordered), "--queries", write("queries.json", asked)],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  assert.equal(status, 0, stderr);
  same(JSON.parse(stdout));
});

test("Node, in a worker", async () => same(await inNode(true)));

for (const worker of [false, true]) {
  test(`Chromium, in ${worker ? "a worker" : "the page"}`, async () => {
    const { page, trouble, close } = await open(browser, site.origin);
    try {
      same(await page.evaluate(([worker, files, queries]) => window.nearfield.answers(worker, files, queries), [worker, data, asked]));
      assert.deepEqual(trouble, []);
    } finally {
      await close();
    }
  });
}
