/** Results as text for a person. */

import type { CacheReport } from "../node/folder.js";
import type { AddReport, Hit, Progress } from "../types.js";

/** One line that is rewritten, on a terminal only. */
export function progressLine(stream: NodeJS.WriteStream): { show: (progress: Progress) => void; clear: () => void } {
  let last = 0;
  let shown = false;
  return {
    show({ done, bytes, path }) {
      const now = performance.now();
      if (!stream.isTTY || now - last < 100) return;
      last = now;
      shown = true;
      const line = `indexing: ${done} files, ${megabytes(bytes)}  ${path}`;
      stream.write(`\r\x1b[2K${plain(line).slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
    },
    clear() {
      if (shown) stream.write("\r\x1b[2K");
    },
  };
}

export function indexText(report: AddReport, cache: CacheReport | undefined, list: boolean): string {
  const lines = [
    `indexed ${report.files} files as ${report.chunks} chunks, ${megabytes(report.bytes)} read, in ${(report.ms / 1000).toFixed(1)} s`,
  ];
  if (cache?.written) lines.push(`kept in the cache, ${megabytes(cache.bytes)}`);
  else if (cache?.found) lines.push("unchanged since it was put into the cache");
  if (report.degraded.length > 0) lines.push(`indexed with a fault: ${report.degraded.length}`);
  if (report.skipped.length > 0) {
    const counts = new Map<string, number>();
    for (const { code } of report.skipped) counts.set(code, (counts.get(code) ?? 0) + 1);
    const kinds = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([code, n]) => `${n} ${code}`);
    lines.push(`left out ${report.skipped.length} files and folders: ${kinds.join(", ")}`);
  }
  if (list) {
    for (const { path, message } of report.degraded) lines.push(`  fault  ${plain(path)}: ${message}`);
    for (const { path, code, message } of report.skipped) lines.push(`  ${code}  ${plain(path)}: ${message}`);
  }
  return lines.join("\n") + "\n";
}

export function rankText(hits: Hit[]): string {
  return hits
    .map(({ path, startLine, endLine, score, symbols }) => {
      const name = symbols[0]?.qualified;
      return `${score.toFixed(3).padStart(7)}  ${plain(path)}:${startLine}-${endLine}${name ? `  ${plain(name)}` : ""}\n`;
    })
    .join("");
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** File names may hold escape sequences; a terminal must not obey them. */
function plain(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, "\uFFFD");
}
