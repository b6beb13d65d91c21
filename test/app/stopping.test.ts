import { component } from "svc-apps";
import { expect, test, vi } from "vitest";
import { onSignals } from "../../runtime/app/signals.js";
import { gate } from "./kit/clock.js";
import { appOn, endpointOf, pass, platform, roll } from "./kit/world.js";

test("stop lets handlers finish within the grace time, and takes nothing new", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const working = gate();
  app.command(roll, async ({ reply }) => {
    await working.promise;
    await reply("finished");
  });
  const { person } = await start();
  const run = person.run(roll);
  await pass(sandbox, 50);
  const stopping = app.stop({ graceMs: 2_000 });
  await sandbox.clock.settle();
  expect(app.health().status).toBe("stopping");
  working.open();
  await stopping;
  expect(run.texts.map(({ content }) => content)).toEqual(["finished"]);
  const late = person.run(roll);
  await pass(sandbox, 100);
  expect(late.state).toBe("open");
});

/** An App whose handler of an event is under way and never ends. */
async function withEndlessHandler() {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  let signal: AbortSignal | undefined;
  app.on("message_create", async (_event, context) => {
    signal = context.signal;
    await new Promise(() => {});
  });
  const { person, channelId } = await start();
  person.post(channelId, "x");
  await pass(sandbox, 50);
  return { sandbox, app, signal: () => signal };
}

test("stop goes on without a handler that never ends, and tells it through its signal", async () => {
  const { sandbox, app, signal } = await withEndlessHandler();
  const stopping = app.stop({ graceMs: 1_000 });
  await pass(sandbox, 1_100);
  await stopping;
  expect(signal()?.aborted).toBe(true);
  expect(sandbox.clock.pendingTimers).toBe(0);
});

test("stopped again with less grace, the App waits no longer than that", async () => {
  const { sandbox, app, signal } = await withEndlessHandler();
  const patient = app.stop({ graceMs: 60_000 });
  await pass(sandbox, 100);
  const hurried = app.stop({ graceMs: 500 });
  await pass(sandbox, 400);
  expect(app.health().status).toBe("stopping");
  await pass(sandbox, 200);
  expect(app.health().status).toBe("stopped");
  await Promise.all([patient, hurried]);
  expect(signal()?.aborted).toBe(true);
  expect(await app.stopped).toEqual({ why: "asked" });
  expect(sandbox.clock.pendingTimers).toBe(0);
});

test.each(["started", "never started"])("stop waits for deliveries under way, of an App that was %s", async (how) => {
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const { app, start } = appOn(sandbox, { events: false, syncCommands: how === "started" });
  const working = gate();
  app.command(roll, async ({ reply, followUp }) => {
    await working.promise;
    await reply("finished");
    await followUp("and done");
  });
  if (how === "started") await start();
  else await app.api.createCommand({ command: { type: "chat", name: roll.name, description: roll.description } });
  await endpointOf(sandbox, app);
  const run = sandbox.defaults.person.run(roll);
  await pass(sandbox, 50);
  let isStopped = false;
  const stopping = app.stop({ graceMs: 2_000 }).then(() => (isStopped = true));
  await pass(sandbox, 500);
  expect(isStopped).toBe(false);
  working.open();
  await pass(sandbox, 500);
  expect(isStopped).toBe(true);
  await stopping;
  expect(run.texts.map(({ content }) => content)).toEqual(["finished", "and done"]);
});

test("stop goes on without a delivery's handler that never ends, after the shortest grace that was given", async () => {
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const { app, start } = appOn(sandbox, { events: false });
  app.command(roll, async () => new Promise(() => {}));
  const { person } = await start();
  await endpointOf(sandbox, app);
  person.run(roll);
  await pass(sandbox, 50);
  const patient = app.stop({ graceMs: 60_000 });
  const hurried = app.stop({ graceMs: 1_000 });
  await pass(sandbox, 990);
  expect(app.health().status).toBe("stopping");
  await pass(sandbox, 10);
  await Promise.all([patient, hurried]);
  expect(app.health().status).toBe("stopped");
});

test("whoever asked before the start learns of the end, too, and of each life's own", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.command(roll, async ({ reply }) => reply("4"));
  const first = app.stopped;
  await start();
  expect(app.stopped).toBe(first);
  await app.stop();
  expect(await first).toEqual({ why: "asked" });
  await start();
  expect(app.stopped).not.toBe(first);
  await app.stop();
  expect(await app.stopped).toEqual({ why: "asked" });
});

test("on the first signal the App stops and then ends as the signal would have ended it", async () => {
  const kill = vi.spyOn(process, "kill").mockImplementation(() => true);
  const stopped: string[] = [];
  const release = onSignals(["SIGUSR2"], async (signal) => {
    stopped.push(signal);
    await Promise.resolve();
  });
  process.emit("SIGUSR2");
  await vi.waitUntil(() => kill.mock.calls.length > 0, { timeout: 10_000 });
  expect(stopped).toEqual(["SIGUSR2"]);
  expect(kill).toHaveBeenCalledWith(process.pid, "SIGUSR2");
  expect(process.listenerCount("SIGUSR2")).toBe(0);
  release();
  kill.mockRestore();
});

test.each([
  ["SIGINT", 0, [130]],
  ["SIGTERM", 0, [143]],
  ["SIGHUP", 0, [129]],
  ["SIGTERM", 1, []],
] as const)("process 1 ends by itself after %s, where %i others listen for it", async (signal, others, codes) => {
  const real = process.listeners(signal);
  process.removeAllListeners(signal);
  const kill = vi.spyOn(process, "kill").mockImplementation(() => true); // as the kernel keeps it from process 1
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never); // it goes on: this is a test
  const pid = vi.spyOn(process, "pid", "get").mockReturnValue(1);
  try {
    onSignals([signal], async () => {});
    for (let other = 0; other < others; other++) process.on(signal, () => {});
    process.emit(signal);
    await vi.waitUntil(() => kill.mock.calls.length > 0, { timeout: 10_000 });
    expect(exit.mock.calls.map(([code]) => code)).toEqual(codes);
  } finally {
    for (const spy of [kill, exit, pid]) spy.mockRestore();
    process.removeAllListeners(signal);
    for (const listener of real) process.on(signal, listener);
  }
});

test("a stopped App holds no signal", () => {
  const before = process.listenerCount("SIGUSR2");
  const release = onSignals(["SIGUSR2"], async () => {});
  expect(process.listenerCount("SIGUSR2")).toBe(before + 1);
  release();
  expect(process.listenerCount("SIGUSR2")).toBe(before);
});

test("nobody waits in an App that stops: neither a handler that waits again, nor one that comes to it after the end", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const working = gate();
  const failed: unknown[] = [];
  const vote = component("vote");
  app.command(roll, async ({ reply, waitFor }) => {
    await reply("Well?");
    while (failed.length < 2) await waitFor(vote).catch((error: unknown) => failed.push(error));
    await working.promise;
    await waitFor(vote).catch((error: unknown) => failed.push(error));
  });
  const { person } = await start();
  person.run(roll);
  await pass(sandbox, 50);
  const stopping = app.stop({ graceMs: 500 });
  await pass(sandbox, 100);
  expect(failed).toHaveLength(2);
  await pass(sandbox, 500);
  await stopping;
  working.open();
  await pass(sandbox, 100);
  expect(failed).toMatchObject([{ reason: "aborted" }, { reason: "aborted" }, { reason: "aborted" }]);
  expect(sandbox.clock.pendingTimers).toBe(0);
});

test("an App that is started again hears what its handlers wait for", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.command(roll, async ({ reply, waitFor }) => {
    await reply({ content: "Well?", components: [{ type: "button", id: "vote", label: "Vote" }] });
    await (await waitFor(component("vote"))).reply("Thanks.");
  });
  await start();
  await app.stop();
  const { person } = await start();
  const asked = person.run(roll);
  await pass(sandbox, 50);
  const pressed = person.press(asked.texts[0]?.messageId ?? "", "vote");
  await pass(sandbox, 50);
  expect(pressed.texts.map(({ content }) => content)).toEqual(["Thanks."]);
});
