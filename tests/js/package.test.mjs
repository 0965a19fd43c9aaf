// The package as it is published: what is in it, what can be imported, how it types, that it needs nothing else.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root, scratch } from "./environment.mjs";

const pkg = join(root, "pkg");
const manifest = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: "utf8", ...options });
  assert.equal(result.status, 0, `${command} ${args.join(" ")}: ${result.stderr || result.stdout || result.error}`);
  return result.stdout;
}

const packed = JSON.parse(run("npm", ["pack", "--json", "--dry-run", "--ignore-scripts"], { cwd: pkg }));
const files = (Array.isArray(packed) ? packed[0] : packed.nearfield).files.map(({ path }) => path);

/** Every file that `exports` and `bin` name. */
function targets(value) {
  return typeof value === "string" ? [value] : Object.values(value).flatMap(targets);
}

test("the tarball holds what the manifest names, both wasm files, one model, and no sources", () => {
  assert.deepEqual(
    files.filter((path) => path.endsWith(".wasm")),
    ["dist/wasm/nearfield_core_bg.wasm", "dist/wasm/nearfield_full_bg.wasm"],
  );
  assert.deepEqual(
    files.filter((path) => /^dist\/model\/(config|tokenizer|model)\.\w+$/.test(path)),
    ["dist/model/config.json", "dist/model/model.safetensors", "dist/model/tokenizer.json"],
  );
  for (const path of [...targets(manifest.exports), ...targets(manifest.bin)]) {
    if (!path.includes("*")) assert.ok(files.includes(path.replace(/^\.\//, "")), `${path} is not packed`);
  }
  for (const name of ["README.md", "LICENSE", "package.json"]) assert.ok(files.includes(name), name);
  const foreign = files.filter((path) => !/^(dist\/|README\.md$|LICENSE$|package\.json$)/.test(path) || /nearfield_core\.(js|d\.ts)|\.map$|(?<!\.d)\.ts$/.test(path));
  assert.deepEqual(foreign, []);
  // Every module that a packed one imports is packed.
  for (const path of files.filter((name) => /\.(js|d\.ts)$/.test(name))) {
    const text = readFileSync(join(pkg, path), "utf8");
    for (const [, relative] of text.matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)) {
      const target = join(dirname(path), path.endsWith(".d.ts") ? relative.replace(/\.js$/, ".d.ts") : relative);
      assert.ok(files.includes(target), `${path} imports ${relative}`);
    }
  }
});

test("a build that cannot be made leaves the package as it was", () => {
  const before = readdirSync(join(pkg, "dist"), { recursive: true }).sort();
  const { status, stderr } = spawnSync(process.execPath, [join(pkg, "scripts/build.mjs"), scratch()], { encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /^build: .*nearfield_core\.js is missing: run `cargo xtask build`\.\n$/);
  assert.deepEqual(readdirSync(join(pkg, "dist"), { recursive: true }).sort(), before);
  for (const name of ["dist.new", "dist.old"]) assert.ok(!existsSync(join(pkg, name)), name);
});

test("nothing else is needed", () => {
  for (const kind of ["dependencies", "optionalDependencies"]) assert.equal(manifest[kind], undefined);
  for (const peer of Object.keys(manifest.peerDependencies)) assert.ok(manifest.peerDependenciesMeta[peer].optional, peer);
  const scripts = ["preinstall", "install", "postinstall", "prepare"];
  for (const name of scripts) assert.equal(manifest.scripts[name], undefined);
  for (const path of files.filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(pkg, path), "utf8");
    for (const [, name] of text.matchAll(/^import .*?from "([^."][^"]*)"/gm)) assert.match(name, /^node:/, path);
    assert.doesNotMatch(text, /\beval\(|new Function\(/, path);
  }
});

test("types stand first, and browsers get no node: imports", () => {
  for (const [name, target] of Object.entries(manifest.exports)) {
    if (typeof target === "object") assert.equal(Object.keys(target)[0], "types", name);
  }
  const seen = new Set();
  const visit = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(path, "utf8");
    assert.doesNotMatch(text, /from "node:/, path);
    for (const [, relative] of text.matchAll(/from "(\.[^"]+)"/g)) visit(join(dirname(path), relative));
  };
  visit(join(pkg, manifest.exports["."].browser));
  visit(join(pkg, manifest.exports["./worker"].browser));
  assert.ok(seen.size > 10);
});

test("each export resolves, others do not", () => {
  for (const name of ["", "/node", "/worker", "/nearfield_core_bg.wasm", "/nearfield_full_bg.wasm", "/model/config.json", "/package.json"]) {
    assert.ok(existsSync(fileURLToPath(import.meta.resolve(`nearfield${name}`))), name);
  }
  assert.throws(() => import.meta.resolve("nearfield/dist/nearfield.js"), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" });
});

test("no top-level await: require works where Node has it for ES modules", { skip: !process.features.require_module && "this Node cannot" }, () => {
  const script = 'const { Nearfield } = require("nearfield"); console.log(typeof Nearfield.create)';
  assert.equal(run(process.execPath, ["--no-warnings", "-e", script], { cwd: root }), "function\n");
});

test("the real tarball works alone", () => {
  const folder = scratch();
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: pkg });
  const [tarball] = readdirSync(folder);
  const home = join(folder, "node_modules");
  mkdirSync(home);
  run("tar", ["xzf", join(folder, tarball), "-C", home]);
  run("mv", [join(home, "package"), join(home, "nearfield")]);
  writeFileSync(join(folder, "zebra.py"), "def zebra_crossing():\n    return 'stripes'\n");
  writeFileSync(
    join(folder, "main.mjs"),
    `import { openFolder } from "nearfield/node";
    const { nearfield } = await openFolder(process.argv[2], { worker: true });
    console.log((await nearfield.search("zebra crossing")).markdown);`,
  );
  assert.match(run(process.execPath, ["main.mjs", "zebra.py"], { cwd: folder }), /zebra\.py/);
  const bin = join(home, "nearfield", manifest.bin.nearfield);
  assert.match(run(process.execPath, [bin, "search", "zebra", "zebra.py"], { cwd: folder }), /stripes/);
});

test("the types suffice a strict consumer, with the DOM's types or with Node's", () => {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const folder = scratch();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(pkg, join(folder, "node_modules/nearfield"));
  symlinkSync(join(root, "node_modules/@types"), join(folder, "node_modules/@types"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "use.ts"),
    `import { Nearfield, NearfieldError, AbortedError, distribution, type AddReport, type BroughtChunk, type Chunker, type Context, type Hit } from "nearfield";
    import { openFolder, walk } from "nearfield/node";
    const controller = new AbortController();
    const nf: Nearfield = await Nearfield.create({ worker: true, model: "none", maxFileBytes: 5 });
    async function* files() { yield { path: "a", content: new Uint8Array() }; yield { path: "b", content: "" }; }
    const report: AddReport = await nf.add(files(), { signal: controller.signal, onProgress: ({ done, total }) => void [done, total?.toFixed()] });
    await nf.add([{ path: "a", content: new ArrayBuffer(1) }] as const);
    const session = nf.session();
    const context: Context = await nf.search("x", { budget: 1, content: ["code", "docs"] as const, session });
    const tier: "full" | "skeleton" | "signature" | "stub" | undefined = context.blocks[0]?.tier;
    const hits: Hit[] = await nf.rank("x", { limit: 3 });
    const error: unknown = report;
    if (error instanceof NearfieldError) { const code: string = error.code; void code; }
    if (error instanceof AbortedError) void error.report;
    const core = await distribution({ wasm: new URL("https://example.org/x.wasm") });
    const weights: Float64Array = core.softmaxWeights([1, 2], 1);
    const opened = await openFolder(".", { worker: true });
    const same: Nearfield = opened.nearfield;
    for await (const file of walk(".", same)) void file.path;
    const chunker: Chunker = async (path, text) => [{ startLine: 1, endLine: text.split("\\n").length, name: path, kind: "rule", doc: [1, 1] }];
    const chunks: BroughtChunk[] = [];
    await Nearfield.create({ chunkers: { ".foo": chunker, ".bar": () => chunks } });
    // @ts-expect-error: no such kind
    await Nearfield.create({ chunkers: { ".foo": () => [{ startLine: 1, endLine: 1, kind: "hero" }] } });
    // @ts-expect-error: a chunk has lines
    await Nearfield.create({ chunkers: { ".foo": () => [{ name: "x" }] } });
    // @ts-expect-error: no such option
    await nf.search("x", { budjet: 1 });
    // @ts-expect-error: a typo in a value
    await nf.search("x", { content: "codes" });
    // @ts-expect-error: only create makes one
    new Nearfield();
    void [tier, hits, weights];
    using scoped = await Nearfield.create();
    void scoped;
    session.free();
    `,
  );
  writeFileSync(
    join(folder, "dom.ts"),
    `import { Nearfield } from "nearfield";
    const worker = new Worker("w.js", { type: "module" });
    await Nearfield.create({ worker, wasm: WebAssembly.compileStreaming(fetch("x.wasm")), model: new URL("m/", location.href) });
    const [file] = [] as File[];
    if (file) await (await Nearfield.create()).add([{ path: file.name, content: await file.arrayBuffer() }]);
    `,
  );
  writeFileSync(
    join(folder, "node.ts"),
    `import { readFileSync } from "node:fs";
    import { Worker } from "node:worker_threads";
    import { Nearfield } from "nearfield";
    const bytes = readFileSync("x.wasm");
    await Nearfield.create({ worker: new Worker("w.js"), wasm: bytes, model: { config: bytes, tokenizer: bytes, weights: bytes } });
    await (await Nearfield.create()).add([{ path: "a", content: bytes }]);
    `,
  );
  for (const [name, options] of Object.entries({
    dom: { lib: ["ES2022", "DOM"], types: [], module: "preserve", moduleResolution: "bundler" },
    node: { lib: ["ES2022"], types: ["node"], module: "nodenext", moduleResolution: "nodenext" },
  })) {
    const config = join(folder, `${name}.json`);
    writeFileSync(
      config,
      JSON.stringify({
        compilerOptions: { target: "es2022", strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: name === "node", ...options },
        files: ["use.ts", `${name}.ts`],
      }),
    );
    run(process.execPath, [tsc, "-p", config]);
  }
});
