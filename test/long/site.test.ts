import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BROKEN, CLIPPED } from "../support/layout.js";
import { openBrowser, serveFolder, type StaticSite } from "../support/browser.js";
import { namesInCode } from "../support/site-names.js";
import { run } from "../../tools/run.js";

const base = "/handbook/";
const repository = "https://git.example/bots";
let place: string;
let site: StaticSite;
let browser: Browser;
let said: string;
const outside: string[] = [];
const failed: string[] = [];

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "site-"));
  const { code, output } = await run("npm", [
    "run",
    "--silent",
    "docs:site",
    "--",
    "--base",
    base,
    "--repository",
    repository,
    "--out",
    place,
  ]);
  if (code !== 0) throw new Error(output);
  said = output;
  site = await serveFolder(place, base);
  browser = await openBrowser();
}, 900_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(place, { recursive: true, force: true });
});

async function visit(path: string, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on("console", (message) => {
    if (message.type() === "error") failed.push(`${path}: ${message.text()}`);
  });
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url.startsWith(site.origin) || url.startsWith("data:") || url.startsWith("blob:")) return route.continue();
    outside.push(url);
    return route.abort();
  });
  await page.goto(`${site.origin}${base}${path}`);
  await page.locator(".VPContent").waitFor();
  return page;
}

test("it is built in less than two minutes of a processor, whatever else runs beside it", () => {
  expect(Number(/\((\d+) s of processor time\)/.exec(said)?.[1])).toBeLessThan(120);
});

describe("a reader", () => {
  test("finds an operation by searching, and opens its page", async () => {
    const page = await visit("");
    await page
      .getByRole("button", { name: /search/i })
      .first()
      .click();
    await page.locator(".VPLocalSearchBox input").fill("createMessage");
    await page.locator(".VPLocalSearchBox a.result").first().waitFor();
    await page.locator(".VPLocalSearchBox a.result[href*='operations/createMessage']").first().click();
    await page.waitForURL(/operations\/createMessage/);
    await page.locator("h1", { hasText: "createMessage" }).waitFor();
    expect(page.url()).toContain(`${base}reference/operations/createMessage`);
    await page.context().close();
  });

  test("goes from a route to the code that refuses it, from there to the guide, and reads what is not known", async () => {
    const page = await visit("reference/operations/createMessage.html");
    await page.locator(".vp-doc a", { hasText: "MISSING_CREDENTIAL" }).first().click();
    await page.waitForURL(/reference\/errors.*#missing_credential/);
    await page.locator(".vp-doc a", { hasText: "calling routes" }).first().click();
    await page.waitForURL(/guides\/rest/);
    await page.locator("h1", { hasText: "Calling routes" }).waitFor();
    await page.goto(`${site.origin}${base}reference/operations/toggleReaction.html`);
    expect(await page.locator(".vp-doc").textContent()).toContain("Not documented: G-19 the route is not known");
    await page.context().close();
  });

  test("finds the public surface with its comments, and each example", async () => {
    const page = await visit("api/svc-apps.html");
    expect(await page.locator(".vp-doc").textContent()).toContain("createClient");
    const examples = await readdir("examples");
    for (const name of examples) {
      const text = await readFile(join(place, "examples", `${name}.html`), "utf8").catch(() => undefined);
      expect(text, name).toBeDefined();
    }
    await page.context().close();
  });
});

/** The diagrams of a page once each is drawn: the text in them, and the colour of the first state. */
async function diagramsOf(page: Page): Promise<{ readonly texts: readonly string[]; readonly fill: string }> {
  const counts = async () =>
    Promise.all(["div.language-mermaid:not(.is-drawn)", "figure.diagram svg"].map((one) => page.locator(one).count()));
  await expect.poll(async () => (await counts()).map((count) => count > 0), { timeout: 20_000 }).toEqual([false, true]);
  return page.evaluate(`({
    texts: [...document.querySelectorAll("figure.diagram")].map((one) => one.textContent),
    fill: getComputedStyle(document.querySelector("figure.diagram .node rect, figure.diagram .node path")).fill,
  })`);
}

describe("on a page", () => {
  test("no code is cut, no word of a table broken, and a phone scrolls only down: the first page, every guide and example, and one of each reference", async () => {
    const inFolder = async (folder: string) =>
      (await readdir(join(place, folder))).filter((name) => name.endsWith(".html")).map((name) => `${folder}/${name}`);
    const read = ["", ...(await inFolder("guides")), ...(await inFolder("examples")), ...(await inFolder("reference"))];
    read.push("reference/operations/createMessage.html", "reference/events/message_create.html", "api/svc-apps.html");
    const page = await visit("");
    const wrong: unknown[] = [];
    for (const path of read) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${site.origin}${base}${path}`);
      const [cut, broken] = [await page.evaluate(CLIPPED), await page.evaluate(BROKEN)];
      await page.setViewportSize({ width: 390, height: 844 });
      const sideways = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      wrong.push(
        ...[cut, broken, sideways]
          .filter((one) => JSON.stringify(one).length > 2 || Number(one) > 0)
          .map((what) => ({ path, what })),
      );
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test.each(["", "guides/tutorial.html", "guides/options.html", "api/svc-apps/functions.html"])(
    "something of /%s is seen within half a second, by a reader who comes for the first time",
    async (path) => {
      const paints: number[] = [];
      // The best of some: other work of the machine is no work of the page.
      for (let tried = 0; tried < 5 && Math.min(...paints) >= 500; tried += 1) {
        const page = await visit(path);
        const entry = `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity`;
        await expect.poll(() => page.evaluate<number>(entry)).toBeLessThan(Infinity);
        paints.push(await page.evaluate<number>(entry));
        await page.context().close();
      }
      expect(Math.min(...paints)).toBeLessThan(500);
    },
  );

  test("no page has more than 10,000 elements, and titles of the public surface are what is imported", async () => {
    const names = (await readdir(place, { recursive: true })).filter((name) => name.endsWith(".html"));
    const sizes = await Promise.all(
      names.map(async (name) => [name, (await readFile(join(place, name), "utf8")).split(/<[a-z]/).length] as const),
    );
    expect(sizes.filter(([, size]) => size > 10_000)).toEqual([]);
    expect(await readFile(join(place, "api/svc-apps-events.md"), "utf8")).toMatch(/^# svc-apps\/events\n/);
    const functions = await readFile(join(place, "api/svc-apps-events/functions.md"), "utf8");
    expect(functions).toMatch(
      /Source: \[[^\]]+\]\(https:\/\/git\.example\/bots\/blob\/main\/runtime\/events\/[^)]+#L\d+\)/,
    );
  });

  test("it has an icon, a description, a version, and files for those that read without a browser", async () => {
    const html = await readFile(join(place, "guides/app.html"), "utf8");
    for (const part of ['rel="icon"', 'property="og:title"', 'name="description"', "v0.1.0"])
      expect(html).toContain(part);
    expect(await readFile(join(place, "robots.txt"), "utf8")).toContain("Allow: /");
    const parts = await readdir(join(place, "llms"));
    expect(parts.length).toBeGreaterThan(8);
    for (const name of parts) expect((await readFile(join(place, "llms", name))).length, name).toBeLessThan(50_000);
    const list = await readFile(join(place, "llms.txt"), "utf8");
    expect(list.split("\n").filter((line) => line.startsWith("- [") && !/\): \S/.test(line))).toEqual([]);
  });
});

describe("a name in code", () => {
  namesInCode(visit);
});

describe("the link to edit a page", () => {
  test.each([
    ["", "README.md"],
    ["guides/app.html", "docs/app.md"],
    ["guides/contributing.html", "CONTRIBUTING.md"],
    ["reference/errors.html", undefined],
  ])("of /%s leads to %s", async (path, file) => {
    const html = await readFile(join(place, path === "" ? "index.html" : path), "utf8");
    const links = [...html.matchAll(/href="([^"]*\/edit\/main\/[^"]*)"/g)].map(([, link]) => link);
    expect(links).toEqual(file === undefined ? [] : [`${repository}/edit/main/${file}`]);
  });
});

describe("a search", () => {
  test.each([
    ["webhook", "guides/endpoints"],
    ["rate limit", "guides/rest"],
    ["cloudflare", "guides/deploy"],
    ["deploy", "guides/deploy"],
    ["cooldown", "guides/cookbook"],
    ["createMessage", "reference/operations/createMessage"],
  ])("for %s finds /%s among the first three, a guide first where there is one", async (query, expected) => {
    const page = await visit("");
    await page
      .getByRole("button", { name: /search/i })
      .first()
      .click();
    await page.locator(".VPLocalSearchBox input").fill(query);
    const results = page.locator(".VPLocalSearchBox a.result");
    const first = async () => results.evaluateAll((list) => list.slice(0, 3).map((one) => one.getAttribute("href")));
    await expect.poll(first, { timeout: 20_000 }).toContainEqual(expect.stringContaining(base + expected));
    expect((await first())[0]).toContain(base + expected.slice(0, expected.indexOf("/") + 1));
    await page.context().close();
  });
});

describe("a diagram", () => {
  test("is drawn with every state and trigger in the colours that hold, and again in others", async () => {
    const page = await visit("reference/machines.html");
    const light = await diagramsOf(page);
    expect(light.texts.length).toBeGreaterThanOrEqual(4);
    for (const word of ["open", "form-opened", "window-passed", "confirm, follow-up"])
      expect(light.texts[0]).toContain(word);
    expect(await page.locator("div.language-mermaid pre").first().isVisible()).toBe(false);
    await page.locator(".VPSwitchAppearance").first().click();
    await expect.poll(async () => (await diagramsOf(page)).fill, { timeout: 20_000 }).not.toBe(light.fill);
    await page.context().close();
  });

  test("is drawn where a reader comes to it from another page, and its source stays without the library", async () => {
    const page = await visit("reference/index.html");
    await page.locator(".vp-doc a[href$='machines.html']").first().click();
    expect((await diagramsOf(page)).texts.length).toBeGreaterThanOrEqual(4);
    await page.context().close();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const bare = await context.newPage();
    await bare.goto(`${site.origin}${base}reference/machines.html`);
    expect(await bare.locator("div.language-mermaid pre").first().isVisible()).toBe(true);
    await context.close();
  });
});

describe("who does not use a browser", () => {
  test("has a list of all pages, everything in one file, and each page as Markdown", async () => {
    const list = await readFile(join(place, "llms.txt"), "utf8");
    const linked = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link.slice(base.length));
    expect(linked.length).toBeGreaterThan(80);
    for (const path of linked) expect((await readFile(join(place, path), "utf8")).length, path).toBeGreaterThan(10);
    const whole = await readFile(join(place, "llms-full.txt"), "utf8");
    for (const word of ["# createMessage", "G-19 the route is not known", "STALE_REVISION"])
      expect(whole).toContain(word);
    const document: unknown = JSON.parse(await readFile(join(place, "openapi.json"), "utf8"));
    expect(document).toMatchObject({ openapi: "3.1.0" });
  });
});

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const looked = [
  "",
  "guides/app.html",
  "reference/index.html",
  "reference/operations/editChannel.html",
  "reference/errors.html",
  "reference/schemas/ServerSnapshot.html",
  "reference/machines.html",
  "api/svc-apps-rest.html",
  "examples/dice.html",
];

describe.each(["light", "dark"] as const)("in %s colours", (colours) => {
  test.each(looked)("axe finds nothing wrong with /%s", async (path) => {
    const page = await visit(path, colours);
    if (path.includes("machines")) await diagramsOf(page);
    await page.addScriptTag({ path: axe }).catch(async () => page.evaluate(await readFile(axe, "utf8")));
    const found = await page.evaluate<readonly string[]>(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 2).map(({ html }) => html.slice(0, 120)).join(" | ")))`,
    );
    expect(found).toEqual([]);
    await page.context().close();
  });
});

test("no page reports an error to the console", () => {
  expect(failed).toEqual([]);
});

test("no request left the site", () => {
  expect(outside).toEqual([]);
});
