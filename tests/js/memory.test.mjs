// free() gives the memory back although the object is still held: linear memory can only go as a whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { newestMemory } from "./corrupt.mjs";

const { Nearfield } = await import("nearfield");

v8.setFlagsFromString("--expose-gc");
const gc = vm.runInNewContext("gc");

async function collected() {
  for (let tries = 0; tries < 50; tries++) {
    gc();
    if (newestMemory() === undefined) return true;
    await sleep(10);
  }
  return false;
}

test("after free", async () => {
  const nf = await Nearfield.create({ model: "none" });
  const session = nf.session();
  await nf.update("a.py", "def f(): pass\n");
  await nf.search("f", { session });
  assert.equal(await collected(), false);
  nf.free();
  assert.equal(await collected(), true);
  await assert.rejects(nf.stats(), { code: "freed" });
});
