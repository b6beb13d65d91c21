import fc from "fast-check";
import { expect, test } from "vitest";
import { fillId, idReader } from "../../runtime/app/definitions/ids.js";
import { wrapHandler } from "../../runtime/app/routing/middleware.js";
import { Router } from "../../runtime/app/routing/router.js";

test("INT-33 commands are found by type and name, and by nothing else", () => {
  const router = new Router<string>();
  router.addCommand("command", "roll", "slash");
  router.addCommand("command_on_user", "roll", "on a person");
  expect(router.find({ type: "command", command: "roll" })?.handler).toBe("slash");
  expect(router.find({ type: "command_on_user", command: "roll" })?.handler).toBe("on a person");
  expect(router.find({ type: "command_on_message", command: "roll" })).toBeUndefined();
  expect(router.find({ type: "command", command: "Roll" })).toBeUndefined();
});

test("INT-30 suggestions are found by command and by the name of the focused option", () => {
  const router = new Router<string>();
  router.addCommand("autocomplete", "search", "by term", "term");
  router.addCommand("autocomplete", "search", "by author", "author");
  expect(router.find({ type: "autocomplete", command: "search", focused: "author" })?.handler).toBe("by author");
  expect(router.find({ type: "autocomplete", command: "search", focused: "other" })).toBeUndefined();
});

test("a component is found by plain id, template, prefix or expression, in that spirit of order", () => {
  const router = new Router<string>();
  router.addId("component", "vote:{choice}", "template");
  router.addId("component", { prefix: "page:" }, "prefix");
  router.addId("component", /row-(?<row>\d+)/, "expression");
  router.addId("component", "vote:close", "plain");
  const find = (id: string) => router.find({ type: "component", id });
  expect(find("vote:close")).toEqual({ handler: "plain", params: {} });
  expect(find("vote:yes")).toEqual({ handler: "template", params: { choice: "yes" } });
  expect(find("page:3:b")).toEqual({ handler: "prefix", params: { rest: "3:b" } });
  expect(find("row-12")).toEqual({ handler: "expression", params: { row: "12" } });
  expect(find("xrow-12")).toBeUndefined();
  expect(find("row-12x")).toBeUndefined();
  expect(router.find({ type: "form", id: "vote:yes" })).toBeUndefined();
});

test("an expression with a global flag matches every time", () => {
  const router = new Router<string>();
  router.addId("form", /a/g, "found");
  for (let turn = 0; turn < 3; turn += 1) expect(router.find({ type: "form", id: "a" })?.handler).toBe("found");
});

test("the handler of a type takes what no other handler takes", () => {
  const router = new Router<string>();
  router.addType("component", "all");
  router.addId("component", "one", "one");
  expect(router.find({ type: "component", id: "one" })?.handler).toBe("one");
  expect(router.find({ type: "component", id: "two" })?.handler).toBe("all");
  expect(router.find({ type: "component" })?.handler).toBe("all");
});

test("two handlers for one thing are refused by name", () => {
  const router = new Router<string>();
  router.addCommand("command", "roll", "a");
  router.addId("form", "report", "a");
  router.addType("form", "a");
  expect(() => router.addCommand("command", "roll", "b")).toThrow(/Command "roll" \(command\) has a handler already/);
  expect(() => router.addId("form", "report", "b")).toThrow(/The form "report" has a handler already/);
  expect(() => router.addType("form", "b")).toThrow(/"form" has a handler already/);
});

test("what is written into an id template is read back, whatever the text", () => {
  const reader = idReader("poll:{poll}:{choice}");
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: "grapheme" }),
      fc.string({ minLength: 1, unit: "grapheme" }),
      (poll, choice) => {
        const id = fillId("poll:{poll}:{choice}", { poll, choice });
        expect({ ...reader.read(id) }).toEqual({ poll, choice });
      },
    ),
  );
});

test.each("-_.!~*'()".split(""))(
  "a value that holds %j is read back from a template that has it between its names",
  (mark) => {
    const template = `poll${mark}{poll}${mark}{choice}`;
    const values = { poll: `a${mark}b${mark}`, choice: `${mark}c` };
    const id = fillId(template, values);
    expect({ ...idReader(template).read(id) }).toEqual(values);
    expect(fillId(`poll${mark}{poll}`, { poll: values.poll })).toBe(`poll${mark}${values.poll}`); // as people read it
  },
);

test("no id, however hostile, makes the router throw", () => {
  const router = new Router<string>();
  router.addId("component", "a:{b}:{c}", "x");
  router.addId("component", /(?<n>\d+)z/, "y");
  fc.assert(
    fc.property(fc.string(), (id) => {
      router.find({ type: "component", id });
      router.find({ type: "component", id: `a:${id}:%` });
    }),
  );
  expect(router.find({ type: "component", id: "a:%:x" })).toBeUndefined();
});

test("a template that could not be read back is refused", () => {
  expect(() => idReader("")).toThrow(/must be a non-empty string/);
  expect(() => idReader("{a}{b}")).toThrow(/nothing between them/);
  expect(() => idReader("{a}-{a}")).toThrow(/repeated name/);
  expect(() => fillId("x:{a}", { a: "" })).toThrow(/needs a string for \{a\}/);
});

test("middleware runs outermost first and puts what it adds on the context", async () => {
  const seen: string[] = [];
  const run = wrapHandler(
    [
      async (_context, next) => {
        seen.push("first in");
        await next({ user: "ana" });
        seen.push("first out");
      },
      async (context: { user?: string }, next) => {
        seen.push(`second ${context.user}`);
        return next();
      },
    ],
    () => seen.push("handler"),
  );
  await run({});
  expect(seen).toEqual(["first in", "second ana", "handler", "first out"]);
});

test("a middleware that does not call next keeps the handler from running; calling it twice is an error", async () => {
  let runs = 0;
  await wrapHandler([async () => undefined], () => (runs += 1))({});
  expect(runs).toBe(0);
  const twice = wrapHandler(
    [
      async (_context, next) => {
        await next();
        await next();
      },
    ],
    () => (runs += 1),
  );
  await expect(twice({})).rejects.toThrow(/next\(\) twice/);
  expect(runs).toBe(1);
});
