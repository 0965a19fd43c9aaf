// Secrets in files: masked unless told otherwise, through the package and on the command line.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Nearfield } from "nearfield";
import { failsWith, scratch } from "./environment.mjs";

// Put together here: what looks like a secret in a file is one to those who scan it.
const token = ["gh", "p_", "Zk3vR8tLq1", "Xw5mN7bJ0c", "Hd2fGy9sPa", "Ue4i6K"].join("");
const secret = token.slice(4);
const content = `export function forgeClient() {\n  return connect("${token}");\n}\n`;

for (const worker of [false, true]) {
  test(`masked by default ${worker ? "in a worker" : "in this thread"}`, async () => {
    const nf = await Nearfield.create({ worker, model: "none" });
    try {
      const report = await nf.add([{ path: "forge.ts", content }]);
      const masked = [{ path: "forge.ts", rule: "github-token", line: 2 }];
      assert.deepEqual(report.masked, masked);
      assert.deepEqual((await nf.stats()).masked.map(({ path, rule, line }) => ({ path, rule, line })), masked);
      const text = await nf.text("forge.ts");
      assert.equal(text, content.replace(secret, "*".repeat(secret.length)));
      const context = await nf.search("where is the forge client");
      assert.ok(context.blocks.length > 0 && !JSON.stringify(context).includes(secret));
      assert.ok(!Buffer.from(await nf.save()).includes(secret));
      const verified = await nf.verify(context.blocks, () => content);
      assert.ok(verified.every(({ status }) => status === "same"));
    } finally {
      nf.free();
    }
  });
}

test("maskSecrets: false leaves texts as they are", async () => {
  const nf = await Nearfield.create({ model: "none", maskSecrets: false });
  try {
    assert.deepEqual((await nf.add([{ path: "forge.ts", content }])).masked, []);
    assert.equal(await nf.text("forge.ts"), content);
    const saved = await nf.save();
    await assert.rejects(Nearfield.load(saved, { model: "none" }), failsWith("snapshot-mismatch"));
  } finally {
    nf.free();
  }
  await assert.rejects(Nearfield.create({ maskSecrets: "no" }), failsWith("invalid-option", /maskSecrets/));
});

test("the command line says so, and has --no-mask", () => {
  const folder = scratch();
  writeFileSync(join(folder, "forge.ts"), content);
  const main = fileURLToPath(new URL("dist/cli/main.js", import.meta.resolve("nearfield/package.json")));
  const run = (...args) =>
    spawnSync(process.execPath, [main, ...args, "--model", "none", "--no-cache"], { cwd: folder, encoding: "utf8" }).stdout;
  assert.match(run("index"), /^masked 1 secret in 1 file: 1 github-token$/m);
  assert.match(run("index", "--list"), /^ {2}masked {2}forge\.ts:2: github-token$/m);
  assert.doesNotMatch(run("index", "--no-mask"), /masked/);
  assert.ok(!run("search", "forge client").includes(secret));
  // A look without masks leaves the masked index in the cache as it is.
  const cache = scratch();
  const cached = (...args) =>
    spawnSync(process.execPath, [main, ...args, "--model", "none", "--cache", cache], { cwd: folder, encoding: "utf8" });
  cached("index");
  assert.ok(cached("search", "forge client", "--no-mask").stdout.includes(secret));
  const again = cached("search", "forge client");
  assert.ok(!again.stdout.includes(secret) && !again.stderr.includes("cache was not used"), again.stderr);
  assert.ok(run("search", "forge client", "--no-mask").includes(secret));
});
