import { testApp } from "svc-apps/testing";
import { expect, test, vi } from "vitest";
import { type OpenSource, whenOpen } from "../../runtime/app/opening.js";
import { EventStream } from "../../runtime/events/event-stream.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { appOn, pass, platform, roll } from "./kit/world.js";

const outcomes = async (starts: readonly Promise<void>[]) =>
  (await Promise.allSettled(starts)).map((one) => (one.status === "fulfilled" ? "started" : String(one.reason)));

const oneOfTwo = ["started", "ArgumentError: The App is started already"];

test("of two starts at the same moment one starts the App, and the other is refused: there is one stream", async () => {
  const sandbox = await platform();
  const { app } = appOn(sandbox);
  app.command(roll, async ({ reply }) => reply("4"));
  expect(await outcomes([app.start({ signals: false }), app.start({ signals: false })])).toEqual(oneOfTwo);
  expect(streamsOf(sandbox)).toBe(1);
  const stopping = app.stop();
  expect(await outcomes([app.start({ signals: false }), app.start({ signals: false })])).toEqual(oneOfTwo);
  await stopping;
  expect(streamsOf(sandbox)).toBe(2);
});

test("a start that was stopped, and fails after the next one has begun, leaves that one alone", async () => {
  const sandbox = await platform();
  const { app } = appOn(sandbox);
  app.on("message_create", () => {});
  const first = outcomes([app.start({ signals: false })]);
  await Promise.resolve();
  const stopping = app.stop();
  const second = outcomes([app.start({ signals: false })]);
  await first;
  const meanwhile = app.health().status;
  await stopping;
  expect([await first, await second]).toMatchObject([[expect.stringContaining("abort")], ["started"]]);
  expect([meanwhile, app.health().status]).toEqual(["starting", "ok"]);
});

function streamsOf(sandbox: Awaited<ReturnType<typeof platform>>): number {
  const operations = sandbox.log.entries("request").map(({ detail }) => detail["operation"]);
  return operations.filter((operation) => operation === "openStream").length;
}

test("what is opened for an App that was stopped by then is closed again, without waiting for a connection", async () => {
  const clock = createVirtualClock();
  const closed: number[] = [];
  const source: OpenSource = {
    connected: false,
    eventsRunning: 0,
    ended: new Promise(() => {}),
    state: () => undefined,
    close: async (graceMs) => Promise.resolve(void closed.push(graceMs)),
  };
  const never = { ended: source.ended, isOpen: () => false, rateLimited: () => 0, onDiagnostic: () => () => undefined };
  const opened = whenOpen(source, never, { signal: AbortSignal.abort(), clock }).catch((error: unknown) => error);
  await clock.settle();
  expect([closed, clock.pending]).toEqual([[0], 0]);
  expect(await opened).toMatchObject({ reason: "aborted" });
});

test("a test of an App that its program has started is refused, and the App goes on as it was", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.command(roll, async ({ reply }) => reply("4"));
  const { person } = await start();
  await expect(testApp(app)).rejects.toThrow(
    "The App is started already, and not by this test: stop it before it is tested",
  );
  expect(app.health()).toMatchObject({ status: "ok", events: { phase: "open" } });
  const run = person.run(roll);
  await pass(sandbox, 50);
  expect(run.texts.map(({ content }) => content)).toEqual(["4"]);
});

test("an App that does not close cleanly is stopped all the same: whoever stops it has the error, and it starts again", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.command(roll, async ({ reply }) => reply("4"));
  await start();
  const close = vi.spyOn(EventStream.prototype, "close").mockRejectedValueOnce(new Error("does not close"));
  await expect(app.stop()).rejects.toThrow("does not close");
  expect(app.health().status).toBe("stopped");
  expect(await app.stopped).toEqual({ why: "asked" });
  await start();
  expect(app.health().status).toBe("ok");
  expect(close).toHaveBeenCalledTimes(1);
});
