import "svc-apps/testing/vitest";
import { App, button, chatCommand, component, isAppsError, select } from "svc-apps";
import type { ComponentContext } from "svc-apps";
import { testApp } from "svc-apps/testing";
import { describe, expect, expectTypeOf, test } from "vitest";

const ask = chatCommand({ name: "ask", description: "Ask" });
const vote = button({ id: "vote:{choice}", style: "primary" });
const close = button({ id: "close", label: "Close" });
const size = select({
  id: "size:{order}",
  options: [
    { label: "Small", value: "small" },
    { label: "Large", value: "large", description: "For two" },
  ],
});

describe("a component that is defined once", () => {
  test("is sent with its id filled in, and with every field as it was given", () => {
    expect(vote.of({ choice: "a b" }, { label: "A" })).toEqual({
      type: "button",
      id: "vote:a%20b",
      style: "primary",
      label: "A",
    });
    expect(close.of()).toEqual({ type: "button", id: "close", label: "Close" });
    expect(close.of({ label: "Shut", type: "link" })).toEqual({ type: "link", id: "close", label: "Shut" });
    expect(size.of({ order: "1" })).toMatchObject({
      type: "select",
      id: "size:1",
      options: [{}, { description: "For two" }],
    });
  });

  test("is handled by its definition, with what its id says and what was chosen", async () => {
    const app = new App()
      .command(ask, async ({ reply }) => reply({ content: "?", components: [[size.of({ order: "7" })], close.of()] }))
      .component(size, async ({ params, values, reply }) => {
        expectTypeOf(params).toEqualTypeOf<{ readonly order: string }>();
        expectTypeOf(values).toEqualTypeOf<readonly ("small" | "large")[]>();
        await reply(`${params.order}: ${values.join()}`);
      })
      .component(close, async ({ values, reply }) => {
        expectTypeOf(values).toEqualTypeOf<readonly never[]>();
        await reply("closed");
      });
    const { person, diagnostics } = await testApp(app);
    const asked = await person.run(ask);
    expect(await person.press(asked, "size:7", ["large"])).toHaveReplied("7: large");
    expect(await person.press(asked, "Close")).toHaveReplied("closed");
    await expect(person.press(asked, "size:7", ["giant"])).rejects.toThrow(
      'came with "giant", which is not one of its',
    );
    expect(diagnostics.map(({ type }) => type)).not.toContain("app.definition_warning");
  });

  test("is waited for by its definition", async () => {
    const app = new App().command(ask, async ({ id, reply, waitFor }) => {
      await reply({ content: "?", components: [size.of({ order: id })] });
      const chosen = await waitFor(size);
      expectTypeOf(chosen).toEqualTypeOf<ComponentContext<{ readonly order: string }, "small" | "large">>();
      await chosen.reply(chosen.values.join());
    });
    const { person, diagnostics } = await testApp(app);
    const asked = await person.run(ask);
    expect(await person.press(asked, `size:${asked.id}`, ["small"])).toHaveReplied("small");
    expect(diagnostics.map(({ type }) => type)).not.toContain("app.definition_warning");
  });

  test("and that nothing handles is told once, when it was sent", async () => {
    const app = new App()
      .command(ask, async ({ reply }) => reply({ content: "?", components: [vote.of({ choice: "a" }), close.of()] }))
      .component("close", async ({ decline }) => decline());
    const { person, diagnostics } = await testApp(app);
    await person.run(ask);
    await person.run(ask);
    const warned = diagnostics.filter(({ type }) => type === "app.definition_warning");
    expect(warned.map(({ message }) => message)).toEqual([
      'A component "vote:a" was sent, and nothing handles it: app.component() or waitFor() does.',
    ]);
  });
});

test.each([
  ["no id", () => button({ id: "" }), "An id must be a non-empty string"],
  ["two names that touch", () => button({ id: "a{b}{c}" }), "two names with nothing between them"],
  ["no options", () => select({ id: "a", options: [] }), 'Select "a" needs a list of options that is not empty'],
  [
    "two options of one value",
    () => select({ id: "a", options: ["x", "x"].map((value) => ({ label: value, value })) }),
    'Select "a" has two options with the value "x"',
  ],
] as const)("a component with %s is refused", (_what, define, why) => {
  const error = ((): unknown => {
    try {
      return define();
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(isAppsError(error)).toBe(true);
  expect(String(error)).toContain(why);
});

test("a component target of any id is still one", () => {
  expect(component({ prefix: "vote:" })).toEqual({ component: { prefix: "vote:" } });
});
