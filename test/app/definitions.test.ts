import { expect, test } from "vitest";
import { App } from "svc-apps";
import { chatCommand, messageCommand, userCommand } from "../../runtime/app/definitions/commands.js";
import { modal } from "../../runtime/app/definitions/modal.js";
import { Registry } from "../../runtime/app/routing/registry.js";

test("CMD-24 a definition is exactly what is registered: no id, nothing that was not written", () => {
  const roll = chatCommand({
    name: "roll",
    description: "Roll a die",
    options: [{ type: "integer", name: "sides", description: "Sides", minValue: 2, maxValue: 100 }],
  });
  expect(JSON.parse(JSON.stringify(roll))).toEqual({
    type: "chat",
    name: "roll",
    description: "Roll a die",
    options: [{ type: "integer", name: "sides", description: "Sides", minValue: 2, maxValue: 100 }],
  });
  const report = userCommand({
    name: "report",
    description: "Report",
    target: (data) => data,
    requiredPermission: null,
  });
  expect(JSON.parse(JSON.stringify(report))).toEqual({
    type: "user",
    name: "report",
    description: "Report",
    requiredPermission: null,
  });
});

test("CMD-01 options on a command of a person or a message are refused at run time as well", () => {
  const input = { name: "pin", description: "Pin", options: [] } as never;
  expect(() => userCommand(input)).toThrow(/userCommand "pin" has options; only chat commands have/);
  expect(() => messageCommand(input)).toThrow(/messageCommand "pin" has options/);
});

test("CMD-17 an option type that nobody here knows is kept with all its fields", () => {
  const command = chatCommand({
    name: "wait",
    description: "Wait",
    options: [{ type: "duration", name: "time", description: "How long", unit: "s", range: [1, 2] }],
  });
  expect(command.options).toEqual([
    { type: "duration", name: "time", description: "How long", unit: "s", range: [1, 2] },
  ]);
});

test("CMD-18 bounds must be whole numbers in order, and only on integer options", () => {
  const withOption = (option: object) => () =>
    chatCommand({ name: "x", description: "x", options: [{ name: "n", description: "n", ...option }] as never });
  expect(withOption({ type: "integer", minValue: 5, maxValue: 5 })).not.toThrow();
  expect(withOption({ type: "integer", minValue: 6, maxValue: 5 })).toThrow(/minValue 6 above maxValue 5/);
  expect(withOption({ type: "integer", minValue: 0.5 })).toThrow(/minValue 0.5, not a whole number/);
  expect(withOption({ type: "integer", maxValue: Number.NaN })).toThrow(/maxValue NaN, not a whole number/);
  expect(withOption({ type: "string", maxValue: 5 })).toThrow(/only "integer" options have, this is "string"/);
});

test("names must be there and differ", () => {
  expect(() => chatCommand({ name: "", description: "x" })).toThrow(/needs a name that is not empty/);
  const twice = [
    { type: "string", name: "a", description: "a" },
    { type: "string", name: "a", description: "b" },
  ] as const;
  expect(() => chatCommand({ name: "x", description: "x", options: twice })).toThrow(
    /"a" of command "x" is defined twice/,
  );
});

test("CMD-21 CMD-25 no length is invented: a name and a description may be as long as anybody likes", () => {
  const long = "x".repeat(100_000);
  expect(chatCommand({ name: long, description: "" }).name).toBe(long);
  expect(() => chatCommand({ name: "x" } as never)).toThrow(/needs a description/);
});

test("CMD-20 an option with autocomplete needs its handler, and a handler its option", () => {
  const find = chatCommand({
    name: "find",
    description: "Find",
    options: [
      { type: "string", name: "term", description: "What", autocomplete: true },
      { type: "string", name: "plain", description: "No" },
    ],
  });
  const add = (suggest: Readonly<Record<string, () => void>>) => () =>
    new Registry().addCommand(find, () => {}, suggest);
  expect(add({ term: () => {} })).not.toThrow();
  expect(add({})).toThrow(/has autocomplete on "term" and no handler for it/);
  const odd = chatCommand({
    name: "odd",
    description: "Odd",
    options: [{ type: "string", name: "constructor", description: "What", autocomplete: true }],
  });
  expect(() => new Registry().addCommand(odd, () => {}, {})).toThrow(
    /has autocomplete on "constructor" and no handler/,
  );
  expect(add({ term: () => {}, plain: () => {} })).toThrow(/"plain", which is no option with autocomplete: true/);
});

test("INT-14 a modal keeps its fields as written, unknown types included, and refuses ids that clash", () => {
  const form = modal({
    id: "report:{message}",
    title: "Report",
    fields: [
      { type: "text", id: "why", label: "Why", required: true, maxLength: 100 },
      { type: "stars", id: "grade", label: "Grade", most: 5 },
    ],
  });
  expect(form.fields[1]).toEqual({ type: "stars", id: "grade", label: "Grade", most: 5 });
  const broken = (field: object) => () => modal({ id: "x", title: "x", fields: [field] as never });
  expect(broken({ type: "text", id: "", label: "x" })).toThrow(/field without an id/);
  expect(broken({ type: "text", id: "a", label: "x", maxLength: 0 })).toThrow(
    /maxLength 0, not a whole number above zero/,
  );
  const same = { type: "text", id: "a", label: "a" } as const;
  expect(() => modal({ id: "x", title: "x", fields: [same, same] })).toThrow(/two fields with the id "a"/);
  expect(() => modal({ id: "", title: "x", fields: [] })).toThrow(/must be a non-empty string/);
});

test("what would never run is refused where it is registered, also without types", () => {
  const app = new App();
  const roll = chatCommand({ name: "roll", description: "Roll" });
  const nothing = undefined as never;
  expect(() => app.on("message_created" as never, () => {})).toThrow(
    /on\("message_created"\) does not exist; there are message_create, reaction_update, unknown for all others\./,
  );
  expect(() => app.on("interaction_create" as never, () => {})).toThrow(/interactions have handlers of their own/);
  expect(() => app.on("message_create", nothing)).toThrow(/on\("message_create"\) needs a function as its handler/);
  expect(() => app.on("unknown", nothing)).toThrow(/needs a function/);
  expect(() => app.command(roll, nothing)).toThrow(/command roll needs a function as its handler, not undefined/);
  expect(() => app.component("x", nothing)).toThrow(/component x needs a function/);
  expect(() => app.fallback(nothing)).toThrow(/The fallback needs a function/);
  expect(() => app.use(nothing)).toThrow(/use\(\) needs a function/);
  expect(app.commands).toEqual([]);
  app.command(roll, () => {}); // what was refused has left nothing behind
});
