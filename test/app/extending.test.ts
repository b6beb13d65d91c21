import { isInteractionClosed } from "svc-apps";
import { expect, test } from "vitest";
import { appOn, pass, platform, roll } from "./kit/world.js";

test("long work goes on whichever way is open: the answer, a follow-up, and then a message in the channel", async () => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox);
  const results: unknown[] = [];
  const wait = async (ms: number) => new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, ms));
  const signals: AbortSignal[] = [];
  app.command(roll, async ({ defer, extend, signal }) => {
    signals.push(signal);
    await defer();
    await wait(30_000);
    results.push(await extend("answer"));
    await wait(60_000);
    results.push(await extend({ content: "follow-up", private: true }));
    await wait(600_000);
    results.push(await extend("message"));
    results.push(await extend({ content: "psst", private: true }).catch((error: unknown) => error));
    results.push(await extend({ content: "x", components: [] }).catch((error: unknown) => error));
  });
  const { person, channelId } = await start();
  const run = person.run(roll);
  await pass(sandbox, 700_000, 5_000);
  expect(run.texts.map(({ content }) => content)).toEqual(["answer", "follow-up"]);
  expect(person.read(channelId).map(({ content }) => content)).toEqual(["answer", "message"]);
  expect(
    signals.map(({ aborted }) => aborted),
    "it goes on, so nothing tells it to end",
  ).toEqual([false]);
  expect(notices.filter(({ level }) => level === "error")).toEqual([]);
  const replyId = run.texts[0]?.messageId;
  const messageId = person.read(channelId).at(-1)?.id;
  expect(results).toMatchObject([
    { via: "rest", messageId: replyId },
    { via: "rest" },
    { via: "rest", messageId, replyId },
    { name: "ArgumentError", message: expect.stringContaining("private any more") as unknown },
    { name: "ArgumentError", message: expect.stringContaining("with components any more") as unknown },
  ]);
});

test("what the service refuses by one way goes by the next: after a minute without an answer, a message", async () => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox);
  app.command(roll, async ({ defer, extend }) => {
    await defer();
    await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, 61_000));
    await extend("at last");
  });
  const { person, channelId } = await start();
  person.run(roll);
  await pass(sandbox, 62_000, 500);
  expect(person.read(channelId).map(({ content }) => content)).toEqual(["at last"]);
  expect(notices.map(({ type }) => type)).not.toContain("app.handler_failed");
});

test("what is not confirmed yet cannot be extended: nothing is posted, and what comes first is said", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const refused: unknown[] = [];
  app.command(roll, async ({ extend, reply }) => {
    await extend("hey").catch((error: unknown) => refused.push(error));
    const replying = reply("first");
    await extend("second"); // which is on its way
    await replying;
  });
  const { person, channelId } = await start();
  const run = person.run(roll);
  await pass(sandbox, 1_000);
  expect(String(refused[0])).toContain(
    "extend() is not possible on this interaction. It is not confirmed yet: reply() or defer() first.",
  );
  expect(isInteractionClosed(refused[0], "not-confirmed")).toBe(true);
  expect(run.texts.map(({ content }) => content)).toEqual(["first", "second"]);
  expect(person.read(channelId).map(({ content }) => content)).toEqual(["first", "second"]);
});

test("a window that went by without a confirmation leaves the message in the channel", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox, { autoDefer: false, handlerTimeoutMs: 0 });
  app.command(roll, async ({ extend }) => {
    await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, 5_000));
    await extend("after all");
  });
  const { person, channelId } = await start();
  person.run(roll);
  await pass(sandbox, 6_000, 500);
  expect(person.read(channelId).map(({ content }) => content)).toEqual(["after all"]);
});
