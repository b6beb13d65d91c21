import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBundle } from "../../codegen/bundle/run.js";
import { openBrowser, serveFolder, type StaticSite } from "../support/browser.js";
import { run } from "../../tools/run.js";

/** How long a page may take to be drawn: its programs take a core for half a minute, and machines are busy. */
const PATIENCE_MS = 240_000;

let place: string;
let browser: Browser;
let site: StaticSite;

const swagger = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="swagger-ui.css"><div id="ui"></div>
<script src="swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: "openapi.json", dom_id: "#ui", docExpansion: "full", defaultModelsExpandDepth: 2, validatorUrl: null })</script>`;

const component = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="default.min.css"><div id="ui"></div>
<script src="index.js"></script>
<script>AsyncApiStandalone.render({ schema: { url: "asyncapi.json" } }, document.getElementById("ui"))</script>`;

/** Puts a host into a folder of its own: its page, its files, and the document that it shows. */
async function host(name: string, page: string, files: readonly string[], document: string): Promise<void> {
  const folder = join(place, name);
  await mkdir(folder);
  await writeFile(join(folder, "index.html"), page);
  for (const file of files) await cp(join("node_modules", file), join(folder, basename(file)));
  await cp(join(place, document), join(folder, document));
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "hosts-"));
  await runBundle(["--config", "spec/codegen.yaml", "--out", place], { out: () => undefined });
  const ofSwagger = ["swagger-ui-dist/swagger-ui.css", "swagger-ui-dist/swagger-ui-bundle.js"];
  await host("swagger", swagger, ofSwagger, "openapi.json");
  const ofComponent = ["styles/default.min.css", "browser/standalone/index.js"];
  const packaged = ofComponent.map((file) => `@asyncapi/react-component/${file}`);
  await host("component", component, packaged, "asyncapi.json");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const [source, target] = [join(place, "openapi.json"), join(place, "openapi.html")];
  const args = ["redocly", "build-docs", source, "--inlineBundle", "--output", target];
  const { code, output } = await run("npx", args, { env });
  if (code !== 0) throw new Error(output);
  site = await serveFolder(place);
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(place, { recursive: true, force: true });
});

/** A page of which nothing leaves the machine, and what it tried to load from elsewhere. */
async function open(path: string, ready: string): Promise<Page> {
  const page = await browser.newPage();
  await page.route("**/*", (route) =>
    route.request().url().startsWith(site.origin) ? route.continue() : route.abort(),
  );
  await page.goto(`${site.origin}/${path}`, { waitUntil: "domcontentloaded" });
  await page.getByText(ready).first().waitFor({ state: "attached", timeout: PATIENCE_MS });
  return page;
}

/** What stands in the page for people: folded parts too, scripts not. */
async function textOf(page: Page): Promise<string> {
  const text = await page.evaluate<string>(`(() => {
    const copy = document.body.cloneNode(true);
    for (const script of copy.querySelectorAll("script, style")) script.remove();
    return copy.textContent;
  })()`);
  return text.replaceAll(/\s+/g, " ");
}

/** Which of the words do not stand in what is read, again and again: pages are drawn part by part, on a busy machine late. */
async function missingOf(words: readonly string[], read: () => Promise<string>): Promise<readonly string[]> {
  const until = Date.now() + PATIENCE_MS;
  let missing = words;
  while (missing.length > 0 && Date.now() < until) {
    const text = await read();
    missing = missing.filter((word) => !text.includes(word));
  }
  return missing;
}

/** The text behind every link of the menu. */
async function textOfAll(page: Page, links: string): Promise<string> {
  const seen = new Set<string>();
  let text = "";
  for (;;) {
    const paths = await page.locator(links).evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    const next = paths.find((path) => !seen.has(path));
    if (next === undefined) return text;
    seen.add(next);
    await page.locator(`a[href="${next}"]`).first().dispatchEvent("click");
    await page.waitForURL((url) => url.href.includes(next), { timeout: 5_000 }).catch(() => undefined);
    // What is far below is only drawn when somebody gets there.
    for (let step = 0; step <= 30; step += 1) {
      await page.evaluate(`new Promise((done) => {
        scrollTo(0, (document.documentElement.scrollHeight * ${step}) / 30);
        requestAnimationFrame(() => requestAnimationFrame(done));
      })`);
      text += await textOf(page);
    }
  }
}

/** What anybody who reads the pages must be able to find, wherever they are hosted. */
const words = [
  "Not documented:",
  "G-19 the route is not known",
  "G-41 whether APP_MISSING_SCOPE",
  "Statements disagree:",
  "T-13 a mailbox must be read within 45 s",
  "which status of 200 to 299 it is",
  "Others are possible",
  "counted separately from human connections",
  "route-not-documented/toggleReaction",
];

test("Redoc shows what is not documented, each operation of a shared route, and those without a route", async () => {
  const page = await open("openapi.html", "Bot App Platform");
  await page.getByRole("link", { name: "events" }).first().waitFor({ state: "attached", timeout: PATIENCE_MS });
  const summaries = ["Opens the stream of events", "Opens a mailbox", "Reads a mailbox"];
  const read = () => textOfAll(page, "a[href^='/']:not([href^='/section'])");
  expect(await missingOf([...words, ...summaries], read)).toEqual([]);
});

test("Swagger UI shows what is not documented, each operation of a shared route, and the events that come", async () => {
  const page = await open("swagger/", "/api/apps/eventos#readMailbox");
  const schemas = ["message_create", "reaction_update", "interaction_create"];
  // It folds the text of models until they are opened.
  const shown = words.filter((word) => word !== "Others are possible");
  expect(await missingOf([...shown, ...schemas], () => textOf(page))).toEqual([]);
});

/** Opens everything that is folded, until nothing is. */
const unfold = `(async () => {
  const folded = () => [...document.querySelectorAll("button")].find((one) => one.textContent === "Expand all");
  for (let button = folded(); button !== undefined; button = folded()) {
    button.click();
    await new Promise(requestAnimationFrame);
  }
})()`;

/** Every sentence of a document that says what is not known, or where statements disagree. */
async function gapsIn(file: string): Promise<readonly string[]> {
  const found = new Set<string>();
  JSON.parse(await readFile(file, "utf8"), (_, value: unknown) => {
    if (typeof value !== "string") return value;
    for (const [gap] of value.replaceAll(/[*`]/g, "").matchAll(/(?:Not documented|Statements disagree): [^\n]+/g))
      found.add(gap.trim());
    return value;
  });
  return [...found];
}

test("the AsyncAPI component shows each event, and everything that is not known of one", async () => {
  const page = await open("component/", "message_create");
  const gaps = await gapsIn(join(place, "asyncapi.json"));
  expect(gaps.length).toBeGreaterThan(15);
  const others = ["message_create", "reaction_update", "interaction_create", "is implied by an example only"];
  const read = async () => {
    await page.evaluate(unfold);
    return textOf(page);
  };
  expect(await missingOf([...gaps, ...others], read)).toEqual([]);
});
