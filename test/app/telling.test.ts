import { expect, test } from "vitest";
import { modal } from "../../runtime/app/definitions/modal.js";
import { bench, interaction, roll, typing } from "./kit/bench-app.js";
import { withRoll } from "./kit/roll.js";

const press = (id: unknown) => interaction("component", { id });
const own = () => {};

test("CMD-11 what has no handler is a warning that names those there are", async () => {
  const app = bench();
  app.registry.addId("component", "rate:{mark}", own);
  app.registry.addId("component", { prefix: "vote:" }, own);
  await app.run(press("nobody"));
  await app.run(roll());
  await app.run(typing([]));
  await app.run(interaction("form", { id: "review:1" }));
  const line = (text: string): unknown =>
    expect.stringMatching(new RegExp(`^warn  ${text}  interactionId=\\S+  interactionType=`));
  expect(app.lines).toEqual([
    line('No handler for component "nobody"\\. There are handlers for "rate:{mark}", "vote:…"\\.'),
    line('No handler for command "roll", nor for any other command\\.'),
    line('No handler for autocomplete "find\\.term", nor for any other autocomplete\\.'),
    line('No handler for form "review:1", nor for any other form\\.'),
  ]);
  const message = 'No handler for component "nobody". There are handlers for "rate:{mark}", "vote:…".';
  expect(app.notices).toContainEqual(expect.objectContaining({ type: "interaction.unrouted", message }));
});

test("a person who presses on and on is one warning a minute for each name, which counts the others", async () => {
  const app = bench();
  for (let times = 0; times < 40; times += 1) await app.run(press("gone"));
  await app.run(press("other"));
  const once = (name: string): unknown =>
    expect.stringMatching(new RegExp(`"${name}".* interactionId=\\S+  interactionType=`));
  expect(app.lines).toEqual([once("gone"), once("other")]);
  await app.clock.advance(60_000);
  await app.run(press("gone"));
  expect(app.lines.slice(2)).toEqual([expect.stringMatching(/"gone".* count=40$/)]);
});

test("of many handlers ten are listed, and of a long name what a line can hold", async () => {
  const app = bench();
  for (let number = 1; number <= 12; number += 1) app.registry.addId("component", `c${number}`, own);
  await app.run(press("x".repeat(5_000)));
  expect(app.lines).toEqual([
    expect.stringMatching(
      /No handler for component "x{100}"\. There are handlers for "c1", "c2", .*, "c10" and 2 more\. /,
    ),
  ]);
});

test("an id that begins like a template and cannot be read by it is told how such ids are made", async () => {
  const app = bench();
  app.registry.addId("component", "order:{count}:{dish}", own);
  app.registry.addId("component", "cancel", own);
  app.registry.addId("component", "{all}!", own);
  for (const id of ["order:1:Mac: 50% é", "order:1", "ordered:1", "cancel:1"]) await app.run(press(id));
  const there = '. There are handlers for "order:{count}:{dish}", "cancel", "{all}!".';
  const byHand = ' It begins like "order:{count}:{dish}", but its parts cannot be read: make such ids with fillId(), ';
  const [first, second, ...others] = app.lines;
  expect(first).toContain(`No handler for component "order:1:Mac: 50% é"${there}${byHand}`);
  expect(second).toContain(`No handler for component "order:1"${there}${byHand}`);
  expect(others).toHaveLength(2);
  for (const line of others) expect(line).not.toContain("fillId");
});

test("a component whose id cannot be read is told to be that, not to lack a handler", async () => {
  const app = bench();
  await app.run(press(5));
  expect(app.lines).toEqual([
    expect.stringMatching(/component: what it is called cannot be read; see the option decoders\./),
  ]);
});

test("an id of an App's own decoder that is not a string is told as one that cannot be read", async () => {
  const app = bench({ decoders: { component: () => ({ id: 5 as unknown as string }) } });
  app.registry.addId("component", { prefix: "vote" }, own);
  await app.run(press("nobody"));
  expect(app.lines).toEqual([
    expect.stringMatching(/component: what it is called cannot be read; see the option decoders\./),
  ]);
});

test("INT-35 a decoder that throws is told as a handler that does, not as one that is missing", async () => {
  const component = () => {
    throw new RangeError("unreadable");
  };
  const app = bench({ decoders: { component } });
  await app.run(press("nobody"));
  expect(app.lines).toEqual([]);
  expect(app.kinds()).not.toContain("interaction.unrouted");
  expect(String(app.errors[0]?.error.cause)).toBe("RangeError: unreadable");
});

test("with a fallback nothing lacks a handler", async () => {
  const app = bench();
  app.registry.setFallback(own);
  await app.run(press("nobody"));
  expect(app.lines).toEqual([expect.stringMatching(/^warn {2}A handler ended without confirming/)]);
  expect(app.kinds()).toContain("interaction.unrouted");
});

test("INT-37 who deferred is told where the answer is missing", async () => {
  const silent = withRoll(async () => app.clock.advance(70_000));
  let app = silent;
  await app.run(roll());
  expect(silent.lines).toEqual([
    expect.stringMatching(/The App deferred by itself \(autoDefer\), and the reply is still missing .*leftMs=10000/),
  ]);
  const deferring = withRoll(async ({ defer }) => {
    await defer();
    await app.clock.advance(70_000);
  });
  app = deferring;
  await app.run(roll());
  expect(deferring.lines).toEqual([
    expect.stringMatching(/The answer after defer\(\) is still missing .*leftMs=10000/),
  ]);
});

test("what becomes of an interaction that its handler leaves is told with it", async () => {
  const automatic = withRoll(() => {});
  await automatic.run(roll());
  expect(automatic.lines).toEqual([
    expect.stringMatching(
      /ended without confirming: call reply\(\) or decline\(\); the App will defer in its stead \(autoDefer\) /,
    ),
  ]);
  const byHand = withRoll(() => {}, { timing: { autoDeferLeadMs: undefined } });
  await byHand.run(roll());
  expect(byHand.lines).toEqual([
    expect.stringMatching(/ended without confirming: call reply\(\) or decline\(\) {2}interactionId/),
  ]);
});

test("INT-07 a confirmation that comes second is refused with what to call in its place", async () => {
  const form = modal({ id: "f", title: "F", fields: [{ type: "text", id: "a", label: "A" }] });
  const messages: string[] = [];
  const app = withRoll(async (context) => {
    await context.reply("4");
    for (const second of [() => context.reply("5"), () => context.modal(form), () => context.decline()]) {
      await second().catch((error: unknown) => messages.push(String(error)));
    }
  });
  await app.run(roll());
  const once = "is not possible on this interaction. It is confirmed already.";
  expect(messages).toEqual([
    `InteractionClosedError: reply() ${once} Use followUp() for more texts.`,
    `InteractionClosedError: modal() ${once} A form opens in place of reply() or defer(), not after it.`,
    `InteractionClosedError: decline() ${once}`,
  ]);
});

test("INT-38 what the App's own defer keeps from being done is told with it", async () => {
  const messages: string[] = [];
  const app = withRoll(async ({ decline }) => {
    await app.clock.advance(2_900);
    await decline().catch((error: unknown) => messages.push(String(error)));
  });
  await app.run(roll());
  expect(messages).toEqual([
    "InteractionClosedError: decline() is not possible on this interaction. The App deferred it (autoDefer) just " +
      "before its window closed.",
  ]);
});

test("INT-04 what comes too late is told to be that, and nothing to call in its place", async () => {
  const messages: string[] = [];
  const app = withRoll(
    async ({ reply }) => {
      await app.clock.advance(3_000);
      await reply("late").catch((error: unknown) => messages.push(String(error)));
    },
    { timing: { autoDeferLeadMs: undefined } },
  );
  await app.run(roll());
  expect(messages).toEqual([expect.stringMatching(/Its confirmation window has closed, so nothing was sent\.$/)]);
});

test("INT-10 what is not a string is refused with what was given and what is taken", async () => {
  const messages: string[] = [];
  const app = withRoll(async ({ reply, defer, answer, followUp }) => {
    for (const given of [undefined, null, 5]) {
      await reply(given as never).catch((error: unknown) => messages.push(String(error))); // as plain JavaScript would
    }
    await defer();
    await answer(undefined as never).catch((error: unknown) => messages.push(String(error)));
    await followUp({} as never).catch((error: unknown) => messages.push(String(error)));
  });
  await app.run(roll());
  const takes = "takes a string, or { content, private, components }; got";
  expect(messages).toEqual([
    `ArgumentError: reply() ${takes} undefined`,
    `ArgumentError: reply() ${takes} null`,
    `ArgumentError: reply() ${takes} number`,
    `ArgumentError: answer() ${takes} undefined`,
    "ArgumentError: followUp() needs a content that is not empty",
  ]);
});

test("a field that a text does not have is refused: a misspelled private would make it public", async () => {
  const messages: string[] = [];
  const app = withRoll(async ({ reply, defer, answer, followUp, extend }) => {
    const tried = [
      [reply, { content: "x", privat: true }],
      [reply, { text: "x" }],
      [reply, { content: "x", private: "yes" }],
      [reply, { content: "x", components: { id: "a" } }],
      [extend, { content: "x", hidden: true }],
      [defer, { private: true }],
    ] as const;
    for (const [say, given] of tried) {
      await say(given as never).catch((error: unknown) => messages.push(String(error))); // as plain JavaScript would
    }
    await defer();
    await answer({ content: "x", Private: true } as never).catch((error: unknown) => messages.push(String(error)));
    await answer({ content: "x", private: true, components: [{ anything: 1 }] });
    await followUp({ content: "x", ephemeral: true } as never).catch((error: unknown) => messages.push(String(error)));
  });
  await app.run(roll());
  const there = "there are content, private, components";
  expect(messages).toEqual([
    'ArgumentError: reply() has no option "privat". Did you mean "private"?',
    `ArgumentError: reply() has no option "text"; ${there}`,
    "ArgumentError: reply(): private must be true or false, got string",
    "ArgumentError: reply(): components must be a list, got object",
    `ArgumentError: extend() has no option "hidden"; ${there}`,
    "ArgumentError: defer() takes no options: private is said with the text, answer({ content, private: true })",
    'ArgumentError: answer() has no option "Private". Did you mean "private"?',
    `ArgumentError: followUp() has no option "ephemeral"; ${there}`,
  ]);
  expect(app.sent).toEqual([{ type: "defer", auto: false }]);
});
