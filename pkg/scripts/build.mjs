// node build.mjs [FOLDER]
// Makes dist/ from src/, the model in ../model, and the wasm in FOLDER, which `cargo xtask build` makes and names;
// without FOLDER from the wasm that dist/ has. All is made aside and takes the place of dist/ at the end: an app that has
// the package linked never finds half of it, and a build that is broken off leaves dist/ as it was.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { coreFactory } from "./core-factory.mjs";

const pkg = dirname(dirname(fileURLToPath(import.meta.url)));
const place = join(pkg, "dist");
const dist = join(pkg, "dist.new");
const last = join(pkg, "dist.old");
const [from = join(place, "wasm")] = process.argv.slice(2);

function stop(message) {
  console.error(`build: ${message}`);
  process.exit(1);
}

const made = ["nearfield_core.js", "nearfield_core_bg.wasm", "nearfield_full_bg.wasm"];
for (const name of made) {
  if (!existsSync(join(from, name))) stop(`${join(from, name)} is missing: run \`cargo xtask build\`.`);
}
// What a build left that was broken off.
rmSync(dist, { recursive: true, force: true });

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const compiled = spawnSync(process.execPath, [tsc, "-p", join(pkg, "tsconfig.json"), "--outDir", dist], { stdio: "inherit" });
if (compiled.status !== 0) stop("the TypeScript compiler found errors.");
chmodSync(join(dist, "cli", "main.js"), 0o755);

const wasm = join(dist, "wasm");
mkdirSync(wasm, { recursive: true });
for (const name of made) copyFileSync(join(from, name), join(wasm, name));
writeFileSync(join(wasm, "core.js"), coreFactory(readFileSync(join(wasm, "nearfield_core.js"), "utf8")));

// The model lies in ../model itself or in one folder below it; in the package the weights have model2vec's usual name.
const root = join(pkg, "..", "model");
const folders = existsSync(root)
  ? [root, ...readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => join(root, entry.name))]
  : [];
const folder = folders.find((path) => existsSync(join(path, "tokenizer.json")));
if (!folder) stop("no model in model/: it needs config.json, tokenizer.json and one .safetensors file.");
const weights = readdirSync(folder).filter((name) => name.endsWith(".safetensors"));
if (weights.length !== 1) stop(`${basename(folder)} must hold exactly one .safetensors file, not ${weights.length}.`);
const model = join(dist, "model");
mkdirSync(model, { recursive: true });
copyFileSync(join(folder, weights[0]), join(model, "model.safetensors"));
for (const name of ["config.json", "tokenizer.json"]) copyFileSync(join(folder, name), join(model, name));
// The card and the notices go where the model goes.
for (const from of new Set([folder, root])) {
  for (const name of readdirSync(from)) {
    if (/^(README|CARD|NOTICE|LICENSE)/i.test(name)) copyFileSync(join(from, name), join(model, name));
  }
}

rmSync(last, { recursive: true, force: true });
if (existsSync(place)) renameSync(place, last);
renameSync(dist, place);
rmSync(last, { recursive: true, force: true });
