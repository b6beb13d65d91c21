import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ArgumentError,
  asChannelId,
  asCommandId,
  asMessageId,
  asRevision,
  asServerId,
  createMessage,
  deleteCommand,
  deleteMessage,
  editChannel,
  getMe,
  getServer,
  isRefusal,
  listSigningKeys,
  readMailbox,
  settle,
  toggleReaction,
} from "svc-apps";
import { assumptionDefaults, type Caller, createFetchClient, type Operation, operations } from "svc-apps/rest";
import { type DoorOptions, doors, lost, over } from "../support/doors.js";
import type { FetchReply } from "../support/fake-fetch.js";
import { refused } from "../support/fake-transport.js";
import { CANARY, canaryToken, outcomeOf } from "../support/test-client.js";

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };
const message = { ...place, content: "x" };
const limited = (seconds: string): FetchReply => ({ status: 429, headers: { "retry-after": seconds }, body: "" });

const small = (replies: readonly FetchReply[], options?: DoorOptions) => over(createFetchClient, replies, options);

describe.each(Object.entries(doors))("%s", (_name, make) => {
  test("AUTH-04 AUTH-06 VER-01 VER-03 credential and version are headers and nothing else; public routes go without the first", async () => {
    const { client, requests } = over(make, [{}]);
    await createMessage(client, message);
    await listSigningKeys(client, {});
    const [written, keys] = requests;
    expect(written).toMatchObject({
      method: "POST",
      url: "http://chat.example/base/api/servidores/7101000000000000001/canais/7102000000000000001/mensagens",
      redirect: "manual",
    });
    expect(written?.headers).toEqual({
      accept: "application/json",
      "content-type": "application/json",
      authorization: `Bearer ${canaryToken}`,
      "x-svc-api-version": "1",
    });
    expect(JSON.stringify([written?.url, written?.body, keys])).not.toContain(CANARY);
    expect(keys?.headers).toEqual({ accept: "application/json", "x-svc-api-version": "1" });
    const other = over(make, [{}], { apiVersion: "7" });
    await getMe(other.client, {});
    expect(other.requests[0]?.headers["x-svc-api-version"]).toBe("7");
  });

  test.each([301, 302, 307, 308, 304, 0])("AUTH-08 a redirect (%i) is an error and is not followed", async (status) => {
    const { client, requests } = over(make, [{ status, headers: { location: "http://evil.example/" } }]);
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({
      name: "ProtocolError",
      status,
      message: expect.stringContaining("redirect"),
    });
    expect(requests).toHaveLength(1);
  });

  test("AUTH-15 a refused credential is not tried again", async () => {
    const { client, requests, clock } = over(make, [refused(401, "MISSING_CREDENTIAL")]);
    const error = await outcomeOf(getMe(client, {}));
    expect(error).toMatchObject({ name: "MissingCredentialError", status: 401, attempts: 1, ambiguous: false });
    expect([requests.length, clock.pending]).toEqual([1, 0]);
  });

  const revise = (client: Caller) => editChannel(client, { ...place, revision: asRevision("1"), name: "x" });
  const remove = (client: Caller) => deleteMessage(client, { ...place, messageId: asMessageId("7103000000000000001") });
  const write = (client: Caller) => createMessage(client, message);
  const read = (client: Caller) => getMe(client, {});
  const bad = { status: 502, body: "<html>" };
  test.each<[string, (client: Caller) => Promise<unknown>, FetchReply, attempts: number, ambiguous: boolean]>([
    ["a read, lost", read, lost, 4, false],
    ["a read, 502", read, bad, 4, false],
    ["a message with its key, lost", write, lost, 4, true],
    ["a message with its key, 502", write, bad, 4, true],
    ["a deletion, lost", remove, lost, 4, true],
    ["RATE-08 ADM-06 a change under a revision, lost", revise, lost, 1, true],
    ["RATE-08 ADM-06 a change under a revision, 502", revise, bad, 1, true],
    ["a change under a revision, 501", revise, { status: 501, body: "" }, 1, false],
    ["RATE-05 a change under a revision, limited", revise, { status: 429, body: "" }, 6, false],
    ["ERR-09 a message, refused", write, refused(409, "MAILBOX_EXPIRED"), 1, false],
    ["a message, unreadable success", write, { status: 200, body: "<html>" }, 1, true],
  ])("%s", async (_what, call, reply, attempts, ambiguous) => {
    const { client, clock, requests } = over(make, [reply]);
    const outcome = outcomeOf(call(client));
    await clock.advance(59_000);
    expect(await outcome).toMatchObject({ attempts, ambiguous });
    expect(requests).toHaveLength(attempts);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(clock.pending).toBe(0);
  });

  test("RATE-01 RATE-02 RATE-09 the wait that was asked for is never undercut", async () => {
    const { client, clock, requests } = over(make, [limited("3"), {}]);
    const call = getMe(client, {});
    await clock.advance(2_999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    expect(await call).toEqual({ app: {} });
  });

  test("RATE-04 RATE-10 a wait above thirty seconds, or past the deadline, is an error that carries it", async () => {
    for (const [seconds, limits] of [
      ["31", {}],
      ["2", { deadlineMs: 1_500 }],
    ] as const) {
      const { client, clock } = over(make, [limited(seconds)]);
      const error = await outcomeOf(getMe(client, {}, limits));
      expect(error).toMatchObject({ name: "RateLimitedError", retryAfterMs: Number(seconds) * 1_000, attempts: 1 });
      expect(clock.pending).toBe(0);
    }
  });

  test("RATE-11 each attempt has its own time, and the call another", async () => {
    const { client, clock, requests } = over(make, ["silence"], { timeoutMs: 10_000, deadlineMs: 25_000 });
    const outcome = outcomeOf(createMessage(client, message));
    await clock.advance(25_000);
    expect(await outcome).toMatchObject({ name: "NoAnswerError", reason: "timeout", attempts: 3, ambiguous: true });
    expect([requests.length, clock.pending]).toEqual([3, 0]);
  });

  test("a signal ends a request, a wait, and what was not sent yet", async () => {
    const aborted = { name: "NoAnswerError", reason: "aborted", cause: "enough" };
    for (const [reply, attempts, ambiguous] of [
      ["silence", 1, true],
      [limited("20"), 1, false],
    ] as const) {
      const { client, clock } = over(make, [reply]);
      const controller = new AbortController();
      const outcome = outcomeOf(createMessage(client, message, { signal: controller.signal }));
      await clock.advance(1_000);
      controller.abort("enough");
      expect(await outcome).toMatchObject({ ...aborted, attempts, ambiguous });
      expect(clock.pending).toBe(0);
    }
    const { client, requests } = over(make, [{}]);
    const outcome = await outcomeOf(createMessage(client, message, { signal: AbortSignal.abort("enough") }));
    expect(outcome).toMatchObject({ ...aborted, attempts: 0, ambiguous: false });
    expect(requests).toHaveLength(0);
  });

  test("ERR-01 a refusal has its class, its code and what stands beside it", async () => {
    const stale = refused(409, "STALE_REVISION", {}, { currentRevision: "18" });
    const { client } = over(make, [stale]);
    expect(await outcomeOf(revise(client))).toMatchObject({ name: "StaleRevisionError", currentRevision: "18" });
    const odd = await outcomeOf(read(over(make, [refused(418, "NEW_CODE", {}, { more: 1 })]).client));
    expect(odd).toMatchObject({ kind: "refusal", code: "NEW_CODE", status: 418, extras: { more: 1 } });
    expect(isRefusal(odd, "NEW_CODE")).toBe(true);
    const plain = await outcomeOf(read(over(make, [{ status: 404, body: "<html>" }]).client));
    expect(plain).toMatchObject({ name: "HttpError", status: 404, body: "<html>", route: "GET /api/apps/me" });
    const settled = await settle(getServer(over(make, [stale]).client, { serverId: place.serverId }));
    expect(settled).toMatchObject({ ok: false, error: { code: "STALE_REVISION" } });
  });

  test("an empty success is undefined where one may come, and an answer above the limit is refused", async () => {
    const commandId = asCommandId("7106000000000000001");
    expect(await deleteCommand(over(make, [{ status: 204 }]).client, { commandId })).toBeUndefined();
    const long = { body: JSON.stringify({ app: { name: "x".repeat(82) } }) };
    expect(await getMe(over(make, [long], { maxBodyBytes: 101 }).client, {})).toHaveProperty("app");
    expect(await outcomeOf(getMe(over(make, [long], { maxBodyBytes: 100 }).client, {}))).toMatchObject({
      name: "ProtocolError",
      message: expect.stringContaining("more than 100 bytes"),
    });
  });

  test("AUTH-03 the secret shows in nothing, whoever sends it back", async () => {
    for (const reply of [
      { status: 400, body: JSON.stringify({ code: `X_${CANARY}`, note: canaryToken }) },
      { status: 502, body: canaryToken },
      { status: 200, body: canaryToken },
      Object.assign(new TypeError(canaryToken, { cause: new Error(canaryToken) }), { request: canaryToken }),
    ] satisfies FetchReply[]) {
      const calls: string[] = [];
      const { client } = over(make, [reply], {
        retry: { retries: 0 },
        middleware: [
          (call, next) => {
            calls.push(inspect(call, { depth: 9, showHidden: true }), JSON.stringify(call));
            return next(call);
          },
        ],
      });
      const error = await outcomeOf(getMe(client, {}));
      expect(error).toBeInstanceOf(Error);
      expect(calls).toHaveLength(2);
      const { stack, body, cause } = error as Error & { body?: unknown };
      const shown = [error, body, cause, client].map((one) => inspect(one, { depth: 9, showHidden: true }));
      expect([stack, JSON.stringify(error), JSON.stringify(client), ...calls, ...shown].join()).not.toContain(CANARY);
    }
  });

  test.each([
    ["baseUrl", { baseUrl: "ftp://chat.example" }],
    ["baseUrl", { baseUrl: "chat.example" }],
    ["baseUrl", { baseUrl: "http://a:hush@chat.example" }],
    ["baseUrl", { baseUrl: "http://chat.example/?hush" }],
    ["token", { token: "Bearer svc_app.71.hush" }],
    ["token", { token: "svc_app.71.hush\n" }],
    ["token", { token: "svc_app.hush" }],
    ["token", { token: "" }],
    ["apiVersion", { apiVersion: "1\r\nx: y" }],
  ])("AUTH-01 AUTH-09 GEN-02 a wrong %s is refused at once and not shown (%j)", (name, options) => {
    const construct = () => over(make, [{}], options);
    expect(construct).toThrow(ArgumentError);
    expect(construct).toThrow(name);
    expect(construct).not.toThrow("hush");
  });
});

test("GEN-11 both clients make the same request, or none, of every operation and any parameters", async () => {
  const supported = Object.values<Operation>(operations).filter(({ path, accept }) => path !== "" && !accept);
  const value = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(".", "..", "\ud800", "a/b", null, undefined, 7, true),
    fc.array(fc.string()),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...supported), fc.array(value, { maxLength: 6 }), async (operation, values) => {
      const { pathParams, queryParams } = operation;
      const names = [
        ...Object.values(pathParams ?? {}),
        ...Object.values(queryParams ?? {}),
        ...(operation.needs ?? []),
        "content",
      ];
      const params = Object.fromEntries(names.map((name, at) => [name, at in values ? values[at] : "7"]));
      const [ours, theirs] = await Promise.all(
        Object.values(doors).map(async (make) => {
          const { client, requests } = over(make, [{}], { createClientRef: () => "ref" });
          const outcome = await outcomeOf(client.call(operation, params));
          return [outcome instanceof Error ? outcome.name : outcome, requests];
        }),
      );
      expect(ours).toEqual(theirs);
    }),
    { numRuns: 500 },
  );
});

test("its defaults are those of the description", async () => {
  const { client, clock, requests } = small(["silence"], { retry: { retries: 99 } });
  const outcome = outcomeOf(readMailbox(client, { mailboxId: "m" as never, since: "1" as never }));
  await clock.advance(assumptionDefaults.attemptTimeoutMs + 249);
  expect(requests).toHaveLength(1);
  await clock.advance(1);
  expect(requests).toHaveLength(2);
  await clock.advance(assumptionDefaults.callDeadlineMs - assumptionDefaults.attemptTimeoutMs - 251);
  expect(clock.pending).toBe(1);
  await clock.advance(1);
  expect(await outcome).toMatchObject({ reason: "timeout", attempts: 6 });
  expect([assumptionDefaults.revisionPlacement, assumptionDefaults.deleteRevisionPlacement]).toEqual(["body", "body"]);
});

test("what it was not built for is refused by name", async () => {
  const { client, requests } = small([{}]);
  const react = { ...place, messageId: asMessageId("7103000000000000001"), emoji: "👍" };
  expect(String(await outcomeOf(toggleReaction(client, react)))).toContain("needs createClient()");
  expect(String(await outcomeOf(client.call(operations.openStream, { intents: ["messages"] })))).toContain(
    "needs createClient()",
  );
  const styled = { ...operations.listMessages, styles: { before: "json" } } as const;
  expect(String(await outcomeOf(client.call(styled, place)))).toContain("needs createClient()");
  expect(requests).toHaveLength(0);
});

test("its error quotes the cause of a network error, since the error of fetch itself says nothing", async () => {
  const { client } = small([lost], { retry: { retries: 0 } });
  expect(String(await outcomeOf(getMe(client, {})))).toContain(
    "no answer (connection) from http://chat.example: fetch failed read ECONNRESET",
  );
});
