/** Nobody waits for nothing: handlers that never answer, presses that come late, and races of waits. */
import { App, button, component, select } from "svc-apps";
import { memoryStore } from "svc-apps/stores";
import { describe, expect, test } from "vitest";
import { poll, question } from "./kit/polls.js";
import { all } from "./kit/stores.js";
import { appOn, pass, platform, roll } from "./kit/world.js";

const contents = (interaction: { readonly texts: readonly { readonly content: string }[] }): readonly string[] =>
  interaction.texts.map(({ content }) => content);

describe("a handler that never answers", () => {
  test.each(["defer()", "the App"])(
    "after a defer by %s, the person reads failureText before it expires",
    async (by) => {
      const sandbox = await platform();
      const { app, start, notices } = appOn(sandbox);
      app.command(roll, async ({ defer }) => {
        if (by === "defer()") await defer();
        await new Promise<never>(() => {});
      });
      const { person } = await start();
      const run = person.run(roll);
      await pass(sandbox, 55_000, 1_000);
      expect([run.state, contents(run)]).toEqual(["deferred", []]);
      await pass(sandbox, 10_000, 1_000);
      expect([run.state, contents(run)]).toEqual(["answered", ["Something went wrong."]]);
      expect(notices.filter(({ type }) => type === "interaction.failure_told")).toHaveLength(1);
    },
  );

  test.each([
    ["comes as a follow-up within the minute", 58_500, ["Here.", "No answer."], []],
    ["is refused after it", 60_500, ["No answer."], ["already-answered"]],
  ] as const)("its own answer afterwards %s", async (_, afterMs, texts, reasons) => {
    const sandbox = await platform();
    const { app, start } = appOn(sandbox, { failureText: "No answer." });
    const late: unknown[] = [];
    app.command(roll, async ({ defer, answer }) => {
      await defer();
      await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, afterMs));
      await answer("Here.").catch((error: unknown) => late.push(error));
    });
    const { person } = await start();
    const run = person.run(roll);
    await pass(sandbox, 62_000, 500);
    expect(contents(run).toSorted()).toEqual(texts);
    expect(late).toMatchObject(reasons.map((reason) => ({ reason })));
  });

  test("an answer in time is the only one, and without failureText nothing is sent", async () => {
    for (const failureText of ["It failed.", false] as const) {
      const sandbox = await platform();
      const { app, start } = appOn(sandbox, { failureText });
      app.command(roll, async ({ defer, answer }) => {
        await defer();
        if (failureText === false) return;
        await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, 56_000));
        await answer("Here.");
      });
      const { person } = await start();
      const run = person.run(roll);
      await pass(sandbox, 65_000, 500);
      expect(contents(run)).toEqual(failureText === false ? [] : ["Here."]);
    }
  });
});

test("a late press names the conversation that no longer waits for it", async () => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox);
  app.command(poll, async ({ reply, waitFor }) => {
    await reply(question);
    await waitFor(component("vote:{choice}"), { timeoutMs: 1_000 }).catch(() => undefined);
  });
  const { person } = await start();
  const asked = person.run(poll);
  await pass(sandbox, 2_000);
  const pressed = person.press(asked.texts[0]?.messageId ?? "", "vote:yes");
  await pass(sandbox, 200);
  expect(contents(pressed)).toEqual(["This was interrupted. Please start again."]);
  expect(notices.find(({ type }) => type === "interaction.unrouted")?.message).toBe(
    'No handler for component "vote:yes": the conversation of command poll waited for it, and no longer does: ' +
      "its time was up.",
  );
});

describe.each(["race", "any"] as const)("Promise.%s() of two waits", (how) => {
  test.each([undefined, memoryStore()])("closes the one that loses, while the handler goes on", async (store) => {
    const sandbox = await platform();
    const { app, start, notices } = appOn(sandbox, store ? { conversations: { store } } : {});
    app.command(poll, async ({ reply, waitFor, followUp }) => {
      await reply(question);
      const [yes, no] = [waitFor(component("vote:yes")), waitFor(component("vote:no"))];
      const first = await Promise[how]([yes, no]);
      await first.reply("First.");
      await waitFor(component("vote:maybe")).catch(() => undefined);
      await followUp("End.");
    });
    const { person } = await start();
    const asked = person.run(poll);
    await pass(sandbox, 200);
    const messageId = asked.texts[0]?.messageId ?? "";
    const first = person.press(messageId, "vote:no");
    await pass(sandbox, 200);
    const second = person.press(messageId, "vote:yes");
    await pass(sandbox, 200);
    expect([contents(first), second.state]).toEqual([["First."], "declined"]);
    expect(notices.find(({ type }) => type === "interaction.unrouted")?.message).toMatch(
      /conversation of command poll/,
    );
    if (store) expect(await all(store)).toHaveLength(1);
  });
});

test("Promise.all() of two waits goes on with both", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.command(poll, async ({ reply, waitFor }) => {
    await reply(question);
    const both = await Promise.all([waitFor(component("vote:yes")), waitFor(component("vote:no"))]);
    for (const one of both) await one.reply("Both.");
  });
  const { person } = await start();
  const asked = person.run(poll);
  await pass(sandbox, 200);
  const pressed = ["vote:yes", "vote:no"].map((id) => person.press(asked.texts[0]?.messageId ?? "", id));
  await pass(sandbox, 500);
  expect(pressed.map(contents)).toEqual([["Both."], ["Both."]]);
});

test("a misspelled field of a button or a select is refused, and a field of the platform's own is not", () => {
  const options = [{ label: "A", value: "a" }];
  const why = /has no field "lable"\. Did you mean "label"\?$/;
  expect(() => button({ id: "a", lable: "Yes" })).toThrow(why);
  expect(() => select({ id: "a", options, lable: "Yes" })).toThrow(why);
  expect(() => button({ id: "a" }).of({ lable: "Yes" })).toThrow(why);
  expect(() => button({ id: "vote:{choice}" }).of({ choice: "yes" }, { lable: "Yes" })).toThrow(why);
  expect(button({ id: "a", style: "danger" }).of({ label: "Yes", emoji: "x" })).toEqual({
    type: "button",
    style: "danger",
    label: "Yes",
    emoji: "x",
    id: "a",
  });
});

test("logger: false writes nothing, and other values are refused", async () => {
  const sandbox = await platform();
  const written: unknown[] = [];
  const { error } = console;
  console.error = (...given: readonly unknown[]) => void written.push(given);
  try {
    const { app, start } = appOn(sandbox, { logger: false });
    app.command(roll, () => {
      throw new Error("no");
    });
    const { person } = await start();
    person.run(roll);
    await pass(sandbox, 200);
    await new App({ logger: false }).fetch(new Request("https://app.example/", { method: "POST" }));
  } finally {
    console.error = error;
  }
  expect(written).toEqual([]);
  expect(() => new App({ logger: true as never })).toThrow(/logger.*or false/);
});
