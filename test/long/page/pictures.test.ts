/**
 * Pictures of every view in both themes at three widths. `PICTURES=write` makes them anew; those of the README and the
 * docs are among them.
 */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ask } from "../../page/bot.js";
import { hasBrowser } from "../../page/browser.js";
import { comparePicture } from "../../page/compare.js";
import { endAfterEach, expectMessage, expectText, press, stage, violations } from "../../page/support.js";

endAfterEach();

const isWriting = process.env["PICTURES"] === "write";
/** Part of the pixels that may differ: of fonts that a machine draws another way. */
const mostDiffering = 0.01;

const folder = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
/** What README and docs show, by the name of the picture. */
const inDocs: Readonly<Record<string, string>> = {
  "live-light-1280": "sandbox-live",
  "portal-light-1280": "sandbox-portal",
  "calls-light-1280": "sandbox-calls",
  "trouble-light-1280": "sandbox-faults",
};
const fileOf = (name: string): string => {
  const shown = inDocs[name];
  return shown === undefined ? folder(`test/page/pictures/${name}.webp`) : folder(`docs/pictures/${shown}.webp`);
};

/** What is out of place: what is cut off, what reaches out of the window, and controls that lie on each other. */
const misplaced = `(() => {
  const shown = (one) => one.checkVisibility() && !one.closest(".hidden, .toast");
  const name = (one) => one.getAttribute("aria-label") ?? one.textContent.slice(0, 30);
  const scrolls = (one) => {
    for (let at = one.parentElement; at !== null; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const controls = [...document.querySelectorAll("button, select, input, textarea, a.button")].filter(shown);
  const wide = [...document.querySelectorAll("main *, header *")].filter(
    (one) => shown(one) && !scrolls(one) && one.getBoundingClientRect().right > innerWidth + 1,
  );
  const cut = controls.filter((one) => one.matches("button") && one.scrollWidth > one.clientWidth + 1);
  const on = controls.flatMap((one, at) =>
    controls.slice(at + 1).filter((other) => {
      if (one.contains(other) || other.contains(one) || one.closest(".tools") || other.closest(".tools")) return false;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      if (one.closest(".history, .rows, .detail, .view") !== other.closest(".history, .rows, .detail, .view")) return false;
      return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    }),
  );
  const page = document.documentElement;
  return [
    ...wide.map((one) => "reaches out: " + one.className + " " + name(one)),
    ...cut.map((one) => "cut off: " + name(one)),
    ...on.map((one) => "lies on another: " + name(one)),
    ...(page.scrollWidth > innerWidth || page.scrollHeight > innerHeight ? ["the page itself scrolls"] : []),
  ];
})()`;

/** A day that has everything in it which is to be seen, the same every time. */
async function scene() {
  const staged = await stage({ clock: "virtual", record: true }, true);
  const { sandbox, bot, page } = staged;
  const { person, owner, channelId, serverId, appId } = sandbox.defaults;
  owner.post(channelId, "Who brings the cake on Friday?");
  await sandbox.clock.advance(41_000);
  person.post(channelId, "Let the dice decide.");
  person.post(channelId, "Highest number brings it,\nlowest number eats it.");
  await sandbox.clock.advance(3_200);
  person.run("roll", { sides: 6 });
  await expectMessage(page, "You rolled 4 of 6");
  await sandbox.clock.advance(9_000);
  person.run("whisper");
  await expectText(page, "Only you can see this");
  person.run("no");
  await expectText(page, "Dice cannot do this right now.");
  sandbox.faults.serverError({ status: 503, when: "before" });
  await ask(sandbox, `GET /api/servidores/${serverId}`);
  await ask(sandbox, `DELETE /api/servidores/${serverId}/canais/${channelId}/mensagens/1`);
  sandbox.faults.rateLimit({ retryAfter: "2", operation: "createMessage" });
  await sandbox.portal.saveEndpoint({ appId, url: "https://1.1.1.1/interactions" });
  await sandbox.clock.advance(700);
  person.run("silence");
  await sandbox.clock.advance(1_300);
  bot.stop();
  await expectText(page, "Dice: endpoint probing");
  const roll = sandbox.records("interactions").find(({ data }) => JSON.stringify(data).includes('"roll"'));
  return { ...staged, chosen: `#live/interaction/${roll?.id}` };
}

/** Shows a view, and waits until all of it is there. */
async function show(page: Page, controlUrl: string | undefined, view: string, chosen: string): Promise<void> {
  const [hash, side] = { timeline: [chosen, "Timeline"], chat: ["#live", "Chat"] }[view] ?? [
    view === "live" ? chosen : `#${view}`,
    "",
  ];
  await page.goto(`${controlUrl}/${hash}`);
  await page.locator(`.view:not([hidden]) :is(.card, .composer)`).first().waitFor({ state: "attached" });
  if (side !== "") await page.getByRole("tab", { name: side ?? "" }).click();
  if (hash === chosen) await page.locator(".related .row").first().waitFor();
  if (view === "calls" || view === "trouble") await page.locator(".view:not([hidden]) .field small").first().waitFor();
  await page.evaluate("document.activeElement?.blur(); document.fonts.ready");
  await page.mouse.move(0, 0);
}

describe.runIf(hasBrowser)("pictures of the sandbox's page", { timeout: 300_000 }, () => {
  test("every view in both themes at three widths: nothing out of place, contrast enough, and as it is kept", async () => {
    const { sandbox, page, chosen } = await scene();
    const bench = await page.context().newPage();
    const differing: string[] = [];
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const views = ["live", "portal", "calls", "trouble", "reference"];
      for (const view of width < 900 ? ["chat", "timeline", ...views.slice(1)] : views) {
        for (const theme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: theme });
          await show(page, sandbox.controlUrl, view, chosen);
          const name = `${view}-${theme}-${width}`;
          expect(await page.evaluate(misplaced), name).toEqual([]);
          expect(await violations(page, ["color-contrast", "target-size"]), name).toEqual([]);
          const share = await comparePicture(page, bench, fileOf(name), isWriting);
          if (share > mostDiffering) differing.push(`${name}: ${(100 * share).toFixed(1)} % of the pixels differ`);
        }
      }
    }
    expect(differing).toEqual([]);
  });

  test("a form, a menu and the commands are drawn within the window at every width", async () => {
    const { page, bot } = await stage({}, true);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole("textbox", { name: /Message, or/ }).fill("/");
      const list = await page.getByRole("listbox", { name: "Commands" }).boundingBox();
      expect(list && list.x >= 0 && list.x + list.width <= width && list.y >= 0).toBe(true);
      await page.keyboard.type("poll");
      await page.keyboard.press("Enter");
      await press(page, "Run");
      const dialog = await page.getByRole("dialog").boundingBox();
      expect(dialog && dialog.x >= 0 && dialog.x + dialog.width <= width && dialog.y >= 0).toBe(true);
      await page.keyboard.press("Escape");
    }
    bot.stop();
  });
});
