import { component, type AppOptions } from "svc-apps";
import type { Sandbox, VirtualClock } from "svc-apps/sandbox";
import { memoryStore } from "svc-apps/stores";
import { expect, test } from "vitest";
import { gate } from "./kit/clock.js";
import { poll, question, type Handler } from "./kit/polls.js";
import { process as started, settled } from "./kit/processes.js";
import { conversationsIn } from "./kit/stores.js";
import { appOn, pass, platform } from "./kit/world.js";

/** Runs an App of the handler until it is stopped, with time for its handlers to end. */
async function until(sandbox: Sandbox<VirtualClock>, handle: Handler, options: AppOptions) {
  const { app, notices, start } = appOn(sandbox, options);
  app.command(poll, handle);
  const { person } = await start();
  const stop = async () => {
    const stopping = app.stop();
    await pass(sandbox, 50, 10);
    await stopping;
  };
  return { person, stop, errors: () => notices.filter(({ level }) => level === "error") };
}

test("a handler that waits by Promise.any() goes on after a restart, and its stop is no failure", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const handle: Handler = async ({ reply, waitFor }) => {
    await reply(question);
    const vote = await Promise.any([waitFor(component("vote:yes")), waitFor(component("vote:no"))]);
    await vote.reply("Thanks.");
  };
  const first = await until(sandbox, handle, { conversations: { store } });
  const asked = await settled(sandbox, first.person.run(poll));
  await first.stop();
  expect(first.errors()).toEqual([]);
  const second = await until(sandbox, handle, { conversations: { store } });
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  const pressed = await settled(sandbox, second.person.press(messageId, "vote:no"));
  expect(pressed.texts).toMatchObject([{ content: "Thanks." }]);
  await second.stop();
});

test("a Promise.any() of nothing is a failure of its handler", async () => {
  const sandbox = await platform();
  const handle: Handler = async () => Promise.any([]);
  const one = await until(sandbox, handle, { conversations: { store: memoryStore() } });
  expect((await settled(sandbox, one.person.run(poll))).state).toBe("declined");
  expect(one.errors()).toMatchObject([{ type: "app.handler_failed" }]);
  await one.stop();
});

test.each([
  [true, "deferred", "answered"],
  [false, "open", "expired"],
] as const)(
  "what a handler has not confirmed when a stop pauses it is deferred, with autoDefer %j, and answered after the restart",
  async (autoDefer, atStop, later) => {
    const sandbox = await platform();
    const store = memoryStore();
    const handle: Handler = async ({ reply, waitFor }) => {
      await reply(question);
      const vote = await waitFor(component("vote:yes"));
      const sure = await waitFor(component("vote:no"));
      await sure.reply("Sure.");
      await vote.reply("Noted.").catch(() => undefined);
    };
    const options = { conversations: { store }, autoDefer };
    const first = await until(sandbox, handle, options);
    const asked = await settled(sandbox, first.person.run(poll));
    const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
    const vote = first.person.press(messageId, "vote:yes");
    await pass(sandbox, 500);
    expect(vote.state).toBe("open");
    await first.stop();
    expect(vote.state).toBe(atStop);
    const second = await until(sandbox, handle, options);
    await pass(sandbox, 4_000);
    await settled(sandbox, second.person.press(messageId, "vote:no"));
    await pass(sandbox, 100, 10);
    expect(vote.state).toBe(later);
    expect(vote.texts.map(({ content }) => content)).toEqual(autoDefer ? ["Noted."] : []);
    await second.stop();
  },
);

test("a stop before a resumed handler is at the wait that was answered leaves the conversation to the next process", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const { promise: never } = gate();
  let runs = 0;
  const handle: Handler = async ({ reply, waitFor }) => {
    runs += 1;
    const between = runs === 2 ? never : Promise.resolve();
    await reply(question);
    const second = between.then(async () => waitFor(component("vote:no")));
    const [yes, no] = await Promise.all([waitFor(component("vote:yes")), second]);
    await Promise.all([yes.reply("Yes."), no.reply("No.")]);
  };
  const first = await until(sandbox, handle, { conversations: { store } });
  const asked = await settled(sandbox, first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await first.stop();
  const second = await until(sandbox, handle, { conversations: { store } });
  const lost = second.person.press(messageId, "vote:no");
  await pass(sandbox, 50, 10);
  await second.stop();
  expect(lost.state).toBe("declined");
  const third = await until(sandbox, handle, { conversations: { store } });
  const pressed = ["vote:yes", "vote:no"].map((id) => third.person.press(messageId, id));
  await pass(sandbox, 100, 10);
  expect(pressed.map(({ texts: [text] }) => text?.content)).toEqual(["Yes.", "No."]);
  await third.stop();
});

test("a wait that its handler awaits only later is no unhandled rejection when the App stops, or its time is up", async ({
  onTestFinished,
}) => {
  const reasons: unknown[] = [];
  const listen = (reason: unknown): void => void reasons.push(reason);
  process.on("unhandledRejection", listen);
  onTestFinished(() => void process.off("unhandledRejection", listen));
  const sandbox = await platform();
  const heard: string[] = [];
  for (const end of ["stop", "timeout"] as const) {
    const { promise, open } = gate();
    const one = await started(
      sandbox,
      async ({ reply, waitFor }) => {
        await reply(question);
        const vote = waitFor(component("vote:yes"), { timeoutMs: 1_000 });
        await promise;
        await vote.catch((error: unknown) => heard.push(String(error)));
      },
      {},
    );
    await one.settled(one.person.run(poll));
    if (end === "timeout") await pass(sandbox, 2_000);
    await one.stop();
    await new Promise((resolve) => setImmediate(resolve)); // Node tells of them once all microtasks are done
    open();
    await pass(sandbox, 10, 1);
  }
  expect(heard).toEqual([
    "NoAnswerError: The App was stopped while a conversation waited",
    "NoAnswerError: No answer to component vote:yes within 1 s",
  ]);
  expect(reasons).toEqual([]);
});

test("a handler that catches what a wait rejects with goes on in the next process: a stop rejects no stored wait", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const trail: string[] = [];
  const reasons: unknown[] = [];
  const handle: Handler = async ({ reply, waitFor, signal }) => {
    signal.addEventListener("abort", () => reasons.push((signal.reason as { readonly reason?: unknown }).reason));
    await reply(question);
    try {
      const vote = await waitFor(component("vote:{choice}"));
      await vote.reply("Thanks.");
    } catch (error) {
      trail.push(String(error));
      await reply("Never mind.");
    } finally {
      trail.push("closed");
    }
  };
  const first = await until(sandbox, handle, { conversations: { store } });
  const asked = await settled(sandbox, first.person.run(poll));
  await first.stop();
  expect([trail, reasons, first.errors()]).toEqual([[], ["paused"], []]);
  const second = await until(sandbox, handle, { conversations: { store } });
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  expect((await settled(sandbox, second.person.press(messageId, "vote:no"))).texts).toMatchObject([
    { content: "Thanks." },
  ]);
  await second.stop();
  expect(trail).toEqual(["closed"]);
  expect(await conversationsIn(store).ids()).toEqual([]);
});

test("what a discarded run goes on with neither happens nor ends the conversation", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const later = gate();
  let runs = 0;
  const handle: Handler = async ({ reply, waitFor, followUp }) => {
    runs += 1;
    await reply(question);
    const first = waitFor(component("vote:{choice}"));
    const heard = await (runs === 1 ? Promise.race([first, later.promise]) : first);
    await followUp(heard === undefined ? "too slow" : "heard");
  };
  const one = await until(sandbox, handle, { conversations: { store } });
  const asked = await settled(sandbox, one.person.run(poll));
  await one.stop();
  later.open();
  await pass(sandbox, 100, 10);
  expect(asked.texts.map(({ content }) => content)).toEqual(["Well?"]);
  const two = await until(sandbox, handle, { conversations: { store } });
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await settled(sandbox, two.person.press(messageId, "vote:no"));
  await pass(sandbox, 100, 10);
  expect(asked.texts.map(({ content }) => content)).toEqual(["Well?", "heard"]);
  await two.stop();
});
