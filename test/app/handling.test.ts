import { expect, test } from "vitest";
import type { ConfirmableInteraction } from "../../runtime/app/contexts/context.js";
import { bench, interaction, roll, typing } from "./kit/bench-app.js";
import { gate } from "./kit/clock.js";
import { command, withRoll } from "./kit/roll.js";
import { appOn, pass, platform } from "./kit/world.js";

test("INT-34 arguments are checked against the definition; what does not fit is an error that names it", async () => {
  const seen: unknown[] = [];
  const app = withRoll((context) => seen.push(context.args), {}, command);
  await app.run(roll([{ name: "sides", value: 6 }]));
  await app.run(
    roll([
      { name: "sides", value: 2 },
      { name: "new", value: 1 },
    ]),
  );
  for (const value of [1, 101, 2.5, "6", undefined]) await app.run(roll([{ name: "sides", value }]));
  expect(seen).toEqual([{ sides: 6 }, { sides: 2 }]);
  expect(app.errors.map(({ error }) => (error.cause as Error).message)).toEqual([
    '"sides" of command roll is 1, below its minValue 2',
    '"sides" of command roll is 101, above its maxValue 100',
    '"sides" of command roll must be a whole number',
    '"sides" of command roll must be a whole number',
    '"sides" of command roll is required and did not come',
  ]);
  expect(app.errors[0]?.error.cause).toMatchObject({ name: "ArgumentsMismatchError", argument: "sides" });
});

test("INT-40 INT-41 one interaction id runs once, whoever brings it and however often", async () => {
  let runs = 0;
  const hold = gate();
  const app = withRoll(async (context) => {
    runs += 1;
    await hold.promise;
    await context.reply("4");
  });
  const first = roll();
  const running = app.run(first);
  await app.run({ ...first, expiresInMs: 1_000 });
  hold.open();
  await running;
  await app.run(first);
  expect(runs).toBe(1);
  expect(app.kinds().filter((type) => type === "interaction.duplicate")).toHaveLength(2);
});

test("CMD-11 a command unknown here is declined, and an unknown autocomplete suggests nothing", async () => {
  const app = bench();
  await app.run(roll());
  await app.run(typing([]));
  await app.run(interaction("component", { id: "gone" }));
  expect(app.sent.map(({ type }) => type)).toEqual(["decline", "suggest", "decline"]);
  expect(app.kinds().filter((type) => type === "interaction.unrouted")).toHaveLength(3);
});

test("a fallback takes what nobody else does", async () => {
  const app = bench();
  app.registry.setFallback(async (context) => (context as ConfirmableInteraction).reply("gone"));
  await app.run(roll());
  expect(app.sent).toEqual([{ type: "reply", content: "gone", auto: false }]);
});

test("a handler that throws is reported with its name, and the person is declined rather than left waiting", async () => {
  const app = withRoll(() => {
    throw new RangeError("no dice");
  });
  await app.run(roll());
  expect(app.errors[0]?.error).toMatchObject({ name: "HandlerError", kind: "handler", handler: "command roll" });
  expect(app.errors[0]?.error.message).toContain("RangeError: no dice");
  expect(app.sent).toEqual([{ type: "decline", auto: false }]);
});

test("a handler that throws after its reply is reported, and nothing more is sent", async () => {
  const app = withRoll(async (context) => {
    await context.reply("4");
    throw new Error("after");
  });
  await app.run(roll());
  expect(app.errors).toHaveLength(1);
  expect(app.sent).toHaveLength(1);
});

test("INT-35 a pluggable decoder reads what the platform does not document", async () => {
  const seen: unknown[] = [];
  const app = bench({
    decoders: {
      component: (data) => ({ id: String((data as { weird: { id: string } }).weird.id) }),
      form: (data) => ({ id: "f", values: new Map(Object.entries((data as { answers: object }).answers)) }),
      targetCommand: (data) => (data as { run: string }).run,
    },
  });
  app.registry.addId("component", "vote:{choice}", (context) => seen.push((context as { params: unknown }).params));
  app.registry.addId("form", "f", (context) => seen.push((context as { values: unknown }).values));
  await app.run(interaction("component", { weird: { id: "vote:yes" } }));
  await app.run(interaction("form", { answers: { why: "because" } }));
  expect(seen).toMatchObject([{ choice: "yes" }, { why: "because" }]);
});

test("INT-35 a decoder that throws is told like a handler that does, and the person is declined", async () => {
  const fault = new TypeError("weird is undefined");
  const app = bench({
    decoders: {
      component: () => {
        throw fault;
      },
    },
  });
  app.registry.addId("component", "vote", () => {});
  await expect(app.run(interaction("component", {}))).resolves.toBe("handled");
  expect(app.errors.map(({ error }) => error.cause)).toEqual([fault]);
  expect(app.sent).toMatchObject([{ type: "decline" }]);
});

test("INT-35 what fails before there is a handler is reported and rejects nothing, whenever its claim comes", async () => {
  const fault = new Error("no clock any more");
  for (const claimed of [true, Promise.resolve(true)]) {
    const app = bench({ claim: () => claimed });
    let looks = 0;
    app.clock.monotonicMs = () => {
      looks += 1;
      if (looks > 2) throw fault;
      return app.clock.now();
    };
    await expect(app.run(interaction("component", {}))).resolves.toBe("failed");
    expect(app.notices.filter(({ type }) => type === "app.event_failed")).toMatchObject([{ error: fault }]);
  }
});

/** What cannot be put into words: nobody who throws it meant to. */
const wordless: readonly [string, () => unknown][] = [
  ["an object without a prototype", () => Object.create(null) as unknown],
  [
    "an object that does not want to be a text",
    () => ({
      toString: () => {
        throw new Error("no");
      },
    }),
  ],
  ["an error without a message that is a string", () => Object.assign(new Error(), { message: Symbol("no") })],
];

test.each(wordless)("a handler that throws %s is one that threw, and the person is declined", async (_, made) => {
  const thrown = made();
  const app = withRoll(async () => Promise.reject(thrown as Error));
  await app.run(roll());
  expect(app.errors.map(({ error }) => error.cause === thrown)).toEqual([true]);
  expect(app.sent.map(({ type }) => type)).toEqual(["decline"]);
});

test.each(wordless)("a handler of an event that throws %s keeps no other from hearing of it", async (_, made) => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox);
  const heard: string[] = [];
  app.on("message_create", async () => Promise.reject(made() as Error));
  app.on("message_create", ({ message }) => void heard.push(message.content));
  const { person, channelId } = await start();
  person.post(channelId, "hello");
  await pass(sandbox, 50);
  expect(heard).toEqual(["hello"]);
  expect(notices.flatMap(({ type }) => (type.startsWith("app.") && type.endsWith("failed") ? [type] : []))).toEqual([
    "app.handler_failed",
  ]);
});
