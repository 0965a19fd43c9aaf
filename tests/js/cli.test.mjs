// The command line: output, exit codes, one sentence per error, ignore files, pipes.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { scratch } from "./environment.mjs";
import { sample } from "./sample.mjs";

const manifest = new URL(import.meta.resolve("nearfield/package.json"));
const main = fileURLToPath(new URL("dist/cli/main.js", manifest));

const folder = scratch();
for (const { path, content } of sample) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
mkdirSync(join(folder, "node_modules/left"), { recursive: true });
writeFileSync(join(folder, "node_modules/left/index.js"), "export const money = 1;\n");
symlinkSync("src", join(folder, "linked"));
mkdirSync(join(folder, "empty"));

const env = { ...process.env, XDG_CACHE_HOME: scratch() };

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: "utf8", env });
  return { status, stdout, stderr };
}

function fails(status, pattern, ...args) {
  const result = run(...args);
  assert.equal(result.status, status, result.stderr);
  assert.equal(result.stdout, "");
  assert.match(result.stderr, /^nearfield: [^\n]+\n$/);
  assert.match(result.stderr, pattern);
}

test("--help and --version", () => {
  for (const args of [["--help"], ["-h"], ["help"], ["search", "--help"], ["index", "-h"]]) {
    const { status, stdout, stderr } = run(...args);
    assert.equal(status, 0);
    assert.equal(stderr, "");
    assert.match(stdout, /Usage[^]*search QUERY[^]*Exit codes[^]*1 {2}nothing found/);
    assert.ok(stdout.split("\n").every((line) => line.length <= 110));
  }
  assert.equal(run("--version").stdout, "0.1.0\n");
});

test("search prints Markdown", () => {
  const { status, stdout, stderr } = run("search", "how is money moved between accounts", "--budget", "600");
  assert.equal(status, 0, stderr);
  assert.equal(stderr, "");
  assert.match(stdout, /## src\/ledger\.ts\n\d+-\d+/);
  assert.match(stdout, /transfer\(/);
});

test("search takes a path, a file, a budget and a kind of content", () => {
  assert.match(run("search", "parse header", "core").stdout, /parse\.rs/);
  assert.match(run("search", "parse header", join("core", "parse.rs")).stdout, /parse\.rs/);
  assert.match(run("search", "retries", "--content", "docs", "--model", "none").stdout, /guide\.md/);
  assert.match(run("search", "queue workers", "--content=config,docs", "--model=none").stdout, /app\.json/);
});

test("--json is the whole result", () => {
  const { status, stdout } = run("search", "money", "--json", "-b", "500", "--tau", "1", "--p", "0.8", "--k-min", "2", "--lexical", "reference");
  assert.equal(status, 0);
  const context = JSON.parse(stdout);
  assert.equal(context.budget, 500);
  assert.equal(context.tau, 1);
  assert.ok(context.blocks.length > 0 && context.tokens <= 500);
});

test("related takes a place", () => {
  const [{ path, startLine }] = JSON.parse(run("rank", "JobQueue", "-n", "1", "--json").stdout);
  const related = JSON.parse(run("related", `${path}:${startLine}`, "--json", "--content", "all", "-n", "3").stdout);
  assert.ok(related.length > 0 && related.every((hit) => hit.path !== path || hit.startLine !== startLine));
  fails(2, /no place.*FILE:LINE/, "related", path);
  fails(2, /place is missing/, "related");
});

test("rank takes filters", () => {
  const paths = JSON.parse(run("rank", "JobQueue", "--paths", "src/,!src/jobs.ts", "--mode", "lexical", "--json").stdout).map((hit) => hit.path);
  assert.ok(paths.every((path) => path.startsWith("src/") && path !== "src/jobs.ts"), paths.join());
});

test("rank prints one place a line", () => {
  const { status, stdout } = run("rank", "JobQueue", "--limit", "2", "--model", "none");
  assert.equal(status, 0);
  const lines = stdout.trimEnd().split("\n");
  assert.ok(lines.length <= 2);
  assert.match(lines[0], /^ *-?\d+\.\d{3} {2}lib\/queue\.py:\d+-\d+ {2}JobQueue/);
  assert.equal(JSON.parse(run("rank", "JobQueue", "-n", "1", "--json").stdout).length, 1);
});

test("index accounts for every file and names the ignored", () => {
  const { status, stdout } = run("index", "--list");
  assert.equal(status, 0);
  assert.match(stdout, /^indexed \d+ files as \d+ chunks, .* MB read, in .* s\n/);
  assert.match(stdout, /ignored {2}build\/: /);
  assert.match(stdout, /ignored {2}lib\/local\/: .*local/);
  assert.match(stdout, /ignored {2}node_modules\/: /);
  assert.match(stdout, /ignored {2}trace\.log: /);
  assert.match(stdout, /binary {2}src\/picture\.png: /);
  assert.match(stdout, /symlink {2}linked: /);
  assert.doesNotMatch(stdout, /keep\.log/);
  const report = JSON.parse(run("index", ".", "--json").stdout);
  // Of the sample, one lies in build/, one in lib/local/: their folders stand for them.
  assert.equal(report.files + report.skipped.length, sample.length + "node_modules/ linked".split(" ").length);
});

test("what index has kept, the others use and bring up to date", () => {
  const cache = scratch();
  const call = (...args) => run(...args, "--model", "none", "--cache", cache);
  assert.equal(call("rank", "JobQueue", "--limit", "1").status, 0);
  assert.deepEqual(readdirSync(cache), [], "only index fills it");
  assert.match(call("index").stdout, /\nkept in the cache, \d+\.\d MB\n/);
  assert.match(call("index").stdout, /\nunchanged since it was put into the cache\n/);
  const before = readdirSync(cache);
  assert.equal(before.filter((name) => name !== ".gitignore").length, 2);
  writeFileSync(join(folder, "later.ts"), "export function laterOn() {}\n");
  assert.match(call("rank", "laterOn", "--limit", "1").stdout, /later\.ts/);
  assert.notDeepEqual(readdirSync(cache), before);
  rmSync(join(folder, "later.ts"));
  assert.equal(call("search", "laterOn").status, 1);
  assert.doesNotMatch(run("index", "--no-cache", "--model", "none").stdout, /cache/);
  assert.equal(JSON.parse(call("index", "--json").stdout).cache.found, true);
  fails(2, /exclude each other/, "index", "--cache", cache, "--no-cache");
});

test("index says a reason of many once", () => {
  const many = join(folder, "many");
  mkdirSync(join(many, "out"), { recursive: true });
  for (const name of ["a", "b", "c", "d", "e"]) writeFileSync(join(many, `out/${name}.js.map`), '{"version":3,"mappings":"AAAA"}');
  writeFileSync(join(many, "one.ts"), "export const one = 1;\n");
  const { stdout } = run("index", "many", "--list", "--model", "none");
  assert.match(stdout, /^indexed 1 file as 1 chunk, /);
  assert.match(stdout, /^left out 5 files: 5 minified$/m);
  assert.match(stdout, /^ {2}minified {2}5 times: [^\n]+\n {4}out\/a\.js\.map\n {4}out\/b\.js\.map\n {4}out\/c\.js\.map\n {4}and 2 more \(--json /m);
  assert.equal(JSON.parse(run("index", "many", "--json", "--model", "none").stdout).skipped.length, 5);
  writeFileSync(join(many, ".gitignore"), "out/\n");
  assert.match(run("index", "many", "--model", "none").stdout, /^left out 1 folder: 1 ignored$/m);
});

test("where nothing is found, options have their names on the command line", () => {
  const strange = run("search", "submarine periscope");
  assert.equal(strange.status, 1);
  assert.match(strange.stderr, /or add --always to see the nearest/);
  assert.match(strange.stderr, /^ {2}try the name {2}\S+ {2}\S+:\d+$/m);
  assert.equal(run("search", "submarine periscope", "--always").status, 0);
  const wordless = run("search", "money", "--mode", "semantic", "--model", "none");
  assert.equal(wordless.status, 1);
  assert.match(wordless.stderr, /leave out --model none, or add --mode lexical/);
  assert.match(wordless.stderr, /^ {2}try the search pattern {2}\S+ {2}\(a regular expression/m);
  fails(1, /add --content all, or widen --paths/, "search", "money", "--paths", "no/");
  fails(1, /raise --budget/, "search", "money", "--budget", "1");
});

test("ignored files are not found", () => {
  const { paths } = { paths: JSON.parse(run("rank", "ledger notes trace generated", "--content", "all", "--json", "-n", "100").stdout).map((hit) => hit.path) };
  assert.ok(paths.includes("keep.log"));
  for (const path of ["build/out.js", "lib/local/notes.py", "trace.log", "node_modules/left/index.js"]) assert.ok(!paths.includes(path), path);
});

test("1: nothing found", () => {
  fails(1, /no file was indexed in "empty"/, "search", "x", "empty", "--model", "none");
  fails(1, /no file was indexed/, "rank", "x", "empty", "--model", "none");
  assert.equal(run("index", "empty", "--model", "none").status, 1);
});

test("2: the command line is wrong", () => {
  fails(2, /command is missing.*--help/);
  fails(2, /no command "serch"/, "serch", "x");
  fails(2, /query is missing/, "search");
  fails(2, /one argument too many.*quotes/, "search", "two", ".", "words");
  fails(2, /--bugdet/, "search", "x", "--bugdet", "5");
  fails(2, /number, not "many"/, "search", "x", "--budget", "many");
  fails(2, /number, not ""/, "search", "x", "--budget=");
  fails(2, /whole number from 0/, "search", "x", "--budget=-1");
  fails(2, /: --content must be one or several of "code", "docs"/, "search", "x", "--content", "tests");
  fails(2, /: --limit must be/, "rank", "x", "--limit", "0");
  fails(2, /: --k-min must be/, "search", "x", "--k-min", "0");
  fails(2, /: --languages is "cobolt".*language names such as/, "rank", "x", "--languages", "cobolt", "--model", "none");
  fails(2, /--limit/, "search", "x", "--limit", "3");
});

test("3: the path cannot be read", () => {
  fails(3, /"no-such-folder".*no such file/, "search", "x", "no-such-folder", "--model", "none");
});

test("4: the engine or its files failed", () => {
  fails(4, /config\.json|tokenizer\.json|model\.safetensors/, "search", "x", "--model", "empty");
});

test("no progress and no escape sequences where there is no terminal", () => {
  const { stdout, stderr } = run("search", "money");
  assert.doesNotMatch(stdout + stderr, /\x1b/);
});

test("a reader that stops early is no failure", async () => {
  const child = spawn(process.execPath, [main, "index", "--list", "--model", "none"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let stderr = "";
  child.stderr.on("data", (data) => (stderr += data));
  const [code, signal] = await new Promise((resolve) => child.on("exit", (...args) => resolve(args)));
  assert.equal(stderr, "");
  assert.equal(signal, null);
  assert.equal(code, 0);
});
