// The example runs as it stands.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./environment.mjs";

test("examples/node/ask.mjs", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "examples/node/ask.mjs"), join(root, "pkg/src"), "how does a call reach the worker"],
    { encoding: "utf8", cwd: root },
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout, /worker-client\.ts/);
});
