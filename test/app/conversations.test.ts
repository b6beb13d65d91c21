import { App, component, isNoAnswer, modal } from "svc-apps";
import type { Diagnostic } from "svc-apps";
import { testApp, type TestAppOptions } from "svc-apps/testing";
import "svc-apps/testing/vitest";
import { address, order, poll, question } from "./kit/polls.js";
import type { Handler } from "./kit/polls.js";
import { describe, expect, expectTypeOf, test } from "vitest";

async function polling(handle: Handler, options: TestAppOptions = {}) {
  return testApp(new App().command(poll, handle), options);
}

describe.each(["gateway", "endpoint"] as const)("a conversation, by %s", (via) => {
  test("a handler waits for a button of its person, typed by the template, and answers that one, too", async () => {
    const handle: Handler = async ({ reply, waitFor }) => {
      await reply(question);
      const vote = await waitFor(component("vote:{choice}"));
      expectTypeOf(vote.params).toEqualTypeOf<{ readonly choice: string }>();
      await vote.reply(`You said ${vote.params.choice}.`);
    };
    const { person } = await polling(handle, { via });
    const asked = await person.run(poll);
    const pressed = await person.press(asked, "vote:yes");
    expect(pressed).toHaveReplied("You said yes.");
  });

  test("a form is opened, filled in and read in one line, and what its id holds comes back", async () => {
    const app = new App().command(order, async ({ ask }) => {
      const form = await ask(address, { order: "a b" });
      expectTypeOf(form.values.street).toBeString();
      await form.reply(`${form.params.order}: ${form.values.street}`);
    });
    const { person } = await testApp(app, { via });
    const opened = await person.run(order);
    expect(await person.submit(opened, address, { street: "Main" })).toHaveReplied("a b: Main");
  });
});

test("an App that handles the events of a channel one after the other hears the answer, and nobody waits for it", async () => {
  const app = new App({ order: "channel" });
  app.command(poll, async ({ reply, waitFor }) => {
    await reply(question);
    const vote = await waitFor(component("vote:{choice}"));
    await vote.reply(`You said ${vote.params.choice}.`);
  });
  const world = await testApp(app);
  const asked = await world.person.run(poll);
  const other = await world.newPerson("Bo").run(poll);
  expect(other.reply?.content).toBe(question.content);
  expect(await world.person.press(asked, "vote:yes")).toHaveReplied("You said yes.");
});

test("whose answer counts is said: the person's own by default, anyone's in the channel if asked for", async () => {
  for (const by of ["same", "anyone"] as const) {
    const app = new App().command(poll, async ({ reply, waitFor }) => {
      await reply(question);
      const vote = await waitFor(component("vote:{choice}"), { by });
      await vote.reply(`taken: ${vote.params.choice}`);
    });
    app.component("vote:{choice}", async ({ reply }) => reply("the route's own"));
    const world = await testApp(app);
    const asked = await world.person.run(poll);
    const other = await world.newPerson("Bo").press(asked, "vote:no");
    expect(other).toHaveReplied(by === "anyone" ? "taken: no" : "the route's own");
    const own = await world.person.press(asked, "vote:yes");
    expect(own).toHaveReplied(by === "anyone" ? "the route's own" : "taken: yes");
    await world.stop();
  }
});

test("no answer: the wait ends with an error that says so, and the next press is the route's", async () => {
  const ended: unknown[] = [];
  const app = new App().command(poll, async ({ reply, waitFor }) => {
    await reply(question);
    await waitFor(component("vote:{choice}"), { timeoutMs: 30_000 }).catch((error: unknown) => ended.push(error));
  });
  app.component("vote:{choice}", async ({ reply }) => reply("too late"));
  const { person, advance } = await testApp(app);
  const asked = await person.run(poll);
  await advance(29_999);
  expect(ended).toEqual([]);
  await advance(1);
  expect(isNoAnswer(ended[0], "timeout")).toBe(true);
  expect(String(ended[0])).toContain("No answer to component vote:{choice} within 30 s");
  expect(await person.press(asked, "vote:yes")).toHaveReplied("too late");
});

describe("what comes for a wait that is over lacks no route", () => {
  const waiting: Handler = async ({ reply, waitFor }) => {
    await reply(question);
    const vote = await waitFor(component("vote:{choice}"), { timeoutMs: 30_000 });
    await vote.reply("heard");
  };
  const missing = 'No handler for component "vote:yes": the conversation of command poll';
  const told = (world: { readonly diagnostics: readonly Diagnostic[] }) =>
    world.diagnostics.flatMap(({ type, level, message }) =>
      type === "interaction.unrouted" ? [`${level}: ${message}`] : [],
    );

  test.each<[string | false | undefined, object | undefined]>([
    [undefined, { content: "This was interrupted. Please start again.", private: true }],
    ["Start anew.", { content: "Start anew.", private: true }],
    [false, undefined],
  ])("who answers when the time is up is told so, with the interruptedText %j", async (interruptedText, text) => {
    const conversations = interruptedText === undefined ? {} : { interruptedText };
    const app = new App({ conversations }).command(poll, async (interaction) => {
      await waiting(interaction).catch(() => undefined);
    });
    const world = await testApp(app);
    const asked = await world.person.run(poll);
    await world.advance(30_000);
    const late = await world.person.press(asked, "vote:yes");
    expect([late.reply, late.state]).toMatchObject(text ? [text, "answered"] : [undefined, "declined"]);
    const stranger = await world.newPerson("Bo").press(asked, "vote:yes");
    expect(stranger.state).toBe("declined");
    const over = `info: ${missing} waited for it, and no longer does`;
    expect(told(world)).toEqual([`${over}: its time was up.`, `${over}.`]);
  });

  test("a fallback takes it", async () => {
    const app = new App().command(poll, async (interaction) => waiting(interaction).catch(() => undefined));
    app.fallback(async (interaction) => interaction.type !== "autocomplete" && interaction.reply("the fallback's"));
    const world = await testApp(app);
    const asked = await world.person.run(poll);
    await world.advance(30_000);
    expect(await world.person.press(asked, "vote:yes")).toHaveReplied("the fallback's");
    expect(told(world)).toEqual([`debug: ${missing} waited for it, and no longer does: its time was up.`]);
  });

  test("a second answer, and one of somebody else, are declined as ever", async () => {
    const world = await polling(waiting);
    const asked = await world.person.run(poll);
    expect((await world.newPerson("Bo").press(asked, "vote:yes")).state).toBe("declined");
    expect(await world.person.press(asked, "vote:no")).toHaveReplied("heard");
    expect((await world.person.press(asked, "vote:yes")).state).toBe("declined");
    expect(told(world)).toEqual([
      `info: ${missing} waits for it, but from another person or in another channel.`,
      `info: ${missing} waited for it, and no longer does.`,
    ]);
  });
});

test("a stop does not wait for people: every wait ends as aborted", async () => {
  const ended: unknown[] = [];
  const handle: Handler = async ({ reply, waitFor }) => {
    await reply(question);
    await waitFor(component("vote:{choice}")).catch((error: unknown) => ended.push(error));
  };
  const world = await polling(handle);
  await world.person.run(poll);
  await world.stop();
  expect(isNoAnswer(ended[0], "aborted")).toBe(true);
});

test("a wait that could not be what was meant is refused, and so is what is no definition", async () => {
  const messages: string[] = [];
  const plain = modal({ id: "plain", title: "Plain", fields: [{ type: "text", id: "a", label: "A" }] });
  const handle = async (interaction: Parameters<Handler>[0]): Promise<unknown> => {
    const {
      reply,
      waitFor,
      ask,
      modal: open,
    } = interaction as unknown as Record<string, (...given: unknown[]) => never>; // as plain JavaScript would
    const vote = component("vote:{choice}");
    const tried: readonly (() => PromiseLike<unknown> | undefined)[] = [
      ...[{ timeoutMs: "5s" }, { timeout: 5 }, { by: "anybody" }, { seconds: 5 }, 5, null].map((options) => {
        return () => waitFor?.(vote, options);
      }),
      () => waitFor?.(),
      () => waitFor?.("vote:{choice}"),
      () => ask?.(),
      () => ask?.(plain, undefined, { timeoutMs: 0 }),
      () => ask?.(plain, { timeoutMs: 5 }),
      () => open?.(),
      () => open?.("m"),
    ];
    for (const attempt of tried) {
      await Promise.resolve(attempt()).catch((error: unknown) => messages.push(String(error)));
    }
    return reply?.("done");
  };
  const { person } = await polling(handle);
  expect(await person.run(poll)).toHaveReplied("done");
  const made = "takes a definition made with button(), select(), component() or modal(), not";
  expect(messages).toEqual(
    [
      "waitFor(): timeoutMs must be a number above zero, got string",
      'waitFor() has no option "timeout". Did you mean "timeoutMs"?',
      "waitFor(): by must be one of same, anyone, got string",
      'waitFor() has no option "seconds"; there are by, timeoutMs',
      "waitFor() takes an object of options, got number",
      "waitFor() takes an object of options, got null",
      `waitFor() ${made} undefined`,
      `waitFor() ${made} "vote:{choice}"`,
      "ask() takes a definition made with modal(), not undefined",
      "ask(): timeoutMs must be a number above zero, got 0",
      'ask(): the id "plain" has no names to fill; options come after that, ask(form, undefined, { timeoutMs })',
      "modal() takes a definition made with modal(), not undefined",
      'modal() takes a definition made with modal(), not "m"',
    ].map((message) => `ArgumentError: ${message}`),
  );
});

test("in a test a component is pressed by its id, its label, or its template with parameters", async () => {
  const app = new App().command(poll, async ({ reply }) => reply(question));
  app.component("vote:{choice}", async ({ params, reply }) => reply(params.choice));
  const { person } = await testApp(app);
  const asked = await person.run(poll);
  for (const name of ["vote:yes", "yes", { id: "vote:{choice}", params: { choice: "yes" } }]) {
    expect(await person.press(asked, name)).toHaveReplied("yes");
  }
  await expect(person.press(asked, "maybe")).rejects.toThrow('no component "maybe" to press; there are "vote:yes"');
});

test("of two waits for the same the younger one is answered first", async () => {
  const heard: string[] = [];
  const handle: Handler = async ({ id, reply, waitFor }) => {
    await reply(question);
    const vote = await waitFor(component({ prefix: "vote:" }));
    heard.push(id);
    await vote.reply(vote.params.rest);
  };
  const { person } = await polling(handle);
  const [first, second] = [await person.run(poll), await person.run(poll)];
  await person.press(first, "vote:yes");
  await person.press(first, "vote:no");
  expect(heard).toEqual([second.id, first.id]);
});
