import { test } from "vitest";
import { picture } from "./browser.js";
import { endAfterEach, stage, expectText } from "./support.js";
import { ask } from "./bot.js";
endAfterEach();
test("look", async () => {
  const { sandbox, bot, page } = await stage({ clock: "virtual", record: true }, true);
  const { person, owner, channelId, serverId } = sandbox.defaults;
  const run = async (name: string, args?: any) => { const i = person.run(name, args); await sandbox.clock.advance(120); return i; };
  const a = owner.post(channelId, "Shall we roll for who brings the cake?");
  person.post(channelId, "Yes!");
  person.post(channelId, "Highest number\nbuys it.");
  await sandbox.clock.advance(2000);
  await run("roll", { sides: 6 });
  await run("whisper");
  await run("no");
  person.react(a.id, "👍");
  await ask(sandbox, `POST /api/servidores/${serverId}/canais/${channelId}/mensagens`, { content: "" });
  bot.stop();
  person.run("silence"); await sandbox.clock.advance(1100);
  await expectText(page, "Waiting for Dice");
  for (const [w,h] of [[1440,900],[390,844]] as const) {
    await page.setViewportSize({ width: w, height: h });
    await page.goto(`${sandbox.controlUrl}/#live`);
    await picture(page, `look-live-${w}`);
    const no = sandbox.log.entries("interaction").find((e) => e.text.includes("declined"));
    await page.goto(`${sandbox.controlUrl}/#live/interaction/${String(no?.detail["id"])}`);
    await page.waitForTimeout(300);
    await picture(page, `look-inter-${w}`);
    const req = sandbox.log.entries("request").find((e) => e.text.includes("confirmar"));
    await page.goto(`${sandbox.controlUrl}/#live/entry/${req?.number}`);
    await page.waitForTimeout(300);
    await picture(page, `look-entry-${w}`);
    for (const v of ["portal", "calls", "trouble", "reference"]) { await page.goto(`${sandbox.controlUrl}/#${v}`); await page.waitForTimeout(300); await picture(page, `look-${v}-${w}`); }
  }
}, 120000);
