// Builds the page into dist/: page code, styles, the package beside them, and the sample.
// node build.mjs [--package PATH] [--out PATH]   (the package must be built)
import { build } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const { values } = parseArgs({
  options: {
    package: { type: "string", default: join(root, "pkg") },
    out: { type: "string", default: join(here, "dist") },
  },
});
const out = resolve(values.out);
const packageRoot = resolve(values.package);

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const entry = await copyPackage();
await Promise.all([bundle(entry), copyStatic(), writeSample()]);

/** The page's own code and styles. The package is not bundled: it finds its worker, wasm and model beside itself. */
async function bundle(packageEntry) {
  const result = await build({
    entryPoints: [join(here, "src/main.ts"), join(here, "src/styles/styles.css")],
    entryNames: "[name]",
    outdir: out,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    logLevel: "warning",
    metafile: true,
    plugins: [
      {
        name: "package-beside-the-page",
        setup(build) {
          build.onResolve({ filter: /^nearfield$/ }, () => ({ path: packageEntry, external: true }));
        },
      },
    ],
  });
  for (const [file, { bytes }] of Object.entries(result.metafile.outputs)) {
    console.log(`${relative(root, resolve(file))}  ${(bytes / 1000).toFixed(1)} kB`);
  }
}

async function copyStatic() {
  for (const name of ["index.html", "icon.svg"]) await cp(join(here, name), join(out, name));
}

/** Copies what a browser needs of the built package, once; returns where the page imports it from. */
async function copyPackage() {
  const { exports } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
  const browser = join(packageRoot, exports["."].browser);
  const dist = join(packageRoot, "dist");
  try {
    await stat(browser);
  } catch {
    throw new Error(`${browser} is missing: build the package first (cargo xtask build).`);
  }
  // Left behind: what only Node loads, types, the glue in the form in which it came from wasm-bindgen, the wasm with all
  // languages, which the page does not ask for, and the note of what the package was made from.
  const unneeded =
    /^(cli|mcp|node)($|\/)|(^|\/)(node|worker-node|folder|nearfield_core)\.js$|nearfield_full_bg\.wasm$|^made-from$|\.(d\.ts|map|tsbuildinfo)$/;
  await cp(dist, join(out, "nearfield"), {
    recursive: true,
    filter: (source) => !unneeded.test(relative(dist, source).split(sep).join("/")),
  });
  return `./nearfield/${relative(dist, browser).split(sep).join("/")}`;
}

/** The sample is this very project: the engine in Rust, the package and the page in TypeScript, and what is written about them. */
async function writeSample() {
  const wanted = new Set([".rs", ".ts", ".mjs", ".css", ".html", ".md", ".toml", ".json"]);
  const files = [];
  for (const top of ["src", "pkg/src", "www/src", "xtask/src"]) {
    for (const path of await list(join(root, top))) files.push(path);
  }
  for (const name of await readdir(root)) files.push(join(root, name));
  const sample = [];
  for (const path of files.sort()) {
    // The file with the example questions would be the best match for each of them.
    if (
      !wanted.has(extname(path)) ||
      path.endsWith(join("view", "examples.ts")) ||
      path.endsWith("package-lock.json") ||
      !(await stat(path)).isFile()
    )
      continue;
    sample.push({ path: relative(root, path).split(sep).join("/"), content: await readFile(path, "utf8") });
  }
  const text = JSON.stringify({ files: sample });
  await writeFile(join(out, "sample.json"), text);
  console.log(
    `${relative(root, join(out, "sample.json"))}  ${(text.length / 1000).toFixed(1)} kB, ${sample.length} files`,
  );
}

async function list(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
