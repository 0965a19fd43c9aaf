// Where the wasm and the model come from, and what is said when they do not.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync, copyFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Nearfield, distribution } from "nearfield";
import { failsWith, scratch } from "./environment.mjs";

const wasmUrl = new URL(import.meta.resolve("nearfield/nearfield_core_bg.wasm"));
const modelUrl = new URL(".", import.meta.resolve("nearfield/model/config.json"));
const bytes = readFileSync(wasmUrl);

const works = async (options) => {
  const nf = await Nearfield.create({ model: "none", ...options });
  await nf.update("a.py", "def ibex(): pass\n");
  assert.equal((await nf.rank("ibex"))[0].path, "a.py");
  nf.free();
};

test("wasm as bytes, module, promise, URL and path", async () => {
  await works({ wasm: new Uint8Array(bytes) });
  await works({ wasm: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) });
  const module = await WebAssembly.compile(bytes);
  await works({ wasm: module });
  await works({ wasm: Promise.resolve(module) });
  await works({ wasm: module, worker: true });
  await works({ wasm: wasmUrl });
  await works({ wasm: wasmUrl.href });
  await works({ wasm: fileURLToPath(wasmUrl) });
  assert.equal((await distribution({ wasm: module })).nEff([0.5, 0.5]), 2);
});

test("what is no wasm is named", async () => {
  const folder = scratch();
  const file = (name, content) => {
    writeFileSync(join(folder, name), content);
    return pathToFileURL(join(folder, name));
  };
  await assert.rejects(Nearfield.create({ wasm: new URL("no/such.wasm", modelUrl) }), failsWith("wasm-load", /such\.wasm.*no such file/));
  await assert.rejects(Nearfield.create({ wasm: file("page.wasm", "<!doctype html>") }), failsWith("wasm-load", /page\.wasm.*HTML/));
  await assert.rejects(Nearfield.create({ wasm: file("empty.wasm", "") }), failsWith("wasm-load", /empty\.wasm/));
  await assert.rejects(Nearfield.create({ wasm: new Uint8Array([1, 2, 3, 4, 5]) }), failsWith("wasm-load", /given bytes/));
  await assert.rejects(Nearfield.create({ wasm: bytes.subarray(0, 5000) }), failsWith("wasm-load", /compiled/));
  // A module, but another one.
  const other = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  for (const worker of [false, true]) {
    await assert.rejects(Nearfield.create({ wasm: other, worker, model: "none" }), (error) => ["wasm-load", "dead"].includes(error.code));
  }
});

test("the model by URL and by bytes", async () => {
  const identity = async (model, worker = false) => {
    const nf = await Nearfield.create({ model, worker });
    const { model: used } = await nf.stats();
    nf.free();
    return used.identity;
  };
  const files = Object.fromEntries(
    [["config", "config.json"], ["tokenizer", "tokenizer.json"], ["weights", "model.safetensors"]].map(([part, name]) => [
      part,
      new Uint8Array(readFileSync(new URL(name, modelUrl))),
    ]),
  );
  const expected = await identity("default");
  assert.equal(await identity(modelUrl), expected);
  assert.equal(await identity(new URL(modelUrl.href.replace(/\/$/, ""))), expected);
  assert.equal(await identity(files), expected);
  assert.equal(await identity(files, true), expected);
  assert.ok(files.weights.byteLength > 0, "the caller keeps the bytes");
});

test("a model that is not whole is named", async () => {
  const folder = scratch();
  copyFileSync(new URL("config.json", modelUrl), join(folder, "config.json"));
  await assert.rejects(Nearfield.create({ model: pathToFileURL(folder) }), failsWith("model-load", /(tokenizer\.json|safetensors).*no such file/));
  copyFileSync(new URL("tokenizer.json", modelUrl), join(folder, "tokenizer.json"));
  for (const content of ["", "not a tensor in sight"]) {
    writeFileSync(join(folder, "model.safetensors"), content);
    // A failure is not remembered, but what was read is: each content in a folder of its own.
    const error = await Nearfield.create({
      model: {
        config: readFileSync(join(folder, "config.json")),
        tokenizer: readFileSync(join(folder, "tokenizer.json")),
        weights: readFileSync(join(folder, "model.safetensors")),
      },
    }).catch((e) => e);
    failsWith("model-load")(error);
  }
});

let server;
let base;
before(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/good.wasm" || pathname === "/typed.wasm") {
      response.setHeader("content-type", pathname === "/good.wasm" ? "application/octet-stream" : "application/wasm");
      response.end(bytes);
    } else if (pathname === "/page.wasm") {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>fallback</title>");
    } else if (pathname === "/untyped.wasm") {
      response.end("<!doctype html><title>fallback</title>");
    } else if (pathname === "/broken.wasm") {
      response.setHeader("content-type", "application/wasm");
      response.end(bytes.subarray(0, 9000));
    } else {
      response.statusCode = 404;
      response.end();
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  base = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

test("over HTTP, with and without the right type", async () => {
  await works({ wasm: new URL("/good.wasm", base) });
  await works({ wasm: `${base}/typed.wasm` });
});

test("over HTTP, errors name the address", async () => {
  for (const [path, message] of [
    ["/gone.wasm", /\/gone\.wasm.*404/],
    ["/page.wasm", /\/page\.wasm.*HTML/],
    ["/untyped.wasm", /\/untyped\.wasm.*HTML/],
    ["/broken.wasm", /\/broken\.wasm/],
  ]) {
    await assert.rejects(Nearfield.create({ wasm: new URL(path, base) }), failsWith("wasm-load", message));
  }
  await assert.rejects(Nearfield.create({ model: new URL("/model/", base) }), failsWith("model-load", /\/model\/.*404/));
  await assert.rejects(Nearfield.create({ wasm: new URL("http://127.0.0.1:1/x.wasm") }), failsWith("wasm-load", /127\.0\.0\.1:1/));
});

test("a process with an idle worker ends by itself", async () => {
  const { spawnSync } = await import("node:child_process");
  const script = `import { Nearfield } from "nearfield";
    const nf = await Nearfield.create({ worker: true, model: "none" });
    await nf.update("a.py", "def ibex(): pass\\n");
    console.log((await nf.rank("ibex"))[0].path);`;
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    encoding: "utf8",
    timeout: 60_000,
  });
  assert.equal(stdout, "a.py\n");
  assert.equal(status, 0);
});
