import { expect, test } from "vitest";
import { call, start, type Params, type VirtualSandbox } from "./support.js";

async function withCommand(options: Parameters<typeof start>[0] = {}): Promise<VirtualSandbox> {
  const sandbox = await start(options);
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "Roll" } });
  await call(sandbox, "createCommand", { command: { type: "user", name: "greet", description: "" } });
  return sandbox;
}

const confirm = (sandbox: VirtualSandbox, interactionId: string, body: Params) =>
  call(sandbox, "confirmInteraction", { interactionId, ...body });

test("SBX-06 a form is opened, submitted, and arrives as an interaction of its own", async () => {
  const sandbox = await withCommand();
  const { person } = sandbox.defaults;
  const opener = person.runOnUser("greet", sandbox.defaults.owner.id);
  expect(opener.record).toMatchObject({
    type: "command_on_user",
    data: { target: { userId: sandbox.defaults.owner.id } },
  });
  const modal = { id: "feedback", title: "Feedback", fields: [{ type: "text", id: "why", label: "Why?" }] };
  await confirm(sandbox, opener.id, { type: "modal", modal });
  expect(opener.form).toEqual(modal);
  const submitted = person.submit(opener, { why: "because" });
  expect(submitted.record).toMatchObject({
    type: "form",
    data: { form: { id: "feedback" }, fields: [{ id: "why", value: "because" }] },
  });
});

test("SBX-06 an option and a field may be named as what every object has", async () => {
  const sandbox = await withCommand();
  const { person } = sandbox.defaults;
  const option = { type: "string", name: "constructor", description: "Of the car" };
  await call(sandbox, "createCommand", { command: { type: "chat", name: "race", description: "", options: [option] } });
  expect(person.run("race").record.data["arguments"]).toEqual([]);
  const opener = person.run("race", { constructor: "Lotus" });
  expect(opener.record.data["arguments"]).toEqual([{ name: "constructor", type: "string", value: "Lotus" }]);
  const field = { type: "text", id: "constructor", label: "Of the car", required: true };
  await confirm(sandbox, opener.id, { type: "modal", modal: { id: "f", title: "F", fields: [field] } });
  expect(() => person.submit(opener)).toThrow("The field constructor is required.");
});

test.each(["nested", "inline"] as const)(
  "SBX-06 a form without title, or with a field without label, is refused where it stands %s",
  async (modalPlacement) => {
    const sandbox = await withCommand({ assumptions: { modalPlacement } });
    const rolled = sandbox.defaults.person.run("roll");
    const open = (form: Params) =>
      confirm(sandbox, rolled.id, { type: "modal", ...(modalPlacement === "nested" ? { modal: form } : form) });
    const field = { type: "text", id: "why", label: "Why?" };
    for (const form of [
      { id: "f", fields: [field] },
      { id: "f", title: "F", fields: [{ type: "text", id: "why" }] },
      { id: "f", title: "F" },
    ]) {
      expect(await open(form)).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
    }
    expect(rolled.state).toBe("open");
    expect((await open({ id: "f", title: "F", fields: [field] })).status).toBe(200);
  },
);

test.each([
  [{}, "The field why is required."],
  [{ why: "" }, "The field why is required."],
  [{ why: "1234" }, "why takes at most 3 characters."],
  [{ why: "123", when: "now" }, "The form has no field when."],
])("SBX-06 a form that is filled in with %j is not submitted, and stays open", async (values, why) => {
  const sandbox = await withCommand();
  const { person } = sandbox.defaults;
  const opener = person.run("roll");
  const field = { type: "text", id: "why", label: "Why?", required: true, maxLength: 3 };
  const note = { type: "text", id: "note", label: "Note" };
  await confirm(sandbox, opener.id, { type: "modal", modal: { id: "f", title: "F", fields: [field, note] } });
  expect(() => person.submit(opener, values)).toThrow(why);
  expect(person.submit(opener, { why: "123" }).record.data).toMatchObject({ fields: [{ id: "why", value: "123" }] });
});
