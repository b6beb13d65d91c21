import { describe, expect, test } from "vitest";
import {
  asAccountId,
  asChannelId,
  asMessageId,
  asRevision,
  asRoleId,
  asServerId,
  ArgumentError,
  assignMemberRole,
  createClient,
  createMessage,
  deleteChannel,
  deleteCommand,
  asCommandId,
  editChannel,
  editCommand,
  getMe,
  getServer,
  listMessages,
  listSigningKeys,
  openMailbox,
  readMailbox,
  asMailboxId,
  asMailboxCursor,
  toggleReaction,
} from "svc-apps";
import { getMeOperation, operations } from "svc-apps/rest";
import { ok } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";

const serverId = asServerId("7101000000000000001");
const channelId = asChannelId("7102000000000000001");
const messageId = asMessageId("7103000000000000001");
const revision = asRevision("17");
const place = { serverId, channelId };

test("GEN-11 parameters go to their place in path, query and body, under their names on the wire", async () => {
  const { client, requests } = testClient([ok({})]);
  await listMessages(client, { ...place, before: messageId });
  await createMessage(client, { ...place, content: "olá", clientRef: "r1" });
  await openMailbox(client, { intents: ["messages", "interactions"] });
  await readMailbox(client, { mailboxId: asMailboxId("mb/1"), since: asMailboxCursor("17") });
  expect(requests.map(({ method, url, body }) => [method, url.replace("http://chat.example", ""), body])).toEqual([
    [
      "GET",
      "/api/servidores/7101000000000000001/canais/7102000000000000001/mensagens?antesDe=7103000000000000001",
      undefined,
    ],
    [
      "POST",
      "/api/servidores/7101000000000000001/canais/7102000000000000001/mensagens",
      '{"content":"olá","clientRef":"r1"}',
    ],
    ["GET", "/api/apps/eventos?format=json&intents=messages,interactions", undefined],
    ["GET", "/api/apps/eventos?format=json&mailbox=mb%2F1&since=17", undefined],
  ]);
});

test("GEN-10 the content type goes with a body and only with one", async () => {
  const { client, requests } = testClient([ok({})]);
  await getMe(client, {});
  await createMessage(client, { ...place, content: "x" });
  expect(requests.map(({ headers }) => headers["content-type"])).toEqual([undefined, "application/json"]);
});

test("VER-01 VER-02 every call carries the version, in its header and nowhere else", async () => {
  const { client, requests } = testClient([ok({ keys: [] })], { apiVersion: "2031-test" });
  await getMe(client, {});
  await listSigningKeys(client, {});
  await createMessage(client, { ...place, content: "x" });
  for (const { headers, url, body } of requests) {
    expect(headers["x-svc-api-version"]).toBe("2031-test");
    expect(url + (body ?? "")).not.toContain("2031");
  }
});

test("VER-03 the version's default is an assumption of the description, and can be assumed otherwise", async () => {
  const { client, requests } = testClient([ok({})]);
  await getMe(client, {});
  expect(requests[0]?.headers["x-svc-api-version"]).toBe("1");
  const other = testClient([ok({})], { assumptions: { apiVersion: "7" } });
  await getMe(other.client, {});
  expect(other.requests[0]?.headers["x-svc-api-version"]).toBe("7");
  expect(() => testClient([], { apiVersion: "1\r\nx: y" })).toThrow("visible ASCII");
});

describe("GEN-02 the base address", () => {
  const from = async (baseUrl: string) => {
    const { client, requests } = testClient([ok({})], { baseUrl });
    await getMe(client, {});
    return requests[0]?.url;
  };
  test.each([
    ["https://chat.example", "https://chat.example/api/apps/me"],
    ["https://chat.example/", "https://chat.example/api/apps/me"],
    ["http://localhost:8080/prefix/", "http://localhost:8080/prefix/api/apps/me"],
  ])("%s is joined with paths", async (baseUrl, url) => expect(await from(baseUrl)).toBe(url));

  test.each([
    [undefined, "it is missing"],
    ["", "it is missing"],
    ["/api", "not an absolute URL"],
    ["chat.example", "not an absolute URL"],
    ["ftp://chat.example", "must be http or https"],
    ["https://user:hush@chat.example", "user name or password"],
    ["https://chat.example?key=hush", "query or fragment"],
  ])("%s is refused", (baseUrl, why) => {
    const make = () => createClient({ baseUrl: baseUrl as string, token: "svc_app.1.s" });
    expect(make).toThrow(ArgumentError);
    expect(make).toThrow(why);
    expect(make).not.toThrow("hush");
  });
});

test("a query parameter of a style that this client does not write is refused, and left alone where it is not given", async () => {
  const { client, requests } = testClient([ok({ messages: [] })]);
  const operation = { ...operations.listMessages, styles: { before: "deepObject" } } as const;
  const error = await outcomeOf(client.call(operation, { ...place, before: "1" }));
  expect(String(error)).toContain("listMessages: before is written in a style that this client does not know");
  await client.call(operation, place);
  expect(requests).toHaveLength(1);
});

describe("GEN-11 a path parameter that would not arrive as it is", () => {
  test.each([
    ["", "missing or empty"],
    [".", "climb to another path"],
    ["..", "climb to another path"],
    [undefined, "missing or empty"],
    [null, "got null"],
    [71, "ids lose digits as numbers"],
    ["\ud800", "half of a surrogate pair"],
  ])("%j is refused before anything is sent", async (value, why) => {
    const { client, requests } = testClient([ok({})]);
    const error = await outcomeOf(getServer(client, { serverId: value as never }));
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toMatchObject({ operation: "getServer", route: "GET /api/servidores/{servidor}", attempts: 0 });
    expect(String(error)).toContain(why);
    expect(requests).toHaveLength(0);
  });
});

test("parameters that JSON cannot carry are an argument error", async () => {
  const { client } = testClient([ok({})]);
  const error = await outcomeOf(createMessage(client, { ...place, content: 1n as never }));
  expect(error).toMatchObject({ kind: "argument", message: expect.stringContaining("cannot be written as JSON") });
});

test("ADM-16 ADM-17 the revision goes where the assumption says, in exactly the routes it is about", async () => {
  const bodyOf = async (assumptions: object) => {
    const { client, requests } = testClient([ok({})], { assumptions });
    const accountId = asAccountId("7105000000000000001");
    const roleId = asRoleId("7104000000000000001");
    await assignMemberRole(client, { serverId, accountId, roleId, revision });
    await deleteChannel(client, { ...place, revision });
    await editChannel(client, { ...place, revision, name: "x" });
    return requests.map(({ url, body }) => [new URL(url).search, body]);
  };
  const edit = ["", '{"revision":"17","name":"x"}'];
  const inBody = ["", '{"revision":"17"}'];
  const inQuery = ["?revision=17", "{}"];
  expect(await bodyOf({})).toEqual([inBody, inBody, edit]);
  expect(await bodyOf({ revisionPlacement: "query" })).toEqual([inQuery, inBody, edit]);
  expect(await bodyOf({ deleteRevisionPlacement: "query" })).toEqual([inBody, inQuery, edit]);
});

describe("MSG-21 the reaction toggle, whose route nobody knows", () => {
  const react = { ...place, messageId, emoji: "👍" };

  test("refuses to run until a route is given", async () => {
    const { client, requests } = testClient([ok({})]);
    const error = await outcomeOf(toggleReaction(client, react));
    expect(error).toMatchObject({ kind: "argument", message: expect.stringContaining("assumptions.reactionRoute") });
    expect(requests).toHaveLength(0);
  });

  test("runs on the given route", async () => {
    const reactionRoute = "PUT /s/{servidor}/c/{canal}/m/{mensagem}/r";
    const { client, requests } = testClient([ok({ count: 1, reacted: true })], { assumptions: { reactionRoute } });
    await toggleReaction(client, react);
    expect(requests[0]).toMatchObject({
      method: "PUT",
      url: `http://chat.example/s/${serverId}/c/${channelId}/m/${messageId}/r`,
      body: '{"emoji":"👍"}',
    });
  });

  test.each([
    ["/s/{servidor}", "not of the form METHOD /path"],
    ["POST s/{servidor}", "not of the form METHOD /path"],
    ["POST /s/{servidor}", "has no {canal} and no {mensagem}"],
  ])("says what is wrong with %j", async (reactionRoute, why) => {
    const { client } = testClient([ok({})], { assumptions: { reactionRoute } });
    expect(String(await outcomeOf(toggleReaction(client, react)))).toContain(why);
  });
});

describe("what a success looks like", () => {
  test("CMD-10 CMD-26 a 204 is undefined, and so is an empty 200 where one may come", async () => {
    const commandId = asCommandId("7106000000000000001");
    const command = { type: "chat", name: "roll", description: "Roll" } as const;
    const { client } = testClient([
      { status: 204, body: "" },
      { status: 200, body: "" },
      { status: 200, body: "" },
    ]);
    expect(await deleteCommand(client, { commandId })).toBeUndefined();
    expect(await deleteCommand(client, { commandId })).toBeUndefined();
    expect(await editCommand(client, { commandId, command })).toBeUndefined();
  });

  test.each([
    ["", 200],
    ["<html>", 200],
    ["true", 200],
    ['"text"', 201],
    ["7", 200],
    ["null", 200],
  ])("GEN-10 %j with status %i is a protocol error, and the message may have been written", async (body, status) => {
    const { client } = testClient([{ status, body }]);
    const error = await outcomeOf(createMessage(client, { ...place, content: "x" }));
    expect(error).toMatchObject({ kind: "protocol", status, ambiguous: true, attempts: 1, body });
  });

  test("GEN-15 any 2xx is a success", async () => {
    for (const status of [200, 201, 202, 299]) {
      expect(await getMe(testClient([ok({ app: {} }, status)]).client, {})).toEqual({ app: {} });
    }
  });

  test("GEN-14 MSG-15 REST-02 what comes is handed on untouched: unknown fields, absent, null and empty", async () => {
    const body = { message: { publicId: "1", odd: [null, {}], empty: "" }, moderationWarning: { any: 1 } };
    expect(await createMessage(testClient([ok(body)]).client, { ...place, content: "x" })).toEqual(body);
    const snapshot = await getServer(testClient([ok({ channels: [] })]).client, { serverId });
    expect("managedChannels" in snapshot).toBe(false);
    const managing = await getServer(testClient([ok({ managedChannels: [] })]).client, { serverId });
    expect(managing.managedChannels).toEqual([]);
  });
});

test("AUTH-08 a redirect is an error of its own kind and is not followed, whatever it points to", async () => {
  for (const status of [301, 302, 303, 307, 308, 304, 0]) {
    const { client, requests } = testClient([{ status, headers: { location: "http://chat.example/other" }, body: "" }]);
    const error = await outcomeOf(getMe(client, {}));
    expect(error).toMatchObject({ kind: "protocol", status, message: expect.stringContaining("redirect") });
    expect(requests).toHaveLength(1);
  }
});

test("AUTH-18 verifyCredential asks who the App is and tells a dead credential from a failed question", async () => {
  const app = { publicId: "7100000000000000001", name: "Dice" };
  expect(await testClient([ok({ app })]).client.verifyCredential()).toEqual({ valid: true, app });
  const dead = { status: 401, body: '{"code":"MISSING_CREDENTIAL"}' };
  expect(await testClient([dead]).client.verifyCredential()).toMatchObject({
    valid: false,
    error: { code: "MISSING_CREDENTIAL" },
  });
  await expect(testClient([{ status: 403, body: "" }]).client.verifyCredential()).rejects.toMatchObject({
    kind: "http",
  });
});

test("headers of a request made by hand are those of the moment it is carried", async () => {
  const { client, requests } = testClient([ok({}), ok({})]);
  const headers: Record<string, string> = { "x-mine": "one" };
  const request = { method: "GET", url: "http://chat.example/api/apps/me", headers };
  await client.carry(getMeOperation, request);
  headers["x-mine"] = "two";
  await client.carry(getMeOperation, request);
  expect(requests.map((sent) => sent.headers["x-mine"])).toEqual(["one", "two"]);
});
