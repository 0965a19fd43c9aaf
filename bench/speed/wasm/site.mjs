// The page of the measurements over the tests' static server, and the tests' Chromium.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { POLICY, dist, serve } from "../../../tests/browser/package/site.mjs";

/** Isolated pages have a clock of 5 µs, others one of 100 µs. */
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
/** As a host serves files whose names change with their content. */
const KEPT = { "cache-control": "max-age=86400, immutable" };

/** Serves the page under /page/, the package under /pkg/ and the folder `data` under /data/. */
export function site(data) {
  const here = dirname(fileURLToPath(import.meta.url));
  const answer = () => ({ policy: POLICY, headers: { ...ISOLATED, ...KEPT } });
  return serve(answer, { page: here, pkg: dist, data });
}

/** Refuses a page whose clock is too coarse to measure by. */
export async function insistOnIsolation(page) {
  if (!(await page.evaluate(() => crossOriginIsolated))) {
    throw new Error("The page is not isolated, so its clock is coarse: were the headers of site.mjs sent?");
  }
}
