// From `create()` to an engine that can be fed: in fresh processes of Node, and in fresh pages of one Chromium whose cache
// the first page has filled. `cargo xtask bench` starts it and reads the JSON it prints.
//
// usage: ready.mjs RUNS      (ready.mjs alone: one measurement in this process)
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { CHROMIUM, goTo } from "../../../tests/browser/package/site.mjs";
import { insistOnIsolation, site } from "./site.mjs";

const [runs] = process.argv.slice(2);
if (runs === undefined) {
  const { Nearfield } = await import("nearfield");
  const start = performance.now();
  const nearfield = await Nearfield.create({ languages: "core" });
  console.log(performance.now() - start);
  nearfield.free();
} else {
  const node = Array.from({ length: Number(runs) }, () => Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url)], { encoding: "utf8" })));
  console.log(JSON.stringify({ nodeMs: node, ...(await inPages(Number(runs))) }));
}

async function inPages(runs) {
  // With a folder of its own a browser has a cache on disk, as a person's has.
  const profile = mkdtempSync(join(tmpdir(), "nearfield-bench-"));
  const served = await site(tmpdir());
  const context = await chromium.launchPersistentContext(profile, CHROMIUM);
  try {
    const times = [];
    for (let run = 0; run <= runs; run++) {
      const page = await context.newPage();
      await goTo(page, served.origin);
      await insistOnIsolation(page);
      times.push(await page.evaluate(() => window.bench.ready()));
      // What was loaded is stored a moment later.
      await page.waitForTimeout(1500);
      await page.close();
    }
    return { chromiumColdMs: times[0], chromiumMs: times.slice(1) };
  } finally {
    await context.close();
    served.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
