import { readFile } from "node:fs/promises";
import { ControlError, type ControlAnswer, type ControlRoute } from "../routes.js";

/** Where the built page may lie, seen from here: beside this folder, or where the compiler left the package's one copy. */
const folders = ["../../page/static/", "../../../../sandbox/page/static/"];

const types = {
  "index.html": "text/html; charset=utf-8",
  "app.js": "text/javascript; charset=utf-8",
  "app.css": "text/css; charset=utf-8",
  "facts.json": "application/json",
  "inter-400.woff2": "font/woff2",
  "inter-600.woff2": "font/woff2",
  "mono-400.woff2": "font/woff2",
} as const;

export type PageFile = keyof typeof types;

/** A file of the built page as an answer. @throws ControlError 404 when the page was not built, as in a fresh checkout */
export async function pageFile(name: PageFile): Promise<ControlAnswer> {
  for (const folder of folders) {
    const body = await readFile(new URL(folder + name, import.meta.url)).catch(() => undefined);
    if (body === undefined) continue;
    return { status: 200, headers: { "content-type": types[name], "cache-control": "no-cache" }, body };
  }
  throw new ControlError(404, "the page is not built: npm run build:page makes it");
}

/** Every file of the page but the first, which is there where the page itself is. */
export const fileRoutes: readonly ControlRoute[] = Object.keys(types)
  .filter((name): name is PageFile => name !== "index.html")
  .map((name) => ({ on: `GET /page/${name}`, answer: async () => pageFile(name) }));
