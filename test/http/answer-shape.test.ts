import { describe, expect, test } from "vitest";
import {
  asChannelId,
  asCommandId,
  asMessageId,
  asServerId,
  backfill,
  createCommand,
  createMessage,
  deleteCommand,
  editCommand,
  getMe,
  listCommands,
  messageHistory,
} from "svc-apps";
import type { Operation, TransportAnswer } from "svc-apps/rest";
import { doors, over } from "../support/doors.js";
import { outcomeOf, testClient } from "../support/test-client.js";

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };
/** Exactly this body: fields that are missing stay missing. */
const exactly = (body: unknown) => async (): Promise<TransportAnswer> => ({
  status: 200,
  headers: {},
  body: JSON.stringify(body),
});

const answer = [{ app: "object" }] as const;

describe.each([{}, { ok: true }, { app: null }, { app: [] }, { app: "x" }])("a 200 with %j", (body) => {
  test("GEN-10 is no answer to who the App is: an error, and not a valid credential", async () => {
    const { client } = testClient([exactly(body)]);
    const error = {
      name: "ProtocolError",
      status: 200,
      body,
      message: expect.stringMatching(/with (no app|app that is no object), which/),
    };
    expect(await outcomeOf(getMe(client, {}))).toMatchObject(error);
    expect(await outcomeOf(client.verifyCredential())).toMatchObject(error);
  });
});

describe("GEN-10 a success that lacks what the description requires is a ProtocolError", () => {
  const pages = [{}, { messages: null, reactions: {} }, { messages: [null], reactions: {} }, { messages: [] }];
  test.each([{ ok: true }, { messages: {}, reactions: {} }, ...pages])(
    "for whoever reads history: %j",
    async (body) => {
      const { client } = testClient([exactly(body)]);
      const untilId = asMessageId("7103000000000000001");
      expect(await outcomeOf(messageHistory(client, place).next())).toMatchObject({ kind: "protocol" });
      expect(await outcomeOf(backfill(client, { ...place, untilId }))).toMatchObject({ kind: "protocol" });
    },
  );

  test.each([{}, { ok: true }, { commands: null, truncated: false }, { commands: {}, truncated: false }])(
    "for whoever plans commands: %j",
    async (body) => {
      const { client } = testClient([exactly(body)]);
      expect(await outcomeOf(listCommands(client, {}))).toMatchObject({ kind: "protocol", status: 200 });
    },
  );

  test("a change that was answered so may have been carried out, and is not repeated", async () => {
    const { client, requests } = testClient([exactly({ ok: true })]);
    expect(await outcomeOf(createMessage(client, { ...place, content: "x" }))).toMatchObject({
      kind: "protocol",
      ambiguous: true,
      message: expect.stringContaining("createMessage: answered 200 with no message, which its description requires"),
    });
    expect(requests).toHaveLength(1);
  });

  test("one of several shapes is enough, and what need not have a body needs no field", async () => {
    const command = { type: "user", name: "greet", description: "Greet" } as const;
    const wrapped = testClient([exactly({ command: { publicId: "7" } })]);
    expect(await createCommand(wrapped.client, { command })).toEqual({ command: { publicId: "7" } });
    const neither = testClient([exactly({ publicId: "7" })]);
    expect(await outcomeOf(createCommand(neither.client, { command }))).toMatchObject({ kind: "protocol" });
    const commandId = asCommandId("7106000000000000001");
    expect(await editCommand(testClient([exactly({})]).client, { commandId, command })).toEqual({});
    expect(await deleteCommand(testClient([{ status: 204, body: "" }]).client, { commandId })).toBeUndefined();
  });

  test("fields of the prototype are none of the answer's", async () => {
    const operation = {
      id: "odd",
      method: "GET",
      path: "/odd",
      retry: "safe",
      answer: [{ constructor: "any" }],
    } as const;
    const { client } = testClient([exactly({})]);
    expect(await outcomeOf(client.call(operation, {}))).toMatchObject({
      message: expect.stringContaining("no constructor"),
    });
  });
});

test.each(Object.entries(doors))("%s: GEN-10 checks what the description requires", async (_name, make) => {
  const { client } = over(make, [{ body: '{"app":[]}' }]);
  expect(await outcomeOf(getMe(client, {}))).toMatchObject({ kind: "protocol", status: 200 });
});

describe.each(Object.entries(doors))("%s", (_name, make) => {
  test.each([200, 201, 202, 204])("GEN-10 a %i without the body that is required is an error", async (status) => {
    const { client } = over(make, [{ status, body: "" }]);
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({ kind: "protocol", status, ambiguous: false });
    expect(await outcomeOf(createMessage(client, { ...place, content: "x" }))).toMatchObject({ ambiguous: true });
  });

  test.each<[string, Partial<Operation>, number, boolean]>([
    ["204 is fine where one is described", { mayBeEmpty: true }, 204, true],
    ["204 is fine where one is described beside answers with fields", { answer, mayBeEmpty: true }, 204, true],
    ["204 is an error where the only answer has fields", { answer }, 204, false],
    ["204 is an error where the only answer is an object, none of whose fields is required", {}, 204, false],
  ])("GEN-10 an empty %s", async (_what, said, status, isFine) => {
    const operation = { id: "odd", method: "GET", path: "/odd", retry: "safe", ...said } as const;
    const { client } = over(make, [{ status, body: "" }]);
    const outcome = await outcomeOf(client.call(operation, {}));
    expect(outcome).toEqual(isFine ? undefined : expect.objectContaining({ kind: "protocol", status }));
  });
});
