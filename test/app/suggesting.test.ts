import { consoleLogger } from "svc-apps";
import { expect, test } from "vitest";
import { chatCommand } from "../../runtime/app/definitions/commands.js";
import type { SuggestingInteraction } from "../../runtime/app/contexts/context.js";
import { bench, typing } from "./kit/bench-app.js";
import type { BenchOptions } from "./kit/bench-app.js";
import { appOn, endpointOf, pass, platform } from "./kit/world.js";

const suggesting = chatCommand({
  name: "find",
  description: "x",
  options: [
    { type: "string", name: "term", description: "x", autocomplete: true },
    { type: "integer", name: "page", description: "x", minValue: 10 },
  ],
});
function withFind(suggest: (context: SuggestingInteraction) => unknown, options: BenchOptions = {}) {
  const app = bench(options);
  app.registry.addCommand(suggesting, () => undefined, { term: suggest as (context: object) => unknown });
  return app;
}

test("INT-29 INT-30 INT-31 the focused option comes with its value and limit, the others as arguments", async () => {
  const seen: unknown[] = [];
  const app = withFind(async (context) => {
    seen.push({ ...context.focused }, context.args);
    await context.suggest([{ name: "a", value: "a".repeat(500) }]);
  });
  const list = [
    { name: "term", type: "string", value: "li" },
    { name: "page", type: "integer", value: 12 },
  ];
  await app.run(typing(list, { focusedType: "string", focusedLimits: { maxLength: 3 } }));
  expect(seen).toEqual([{ name: "term", typed: "li", value: "li", maxLength: 3 }, { page: 12 }]);
  expect(app.sent).toEqual([{ type: "suggest", choices: [{ name: "a", value: "a".repeat(500) }], auto: false }]);
});

test("INT-30 what does not fit the option's type yet is in typed, not in value", async () => {
  const seen: unknown[] = [];
  const app = withFind((context) => seen.push({ ...context.focused }, context.args));
  await app.run(
    typing([
      { name: "term", type: "string", value: 5 },
      { name: "page", type: "integer", value: 1 },
    ]),
  );
  await app.run(typing([]));
  expect(seen).toEqual([{ name: "term", typed: 5 }, {}, { name: "term", typed: undefined }, {}]);
});

test.each([
  ["Porto", /expected a list/],
  [["Porto"], /choices\[0\] is not an object/],
  [[null], /choices\[0\] is not an object/],
  [[{ name: "Porto", value: 1 }, { value: "porto" }], /choices\[1\]\.name is not a string/],
  [[{ name: "Porto" }], /choices\[0\]\.value is neither a string nor a number/],
  [[{ name: "Porto", value: true }], /choices\[0\]\.value is neither a string nor a number/],
])("suggestions of another shape are refused here, with the reason: %j", async (choices, why) => {
  const suggest = async (context: SuggestingInteraction) => context.suggest(choices as never); // as a program without types
  const app = withFind(suggest);
  await app.run(typing([]));
  expect(app.errors.map(({ error }) => String(error.cause))).toEqual([expect.stringMatching(why)]);
  expect(app.sent).toEqual([{ type: "suggest", choices: [], auto: false }]);
});

test("INT-32 there is no cap on suggestions here", async () => {
  const choices = Array.from({ length: 1_000 }, (_, index) => ({ name: String(index), value: index }));
  const app = withFind(async (context) => context.suggest(choices));
  await app.run(typing([]));
  expect(app.sent[0]).toMatchObject({ type: "suggest", choices });
});

test("INT-11 INT-12 an autocomplete context has suggest and no other confirmation", async () => {
  let context: object = {};
  const app = withFind((given) => (context = given));
  await app.run(typing([]));
  expect("suggest" in context).toBe(true);
  for (const name of ["reply", "defer", "decline", "modal", "answer", "followUp"]) expect(name in context).toBe(false);
});

test("INT-39 a late autocomplete handler is covered by an empty list, unless that is switched off", async () => {
  const late = withFind(async () => late.clock.advance(2_000));
  await late.run(typing([]));
  expect(late.sent).toEqual([{ type: "suggest", choices: [], auto: true }]);
  const silent = withFind(async () => silent.clock.advance(2_000), { timing: { emptySuggestionsLeadMs: undefined } });
  await silent.run(typing([]));
  expect(silent.sent).toEqual([]);
});

test("INT-39 whose empty list it was, and why, is told: in the log, and to a handler that suggests too late", async () => {
  const app = withFind(async ({ suggest }) => {
    await app.clock.advance(2_000);
    await suggest([{ name: "Lisbon", value: "lis" }]);
  });
  for (let times = 0; times < 2; times += 1) await app.run(typing([]));
  expect(app.lines).toEqual([
    expect.stringMatching(
      /^warn {2}An autocomplete handler .* answered with an empty list  interactionId=\S+ {2}interactionType=autocomplete/,
    ),
  ]);
  expect(app.errors.map(({ error }) => String(error.cause))).toEqual(
    Array<string>(2).fill(
      "InteractionClosedError: suggest() is not possible on this interaction. The App answered it with an empty " +
        "list just before its window closed.",
    ),
  );
});

test("INT-39 nothing of an empty list is told where somebody else had answered", async () => {
  const app = withFind(async ({ suggest }) => {
    await app.clock.advance(2_000);
    await suggest([]);
  });
  app.channelDoes(() => ({ was: "already", ambiguous: false, error: new Error("confirmed") }));
  await app.run(typing([]));
  expect(app.lines).toEqual([expect.stringContaining("Another process had confirmed")]);
  expect(String(app.errors[0]?.error.cause)).toContain("It is confirmed already");
});

test.each(["gateway", "delivery"] as const)("INT-39 an empty list of the App's own is told: by %s", async (door) => {
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const lines: string[] = [];
  const logger = consoleLogger({ level: "warn", write: (line) => void lines.push(line.slice(13)) });
  const { app, start } = appOn(sandbox, { events: door === "gateway" ? "gateway" : false, logger });
  const late = async ({ suggest }: { readonly suggest: (choices: []) => Promise<unknown> }) => {
    await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, 2_000));
    await suggest([]);
  };
  app.command(suggesting, () => {}, { term: late });
  const { person } = await start();
  if (door === "delivery") await endpointOf(sandbox, app);
  const typed = person.type("find", "term", "l");
  await pass(sandbox, 3_000);
  expect(typed.choices).toEqual([]);
  expect(lines.filter((line) => !line.startsWith("warn  Deliveries"))).toEqual([
    expect.stringMatching(/^warn {2}An autocomplete handler .* answered with an empty list {2}interactionId=/),
    expect.stringMatching(/^error A handler threw .*answered it with an empty list just before its window closed\./),
  ]);
});
