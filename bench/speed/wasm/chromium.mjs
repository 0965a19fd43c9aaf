// One measured run through the package in Chromium; `cargo xtask bench` starts it and reads the JSON it prints.
//
// usage: chromium.mjs PACK QUERIES.json REPEATS
//
// NEARFIELD_CHROMIUM names the browser. Each run has a fresh one with an empty cache.
import { basename, dirname } from "node:path";
import { launch, open } from "../../../tests/browser/package/site.mjs";
import { readJson } from "./pack.mjs";
import { insistOnIsolation, site } from "./site.mjs";

const [pack, queries, repeats] = process.argv.slice(2);
const served = await site(dirname(pack));
const browser = await launch();
try {
  const { page, trouble } = await open(browser, served.origin);
  await insistOnIsolation(page);
  const given = [basename(pack), readJson(queries), Number(repeats)];
  const figures = await page.evaluate((given) => window.bench.run(...given), given);
  if (trouble.length > 0) throw new Error(trouble.join("\n"));
  console.log(JSON.stringify({ ...figures, browser: `Chromium ${browser.version()}` }));
} finally {
  await browser.close();
  served.close();
}
