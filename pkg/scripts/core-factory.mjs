// wasm-bindgen's glue (target `web`) keeps the one instance of a module in module variables. Wrapped in a function,
// every call gives a glue with an instance of its own: see src/load/core.ts for why.

/** The glue's text as a module that exports `createCore(console, FinalizationRegistry)`. Throws when the glue is not of the known form. */
export function coreFactory(glue) {
  const names = [];
  let body = glue
    .replace(/^\/\* @ts-self-types.*\*\/\s*$/m, "")
    .replace(/^export (class|function) (\w+)/gm, (_, kind, name) => {
      names.push(name);
      return `${kind} ${name}`;
    })
    // The address is always given: a second mention would make bundlers emit the wasm twice.
    .replace(/new URL\([^()]*import\.meta\.url\)/g, "(() => { throw new Error('no module was given'); })()")
    // Only the seeds of hash tables are drawn, and Node takes 4 ms to load its cryptography.
    .replaceAll("globalThis.crypto.getRandomValues(", "draw(");
  let init = 0;
  body = body.replace(/^export \{ initSync, __wbg_init as default \};?\s*$/m, () => {
    init += 1;
    return "";
  });
  const left = body.match(/^\s*(import|export)\b.*$/m) ?? body.match(/.*\bimport\.meta\b.*/);
  if (init !== 1 || names.length === 0 || left) {
    throw new Error(`wasm-bindgen's glue has changed its form${left ? `: "${left[0].trim()}"` : ""}; mend pkg/scripts/core-factory.mjs.`);
  }
  return (
    "export function createCore(console, FinalizationRegistry) {\n" +
    // What is given is a module. In Node the mere question whether it is a request or a response loads all of `fetch`: 25 ms.
    "const Response = undefined, Request = undefined;\n" +
    "const draw = (bytes) => bytes.forEach((_, at) => { bytes[at] = 256 * Math.random(); });\n" +
    `${body.trim()}\n` +
    `return { init: __wbg_init, ${names.join(", ")} };\n` +
    "}\n"
  );
}
