import axe from "axe-core";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import { startSandbox, type Sandbox, type SandboxOptions } from "svc-apps/sandbox";
import { Bot } from "./bot.js";
import { closeBrowser, openWindow, type Window } from "./browser.js";

const running: { readonly sandboxes: Sandbox[]; readonly windows: Window[] } = { sandboxes: [], windows: [] };

/** Starts a sandbox with its page; the end of the test stops it. */
export async function start<const O extends SandboxOptions>(options: O) {
  const sandbox = await startSandbox({ seed: 1, controlPort: 0, ...options });
  running.sandboxes.push(sandbox);
  return sandbox;
}

/** Opens the page of a sandbox in a window of its own. */
export async function open(sandbox: Sandbox, hash = ""): Promise<Page> {
  const window = await openWindow(`${sandbox.controlUrl}/${hash}`);
  running.windows.push(window);
  return window.page;
}

/** A sandbox with a bot, which listens or does not, and its page in a window. */
export async function stage<const O extends SandboxOptions>(options: O, isListening: boolean) {
  const sandbox = await start(options);
  const bot = new Bot(sandbox);
  await bot.register();
  if (isListening) await bot.start();
  const page = await open(sandbox);
  await expectText(page, isListening ? "Dice: stream" : "Dice: not listening");
  return { sandbox, bot, page };
}

/** Presses a button by its name. */
export const press = async (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

/** Waits for a message. */
export const expectMessage = async (page: Page, text: string): Promise<void> =>
  page.locator(".message", { hasText: text }).waitFor();

/** Saves what a link gives, as a file. */
export async function download(page: Page, link: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: link }).click()]);
  return file.path();
}

/** Ends what each test of a file started. What went wrong inside a page fails its test here. */
export function endAfterEach(): void {
  afterEach(async () => {
    const errors = running.windows.flatMap((window) => window.errors);
    for (const { context } of running.windows.splice(0)) await context.close();
    for (const sandbox of running.sandboxes.splice(0)) await sandbox.stop();
    if (errors.length > 0) throw new Error(errors.join("\n"));
  });
  afterAll(closeBrowser);
}

/** What axe finds in the page as it stands, by all its rules or by those named. */
export async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(`if (!("axe" in globalThis)) { ${axe.source} }`);
  return page.evaluate<readonly string[]>(
    `axe.run({ resultTypes: ["violations"], ...${JSON.stringify(rules === undefined ? {} : { runOnly: rules })} })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html).join(" ")))`,
  );
}

/** Where one writes. */
export const composer = (page: Page): Locator =>
  page.getByRole("textbox", { name: "Message, or / for a command" }).first();

/** Chooses a command by typing its name. */
export async function command(page: Page, name: string): Promise<void> {
  await composer(page).fill(`/${name}`);
  await page.getByRole("option", { name: `/${name}` }).waitFor();
  await composer(page).press("Enter");
}

/** Waits for a text to be seen. */
export async function expectText(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
  expect(await page.getByText(text).count()).toBeGreaterThan(0);
}
