import { expect, test } from "vitest";
import { appOn, pass, platform, roll } from "./kit/world.js";

async function busy(options: Parameters<typeof appOn>[1] = {}) {
  const sandbox = await platform();
  const { app, notices, start } = appOn(sandbox, options);
  let release = (): void => {};
  app.on("message_create", async function slowly({ message }) {
    if (message.content !== "quick") await new Promise<void>((resolve) => (release = resolve));
  });
  app.command(roll, async ({ reply }) => reply("4"));
  const { person, channelId } = await start();
  const post = async (count: number, text = "x") => {
    for (let at = 0; at < count; at += 1) person.post(channelId, text);
    await pass(sandbox, 1_000);
  };
  const told = (type: string) => notices.filter((one) => one.type === type);
  return { sandbox, app, notices, person, channelId, post, told, release: () => release() };
}

test("after a quarter of the time limit, who holds all places is reported, and the App is stuck until one is free", async () => {
  const { sandbox, app, post, told, channelId, release, person } = await busy();
  await post(16);
  await pass(sandbox, 13_900, 500);
  expect([told("app.events_stuck"), app.health().status]).toEqual([[], "ok"]);
  await pass(sandbox, 200);
  const holder = { handler: "message_create slowly", event: "message_create", channelId };
  expect(told("app.events_stuck")).toMatchObject([
    {
      level: "error",
      message:
        "All 16 places for handlers of events (eventConcurrency) are taken, so no other event is handled. " +
        `They are held by message_create slowly (event message_create, channel ${channelId})`,
      holders: Array.from({ length: 16 }, () => holder),
    },
  ]);
  expect(app.health().status).toBe("stuck");
  const answered = person.run("roll"); // interactions have places of their own
  await pass(sandbox, 100);
  expect(answered.texts[0]?.content).toBe("4");
  release();
  await pass(sandbox, 100);
  expect(app.health().status).toBe("ok");
});

test("handlers that take too long give their places back, and the error names handler, event and channel", async () => {
  const { sandbox, app, post, told, channelId } = await busy({ eventConcurrency: 2, handlerTimeoutMs: 8_000 });
  await post(2);
  await pass(sandbox, 2_000);
  expect(app.health().status).toBe("stuck");
  await pass(sandbox, 6_000);
  expect(app.health().status).toBe("ok");
  const error = `The handler of message_create slowly (event message_create, channel ${channelId}) took longer than handlerTimeoutMs (8000 ms); it is no longer waited for.`;
  const failed = told("app.event_failed");
  expect(failed).toHaveLength(2);
  for (const one of failed) expect(one).toMatchObject({ error: { message: error } });
});

test("places that are given back and taken again are not stuck, and one fewer than all is none", async () => {
  const { sandbox, app, post, told, release } = await busy({ eventConcurrency: 2, handlerTimeoutMs: 40_000 });
  await post(1);
  await pass(sandbox, 15_000, 500);
  await post(1);
  await pass(sandbox, 8_000, 500);
  release();
  await post(1);
  await pass(sandbox, 8_000, 500);
  expect([told("app.events_stuck"), app.health().status]).toEqual([[], "ok"]);
});
