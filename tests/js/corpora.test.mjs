// Whole code bases from the registries: every file of the disk is indexed or has a reason.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { openFolder } from "nearfield/node";
import { need } from "./environment.mjs";

/** All files below, as paths with `/`; folders are listed with a trailing one if they are empty. */
function onDisk(root, prefix = "") {
  return readdirSync(join(root, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name;
    return entry.isDirectory() ? onDisk(root, `${path}/`) : [path];
  });
}

describe("indexed whole", () => {
  for (const { name, atLeast, language, query, expected } of [
    { name: "numpy", atLeast: 800, language: "python", query: "argsort", expected: /numpy\/.*\.(py|c|h|cpp)/ },
    { name: "ripgrep", atLeast: 50, language: "rust", query: "how are gitignore files matched", expected: /\.rs/ },
    { name: "zod", atLeast: 50, language: "typescript", query: "where is safeParse defined", expected: /\.[cm]?ts/ },
  ]) {
    test(name, async () => {
      const root = join(need("NEARFIELD_CORPORA"), name);
      const { nearfield, report } = await openFolder(root);
      try {
        const files = onDisk(root);
        const left = new Set(report.skipped.map(({ path }) => path));
        for (const { path, code, message } of report.skipped) assert.ok(code && message, path);
        const leftOut = (path) => left.has(path) || path.split("/").some((_, i, parts) => left.has(`${parts.slice(0, i).join("/")}/`));
        const lost = [];
        let indexed = 0;
        for (const path of files) {
          const known = (await nearfield.text(path)) !== undefined;
          if (known) indexed += 1;
          // Exactly one of both.
          if (known === leftOut(path)) lost.push(path);
        }
        assert.deepEqual(lost, []);
        assert.equal(indexed, report.files);
        assert.ok(report.files >= atLeast, `${report.files} of ${files.length} files`);

        const stats = await nearfield.stats();
        assert.equal(stats.files, report.files);
        assert.ok(stats.languages[language].files > atLeast / 4);
        const context = await nearfield.search(query, { budget: 2000 });
        assert.ok(context.tokens <= 2000 && context.blocks.length > 0);
        assert.match(context.markdown, expected);
      } finally {
        nearfield.free();
      }
    });
  }
});
