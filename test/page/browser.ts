import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { buildPage } from "../../tools/page.js";

/** Where the package that carries a browser has one. */
export const hasBrowser = process.platform === "linux" && process.arch === "x64";

if (!hasBrowser)
  console.warn(
    `\nNOT TESTED: the sandbox's page needs Linux x64 for its browser; this is ${process.platform} ${process.arch}\n`,
  );

/** Screenshots of every view end here. */
const output = fileURLToPath(new URL("../output/page/", import.meta.url));

let browser: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const [{ default: carried }, { chromium }] = await Promise.all([
    import("@sparticuz/chromium"),
    import("playwright-core"),
    buildPage(fileURLToPath(new URL("../../sandbox/page/static", import.meta.url))),
  ]);
  return chromium.launch({
    executablePath: await carried.executablePath(),
    // Drawn without a graphics card played in software: a picture takes a fifth of the time, a page no more than before.
    args: [...carried.args.filter((arg) => !/^--(single-process$|use-|.*swiftshader)/.test(arg)), "--disable-gpu"],
    headless: true,
  });
}

/** A window of its own, on an address; errors of the page fail its test. */
export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page, and what its policy refused. */
  readonly errors: readonly string[];
}

/** Opens a window. */
export async function openWindow(url: string): Promise<Window> {
  const context = await (
    await (browser ??= launch())
  ).newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    acceptDownloads: true,
  });
  context.setDefaultTimeout(10_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 4")) errors.push(message.text());
  });
  await page.goto(url);
  return { page, context, errors };
}

/** Keeps a picture of what is seen. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(output, { recursive: true });
  await page.screenshot({ path: `${output}${name}.png` });
}

/** Ends the browser. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}
