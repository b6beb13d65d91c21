import fc from "fast-check";
import { expect, test } from "vitest";
import { call, here, listen, start, type Params, type VirtualSandbox } from "./support.js";

async function withCommand(options: Parameters<typeof start>[0] = {}): Promise<VirtualSandbox> {
  const sandbox = await start(options);
  const options_ = [
    { type: "string", name: "city", description: "", autocomplete: true },
    { type: "string", name: "day", description: "" },
  ];
  await call(sandbox, "createCommand", {
    command: { type: "chat", name: "roll", description: "Roll", options: options_ },
  });
  await call(sandbox, "createCommand", { command: { type: "user", name: "greet", description: "" } });
  await call(sandbox, "createCommand", { command: { type: "message", name: "keep", description: "" } });
  return sandbox;
}

const confirm = (sandbox: VirtualSandbox, interactionId: string, body: Params) =>
  call(sandbox, "confirmInteraction", { interactionId, ...body });
const codeOf = (answer: { readonly body: unknown }): unknown => (answer.body as { readonly code?: unknown }).code;

test("SBX-06 a public reply confirms once, writes a message and names it", async () => {
  const sandbox = await withCommand();
  const rolled = sandbox.defaults.person.run("roll");
  const answer = await confirm(sandbox, rolled.id, { type: "reply", content: "4" });
  expect(answer).toMatchObject({
    status: 200,
    body: { interaction: { id: rolled.id, state: "confirmed", followups: 0 } },
  });
  expect(rolled.texts).toEqual([
    { content: "4", private: false, messageId: (answer.body as { readonly messageId: string }).messageId },
  ]);
  expect((await call(sandbox, "listMessages", here(sandbox))).body).toMatchObject({ messages: [{ content: "4" }] });
  const second = await confirm(sandbox, rolled.id, { type: "defer" });
  expect(second).toMatchObject({ status: 409, body: { code: "INTERACTION_ALREADY_CONFIRMED" } });
});

test.each([
  ["roll", 2999, 200],
  ["roll", 3000, 409],
])("SBX-06 %s confirmed after %d ms answers %d", async (name, ms, status) => {
  const sandbox = await withCommand();
  const { id } = sandbox.defaults.person.run(name);
  await sandbox.clock.advance(ms);
  expect((await confirm(sandbox, id, { type: "reply", content: "x" })).status).toBe(status);
  expect(sandbox.interaction(id).state).toBe(status === 200 ? "confirmed" : "expired");
});

test.each([
  [999, 200],
  [1000, 409],
])("SBX-06 SBX-02 autocomplete suggested after %d ms answers %d", async (ms, status) => {
  const sandbox = await withCommand();
  const typing = sandbox.defaults.person.type("roll", "city", "lis");
  expect(typing.record.data).toMatchObject({
    command: { name: "roll" },
    arguments: [{ name: "city", type: "string", value: "lis" }],
    focused: "city",
    focusedType: "string",
  });
  await sandbox.clock.advance(ms);
  const choices = [{ name: "Lisbon", value: "lisbon" }];
  const answer = await confirm(sandbox, typing.id, { type: "suggest", choices });
  expect(answer.status).toBe(status);
  expect(answer.body).not.toHaveProperty("messageId");
  expect(typing.choices).toEqual(status === 200 ? choices : undefined);
});

test("SBX-06 suggestions serve autocomplete only, and a reply does not serve it", async () => {
  const sandbox = await withCommand();
  const { person } = sandbox.defaults;
  expect(codeOf(await confirm(sandbox, person.run("roll").id, { type: "suggest", choices: [] }))).toBe("INVALID_INPUT");
  const typing = person.type("roll", "city", "l");
  expect(codeOf(await confirm(sandbox, typing.id, { type: "reply", content: "x" }))).toBe("INVALID_INPUT");
  expect(typing.state).toBe("open");
});

test("SBX-06 typing opens an interaction only in an option whose definition says autocomplete: true", async () => {
  const sandbox = await withCommand();
  const { person } = sandbox.defaults;
  expect(() => person.type("roll", "day", "m")).toThrow(
    "The option day suggests nothing: its definition does not say autocomplete: true.",
  );
  expect(() => person.type("roll", "hour", "m")).toThrow("The command has no option hour.");
  expect(person.type("roll", "city", "l", { args: { day: "mon" } }).state).toBe("open");
});

test("SBX-06 an empty reply is refused and leaves the interaction open", async () => {
  const sandbox = await withCommand();
  const rolled = sandbox.defaults.person.run("roll");
  expect(codeOf(await confirm(sandbox, rolled.id, { type: "reply", content: "" }))).toBe("INVALID_INPUT");
  expect(rolled.state).toBe("open");
});

test("SBX-06 SBX-10 a private answer is seen by its addressee alone, is no message, and is gone on reload", async () => {
  const sandbox = await withCommand();
  const { person, owner } = sandbox.defaults;
  const rolled = person.run("roll");
  expect((await confirm(sandbox, rolled.id, { type: "defer" })).body).not.toHaveProperty("messageId");
  const answer = await call(sandbox, "answerInteraction", { interactionId: rolled.id, content: "psst", private: true });
  expect(answer.status).toBe(200);
  expect(answer.body).not.toHaveProperty("messageId");
  expect(rolled.texts).toEqual([{ content: "psst", private: true }]);
  expect(owner.notices).toEqual([]);
  expect((await call(sandbox, "listMessages", here(sandbox))).body).toMatchObject({ messages: [] });
  expect(sandbox.snapshot()).not.toContain("psst");
  person.reload();
  expect(rolled.texts).toEqual([]);
});

test.each([
  [59_999, 200, undefined],
  [60_000, 409, "SANDBOX_INTERACTION_EXPIRED"],
])("SBX-06 SBX-02 a deferred answer after %d ms answers %d", async (ms, status, code) => {
  const sandbox = await withCommand();
  const rolled = sandbox.defaults.person.run("roll");
  await sandbox.clock.advance(2000);
  await confirm(sandbox, rolled.id, { type: "defer" });
  await sandbox.clock.advance(ms);
  const answer = await call(sandbox, "answerInteraction", { interactionId: rolled.id, content: "late" });
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
});

test("SBX-06 only a deferred interaction is answered, and once", async () => {
  const sandbox = await withCommand();
  const answer = (interactionId: string) => call(sandbox, "answerInteraction", { interactionId, content: "x" });
  const replied = sandbox.defaults.person.run("roll");
  expect(codeOf(await answer(replied.id))).toBe("SANDBOX_NOT_DEFERRED");
  await confirm(sandbox, replied.id, { type: "defer" });
  expect((await answer(replied.id)).body).toMatchObject({ interaction: { state: "answered" } });
  expect(codeOf(await answer(replied.id))).toBe("SANDBOX_ALREADY_ANSWERED");
});

test("SBX-06 five follow-ups are taken, the sixth is not", async () => {
  const sandbox = await withCommand();
  const { id } = sandbox.defaults.person.run("roll");
  const follow = () => call(sandbox, "followUpInteraction", { interactionId: id, content: "more" });
  expect(codeOf(await follow())).toBe("SANDBOX_NOT_CONFIRMED");
  await confirm(sandbox, id, { type: "reply", content: "first" });
  for (let number = 1; number <= 5; number++) {
    expect((await follow()).body).toMatchObject({ interaction: { state: "confirmed", followups: number } });
  }
  expect(codeOf(await follow())).toBe("SANDBOX_FOLLOW_UP_LIMIT");
  expect(sandbox.interaction(id).texts).toHaveLength(6);
});

test.each([
  [599_999, 200],
  [600_000, 409],
])("SBX-06 SBX-02 a follow-up %d ms after the confirmation answers %d", async (ms, status) => {
  const sandbox = await withCommand();
  const { id } = sandbox.defaults.person.run("roll");
  await confirm(sandbox, id, { type: "reply", content: "first" });
  await sandbox.clock.advance(ms);
  expect((await call(sandbox, "followUpInteraction", { interactionId: id, content: "more" })).status).toBe(status);
});

test("SBX-06 decline shows the person the service's own sentence and writes nothing", async () => {
  const sandbox = await withCommand();
  const rolled = sandbox.defaults.person.run("roll");
  expect((await confirm(sandbox, rolled.id, { type: "decline" })).body).not.toHaveProperty("messageId");
  expect(rolled.notices).toMatchObject([{ kind: "declined" }]);
  expect(rolled.texts).toEqual([]);
});

test("SBX-06 a component of a public or a private answer can be pressed", async () => {
  const sandbox = await withCommand();
  const { person, channelId } = sandbox.defaults;
  const { id: messageId } = person.post(channelId, "keep me");
  const kept = person.runOnMessage("keep", messageId);
  expect(kept.record).toMatchObject({ type: "command_on_message", data: { target: { messageId } } });
  await confirm(sandbox, kept.id, { type: "defer" });
  const components = [{ id: "yes" }];
  await call(sandbox, "answerInteraction", { interactionId: kept.id, content: "sure?", components });
  const [text] = kept.texts;
  expect(person.press(text?.messageId ?? "", "yes").record.data).toEqual({
    component: { id: "yes" },
    messageId: text?.messageId,
  });
  await call(sandbox, "followUpInteraction", { interactionId: kept.id, content: "for you", private: true, components });
  expect(person.pressPrivate(kept, "yes", ["a"]).record.data).toEqual({ component: { id: "yes", values: ["a"] } });
  expect(() => person.press(messageId, "yes")).toThrow("component");
});

test("SBX-06 another App's interaction does not exist", async () => {
  const sandbox = await withCommand();
  const { id: appId } = sandbox.portal.createApp({ name: "Other", ownerId: sandbox.defaults.owner.id });
  const { token } = sandbox.portal.issueCredential({ appId });
  const { id } = sandbox.defaults.person.run("roll");
  expect((await call(sandbox, "confirmInteraction", { interactionId: id, type: "defer" }, token)).status).toBe(404);
});

test("SBX-06 interactions of a deleted command keep their own deadline", async () => {
  const sandbox = await withCommand();
  const rolled = sandbox.defaults.person.run("roll");
  const { commands } = (await call(sandbox, "listCommands")).body as {
    readonly commands: readonly { readonly publicId: string }[];
  };
  await call(sandbox, "deleteCommand", { commandId: commands[0]?.publicId });
  expect((await confirm(sandbox, rolled.id, { type: "reply", content: "still" })).status).toBe(200);
});

test("SBX-06 SBX-02 whatever the order of acts and waits, an interaction is confirmed at most once and never after its window", async () => {
  const act = fc.oneof(
    fc.record({ wait: fc.integer({ min: 0, max: 2000 }) }),
    fc.record({ confirm: fc.constantFrom("reply", "defer", "decline") }),
    fc.constant({ answer: true } as const),
    fc.constant({ follow: true } as const),
  );
  const sandbox = await withCommand();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const { id } = sandbox.defaults.person.run("roll");
      let elapsedMs = 0;
      const confirmedAt: number[] = [];
      let followed = 0;
      for (const one of acts) {
        if ("wait" in one) {
          await sandbox.clock.advance(one.wait);
          elapsedMs += one.wait;
        } else if ("confirm" in one) {
          if ((await confirm(sandbox, id, { type: one.confirm, content: "x" })).status === 200)
            confirmedAt.push(elapsedMs);
        } else if ("answer" in one) {
          await call(sandbox, "answerInteraction", { interactionId: id, content: "x" });
        } else if ((await call(sandbox, "followUpInteraction", { interactionId: id, content: "x" })).status === 200)
          followed++;
      }
      expect(confirmedAt.length).toBeLessThanOrEqual(1);
      for (const ms of confirmedAt) expect(ms).toBeLessThan(3000);
      expect(followed).toBeLessThanOrEqual(5);
    }),
    { numRuns: 60 },
  );
});

test("SBX-06 SBX-02 an interaction carries what is left of its window, down to zero, when it is redelivered", async () => {
  const sandbox = await withCommand();
  const stream = await listen(sandbox);
  sandbox.defaults.person.run("roll");
  await sandbox.clock.settle();
  const lastEventId = stream.frames[0]?.id ?? "";
  expect(stream.frames[1]?.event).toMatchObject({ type: "interaction_create", interaction: { expiresInMs: 3000 } });
  stream.close();
  await sandbox.clock.advance(1200);
  const again = await listen(sandbox, { lastEventId });
  expect(again.frames[1]?.event).toMatchObject({ interaction: { expiresInMs: 1800 } });
  await sandbox.clock.advance(5000);
  const late = await listen(sandbox, { lastEventId });
  expect(late.frames[1]?.event).toMatchObject({ interaction: { expiresInMs: 0 } });
});
