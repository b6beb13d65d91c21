import { type AppOptions, InteractionClosedError, component, isInteractionClosed, isRefusal } from "svc-apps";
import type { Sandbox } from "svc-apps/sandbox";
import { memoryStore } from "svc-apps/stores";
import { expect, test } from "vitest";
import { restoreError, storeError } from "../../runtime/app/conversations/stored-errors.js";
import { address, poll, question, type Handler } from "./kit/polls.js";
import { process } from "./kit/processes.js";
import { conversationsIn } from "./kit/stores.js";
import { pass, platform } from "./kit/world.js";

/** Runs the handler in one process up to its wait, and again in the next one, where somebody votes. */
async function twice(handle: Handler, prepare: (sandbox: Sandbox) => void = () => {}, more: AppOptions = {}) {
  const sandbox = await platform();
  prepare(sandbox);
  const store = memoryStore();
  const first = await process(sandbox, handle, { store }, more);
  const asked = await first.settled(first.person.run(poll));
  await pass(sandbox, 62_000, 500);
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await first.stop();
  const before = first.person.read(sandbox.defaults.channelId).map(({ content }) => content);
  const second = await process(sandbox, handle, { store }, more);
  const pressed = await second.settled(second.person.press(messageId, "vote:yes"));
  await pass(sandbox, 20, 1);
  const messages = second.person.read(sandbox.defaults.channelId).map(({ content }) => content);
  await second.stop();
  return { before, messages, pressed, asked };
}

test("a call that was refused before a restart is refused alike after it, for the same reason", async () => {
  const refused: unknown[] = [];
  const { pressed } = await twice(async ({ reply, answer, waitFor }) => {
    await reply(question);
    await answer("again").catch((error: unknown) => refused.push(error));
    const vote = await waitFor(component("vote:{choice}"));
    await vote.reply("Thanks.");
  });
  expect(pressed.texts).toMatchObject([{ content: "Thanks." }]);
  const [before, after] = refused;
  expect(isInteractionClosed(after, "not-deferred")).toBe(true);
  expect(after).toBeInstanceOf(InteractionClosedError);
  expect(JSON.parse(JSON.stringify(after))).toEqual(JSON.parse(JSON.stringify(before)));
});

test("what failed at the service before a restart fails alike after it, with its status and code", async () => {
  for (const [status, body, kind] of [
    [403, { code: "NEW_CODE" }, "refusal"],
    [429, { code: "SLOW_DOWN" }, "refusal"],
    [502, "<html>", "http"],
  ] as const) {
    const refused: unknown[] = [];
    const handle: Handler = async ({ reply, followUp, waitFor }) => {
      await reply(question);
      await followUp("more").catch((error: unknown) => refused.push(error));
      const vote = await waitFor(component("vote:{choice}"));
      await vote.reply("Thanks.");
    };
    const { pressed } = await twice(handle, ({ faults }) => {
      const headers = { "Retry-After": "100" };
      faults.add({ on: "rest", effect: "answer", operation: "followUpInteraction", status, body, headers, times: 9 });
    });
    expect(pressed.texts).toMatchObject([{ content: "Thanks." }]);
    const [before, after] = refused;
    expect(after).toMatchObject({ kind, status, message: (before as Error).message });
    expect((after as object).constructor).toBe((before as object).constructor);
    expect(isRefusal(after)).toBe(kind === "refusal");
    expect(JSON.parse(JSON.stringify(after))).toEqual(JSON.parse(JSON.stringify(before)));
  }
});

test("an error that is none of this package is one of its name and words after a restart", () => {
  const error = restoreError(storeError(new RangeError("out of it")));
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.message]).toEqual(["RangeError", "out of it"]);
  expect(restoreError(storeError("thrown")).message).toBe("thrown");
});

test("what a build from before kept of a failed call, its words alone, is an error of this package", () => {
  expect(restoreError("reply() is not possible")).toMatchObject({
    kind: "argument",
    message: "reply() is not possible",
  });
});

test("an answer by a form whose opening failed here is heard again after a restart, not the failure", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const streets: string[] = [];
  const handle: Handler = async ({ ask, waitFor }) => {
    const form = await ask(address, { order: "1" }, { timeoutMs: 60_000 });
    streets.push(String(form.values.street));
    await form.reply(question);
    const vote = await waitFor(component("vote:{choice}"), { timeoutMs: 60_000 });
    await vote.reply(String(form.values.street));
  };
  const first = await process(sandbox, handle, { store });
  const run = await first.settled(first.person.run(poll));
  const submitted = await first.settled(first.person.submit(run, { street: "Main" }));
  const messageId = submitted.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await first.stop();
  // As it is written when every answer to the opening was lost, and the form came all the same.
  const [key = ""] = await conversationsIn(store).ids();
  const record = (await conversationsIn(store).get(key)) as { said: Record<string, { calls: unknown[] }> };
  record.said[run.id]?.calls.splice(0, 1, { failed: "no answer" });
  await conversationsIn(store).set(key, record);
  const second = await process(sandbox, handle, { store });
  const pressed = await second.settled(second.person.press(messageId, "vote:yes"));
  expect([streets, pressed.texts.map(({ content }) => content)]).toEqual([["Main", "Main"], ["Main"]]);
});

test("an extend() that was refused because nothing was confirmed posts nothing when it is replayed", async () => {
  const refused: unknown[] = [];
  const { before, messages, pressed } = await twice(async ({ reply, extend, waitFor }) => {
    await extend("hey").catch((error: unknown) => refused.push(error));
    await reply(question);
    const vote = await waitFor(component("vote:{choice}"));
    await vote.reply("Thanks.");
  });
  expect(pressed.texts).toMatchObject([{ content: "Thanks." }]);
  expect(refused.map((error) => isInteractionClosed(error, "not-confirmed"))).toEqual([true, true]);
  expect(messages).toEqual([...before, "Thanks."]);
});

test("an extend() that went out as a message goes on as that after a restart, and is not posted again", async () => {
  const results: unknown[] = [];
  const { before, messages, pressed } = await twice(async ({ reply, extend, waitFor }) => {
    await reply(question);
    results.push(await extend("more"));
    const vote = await waitFor(component("vote:{choice}"));
    await vote.reply("Thanks.");
  });
  expect(before).toEqual(["Well?", "more"]);
  expect(pressed.texts).toMatchObject([{ content: "Thanks." }]);
  expect(messages).toEqual([...before, "Thanks."]);
  expect(results[1]).toEqual(results[0]);
});

test("what the App deferred by itself while its handler waited is answered after a restart", async () => {
  const results: unknown[] = [];
  const sandbox = await platform();
  const store = memoryStore();
  const handle: Handler = async ({ reply, waitFor }) => {
    await reply(question);
    const vote = await waitFor(component("vote:yes"));
    const sure = await waitFor(component("vote:no"));
    await sure.reply("Sure.");
    results.push(await vote.reply("Noted."));
  };
  const first = await process(sandbox, handle, { store });
  const asked = await first.settled(first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  const vote = first.person.press(messageId, "vote:yes");
  await pass(sandbox, 10_000, 50);
  expect(vote.state).toBe("deferred");
  await first.stop();
  const second = await process(sandbox, handle, { store });
  await second.settled(second.person.press(messageId, "vote:no"));
  await pass(sandbox, 100, 10);
  expect(vote.texts).toMatchObject([{ content: "Noted." }]);
  expect(results).toMatchObject([{ by: "us" }]);
  await second.stop();
});

test("an answer that is too late after a restart says for how long it was deferred, and not where the time went", async () => {
  const errors: unknown[] = [];
  const handle: Handler = async ({ defer, followUp, answer, waitFor }) => {
    await defer();
    await followUp(question);
    const vote = await waitFor(component("vote:{choice}"), { timeoutMs: 600_000 });
    await answer("Voted.").catch((error: unknown) => errors.push(error));
    await vote.reply("Thanks.");
  };
  await twice(handle, undefined, { failureText: false });
  expect(errors).toMatchObject([{ reason: "answer-too-late", spent: { deferredMs: expect.any(Number) as unknown } }]);
  expect(Object.keys((errors[0] as InteractionClosedError).spent ?? {})).toEqual(["deferredMs"]);
  expect(String(errors[0])).toMatch(
    / Of its time it spent 62\.\d s deferred\. extend\(\) still reaches the channel\.$/,
  );
});
