// Breaks a wasm instance for good, as a bug in it would: its memory is overwritten, and the next call traps.
// Imported before the package, it keeps hold of every memory that comes to life.

const memories = [];
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...args) => {
  const result = await instantiate(...args);
  const { exports } = result instanceof WebAssembly.Instance ? result : result.instance;
  memories.push(exports.memory);
  return result;
};

/** Overwrites the memory of the newest instance. */
export function corrupt() {
  new Uint8Array(memories.at(-1).buffer).fill(0xff);
}
