// A small code base with the difficulties of real ones: several languages, encodings, line ends, nested ignore files.

const utf16 = (text) => {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, true);
  for (let i = 0; i < text.length; i++) view.setUint16(2 + i * 2, text.charCodeAt(i), true);
  return bytes;
};

/** A long body, so that there is something to cut and to fold. */
const steps = (line) => Array.from({ length: 60 }, (_, i) => line(i)).join("\n");

/** The files, in no helpful order. */
export const sample = [
  {
    path: "src/ledger.ts",
    content: `import { Money } from "./money";

/** Keeps the balance of every account; refuses to let one go below zero. */
export class Ledger {
  private readonly balances = new Map<string, Money>();

  /** Moves money between two accounts, or throws InsufficientFunds. */
  transfer(
    from: string,
    to: string,
    amount: Money,
  ): void {
    const left = this.balanceOf(from).minus(amount);
    if (left.isNegative()) throw new InsufficientFunds(from);
    this.balances.set(from, left);
    this.balances.set(to, this.balanceOf(to).plus(amount));
  }

  /** Zero for an account nobody has paid into. */
  balanceOf(account: string): Money {
    return this.balances.get(account) ?? Money.zero;
  }
}

export class InsufficientFunds extends Error {}
`,
  },
  {
    path: "src/windows.ts",
    content: "// Zeilenenden wie unter Windows\r\nexport function retryDelay(attempt: number): number {\r\n  return 2 ** attempt * 100;\r\n}\r\n",
  },
  {
    path: "lib/queue.py",
    content: `"""A queue of jobs with priorities."""
import heapq


class JobQueue:
    """Hands out the most urgent job first; equal ones in the order they came."""

    def __init__(self):
        self._heap = []
        self._count = 0

    def push(self, job, priority=0):
        """Adds a job. A lower priority is more urgent."""
        heapq.heappush(self._heap, (priority, self._count, job))
        self._count += 1

    def pop(self):
        """Takes the most urgent job, or raises IndexError."""
        return heapq.heappop(self._heap)[2]


def drain(queue, limit):
    """Runs jobs until the queue is empty."""
${steps((i) => `    if limit > ${i}:\n        queue.pop().run(${i})`)}
`,
  },
  {
    path: "core/parse.rs",
    content: `//! Reads header lines.

/// A header as it stands in the file.
#[derive(Debug, Clone)]
pub struct Header<'a> {
    pub name: &'a str,
    pub value: &'a str,
}

/// Splits a header line at its first colon; \`None\` if there is none.
pub fn parse_header(line: &str) -> Option<Header<'_>> {
    let (name, value) = line.split_once(':')?;
    Some(Header { name: name.trim(), value: value.trim() })
}
`,
  },
  { path: "docs/guide.md", content: "# Guide\n\n## Retries\n\nA failed job is tried again after a delay that doubles each time.\n\n## Accounts\n\nNo account goes below zero.\n" },
  { path: "config/app.json", content: '{\n  "queue": { "workers": 4, "retries": 3 },\n  "ledger": { "currency": "EUR" }\n}\n' },
  { path: "src/emoji.js", content: "// 🦀 grüßt 漢字\nexport const greet = (name) => `👋 ${name}`;\n// 予約を取り消す\nexport function cancelBooking(id) {\n  return { id, state: 'cancelled' };\n}\n" },
  { path: "src/wide.cs.txt", content: utf16("public class Wide { /* UTF-16 with a mark */ }\r\n") },
  { path: "src/marked.go", content: new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode("package marked\n\n// Sum adds up.\nfunc Sum(xs []int) int {\n\tn := 0\n\tfor _, x := range xs {\n\t\tn += x\n\t}\n\treturn n\n}\n")]) },
  { path: "src/picture.png", content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]) },
  { path: "src/lone.txt", content: "a lone surrogate: \ud800 and on\n" },
  { path: "build/out.js", content: "export const out = 'generated ledger';\n" },
  { path: "lib/local/notes.py", content: "# ledger notes, ignored by the nested rule\n" },
  { path: "lib/.gitignore", content: "local/\n" },
  { path: ".gitignore", content: "/build/\n*.log\n!keep.log\n" },
  { path: "trace.log", content: "ledger trace\n" },
  { path: "keep.log", content: "ledger log that is kept\n" },
];

export const queries = [
  { query: "how is money moved between accounts", budget: 2000, content: "all" },
  { query: "JobQueue", budget: 400, content: "code" },
  { query: "parse_header", budget: 120, content: "code" },
  { query: "where is drain defined", budget: 1000, content: "code" },
  { query: "retry delay", budget: 300, content: "all" },
  { query: "queue workers", budget: 500, content: "config" },
  { query: "accounts below zero", budget: 500, content: "docs" },
  { query: "予約", budget: 200, content: "code" },
  { query: "error handling", budget: 8000, content: "all" },
  { query: "error handling", budget: 60, content: "all" },
  { query: "", budget: 500, content: "all" },
  { query: "ledger", budget: 0, content: "all" },
];
