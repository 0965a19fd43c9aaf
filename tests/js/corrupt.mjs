// Breaks a wasm instance for good, as a bug in it would: its memory is overwritten, and the next call traps.
// Imported before the package, it keeps an eye on every memory that comes to life.

const memories = [];
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...args) => {
  const result = await instantiate(...args);
  const { exports } = result instanceof WebAssembly.Instance ? result : result.instance;
  // Node has wasm of its own.
  if (Object.keys(exports).some((name) => name.startsWith("__wbindgen"))) memories.push(new WeakRef(exports.memory));
  return result;
};

/** The memory of the newest instance, unless it is gone already. */
export function newestMemory() {
  return memories.at(-1)?.deref();
}

/** Overwrites the memory of the newest instance. */
export function corrupt() {
  new Uint8Array(newestMemory().buffer).fill(0xff);
}
