// The wrapping of wasm-bindgen's glue: each copy with an instance and a console of its own; a glue of another form is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { coreFactory } from "../../pkg/scripts/core-factory.mjs";

const glue = `/* @ts-self-types="./x.d.ts" */
export class Engine {
    complain() { console.error("panicked at src/x.rs:1:1:", "boom"); }
    held() { return wasm; }
}
export function coreNEff(weights) { return weights.length; }
const EngineFinalization = (typeof FinalizationRegistry === 'undefined') ? "none" : "some";
export function finalization() { return EngineFinalization; }
let wasm;
async function __wbg_init(module_or_path) {
    if (module_or_path === undefined) {
        module_or_path = new URL('x_bg.wasm', import.meta.url);
    }
    wasm = module_or_path;
}
function initSync() {}

export { initSync, __wbg_init as default };
`;

test("two copies share nothing", async () => {
  const { createCore } = await import(`data:text/javascript,${encodeURIComponent(coreFactory(glue))}`);
  const said = [];
  const [one, two] = ["one", "two"].map((name) => createCore({ error: (...args) => said.push([name, ...args]) }, undefined));
  await one.init(1);
  await two.init(2);
  assert.equal(new one.Engine().held(), 1);
  assert.equal(new two.Engine().held(), 2);
  new two.Engine().complain();
  assert.deepEqual(said, [["two", "panicked at src/x.rs:1:1:", "boom"]]);
  assert.equal(one.finalization(), "none");
  assert.equal(one.coreNEff([1, 2]), 2);
  await assert.rejects(one.init(undefined), /no module/);
});

test("a glue of another form stops the build", () => {
  assert.throws(() => coreFactory(`import * as x from './y.js';\n${glue}`), /changed its form.*import/);
  assert.throws(() => coreFactory(glue.replace("export { initSync, __wbg_init as default };", "")), /changed its form/);
  assert.throws(() => coreFactory(glue.replace("let wasm;", "let wasm = import.meta.url;")), /changed its form/);
  assert.throws(() => coreFactory(glue + "export { coreNEff as other };\n"), /changed its form/);
});
