import { expect, test } from "vitest";
import { limits, transitions } from "svc-apps/rest";
import { call, listen, start, type VirtualSandbox } from "./support.js";

/** Every row of the described machines, played. */

const bodies: Readonly<Record<string, object>> = {
  "confirm-reply": { type: "reply", content: "x" },
  "confirm-defer": { type: "defer" },
  "confirm-decline": { type: "decline" },
  "confirm-modal": { type: "modal", modal: { id: "f", title: "t", fields: [] } },
  "confirm-suggest": { type: "suggest", choices: [] },
};

async function open(sandbox: VirtualSandbox, typing: boolean) {
  const options = [{ type: "string", name: "city", description: "", autocomplete: true }];
  await call(sandbox, "createCommand", { command: { type: "chat", name: "go", description: "", options } });
  const { person } = sandbox.defaults;
  return typing ? person.type("go", "city", "x") : person.run("go");
}

async function act(sandbox: VirtualSandbox, interactionId: string, trigger: string): Promise<number> {
  const body = bodies[trigger];
  if (body !== undefined) return (await call(sandbox, "confirmInteraction", { interactionId, ...body })).status;
  const operation = trigger === "answer" ? "answerInteraction" : "followUpInteraction";
  return (await call(sandbox, operation, { interactionId, content: "x" })).status;
}

const before: Readonly<Record<string, string>> = { deferred: "confirm-defer", confirmed: "confirm-reply" };

const [refused, moves] = [true, false].map((asked) =>
  transitions.interaction.filter((row) => "refusal" in row === asked),
);

test.each(refused ?? [])(
  "SBX-06 INT-07 a second $trigger of a $from interaction is refused, and it stays",
  async (row) => {
    const sandbox = await start();
    const interaction = await open(sandbox, false);
    for (const body of [bodies["confirm-defer"], bodies["confirm-reply"]]) {
      const { status, body: answer } = await call(sandbox, "confirmInteraction", {
        interactionId: interaction.id,
        ...body,
      });
      if (body === bodies["confirm-defer"]) expect(status).toBeLessThan(300);
      else expect(answer).toMatchObject({ code: "refusal" in row ? row.refusal : "" });
    }
    expect(interaction.state).toBe("deferred");
  },
);

test.each(moves ?? [])("SBX-06 an interaction goes from $from by $trigger to $to", async (row) => {
  const withinMs = "withinMs" in row ? limits[row.withinMs] : limits.confirmationWindowMs;
  for (const inTime of "withinMs" in row ? [true, false] : [false]) {
    const sandbox = await start();
    const interaction = await open(sandbox, "only" in row);
    const first = before[row.from];
    if (first !== undefined) await act(sandbox, interaction.id, first);
    expect(interaction.state).toBe(row.from);
    await sandbox.clock.advance(inTime ? withinMs - 1 : withinMs);
    if (row.trigger === "window-passed") expect(interaction.state).toBe(row.to);
    else expect((await act(sandbox, interaction.id, row.trigger)) < 300).toBe(inTime);
    if (inTime) expect(interaction.state).toBe(row.to);
  }
});

const ends: Readonly<Record<string, (sandbox: VirtualSandbox) => unknown>> = {
  swap: ({ portal, defaults: { appId } }) => portal.swapCredential({ appId }),
  "revoke-slot": ({ portal, defaults: { appId } }) => portal.revokeCredential({ appId, slot: 1 }),
  "app-deleted": ({ portal, defaults: { appId } }) => portal.deleteApp({ appId }),
  "owner-sanctioned": ({ portal, defaults: { owner } }) => portal.sanctionPerson({ personId: owner.id }),
  "app-suspended": ({ portal, defaults: { appId } }) => portal.suspendApp({ appId, termMs: 1000 }),
  "app-banned": ({ portal, defaults: { appId } }) => portal.banApp({ appId }),
  "platform-revoked": ({ portal, defaults: { appId } }) => portal.revokeByPlatform({ appId }),
};

test.each(transitions.credential)(
  "SBX-08 a credential ends by $trigger with $closeCode, reaching the $reach",
  async ({ trigger, closeCode, reach, to }) => {
    const sandbox = await start();
    const { appId, token } = sandbox.defaults;
    const { token: other } = sandbox.portal.issueCredential({ appId });
    const streams = [await listen(sandbox, { token }), await listen(sandbox, { token: other })];
    ends[trigger]?.(sandbox);
    await sandbox.clock.settle();
    const codes = streams.map(({ frames }) => frames.at(-1)?.event["code"]);
    expect(codes).toEqual(reach === "slot" ? [closeCode, undefined] : [closeCode, closeCode]);
    expect((await call(sandbox, "getMe", {}, token)).status).toBe(401);
    await sandbox.clock.advance(1000);
    expect((await call(sandbox, "getMe", {}, token)).status).toBe(to === "sanctioned" ? 200 : 401);
  },
);

test.each(transitions.mailbox)("SBX-04 a mailbox goes from open by $trigger to $to", async (row) => {
  const sandbox = await start();
  const { mailbox: mailboxId, next } = (await call(sandbox, "openMailbox", { intents: "messages" })).body as {
    readonly mailbox: string;
    readonly next: string;
  };
  if (row.trigger === "close") await call(sandbox, "closeMailbox", { mailboxId });
  if (row.trigger === "idle") await sandbox.clock.advance(limits[row.afterMs]);
  if (row.trigger === "overflow")
    for (let more = limits[row.above]; more >= 0; more--) sandbox.defaults.person.post(sandbox.defaults.channelId, "x");
  expect(sandbox.log.last("mailbox")?.detail).toMatchObject({ mailboxId, state: row.to });
  expect((await call(sandbox, "readMailbox", { mailboxId, since: next })).status).toBe(409);
});

test("SBX-11 what is kept is bounded: messages of a channel, interactions, calls per second", async () => {
  const sandbox = await start({ parameters: { historyLimit: 3, interactionsKept: 2, requestsPerSecond: 5 } });
  const { person, channelId } = sandbox.defaults;
  const first = await open(sandbox, false);
  for (const text of ["a", "b", "c", "d"]) person.post(channelId, text);
  expect(person.read(channelId).map(({ content }) => content)).toEqual(["b", "c", "d"]);
  person.run("go");
  person.run("go");
  expect(() => first.state).toThrow("forgot");
  await sandbox.clock.advance(1000);
  const statuses = [];
  for (let number = 0; number < 6; number++) statuses.push(await call(sandbox, "getMe"));
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(statuses.at(-1)?.headers["retry-after"]).toBe("1");
  await sandbox.clock.advance(1000);
  expect((await call(sandbox, "getMe")).status).toBe(200);
});
