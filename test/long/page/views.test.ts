import { describe, expect, test } from "vitest";
import { ask } from "../../page/bot.js";
import { hasBrowser, picture } from "../../page/browser.js";
import {
  composer,
  download,
  endAfterEach,
  expectText,
  open,
  press,
  stage,
  start,
  violations,
} from "../../page/support.js";

endAfterEach();

/**
 * Scrolls up to the very first message, again and again to the top of what is drawn; a browser tells of it once a frame.
 * The timer is real, since a browser has no other: it lets the page draw.
 */
const scroll = (text: string): string => `(async () => {
  const box = document.querySelector(".history");
  let [first, drawn] = ["", 0];
  for (let n = 0; first !== "${text}" && n < 100_000; n++) {
    box.scrollTop = 0;
    if (n % 50 === 0) await new Promise(requestAnimationFrame);
    else box.dispatchEvent(new Event("scroll"));
    await new Promise((resolve) => setTimeout(resolve));
    first = box.querySelector(".message .content")?.textContent ?? "";
    drawn = Math.max(drawn, box.querySelectorAll(".message").length);
  }
  return { first, drawn };
})()`;

describe.runIf(hasBrowser)("the sandbox's page", { timeout: 60_000 }, () => {
  test("a fault is ordered by a click, strikes, and is explained in the timeline", async () => {
    const sandbox = await start({});
    const page = await open(sandbox, "#trouble");
    await press(page, "503, done all the same");
    await page.getByRole("list", { name: "Pending faults" }).waitFor();
    await picture(page, "trouble");
    expect((await ask(sandbox, "GET /api/apps/me")).status).toBe(503);
    await expect.poll(async () => page.getByRole("list", { name: "Pending faults" }).count()).toBe(0);
    await sandbox.request({ method: "GET", url: "/api/apps/me", headers: { "x-svc-api-version": "1" } });
    await page.keyboard.press("Alt+1");
    await page.getByRole("option", { name: /MISSING_CREDENTIAL/ }).click();
    await expectText(page, "Check the credential with getMe; issue another in the portal.");
    await page.getByRole("link", { name: "MISSING_CREDENTIAL" }).click();
    await page.locator(".view-reference .wanted", { hasText: "MISSING_CREDENTIAL" }).waitFor();
    await page.goBack();
    await press(page, "Requests");
    await expect.poll(async () => page.getByRole("option", { name: /MISSING_CREDENTIAL/ }).count()).toBe(0);
    await page.getByRole("searchbox").fill("fault");
    await expectText(page, "fault at getMe");
  });

  test("a recorded day is downloaded and played again, and an open point is read in another way", async () => {
    const sandbox = await start({ clock: "virtual", record: true });
    const page = await open(sandbox, "#trouble");
    await page.getByLabel("Error body shape").selectOption("nested");
    await expectText(page, 'errorBodyShape is "nested" from now on');
    const answer = await sandbox.request({ method: "GET", url: "/api/apps/me", headers: { "x-svc-api-version": "1" } });
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "MISSING_CREDENTIAL" } });
    await page.getByLabel("Play a recording again").setInputFiles(await download(page, "Download the recording"));
    await expectText(page, /2 inputs played again: the same, byte for byte/);
  });

  test("the portal issues a credential that is shown once, and proves an endpoint", async () => {
    const sandbox = await start({
      allowLoopbackEndpoints: true,
      post: async ({ body }) => Promise.resolve({ status: 200, body }),
    });
    const page = await open(sandbox, "#portal");
    await press(page, "Issue");
    const token = await page.locator(".token").textContent();
    expect(token).toMatch(/^svc_app\.\d+\.\S+$/);
    await press(page, "Close");
    await page.locator(".token").waitFor({ state: "detached" });
    await expectText(page, "Slot 2: taken");
    expect(await page.content()).not.toContain(token);
    await page.getByLabel("Address").fill("http://127.0.0.1:9/");
    await press(page, "Save");
    await page.locator(".states .now", { hasText: "probing" }).waitFor();
    await press(page, "Probe");
    await page.locator(".states .now", { hasText: "active" }).waitFor();
    await page.getByRole("checkbox", { name: "gerenciar_canais" }).uncheck();
    await expect.poll(() => sandbox.log.text()).toMatch(/install .*gerenciar_apps/);
    await picture(page, "portal");
    await press(page, "Ban");
    await page.locator(".card .chip", { hasText: "Banned" }).waitFor();
    await press(page, "Lift the sanction");
    await page.getByLabel("Action", { exact: true }).selectOption("createPerson");
    await page.locator("#actions-title ~ form").getByLabel("Name").fill("Carla");
    await press(page, "Do it");
    await expect.poll(() => sandbox.log.text()).toContain("createPerson");
  });

  test("a suspension that is over is not shown any more, of an App or of its owner", async () => {
    const sandbox = await start({ clock: "virtual" });
    const page = await open(sandbox, "#portal");
    await press(page, "Suspend for a minute");
    sandbox.portal.sanctionPerson({ personId: sandbox.defaults.owner.id, termMs: 60_000 });
    await page.getByRole("button", { name: "Lift the owner's sanction" }).waitFor();
    await page.locator(".card .chip", { hasText: "Suspended" }).waitFor();
    await press(page, "+1 min");
    await page.getByRole("button", { name: "Suspend for a minute" }).waitFor();
    await page.getByRole("button", { name: "Ban the owner" }).waitFor();
    expect(await page.locator(".card .chip", { hasText: "Suspended" }).count()).toBe(0);
  });

  test("what happens while the state is being read is shown as well", async () => {
    const sandbox = await start({});
    const page = await open(sandbox, "#live");
    await expectText(page, "Dice: not listening");
    let isFirst = true;
    await page.route("**/page/state", async (route) => {
      const response = await route.fetch();
      if (isFirst) {
        isFirst = false;
        sandbox.portal.createApp({ name: "Late", ownerId: sandbox.defaults.owner.id });
        await expectText(page, /createApp/);
      }
      await route.fulfill({ response });
    });
    sandbox.portal.createPerson({ name: "Carla" });
    await expectText(page, "Late: not listening");
  });

  test("a refusal is said in its own words, and two people see one channel beside each other", async () => {
    const sandbox = await start({});
    const page = await open(sandbox);
    await press(page, "Second pane");
    const [left, right] = [page.getByRole("region", { name: "Pane 1" }), page.getByRole("region", { name: "Pane 2" })];
    expect(await right.getByLabel("Acting as").locator("option:checked").textContent()).toBe("Ana");
    await right.getByRole("textbox", { name: /Message/ }).fill("seen by both");
    await right.getByRole("button", { name: "Send" }).click();
    await left.locator(".message", { hasText: "seen by both" }).waitFor();
    await right.locator(".message", { hasText: "seen by both" }).hover();
    await right.getByRole("button", { name: "What to do with the message of Ana" }).click();
    await right.getByRole("menuitem", { name: "Edit" }).click();
    await right.getByLabel("New text").fill("changed");
    await right.getByLabel("New text").press("Enter");
    await left.locator(".message", { hasText: "changed" }).waitFor();
    await picture(page, "two-panes");
    await page.keyboard.press("Alt+2");
    await page.getByLabel("Address").fill("ftp://nowhere");
    await press(page, "Save");
    await page.getByRole("region", { name: "Endpoint" }).getByRole("alert").waitFor(); // at its field
    await expectText(page, /\(ENDPOINT_REJECTED\)/);
  });

  test("what is edited, deleted and reacted to far above the newest page is seen at once", async () => {
    const sandbox = await start({});
    const { person, channelId } = sandbox.defaults;
    const ids = Array.from({ length: 120 }, (_, n) => person.post(channelId, `message ${n + 1}.`).id);
    const page = await open(sandbox);
    await page.locator(".message", { hasText: "message 120." }).waitFor();
    await page.evaluate(scroll("message 1."));
    const message = (text: string) => page.locator(".message", { hasText: text });
    await message("message 2.").waitFor();
    person.edit(ids[1] ?? "", "another text");
    await message("another text").waitFor();
    person.react(ids[2] ?? "", "👍");
    await message("message 3.").getByRole("button", { name: "👍 1" }).waitFor();
    person.react(ids[2] ?? "", "👍");
    await message("message 3.").getByRole("button", { name: "👍 1" }).waitFor({ state: "detached" });
    person.delete(ids[3] ?? "");
    await message("message 4.").waitFor({ state: "detached" });
    expect(await message("message 5.").count()).toBe(1);
    const before = sandbox.snapshot();
    person.edit(ids[4] ?? "", "to be forgotten");
    await message("to be forgotten").waitFor();
    sandbox.restore(before);
    await message("to be forgotten").waitFor({ state: "detached" });
  });

  test("a thousand messages scroll to the first one, and never more than 150 are drawn", async () => {
    const sandbox = await start({ clock: "virtual" });
    const { person, channelId } = sandbox.defaults;
    for (let n = 1; n <= 1_000; n++)
      person.post(channelId, n % 7 === 0 ? `message ${n}\nof two lines` : `message ${n}`);
    const page = await open(sandbox);
    await page.locator(".message", { hasText: "message 1000" }).waitFor();
    const frames = await page.evaluate<{ readonly first: string; readonly drawn: number }>(scroll("message 1"));
    expect(frames.first).toBe("message 1");
    expect(frames.drawn).toBeLessThanOrEqual(150);
    await picture(page, "first-of-many");
  });

  test("axe finds nothing in any view: as it opens, in dark colours, and on a phone", async () => {
    const { sandbox, page } = await stage({ clock: "virtual", record: true }, false);
    const { person, channelId } = sandbox.defaults;
    person.react(person.post(channelId, "hello").id, "👍");
    person.run("silence");
    await sandbox.clock.advance(3000);
    person.run("silence");
    sandbox.faults.rateLimit();
    await expectText(page, "Dice did not respond in time.");
    for (const [at, view] of ["live", "portal", "calls", "trouble", "reference"].entries()) {
      await page.keyboard.press(`Alt+${at + 1}`);
      if (view === "live")
        await page
          .getByRole("option", { name: /silence/ })
          .first()
          .click();
      await page.locator(`.view-${view}`).waitFor();
      expect(await violations(page)).toEqual([]);
      await picture(page, `${view}-light`);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await violations(page, ["color-contrast"])).toEqual([]); // nothing else looks at colours
      await picture(page, `${view}-dark`);
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 390, height: 780 });
      expect(await violations(page)).toEqual([]);
      const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      expect(overflow).toBeLessThanOrEqual(0);
      await picture(page, `${view}-phone`);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await page.keyboard.press("Alt+1");
    await composer(page).fill("/");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
