import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ask } from "../../page/bot.js";
import { hasBrowser, picture } from "../../page/browser.js";
import {
  command,
  composer,
  endAfterEach,
  expectMessage,
  expectText,
  open,
  press,
  stage,
  start,
} from "../../page/support.js";

endAfterEach();

/** The name of what has the keyboard. */
const focused = async (page: Page): Promise<string | null> =>
  page.evaluate<string | null>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.name");
const message = "Message, or / for a command";
const expectKeyboardAt = async (page: Page, name: string): Promise<void> =>
  expect.poll(async () => focused(page), { timeout: 5000 }).toBe(name);

describe.runIf(hasBrowser)("the sandbox's page, by the keyboard", { timeout: 60_000 }, () => {
  test("the keyboard is back where one writes once a command was run, was left, or its form was sent", async () => {
    const { bot, page } = await stage({}, true);
    await command(page, "roll");
    await page.keyboard.type("6");
    await page.keyboard.press("Enter");
    await expectMessage(page, "You rolled 4 of 6");
    await expectKeyboardAt(page, message);
    await page.keyboard.type("/weather");
    await page.getByRole("option", { name: "/weather" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "city" }).waitFor();
    await page.keyboard.press("Escape");
    await expectKeyboardAt(page, message);
    await command(page, "poll");
    await page.keyboard.press("Enter");
    await expectKeyboardAt(page, "question");
    await page.keyboard.type("Tea?");
    await page.keyboard.press("Enter");
    await expectMessage(page, "Tea?");
    await expectKeyboardAt(page, message);
    bot.stop();
  });

  test("a message is edited without the mouse, and the keyboard is back at it afterwards", async () => {
    const sandbox = await start({});
    sandbox.defaults.person.post(sandbox.defaults.channelId, "helo");
    const page = await open(sandbox);
    const menu = page.getByRole("button", { name: "What to do with the message of Bruno" });
    for (const key of ["Escape", "Enter"]) {
      await page.locator(".message").focus();
      await menu.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: "Edit" }).press("Enter");
      await expectKeyboardAt(page, "New text");
      await page.keyboard.type("!");
      await page.keyboard.press(key);
      await expectKeyboardAt(page, "What to do with the message of Bruno");
    }
    await expectMessage(page, "helo!");
  });

  test("Tab leaves a menu and closes it", async () => {
    const sandbox = await start({});
    sandbox.defaults.person.post(sandbox.defaults.channelId, "hello");
    const page = await open(sandbox);
    await page.locator(".message").focus();
    await page.getByRole("button", { name: "What to do with the message of Bruno" }).press("Enter");
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Tab");
    await expectKeyboardAt(page, message);
    expect(await page.getByRole("menu").count()).toBe(0);
  });

  test("what is written while a message is still being sent is not lost", async () => {
    const page = await open(await start({}));
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route("**/post", async (route) => held.then(async () => route.continue()));
    await composer(page).fill("first");
    await composer(page).press("Enter");
    await page.keyboard.type("second");
    go();
    await expectMessage(page, "first");
    expect(await composer(page).inputValue()).toBe("second");
  });

  test("views are chosen by the place of a digit, whatever the keyboard makes of it with Alt", async () => {
    const page = await open(await start({}));
    const dispatch = async (key: string, more: string): Promise<void> =>
      page.evaluate(
        `dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", code: "Digit2", altKey: true, ${more} }))`,
      );
    await dispatch("²", "ctrlKey: true"); // AltGr, as Windows tells of it
    await dispatch("²", "modifierAltGraph: true");
    expect(new URL(page.url()).hash).toBe("");
    await dispatch("™", ""); // a Mac
    expect(new URL(page.url()).hash).toBe("#portal");
  });

  test("a form that is refused says why in front of the form", async () => {
    const { bot, sandbox, page } = await stage({}, true);
    await command(page, "poll");
    await press(page, "Run");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Question").fill("Tea?");
    const id = String(sandbox.log.last("interaction")?.detail["id"]);
    sandbox.defaults.person.submit(id, { question: "Coffee?" }); // in another window
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect
      .poll(async () => dialog.getByRole("alert").allTextContents())
      .toEqual([expect.stringContaining("This form was submitted already")]);
    bot.stop();
  });
});

describe.runIf(hasBrowser)("the sandbox's page, by hand", { timeout: 60_000 }, () => {
  const options = ["Tea", "Coffee", "Water"].map((label) => ({ label, value: label.toLowerCase() }));

  test("one choice can be made twice in a row, and several choices are sent together", async () => {
    const { sandbox, page } = await stage({ clock: "virtual" }, false);
    const { person } = sandbox.defaults;
    const { id } = person.run("poll");
    await ask(sandbox, `POST /api/interacoes/${id}/confirmar`, { type: "defer" });
    const components = [
      { type: "select", id: "one", placeholder: "One", options },
      { type: "select", id: "many", placeholder: "Several", maxValues: 3, options },
    ];
    await ask(sandbox, `POST /api/interacoes/${id}/resposta`, { content: "Choose", components });
    await expectMessage(page, "Choose");
    const one = page.getByRole("combobox", { name: "One" });
    for (const times of [1, 2]) {
      await one.selectOption("tea");
      await expect.poll(async () => page.getByText("pressed one: tea").count()).toBe(times);
      expect(await one.inputValue()).toBe(""); // a browser tells of a change alone
    }
    const several = page.getByRole("listbox", { name: "Several" });
    await several.selectOption(["tea"]);
    await several.selectOption(["tea", "water"]);
    await press(page, "Send Several");
    await expectText(page, "pressed many: tea, water");
    expect(await page.getByText("pressed many").count()).toBe(1);
  });

  test("a command that is pressed twice runs once", async () => {
    const { sandbox, page } = await stage({ clock: "virtual" }, false);
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route("**/run", async (route) => held.then(async () => route.continue()));
    await command(page, "silence");
    await press(page, "Run");
    await press(page, "Run");
    go();
    await expectText(page, "Waiting for Dice");
    const opened = sandbox.log.entries("interaction").filter(({ text }) => text.includes(" open "));
    expect(opened).toHaveLength(1);
  });

  test("who looked as somebody that another world does not know looks as somebody that it does", async () => {
    const [sandbox, other] = [await start({}), await start({ seed: 9 })];
    const page = await open(sandbox);
    await page.getByLabel("Acting as").selectOption({ label: "Ana" });
    sandbox.restore(other.snapshot());
    await expect.poll(async () => page.getByLabel("Acting as").inputValue()).toBe(other.defaults.person.id);
    await composer(page).fill("here");
    await composer(page).press("Enter");
    await expectMessage(page, "here");
  });

  test("a sandbox that is gone is told in words of one's own, and the text is kept", async () => {
    const sandbox = await start({});
    const page = await open(sandbox);
    await expectText(page, "Dice: not listening");
    await page.evaluate('globalThis.fetch = async () => { throw new TypeError("Failed to fetch"); }');
    await composer(page).fill("kept");
    await composer(page).press("Enter");
    await expectText(page, "The sandbox does not answer: is it still running?");
    expect(await composer(page).inputValue()).toBe("kept");
  });

  test("a world without an App, and an address that nobody can read, leave the page as it is", async () => {
    const sandbox = await start({});
    const page = await open(sandbox);
    await expectText(page, "Dice: not listening");
    sandbox.portal.deleteApp({ appId: sandbox.defaults.appId });
    await expect.poll(async () => page.getByText("Dice").count()).toBe(0);
    await composer(page).fill("alone");
    await composer(page).press("Enter");
    await expectMessage(page, "alone");
    await page.goto(`${sandbox.controlUrl}/#portal`);
    await expectText(page, "There is no App.");
    await page.goto(`${sandbox.controlUrl}/#reference/%E0%A4%A`);
    await expectText(page, "Codes of refusals");
    sandbox.restore(sandbox.snapshot());
    expect(sandbox.defaults).toMatchObject({ appId: "", token: "" });
  });

  test("what one does oneself is seen, wherever the history was scrolled to", async () => {
    const sandbox = await start({});
    const { person, channelId } = sandbox.defaults;
    for (let n = 0; n < 40; n++) person.post(channelId, `line ${n}`);
    const page = await open(sandbox);
    await expectMessage(page, "line 39");
    await page.locator(".message", { hasText: "line 1" }).first().scrollIntoViewIfNeeded();
    await composer(page).fill("mine");
    await composer(page).press("Enter");
    await expect
      .poll(async () =>
        page.evaluate(
          "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('.history'))",
        ),
      )
      .toBeLessThan(2);
  });

  test("what is not a number is refused as it was written, and what is not an object is no fault", async () => {
    const page = await open(await start({}), "#trouble");
    const faults = page.getByRole("region", { name: "With options" });
    await faults.getByLabel("Fault").selectOption("slow");
    await faults.getByRole("textbox", { name: "Milliseconds", exact: true }).fill("soon");
    await press(page, "Order");
    const field = faults.locator(".field.wrong", { hasText: "Milliseconds" });
    await field.getByText('slow takes a number as ms, got "soon".').waitFor();
    await faults.getByLabel("Fault").selectOption("add");
    await faults.getByRole("textbox", { name: "Fault", exact: true }).fill("soon");
    await press(page, "Order");
    await expectText(page, "add needs fault, an object, as args[0].");
  });

  test("on a phone nothing is cut off: the form of a command, two panes, and no view scrolls away with its header", async () => {
    const { sandbox, page } = await stage({ clock: "virtual", record: true }, false);
    const text = { type: "string", description: "A text" };
    const options = ["one", "two", "three", "four", "five"].map((name) => ({ ...text, name }));
    await ask(sandbox, "POST /api/apps/me/comandos", {
      command: { type: "chat", name: "long", description: "Many", options },
    });
    await page.setViewportSize({ width: 360, height: 640 });
    for (const view of ["portal", "calls", "trouble", "reference", "live"]) {
      await page.goto(`${sandbox.controlUrl}/#${view}`);
      await page.locator(`.view-${view}`).waitFor();
      expect(await page.evaluate("document.documentElement.scrollHeight - innerHeight"), view).toBe(0);
    }
    await command(page, "long");
    await press(page, "Cancel"); // it would not be, could nobody get there
    await press(page, "Second pane");
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.history')].map((one) => one.clientHeight)",
    );
    await picture(page, "two-panes-phone");
    expect(Math.min(...heights)).toBeGreaterThan(100);
  });
});
