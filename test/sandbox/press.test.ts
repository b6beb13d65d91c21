import { expect, test } from "vitest";
import { askSandbox } from "../../cli/sandbox-control.js";
import { call, start, type VirtualSandbox } from "./support.js";

/** A sandbox whose App said something with these components, in public or to one person. */
async function withComponents(components: readonly unknown[], hidden = false) {
  const sandbox = await start({ controlPort: 0 });
  await call(sandbox, "createCommand", { command: { type: "chat", name: "ask", description: "" } });
  const asked = sandbox.defaults.person.run("ask");
  await call(sandbox, "confirmInteraction", { interactionId: asked.id, type: "defer" });
  const answer = { interactionId: asked.id, content: "sure?", private: hidden, components };
  expect((await call(sandbox, "answerInteraction", answer)).status).toBe(200);
  return { sandbox, asked, messageId: asked.texts[0]?.messageId ?? "" };
}

async function act(sandbox: VirtualSandbox, ...words: readonly string[]): Promise<unknown> {
  const { text } = await askSandbox(() => sandbox.controlUrl ?? "", ["act", sandbox.defaults.person.id, ...words]);
  return JSON.parse(text);
}

const row = [{ buttons: [{ id: "yes", label: "Yes" }, { id: "no" }] }];

test.each([
  ["nobody:2", row, 'There is no component "nobody:2" to press; there are "yes", "no".'],
  ["yes", [], 'There is no component "yes" to press; there are no components.'],
])("SBX-06 from outside the component %s is refused with those that are there", async (id, components, why) => {
  const { sandbox, asked, messageId } = await withComponents(components);
  await expect(act(sandbox, "press", messageId, id)).rejects.toThrow(why);
  await expect(act(sandbox, "pressPrivate", asked.id, id)).rejects.toThrow("there are no components"); // it was public
  expect(sandbox.defaults.person.press(messageId, id).record.data).toMatchObject({ component: { id } });
});

test("SBX-06 of a private answer too", async () => {
  const { sandbox, asked } = await withComponents(row, true);
  await expect(act(sandbox, "pressPrivate", asked.id, "maybe")).rejects.toThrow('there are "yes", "no".');
  await expect(act(sandbox, "pressPrivate", asked.id, "no")).resolves.toMatchObject({ type: "component" });
});

test.each([
  ["no", row],
  ["nobody:2", [{ key: "yes" }]],
])("G-22 the component %s of %j is pressed: it is there, or nothing can be told of it", async (id, components) => {
  const { sandbox, messageId } = await withComponents(components);
  await expect(act(sandbox, "press", messageId, id)).resolves.toMatchObject({ type: "component" });
});

test("SBX-06 a message of a person has nothing to press", async () => {
  const { sandbox } = await withComponents([]);
  const { person, channelId } = sandbox.defaults;
  const { id } = person.post(channelId, "hello");
  await expect(act(sandbox, "press", id, "yes")).rejects.toThrow("There is no component on that message here");
});
