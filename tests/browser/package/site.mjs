// A static server over the built package, and Chromium.
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
/** The built package. */
export const dist = join(here, "../../../pkg/dist");

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** All that the package needs of a policy. */
export const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

/**
 * Serves each of `folders` under its name: without others the test page under /page/ and the package under /pkg/.
 * `answer(pathname)` may give other headers or an answer of its own: `{ status, type, body, policy, headers }`.
 */
export async function serve(answer = () => undefined, folders = { page: here, pkg: dist }) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const { status, type, body, policy = POLICY, headers: more } = answer(pathname) ?? {};
    const [, folder, ...parts] = decodeURIComponent(pathname).split("/");
    const [base, rest] = [folders[folder], parts.join("/")];
    const file = join(base ?? here, normalize(rest.endsWith("/") || rest === "" ? `${rest}index.html` : rest));
    const headers = { "content-type": type ?? TYPES[extname(file)] ?? "application/octet-stream", "content-security-policy": policy, ...more };
    if (status !== undefined) return response.writeHead(status, headers).end(body);
    if (base === undefined || !file.startsWith(base + sep)) return response.writeHead(404).end();
    createReadStream(file)
      .on("error", () => response.writeHead(404).end())
      .once("open", () => response.writeHead(200, headers))
      .pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** How a browser is started. */
export const CHROMIUM = {
  executablePath: process.env.NEARFIELD_CHROMIUM || "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};

export function launch() {
  return chromium.launch(CHROMIUM);
}

/** A page with the package in `window.nearfield`. `trouble` gathers what a healthy page has none of. */
export async function open(browser, origin) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const trouble = [];
  page.on("pageerror", (error) => trouble.push(`uncaught: ${error.message}`));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && trouble.push(`console: ${message.text()}`));
  page.on("request", (request) => request.url().startsWith(origin) || trouble.push(`request: ${request.url()}`));
  await goTo(page, origin, trouble);
  return { page, trouble, close: () => context.close() };
}

/** Goes to the page under /page/ and waits until it has the package. */
export async function goTo(page, origin, trouble = []) {
  await page.goto(`${origin}/page/`);
  for (let tries = 0; !(await page.evaluate(() => window.ready)); tries++) {
    if (tries === 200) throw new Error(`the page did not load the package: ${trouble.join("; ")}`);
    await page.waitForTimeout(50);
  }
}
