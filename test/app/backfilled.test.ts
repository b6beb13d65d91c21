import { expect, test } from "vitest";
import { appOn, pass, platform } from "./kit/world.js";

test("EVT-14 handlers and middleware see which messages history gave after a gap", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox, { events: { onGap: "backfill" } });
  const heard: string[] = [];
  const through: boolean[] = [];
  app.use(async (context, next) => {
    if (context.type === "event") through.push(context.backfilled);
    return next({});
  });
  app.on("message_create", ({ message }, { backfilled }) => {
    heard.push(`${message.content}: ${backfilled}`);
  });
  const { person, channelId } = await start();
  person.post(channelId, "before");
  await pass(sandbox, 100);
  sandbox.faults.add({ on: "stream", effect: "out-of-window" });
  sandbox.faults.streams.cut();
  person.post(channelId, "meanwhile");
  await pass(sandbox, 3_000);
  person.post(channelId, "after");
  await pass(sandbox, 100);
  expect(heard).toEqual(["before: false", "meanwhile: true", "after: false"]);
  expect(through).toEqual([false, true, false]);
});
