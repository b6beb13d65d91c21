import { describe, expect, test } from "vitest";
import { ask } from "./bot.js";
import { hasBrowser, picture } from "./browser.js";
import { command, composer, download, endAfterEach, expectMessage, expectText, press, stage } from "./support.js";

endAfterEach();

describe.runIf(hasBrowser)("the sandbox's page", { timeout: 60_000 }, () => {
  test("the day of a bot is clicked through: every kind of interaction, from the side of its person", async () => {
    const { bot, page } = await stage({}, true);
    await composer(page).fill("hello everybody");
    await composer(page).press("Enter");
    await expectMessage(page, "hello everybody");

    await command(page, "roll");
    await page.getByLabel("sides").fill("6");
    await page.getByLabel("sides").press("Enter");
    await expectMessage(page, "You rolled 4 of 6");
    await composer(page).fill("/roll sides:6");
    await press(page, "Send");
    expect(await page.getByRole("textbox", { name: "sides" }).inputValue()).toBe("6");
    await press(page, "Cancel");

    await command(page, "weather");
    await page.getByRole("combobox", { name: "city" }).pressSequentially("L");
    await page.getByRole("option", { name: "Lisboa" }).waitFor();
    await picture(page, "suggestions");
    await page.getByRole("combobox", { name: "city" }).press("ArrowDown");
    await page.getByRole("combobox", { name: "city" }).press("Enter");
    await page.getByRole("combobox", { name: "city" }).press("Enter");
    await expectMessage(page, "Sunny in Lisboa");

    await command(page, "whisper");
    await press(page, "Run");
    await expectText(page, "Only you can see this");
    await press(page, "Psst");
    await expectText(page, "You chose psst");

    await command(page, "poll");
    await press(page, "Run");
    await page.getByLabel("Question").fill("Tea?");
    await picture(page, "form");
    await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
    await expectMessage(page, "Tea?");
    await press(page, "Yes");
    await expectText(page, "You chose vote:yes");
    await page.getByRole("combobox", { name: "Or choose" }).selectOption("maybe");
    await expectText(page, "You chose vote:many maybe");

    await command(page, "slow");
    await press(page, "Run");
    await expectText(page, /Dice is thinking… .* left to answer/);
    await command(page, "no");
    await press(page, "Run");
    await expectText(page, "Why: the App declined it; its log may say why.");

    await page.locator(".message", { hasText: "hello everybody" }).hover();
    await page.getByRole("button", { name: "What to do with the message of Bruno" }).click();
    await page.getByRole("menuitem", { name: "quote" }).click();
    await expectMessage(page, "As was said before");
    await page.evaluate("document.querySelector('.history').scrollTop = 1e9");
    await picture(page, "chat");
    await page.getByRole("button", { name: "What to do with Bruno" }).click();
    await page.getByRole("menuitem", { name: "greet" }).click();
    await expectMessage(page, "Good day to you");
    await page.locator(".message", { hasText: "hello everybody" }).hover();
    await page.locator(".message", { hasText: "hello everybody" }).getByRole("button", { name: "React 👍" }).click();
    await page.getByRole("button", { name: "👍 1" }).waitFor();
    await picture(page, "reaction");
    bot.stop();
  });

  test("a deadline passes on the virtual clock, with the time that is left and why nobody answered", async () => {
    const { sandbox, page } = await stage({ clock: "virtual" }, false);
    await command(page, "silence");
    await press(page, "Run");
    await expectText(page, "Waiting for Dice: 3.0 s left to confirm");
    await page.getByRole("link", { name: "Details of /silence" }).click();
    await page.getByRole("region", { name: "Interaction", exact: true }).waitFor();
    await press(page, "+1 s");
    await expectText(page, "2.0 s");
    await picture(page, "machine");
    await press(page, "+1 s");
    await press(page, "+1 s");
    await expectText(page, /Why: it was not received: the endpoint is off/);
    await expectText(page, "Dice did not respond in time.");
    await picture(page, "expired");
    await press(page, "Let time run");
    const before = sandbox.clock.now();
    await expect.poll(() => sandbox.clock.now(), { timeout: 5000 }).toBeGreaterThan(before + 500);
    await press(page, "Stop time");
  });

  test("suggestions that come late are refused, and both are said", async () => {
    const { sandbox, page } = await stage({ clock: "virtual" }, false);
    await command(page, "weather");
    await page.getByRole("combobox", { name: "city" }).pressSequentially("L");
    await expectText(page, "asking…");
    await press(page, "+1 s");
    await expectText(page, /No suggestions within the second: it was not received/);
    const id = String(sandbox.log.last("interaction")?.detail["id"]);
    const choices = [{ name: "Lisboa", value: "Lisboa" }];
    await ask(sandbox, `POST /api/interacoes/${id}/confirmar`, { type: "suggest", choices });
    await expectText(page, /An answer was too late and was refused with/);
  });

  test("the page goes on when the App restarts, and when the sandbox is restored", async () => {
    const { sandbox, bot, page } = await stage({}, true);
    bot.stop();
    await expectText(page, "Dice: not listening");
    await bot.start();
    await expectText(page, "Dice: stream");
    await command(page, "roll");
    await page.getByLabel("sides").fill("6");
    await press(page, "Run");
    await expectMessage(page, "You rolled");
    await page.keyboard.press("Alt+4");
    const file = await download(page, "Download a snapshot");
    sandbox.defaults.person.post(sandbox.defaults.channelId, "to be forgotten");
    await page.getByLabel("Restore one").setInputFiles(file);
    await expectText(page, "The world is as it was in that file");
    await page.keyboard.press("Alt+1");
    await expectMessage(page, "You rolled");
    await expect.poll(async () => page.getByText("to be forgotten").count()).toBe(0); // the views are read anew
  });
});
