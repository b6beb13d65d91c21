import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ask } from "../../page/bot.js";
import { hasBrowser } from "../../page/browser.js";
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

const clipboard = async (page: Page): Promise<string> => page.evaluate<string>("navigator.clipboard.readText()");
const message = (page: Page, text: string) => page.locator(".message", { hasText: text });
const related = (page: Page) => page.locator(".related .title");

describe.runIf(hasBrowser)("the main loop on one screen", { timeout: 60_000 }, () => {
  test("a message shows the request that wrote it and the event that told of it, and they show the message", async () => {
    const { sandbox, page, bot } = await stage({ clock: "virtual" }, true);
    const { serverId, channelId } = sandbox.defaults;
    await ask(sandbox, `POST /api/servidores/${serverId}/canais/${channelId}/mensagens`, { content: "from the App" });
    await message(page, "from the App").hover();
    await message(page, "from the App").getByRole("button", { name: "Show its traffic" }).click();
    await expect.poll(async () => related(page).allTextContents()).toEqual(["message_create", "createMessage"]);
    expect(await page.locator(".row.linked").count()).toBe(2);
    await page.locator(".related a", { hasText: "createMessage" }).click();
    await page.locator(".detail h3", { hasText: "createMessage" }).waitFor();
    expect(await page.locator(".message.chosen").count()).toBe(0);
    await page.getByRole("link", { name: "Its message" }).click();
    await page.locator(".message.chosen", { hasText: "from the App" }).waitFor();
    await press(page, "Close the details");
    await page.locator(".detail").waitFor({ state: "detached" });
    bot.stop();
  });

  test("an interaction shows its deadline while it waits, how it was confirmed, and why it came to nothing", async () => {
    const { sandbox, page } = await stage({ clock: "virtual" }, false);
    await command(page, "silence");
    await press(page, "Run");
    await page.getByRole("option", { name: /\/silence.*open/ }).click();
    await page.getByRole("link", { name: "Its interaction" }).click();
    await expectText(page, "left of 3.0 s");
    await page.locator(".interaction.chosen").waitFor();
    await expectText(page, /confirmed \(reply\), deferred \(defer\)/);
    await sandbox.clock.advance(3000);
    await expect.poll(async () => page.locator(".detail .why").textContent()).toMatch(/it was not received/);
    const { id } = sandbox.defaults.person.run("roll", { sides: 6 });
    await sandbox.clock.advance(1200);
    await ask(sandbox, `POST /api/interacoes/${id}/confirmar`, { type: "defer" });
    await page.getByRole("link", { name: /Details of \/roll/ }).click();
    await expectText(page, "by defer after 1.2 s of 3.0 s");
    await expectText(page, "left of 1 min 0 s");
  });

  test("person, channel, panes, drafts, filters, theme and what is chosen survive every view and a reload", async () => {
    const sandbox = await start({});
    const { owner, serverId, channelId } = sandbox.defaults;
    sandbox.portal.createChannel({ serverId, name: "other" });
    const { id } = owner.post(channelId, "hello");
    const page = await open(sandbox);
    await page.getByLabel("Acting as").selectOption({ label: "Ana" });
    await page.getByLabel("in", { exact: true }).selectOption({ label: "Sandbox #other" });
    await press(page, "Second pane");
    await composer(page).fill("half a\nthought");
    await press(page, "Portal"); // the type of entries, and not the view
    await page.getByRole("searchbox").fill("message");
    await page.getByLabel("Status").selectOption("warn");
    await page.getByRole("button", { name: /^Colours/ }).click();
    await page.getByRole("button", { name: /^Colours/ }).click();
    await page.goto(`${sandbox.controlUrl}/#live/message/${id}`);
    const check = async (): Promise<void> => {
      const left = page.getByRole("region", { name: "Pane 1" });
      await left.getByLabel("Acting as").waitFor();
      expect(await left.locator("option:checked").allTextContents()).toEqual(["Ana", "Sandbox #other"]);
      expect(await page.getByRole("region", { name: "Pane 2" }).count()).toBe(1);
      expect(await composer(page).inputValue()).toBe("half a\nthought");
      expect(await page.getByRole("searchbox").inputValue()).toBe("message");
      expect(await page.getByLabel("Status").inputValue()).toBe("warn");
      expect(await page.locator(".types [aria-pressed=false]").textContent()).toBe("Portal");
      expect(await page.locator("html").getAttribute("data-scheme")).toBe("dark");
      expect(new URL(page.url()).hash).toBe(`#live/message/${id}`);
    };
    await check();
    for (const view of [2, 3, 4, 5]) {
      await page.keyboard.press(`Alt+${view}`);
      await page.keyboard.press("Alt+1");
      await check();
    }
    await page.reload();
    await check();
    await page.getByRole("tab", { name: "Portal" }).click();
    await page.reload();
    await page.getByRole("tab", { name: "Live" }).click();
    await check();
  });

  test("the keyboard is where it was, once a view is chosen again by its key", async () => {
    const page = await open(await start({}));
    await composer(page).focus();
    await page.keyboard.press("Alt+2");
    await page.getByLabel("Address").focus();
    await page.keyboard.press("Alt+1");
    const at = async () =>
      page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.id");
    await expect.poll(at).toBe("Message, or / for a command");
    await page.keyboard.press("Alt+2");
    await expect.poll(at).toBe("endpoint-url");
  });

  test("side by side where there is room, and tabs where there is none", async () => {
    const { page } = await stage({}, false);
    const box = async (name: string) => page.getByRole("group", { name, exact: true }).boundingBox();
    const [chat, timeline] = [await box("Chat"), await box("Timeline")];
    expect(chat && timeline && chat.x + chat.width <= timeline.x + 1 && chat.y === timeline.y).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("tab", { name: "Timeline" }).click();
    await page.getByRole("listbox", { name: /Timeline/ }).waitFor();
    expect(await composer(page).isVisible()).toBe(false);
    await page.locator(".rows .row").first().click();
    await page.getByRole("region", { name: "Details" }).waitFor();
    await page.getByRole("tab", { name: "Chat" }).click();
    expect(await composer(page).isVisible()).toBe(true);
  });
});

describe.runIf(hasBrowser)("the chat", { timeout: 60_000 }, () => {
  test("what is pasted keeps its lines, Shift+Enter makes one, and Enter sends them", async () => {
    const sandbox = await start({});
    const page = await open(sandbox);
    await composer(page).focus();
    await page.evaluate('navigator.clipboard.writeText("a\\nb")');
    await page.keyboard.press("Control+V");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("c");
    const heightPx = (await composer(page).boundingBox())?.height ?? 0;
    await page.keyboard.press("Enter");
    await expectMessage(page, "c");
    const { person, channelId } = sandbox.defaults;
    expect(person.read(channelId).at(-1)?.content).toBe("a\nb\nc");
    expect((await composer(page).boundingBox())?.height).toBeLessThan(heightPx); // as low as before
  });

  test("the menu of the newest message fits: every entry is seen, whatever the height of the window", async () => {
    const { sandbox, page } = await stage({}, false);
    const { person, channelId } = sandbox.defaults;
    for (let n = 0; n < 30; n++) person.post(channelId, `line ${n}`);
    for (const height of [900, 600, 420]) {
      await page.setViewportSize({ width: 1280, height });
      await message(page, "line 29").hover();
      await message(page, "line 29")
        .getByRole("button", { name: /What to do with the message/ })
        .click();
      const items = page.getByRole("menuitem");
      expect(await items.count()).toBe(6);
      for (const one of await items.all()) {
        const box = await one.boundingBox();
        const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5];
        const on = await page.evaluate(`document.elementFromPoint(${x}, ${y})?.getAttribute("role")`);
        expect(on, `${height}`).toBe("menuitem");
      }
      await page.keyboard.press("Escape");
    }
  });

  test("a refused argument is told at its field, which has the keyboard", async () => {
    const { page } = await stage({}, false);
    await command(page, "roll");
    await page.getByLabel("sides").fill("1000");
    await press(page, "Run");
    const field = page.locator(".field.wrong", { has: page.getByLabel("sides") });
    await field.getByRole("alert").getByText("sides is at most 100.").waitFor();
    expect(await page.getByLabel("sides").getAttribute("aria-invalid")).toBe("true");
    expect(await page.evaluate("document.activeElement.getAttribute('aria-invalid')")).toBe("true");
    await page.getByLabel("sides").fill("6");
    await field.waitFor({ state: "detached" });
  });

  test("a command that nobody registered is not sent, and says which there are", async () => {
    const { sandbox, page } = await stage({}, false);
    await composer(page).fill("/rol dice");
    await composer(page).fill("/unknown dice");
    await expectText(page, "No command begins with /unknown.");
    await composer(page).press("Enter");
    await page
      .getByRole("alert")
      .getByText(/No App here has a command \/unknown. There are \/roll, \/weather/)
      .waitFor();
    expect(await composer(page).inputValue()).toBe("/unknown dice");
    const { person, channelId } = sandbox.defaults;
    expect(person.read(channelId)).toEqual([]);
  });

  test("a form that this window asked for opens at once, and after a reload by its button alone", async () => {
    const { page, bot } = await stage({}, true);
    await command(page, "poll");
    await press(page, "Run");
    await page.getByRole("dialog", { name: "A new poll" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Open the form" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    bot.stop();
  });

  test("what one author says in a row stands under one name, with the initials of everybody", async () => {
    const sandbox = await start({ clock: "virtual" });
    const { person, owner, channelId } = sandbox.defaults;
    for (const text of ["one", "two"]) person.post(channelId, text);
    owner.post(channelId, "three");
    person.post(channelId, "four");
    await sandbox.clock.advance(6 * 60_000);
    person.post(channelId, "five");
    const page = await open(sandbox);
    await expectMessage(page, "five");
    expect(await page.locator(".message .by b").allTextContents()).toEqual(["Bruno", "Ana", "Bruno", "Bruno"]);
    expect(await page.locator(".message .avatar").allTextContents()).toEqual(["B", "A", "B", "B"]);
  });

  test("reactions are a row, and every id is one click away", async () => {
    const sandbox = await start({});
    const { person, channelId, serverId } = sandbox.defaults;
    const { id } = person.post(channelId, "hello");
    const page = await open(sandbox);
    await message(page, "hello").hover();
    expect(await message(page, "hello").getByRole("group", { name: "React" }).getByRole("button").count()).toBe(5);
    await message(page, "hello")
      .getByRole("button", { name: /What to do/ })
      .click();
    await page.getByRole("menuitem", { name: "Copy message id" }).click();
    await expect.poll(async () => clipboard(page)).toBe(id);
    await press(page, "Copy an id");
    await page.getByRole("menuitem", { name: /id of the server/ }).click();
    await expect.poll(async () => clipboard(page)).toBe(serverId);
  });

  test("an empty channel says what to do first", async () => {
    const { page } = await stage({}, false);
    await expectText(page, "Nothing was said here yet");
    await expectText(page, /use a command: \/roll, \/weather/);
    await expectText(page, /Dice is not listening yet: start your App/);
  });
});

describe.runIf(hasBrowser)("the chat, by keyboard and ear", { timeout: 60_000 }, () => {
  test("the messages are one stop of Tab, and arrow keys move between them", async () => {
    const sandbox = await start({});
    const { person, owner, channelId } = sandbox.defaults;
    for (let n = 0; n < 20; n++) (n % 2 === 0 ? person : owner).post(channelId, `line ${n}.`);
    const page = await open(sandbox);
    await expectMessage(page, "line 19.");
    const at = async (): Promise<string> => page.evaluate<string>("document.activeElement.getAttribute('aria-label')");
    await press(page, "Copy an id");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await at()).toBe("Ana: line 19.");
    await page.keyboard.press("ArrowUp");
    expect(await at()).toBe("Bruno: line 18.");
    const stops = await page.evaluate<number>(
      "[...document.querySelectorAll('.item')].filter((item) => item.tabIndex === 0 || item.querySelector('[tabindex=\"0\"]')).length",
    );
    expect(stops).toBe(1);
    await page.keyboard.press("Enter");
    await page.locator(".message.chosen", { hasText: "line 18." }).waitFor();
  });

  test("news are read out once, by name, and many at once only by their number; a countdown is not", async () => {
    const { sandbox, page } = await stage({ clock: "virtual" }, false);
    const { person, owner, channelId } = sandbox.defaults;
    await page.evaluate(`globalThis.said = [];
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const live = (target.parentElement ?? target).closest("[aria-live=polite], [role=status], [role=alert]");
          if (live !== null && live.textContent !== "") said.push(live.textContent);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });`);
    person.run("silence");
    await expectText(page, "Waiting for Dice");
    for (let n = 0; n < 10; n++) await sandbox.clock.advance(100);
    owner.post(channelId, "hello");
    const said = async () => page.evaluate<string[]>("said");
    await expect.poll(said, { timeout: 5000 }).toEqual(["Ana: hello"]);
    for (let n = 0; n < 8; n++) owner.post(channelId, `line ${n}`);
    await expect.poll(said, { timeout: 5000 }).toEqual(["Ana: hello", "8 new messages"]);
  });
});
