// free() gives the memory back although the object is still held: linear memory can only go as a whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";

v8.setFlagsFromString("--expose-gc");
const gc = vm.runInNewContext("gc");

const memories = [];
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...args) => {
  const result = await instantiate(...args);
  memories.push(new WeakRef((result instanceof WebAssembly.Instance ? result : result.instance).exports.memory));
  return result;
};
const { Nearfield } = await import("nearfield");

async function collected(memory) {
  for (let tries = 0; tries < 50; tries++) {
    gc();
    if (memory.deref() === undefined) return true;
    await sleep(10);
  }
  return false;
}

test("after free", async () => {
  const nf = await Nearfield.create({ model: "none" });
  const session = nf.session();
  await nf.update("a.py", "def f(): pass\n");
  await nf.search("f", { session });
  const memory = memories.at(-1);
  assert.equal(await collected(memory), false);
  nf.free();
  assert.equal(await collected(memory), true);
  await assert.rejects(nf.stats(), { code: "freed" });
});
