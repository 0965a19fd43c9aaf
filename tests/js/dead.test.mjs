// A trap marks one instance dead, says so from then on, and touches no other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { corrupt } from "./corrupt.mjs";
import { failsWith } from "./environment.mjs";
import { sample } from "./sample.mjs";

const { Nearfield } = await import("nearfield");

const quietly = async (run) => {
  const { error } = console;
  console.error = () => {};
  try {
    await run();
  } finally {
    console.error = error;
  }
};

test("a trap in this thread", () =>
  quietly(async () => {
    const healthy = await Nearfield.create({ model: "none" });
    await healthy.add(sample);
    const nf = await Nearfield.create({ model: "none" });
    await nf.add(sample);
    const session = nf.session();
    await nf.search("money", { session });
    corrupt();
    const first = await nf.search("money").catch((e) => e);
    failsWith("dead", /broke down while .*create a new one/)(first);
    assert.ok(first.cause instanceof Error);
    for (const call of [() => nf.search("x"), () => nf.add(sample), () => nf.stats(), () => nf.remove("x"), () => session.clear()]) {
      await assert.rejects(call, failsWith("dead"));
    }
    session.free();
    nf.free();
    await assert.rejects(nf.stats(), failsWith("dead"));

    assert.ok((await healthy.search("money", { content: "all" })).blocks.length > 0);
    const next = await Nearfield.create({ model: "none" });
    assert.ok((await next.add(sample)).files > 0);
    next.free();
    healthy.free();
  }));

test("a trap amid an add ends it, and names the file", () =>
  quietly(async () => {
    const nf = await Nearfield.create({ model: "none" });
    const error = await nf.add(sample, { onProgress: ({ done }) => done === 5 && corrupt() }).catch((e) => e);
    failsWith("dead", /while ".+" was added/)(error);
  }));

test("a trap in a worker", async () => {
  const worker = new Worker(new URL("corrupt-worker.mjs", import.meta.url), { stderr: true });
  const nf = await Nearfield.create({ worker, model: "none" });
  await nf.add(sample);
  worker.postMessage("corrupt");
  const results = await Promise.allSettled([nf.search("money"), nf.stats(), nf.rank("x")]);
  for (const { reason } of results) failsWith("dead", /create a new one/)(reason);
  await assert.rejects(nf.search("x"), failsWith("dead"));
});

test("a worker that ends by itself", async () => {
  const worker = new Worker(new URL(import.meta.resolve("nearfield/worker")));
  const nf = await Nearfield.create({ worker, model: "none" });
  await nf.add(sample);
  const pending = nf.search("money");
  void worker.terminate();
  await Promise.allSettled([pending]);
  await assert.rejects(nf.search("x"), failsWith("worker"));
});

test("a worker whose script breaks at once", async () => {
  const worker = new Worker("throw new Error('out of order')", { eval: true });
  await assert.rejects(Nearfield.create({ worker, model: "none" }), failsWith("worker", /out of order/));
});
