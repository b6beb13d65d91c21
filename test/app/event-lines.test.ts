import { consoleLogger } from "svc-apps";
import { expect, test } from "vitest";
import { appOn, pass, platform } from "./kit/world.js";

function logged() {
  const lines: string[] = [];
  const logger = consoleLogger({ write: (line) => void lines.push(line.slice(13)) });
  return { logger, retrying: () => lines.filter((line) => / Attempt \d+ in /.test(line)) };
}

test("a lost connection that is tried again is business as usual, in whole milliseconds", async () => {
  const sandbox = await platform();
  const { logger, retrying } = logged();
  const { app, start } = appOn(sandbox, { logger, random: () => 0.123456789, events: "gateway" });
  app.on("message_create", () => {});
  await start();
  sandbox.faults.streams.cut();
  await pass(sandbox, 3_000);
  expect(retrying()).toEqual([expect.stringMatching(/^info {2}Attempt 1 in .* {2}attempt=1 {2}inMs=\d+ {2}why=\w+$/)]);
});

test("BOX-18 a place that is refused is a warning", async () => {
  const sandbox = await platform();
  const former = appOn(sandbox);
  for (const _place of [1, 2]) await former.app.api.openMailbox({ intents: ["messages"] });
  const { logger, retrying } = logged();
  const { app } = appOn(sandbox, { logger, events: "mailbox" });
  app.on("message_create", () => {});
  const starting = app.start({ signals: false });
  await pass(sandbox, 80_000, 500);
  await starting;
  expect(retrying()[0]).toMatch(/^warn {2}Attempt .*why=refused/);
});
