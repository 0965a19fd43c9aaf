// Makes dist/ from src/, the wasm that `cargo xtask build` leaves in dist/wasm/, and the model in ../model.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { coreFactory } from "./core-factory.mjs";

const pkg = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(pkg, "dist");

function stop(message) {
  console.error(`build: ${message}`);
  process.exit(1);
}

// What was compiled from a source file that is gone must not be packed.
if (existsSync(dist)) {
  for (const name of readdirSync(dist)) {
    if (name !== "wasm" && name !== "model") rmSync(join(dist, name), { recursive: true });
  }
}

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const compiled = spawnSync(process.execPath, [tsc, "-p", join(pkg, "tsconfig.json")], { stdio: "inherit" });
if (compiled.status !== 0) stop("the TypeScript compiler found errors.");
chmodSync(join(dist, "cli", "main.js"), 0o755);

const glue = join(dist, "wasm", "nearfield_core.js");
if (!existsSync(glue)) stop("pkg/dist/wasm/nearfield_core.js is missing: run `cargo xtask build` first.");
writeFileSync(join(dist, "wasm", "core.js"), coreFactory(readFileSync(glue, "utf8")));

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
rmSync(model, { recursive: true, force: true });
mkdirSync(model, { recursive: true });
copyFileSync(join(folder, weights[0]), join(model, "model.safetensors"));
for (const name of ["config.json", "tokenizer.json"]) copyFileSync(join(folder, name), join(model, name));
// The card and the notices go where the model goes.
for (const from of new Set([folder, root])) {
  for (const name of readdirSync(from)) {
    if (/^(README|CARD|NOTICE|LICENSE)/i.test(name)) copyFileSync(join(from, name), join(model, name));
  }
}
