import { type App, chatCommand, component, isNoAnswer, type ConfirmableContext } from "svc-apps";
import type { Sandbox, VirtualClock } from "svc-apps/sandbox";
import { memoryStore } from "svc-apps/stores";
import { expect, test } from "vitest";
import { HandlerSignal } from "../../runtime/app/interactions/handler-signal.js";
import { poll, question } from "./kit/polls.js";
import { settled } from "./kit/processes.js";
import { appOn, endpointOf, pass, platform } from "./kit/world.js";

/** Stops an App and says whether a signal was aborted before the grace time was up, and after it. */
async function stopped(sandbox: Sandbox<VirtualClock>, app: App, signal: () => AbortSignal | undefined) {
  const stopping = app.stop({ graceMs: 1_000 });
  await pass(sandbox, 900);
  const before = signal()?.aborted;
  await pass(sandbox, 200);
  await stopping;
  return [before, signal()?.aborted, isNoAnswer(signal()?.reason, "aborted")];
}

/** A promise to resolve when the test says so. */
function later() {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

const forever = new Promise<never>(() => undefined);

test.each(["gateway", "endpoint"] as const)(
  "the signal of a handler by %s aborts when the App stops and its grace time has passed",
  async (via) => {
    const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
    const { app, start } = appOn(sandbox, via === "endpoint" ? { events: false } : {});
    let signal: AbortSignal | undefined;
    app.command(poll, async (interaction) => {
      ({ signal } = interaction);
      await interaction.reply("Working.");
      await forever;
    });
    const { person } = await start();
    if (via === "endpoint") await endpointOf(sandbox, app);
    await settled(sandbox, person.run(poll));
    expect(await stopped(sandbox, app, () => signal)).toEqual([false, true, true]);
  },
);

test("the signal of a handler that received an answer aborts so, too, also after a restart", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  let signals: readonly AbortSignal[] = [];
  const starting = async () => {
    const { app, start } = appOn(sandbox, { conversations: { store } });
    app.command(poll, async (interaction) => {
      await interaction.reply(question);
      const vote: ConfirmableContext = await interaction.waitFor(component("vote:yes"));
      await vote.reply("Working.");
      signals = [interaction.signal, vote.signal];
      await forever;
    });
    return { app, ...(await start()) };
  };
  const first = await starting();
  const asked = await settled(sandbox, first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await first.app.stop({ graceMs: 0 });
  const second = await starting();
  await settled(sandbox, second.person.press(messageId, "vote:yes"));
  expect(await stopped(sandbox, second.app, () => signals[0])).toEqual([false, true, true]);
  expect(signals[1]?.aborted).toBe(true);
});

test.each(["gateway", "endpoint"] as const)(
  "a signal by %s that is first read after the App stopped is aborted",
  async (via) => {
    const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
    const { app, start } = appOn(sandbox, via === "endpoint" ? { events: false } : {});
    const { promise: resumed, resolve: resume } = later();
    let signal: AbortSignal | undefined;
    app.command(poll, async (interaction) => {
      await interaction.reply("Working.");
      await resumed;
      ({ signal } = interaction);
    });
    const { person } = await start();
    if (via === "endpoint") await endpointOf(sandbox, app);
    await settled(sandbox, person.run(poll));
    expect(await stopped(sandbox, app, () => undefined)).toEqual([undefined, undefined, false]);
    resume();
    await sandbox.clock.settle();
    expect([signal?.aborted, isNoAnswer(signal?.reason, "aborted")]).toEqual([true, true]);
  },
);

test("a signal that is first read after the endpoint has answered for its handler is aborted", async () => {
  const assumptions = { emptySuggestions: "silent" } as const;
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"], assumptions });
  const { app, start } = appOn(sandbox, { events: false, assumptions });
  const { promise: resumed, resolve: resume } = later();
  let signal: AbortSignal | undefined;
  const option = { type: "string", name: "term", description: "What to find", autocomplete: true } as const;
  const find = chatCommand({ name: "find", description: "Find", options: [option] });
  app.command(find, () => {}, {
    term: async (interaction) => {
      await resumed;
      ({ signal } = interaction);
    },
  });
  const { person } = await start();
  await endpointOf(sandbox, app);
  person.type("find", "term", "l");
  await pass(sandbox, 1_500);
  resume();
  await sandbox.clock.settle();
  expect(signal?.aborted).toBe(true);
});

test("a signal of a handler that has ended is kept nowhere, also where it is read only then", () => {
  const underWay = new Set<HandlerSignal>();
  const signal = new HandlerSignal(() => new AbortController().signal, underWay);
  signal.release();
  expect(signal.value.aborted).toBe(false);
  expect(underWay.size).toBe(0);
});
