// Gives the tests the package as a page sees it: unbundled, from a static server.
import { Nearfield, distribution, indexedDBStore, opfsStore } from "../pkg/entry/browser.js";

window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`),
);

const decode = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

window.nearfield = {
  Nearfield,
  distribution,
  stores: { indexedDB: indexedDBStore, opfs: opfsStore },
  decode,
  /** The Markdown of each query over the files, in the host that is asked for. */
  async answers(worker, files, queries) {
    const nf = await Nearfield.create({ worker });
    try {
      await nf.add(files.map(({ path, base64 }) => ({ path, content: decode(base64) })));
      const texts = [];
      for (const { query, ...options } of queries) texts.push((await nf.search(query, options)).text);
      return texts;
    } finally {
      nf.free();
    }
  },
  /** The code and message of what a call rejects with. */
  async failure(call) {
    try {
      await call();
    } catch (error) {
      return { name: error.name, code: error.code, message: error.message };
    }
    return undefined;
  },
};
window.ready = true;
