import "svc-apps/testing/vitest";
import { App, ArgumentError, chatCommand, modal } from "svc-apps";
import { testApp } from "svc-apps/testing";
import { describe, expect, test } from "vitest";

const order = chatCommand({
  name: "order",
  description: "Order something",
  options: [{ type: "integer", name: "count", description: "How many", required: true, maxValue: 10 }],
});
const address = modal({
  id: "address:{count}",
  title: "Where to?",
  fields: [{ type: "text", id: "street", label: "Street", required: true }],
});
const other = modal({ id: "other", title: "Other", fields: [{ type: "text", id: "a", label: "A" }] });

/** Opens a form for two and more, answers for one, throws for three. */
const shop = () =>
  new App()
    .command(order, async ({ args: { count }, reply, modal: open }) => {
      if (count === 3) throw new RangeError("sold out");
      await (count === 1 ? reply("One it is") : open(address, { count: String(count) }));
    })
    .form(address, async ({ values, reply }) => reply(values.street));

/** What it rejects with. */
const failure = async (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail("it did not fail"),
    (error: unknown) => (error instanceof Error ? error : expect.fail("it threw no error")),
  );

describe("a form", () => {
  test("that nothing opened cannot be submitted, and where the interaction stands is said", async () => {
    const { person } = await testApp(shop());
    const ran = await person.run(order, { count: 1 });
    await expect(person.submit(ran, address, { street: "Main" })).rejects.toThrow(
      new ArgumentError('There is no form "address:{count}" to submit: nothing opened one; it is confirmed'),
    );
  });

  test("that nothing opened, since nothing handles what was pressed, is said in one sentence", async () => {
    const components = [{ type: "button", id: "nobody", label: "Nobody" }];
    const app = new App().command(order, async ({ reply }) => reply({ content: "Well?", components }));
    const { person } = await testApp(app);
    const pressed = await person.press(await person.run(order, { count: 1 }), "nobody");
    await expect(person.submit(pressed, address, { street: "Main" })).rejects.toThrow(
      /nothing opened one; it is declined: No handler for component "nobody", nor for any other component$/,
    );
  });

  test("of another definition is not the one that is open", async () => {
    const { person } = await testApp(shop());
    const opened = await person.run(order, { count: 2 });
    await expect(person.submit(opened, other, { a: "b" })).rejects.toThrow(
      new ArgumentError('There is no form "other" to submit; the one open is "address:2", titled "Where to?"'),
    );
    expect(await person.submit(opened, address, { street: "Main" })).toHaveReplied("Main");
  });

  test("is named by its definition, its id, its title, or its template with parameters", async () => {
    const { person } = await testApp(shop());
    for (const name of ["address:2", "Where to?", { id: "address:{count}", params: { count: "2" } }]) {
      const opened = await person.run(order, { count: 2 });
      expect(await person.submit(opened, name, { street: "Main" })).toHaveReplied("Main");
    }
    const opened = await person.run(order, { count: 2 });
    for (const name of ["address:3", "address:{count}", { id: "address:{count}", params: { count: "3" } }]) {
      await expect(person.submit(opened, name, { street: "Main" })).rejects.toThrow(/; the one open is "address:2"/);
    }
  });

  test("that lacks a required field is the person's doing, not the handler's", async () => {
    const { person, diagnostics } = await testApp(shop());
    const opened = await person.run(order, { count: 2 });
    const values = {} as { street: string }; // as plain JavaScript would
    const error = await failure(person.submit(opened, address, values));
    expect([error.name, error.message]).toEqual(["SandboxRefusal", expect.stringContaining("street is required")]);
    expect(diagnostics.map(({ type }) => type)).not.toContain("app.handler_failed");
  });
});

describe("what goes wrong points at the test's own line", () => {
  const firstPlace = ({ stack = "" }: Error) => stack.split("\n").find((line) => /^ +at /.test(line));
  const ownFile = expect.stringContaining("asking.test.ts") as unknown;

  test("where the platform refuses what a person does", async () => {
    const { person } = await testApp(shop());
    const error = await failure(person.run(order, { count: 11 }));
    expect(error.stack).toMatch(/^SandboxRefusal: count is at most 10\.\n/);
    expect(firstPlace(error)).toEqual(ownFile);
  });

  test("where a handler throws, whose own places are those of the cause", async () => {
    const { person, settle, sandbox, advance } = await testApp(shop());
    const error = await failure(person.run(order, { count: 3 }));
    expect([error.name, firstPlace(error)]).toEqual(["HandlerError", ownFile]);
    expect(String(error.cause)).toBe("RangeError: sold out");
    for (const wait of [settle, async () => advance(1)]) {
      sandbox.defaults.person.run("order", { count: 3 });
      const late = await failure(wait());
      expect([late.name, firstPlace(late)]).toEqual(["HandlerError", ownFile]);
    }
  });

  test("where there is nothing to press or submit", async () => {
    const { person } = await testApp(shop());
    const ran = await person.run(order, { count: 1 });
    expect(firstPlace(await failure(person.press(ran, "gone")))).toEqual(ownFile);
    expect(firstPlace(await failure(person.submit(ran, address, { street: "Main" })))).toEqual(ownFile);
  });
});

test("a matcher that is given a promise says that it is to be awaited", async () => {
  const { person } = await testApp(shop());
  const running = person.run(order, { count: 1 });
  expect(() => expect(running).toHaveReplied("One it is")).toThrow(
    "toHaveReplied() takes an interaction of testApp(), got a promise of one: expect(await person.run(…))",
  );
  expect(() => expect(5).toHaveReplied("One it is")).toThrow(/^toHaveReplied\(\) takes an interaction of testApp\(\)$/);
  expect(await running).toHaveReplied("One it is");
});
