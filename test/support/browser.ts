import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as driver } from "playwright-core";

/** A Chromium without a window. Close it when done. */
export async function openBrowser(): Promise<Browser> {
  // In a single process the first page that is closed takes the browser with it.
  const args = chromium.args.filter((one) => one !== "--single-process" && one !== "--no-zygote");
  return driver.launch({ args, executablePath: await chromium.executablePath(), headless: true });
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

export interface StaticSite {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Serves files below a folder, under a base path such as `/docs/`, on loopback. */
export async function serveFolder(folder: string, base = "/"): Promise<StaticSite> {
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    const inside = normalize(path.startsWith(base) ? path.slice(base.length) : "missing")
      .split(sep)
      .join("/");
    const tried = inside === "." || inside.endsWith("/") ? [join(inside, "index.html")] : [inside, `${inside}.html`];
    void first(tried.map((one) => join(folder, one))).then((found) => {
      if (found === undefined) return void response.writeHead(404, { "content-type": "text/html" }).end("not found");
      response.writeHead(200, { "content-type": TYPES[extname(found.path)] ?? "application/octet-stream" });
      response.end(found.content);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

async function first(paths: readonly string[]): Promise<{ path: string; content: Buffer } | undefined> {
  for (const path of paths) {
    const content = await readFile(path).catch(() => undefined);
    if (content !== undefined) return { path, content };
  }
  return undefined;
}
