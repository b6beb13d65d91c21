import { App, button, chatCommand, modal, silentLogger } from "svc-apps";
import type { AppOptions } from "svc-apps";
import { testApp } from "svc-apps/testing";
import { memoryStore } from "svc-apps/stores";
import { describe, expect, test } from "vitest";
import { allDecoders } from "../../runtime/app/contexts/decoders.js";
import { ownerOf, unmarked, withMark } from "../../runtime/app/definitions/marks.js";
import { kept, settled } from "./kit/processes.js";
import { appOn, platform } from "./kit/world.js";

const order = chatCommand({
  name: "order",
  description: "Order",
  options: [{ type: "string", name: "n", description: "Which", required: true }],
});
const size = button({ id: "size:{size}" });
const where = modal({ id: "where", title: "Where to?", fields: [{ type: "text", id: "street", label: "Street" }] });
const SIZES = ["small", "large"];

function shop(app: App, target: Parameters<typeof waiting>[0] = size): void {
  app.command(order, async ({ args, reply, waitFor }) => {
    await reply({
      content: `order ${args.n}`,
      components: [{ row: SIZES.map((one) => size.of({ size: one }, { label: one })) }],
    });
    const chosen = await waitFor(target, { timeoutMs: 60_000 });
    const said = chosen.componentId;
    const form = await chosen.ask(where);
    await form.reply(`order ${args.n}: ${String(said)} to ${String(form.values.street)} (${String(form.formId)})`);
  });
}
const waiting = (target: typeof size | { component: RegExp }) => target;

describe.each(["gateway", "endpoint"] as const)("two conversations of one person in one channel, by %s", (via) => {
  test("each hears what was pressed under its own message, and what was filled into its own form", async () => {
    const app = new App({ logger: silentLogger });
    shop(app);
    await using world = await testApp(app, { via });
    const { person, channel, advance } = world;
    const [first, second] = [await person.run(order, { n: "1" }), await person.run(order, { n: "2" })];
    const one = await person.press(first, "size:large");
    const two = await person.press(second, "small");
    await person.submit(one, where, { street: "A" });
    await person.submit(two, "where", { street: "B" });
    await advance(1_000);
    expect(channel.messages.map(({ content }) => content)).toEqual([
      "order 1",
      "order 2",
      "order 1: size:large to A (where)",
      "order 2: size:small to B (where)",
    ]);
  });
});

test("a regular expression sees the id without its mark", async () => {
  const app = new App({ logger: silentLogger });
  shop(app, { component: /^size:(small|large)$/ });
  await using world = await testApp(app);
  const { person } = world;
  const first = await person.run(order, { n: "1" });
  await person.run(order, { n: "2" });
  const opened = await person.press(first, { id: "size:{size}", params: { size: "large" } });
  expect((await person.submit(opened, where, { street: "A" })).reply?.content).toBe("order 1: size:large to A (where)");
  expect(first.reply?.components).toEqual([{ row: SIZES.map((one) => size.of({ size: one }, { label: one })) }]);
});

test("a press for a conversation that is over reaches no other one, and a route takes it without its mark", async () => {
  const app = new App({ logger: silentLogger });
  shop(app);
  await using world = await testApp(app);
  const { person, advance } = world;
  const first = await person.run(order, { n: "1" });
  await expect(advance(60_001)).rejects.toThrow("No answer to"); // a test hears of a handler that throws
  const second = await person.run(order, { n: "2" });
  const late = await person.press(first, "size:large");
  expect(late.reply?.content).toBe("This was interrupted. Please start again.");
  expect((await person.press(second, "size:small")).state).toBe("form-opened");

  const other = new App({ logger: silentLogger });
  other.command(order, async ({ reply }) => reply({ content: "?", components: [size.of({ size: "large" })] }));
  other.component(/^size:[a-z]+$/, async ({ componentId, reply }) => reply(String(componentId)));
  await using routed = await testApp(other);
  const shown = await routed.person.run(order, { n: "1" });
  expect((await routed.person.press(shown, "size:large")).reply?.content).toBe("size:large");
});

test("a mark widens nothing: somebody else cannot answer, and a hand-written id goes to the youngest wait as before", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  shop(app);
  const { person, owner } = await start();
  const [first, second] = [person.run("order", { n: "1" }), person.run("order", { n: "2" })];
  for (const one of [first, second]) await settled(sandbox, one);
  const marked = idIn(first.texts[0]?.components, "large");
  const { messageId = "" } = first.texts[0] ?? {};
  const strange = owner.press(messageId, marked);
  await settled(sandbox, strange);
  expect(strange.state).toBe("declined");
  const own = await settled(sandbox, person.press(messageId, marked));
  expect(own.state).toBe("form-opened");
});

function idIn(components: unknown, label: string): string {
  const text = JSON.stringify(components);
  return new RegExp(`"(size:${label}[^"]*)"`).exec(text)?.[1] ?? "";
}

test("the mark is at most 12 characters, and an id that only looks as if it had one stays whole", () => {
  const marked = withMark("vote:a", ownerOf("0b8f2a52-4a5e-4c53-8f0e-1d8f6f0a6b11"));
  expect(marked.length - "vote:a".length).toBe(12);
  expect(unmarked(marked)).toEqual({ id: "vote:a", owner: ownerOf("0b8f2a52-4a5e-4c53-8f0e-1d8f6f0a6b11") });
  for (const id of ["vote:a", "vote:a~abcdefghijk", "~abcdefghijk", "", `${marked}x`, marked.replace("a", "b")]) {
    expect(unmarked(id)).toEqual({ id });
  }
  const nested = withMark(marked, "abcdefg");
  expect(unmarked(nested)).toEqual({ id: marked, owner: "abcdefg" });
  const { component, form } = allDecoders({ form: () => ({ id: marked, values: new Map() }) }, "data.arguments");
  expect(component({ id: marked, values: ["x"] })).toMatchObject({ id: "vote:a", values: ["x"] });
  expect(form({})).toMatchObject({ id: "vote:a" });
});

test("each conversation hears its own answer after a restart as well", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const run = async () => {
    const options: AppOptions = { conversations: { store } };
    const { app, start } = appOn(sandbox, options);
    shop(app);
    const { person } = await start();
    return { person, stop: async () => app.stop({ graceMs: 0 }) };
  };
  const before = await run();
  const asked = [before.person.run("order", { n: "1" }), before.person.run("order", { n: "2" })];
  for (const one of asked) await settled(sandbox, one);
  await kept(store, 2);
  await before.stop();
  const after = await run();
  const press = async (at: number, label: string) => {
    const [text] = asked[at]?.texts ?? [];
    return settled(sandbox, after.person.press(text?.messageId ?? "", idIn(text?.components, label)));
  };
  const [one, two] = [await press(0, "large"), await press(1, "small")];
  const said = [
    await settled(sandbox, after.person.submit(one, { street: "A" })),
    await settled(sandbox, after.person.submit(two, { street: "B" })),
  ];
  expect(said.map(({ texts }) => texts[0]?.content)).toEqual([
    "order 1: size:large to A (where)",
    "order 2: size:small to B (where)",
  ]);
  await after.stop();
});
