import { describe, expect, test } from "vitest";
import {
  asChannelId,
  asInteractionId,
  asRevision,
  asServerId,
  confirmInteraction,
  createMessage,
  deleteMessage,
  asMessageId,
  editChannel,
  followUpInteraction,
  getMe,
  toggleReaction,
  createCommand,
} from "svc-apps";
import type { TransportRequest } from "svc-apps/rest";
import { netError, ok, refused, type Reply } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };
const lost = netError("ECONNRESET");
const unsent = netError("ECONNREFUSED");
const limited = (headers: Record<string, string> = {}): Reply => ({ status: 429, headers, body: "" });
const never: Reply = (request: TransportRequest) => new Promise(() => request);

test("a read is repeated after a lost answer, waiting longer each time", async () => {
  const { client, clock, requests } = testClient([lost, lost, lost, ok({ app: { name: "x" } })]);
  const call = getMe(client, {});
  for (const [waitMs, sent] of [
    [249, 1],
    [1, 2],
    [499, 2],
    [1, 3],
    [999, 3],
    [1, 4],
  ] as const) {
    await clock.advance(waitMs);
    expect(requests).toHaveLength(sent);
  }
  expect(await call).toEqual({ app: { name: "x" } });
  expect(clock.pending).toBe(0);
});

test("the retries end, and the error counts what was sent", async () => {
  const { client, clock, requests } = testClient([lost]);
  const outcome = outcomeOf(getMe(client, {}));
  await clock.advance(60_000);
  expect(await outcome).toMatchObject({ kind: "no-answer", reason: "connection", attempts: 4 });
  expect(requests).toHaveLength(4);
});

describe("MSG-09 MSG-10 MSG-12 the key of a message", () => {
  const refs = (requests: readonly TransportRequest[]) =>
    requests.map(({ body }) => (JSON.parse(body ?? "{}") as { clientRef?: string }).clientRef);

  test("is made once per logical send, before the first attempt, and goes with every repetition", async () => {
    const { client, clock, requests } = testClient([lost, { status: 502, body: "" }, ok({ message: {} }, 201)]);
    const call = createMessage(client, { ...place, content: "x" });
    await clock.advance(10_000);
    await call;
    const [first, ...others] = refs(requests);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([first, first]);
  });

  test("differs from send to send, is the user's own where given, and comes from the user's maker", async () => {
    const { client, requests } = testClient([ok({ message: {} }, 201)]);
    await createMessage(client, { ...place, content: "x" });
    await createMessage(client, { ...place, content: "x" });
    await createMessage(client, { ...place, content: "x", clientRef: " Meu-ref/1 " });
    const [one, two, own] = refs(requests);
    expect(one).not.toBe(two);
    expect(own).toBe(" Meu-ref/1 ");
    const made = testClient([ok({ message: {} }, 201)], { createClientRef: () => "made" });
    await createMessage(made.client, { ...place, content: "x" });
    expect(refs(made.requests)).toEqual(["made"]);
  });
});

describe("what may have been carried out and would do harm twice is not repeated", () => {
  const message = { ...place, messageId: asMessageId("7103000000000000001") };
  const interactionId = asInteractionId("0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11");
  const reactionRoute = "POST /x/{servidor}/{canal}/{mensagem}";
  type Client = ReturnType<typeof testClient>["client"];
  test.each([
    ["MSG-20 a reaction toggle", (client: Client) => toggleReaction(client, { ...message, emoji: "👍" })],
    [
      "ADM-06 an administrative change",
      (client: Client) => editChannel(client, { ...place, revision: asRevision("1"), name: "x" }),
    ],
    [
      "CMD-22 registering a command",
      (client: Client) => createCommand(client, { command: { type: "user", name: "a", description: "b" } }),
    ],
    ["INT-24 a follow-up", (client: Client) => followUpInteraction(client, { interactionId, content: "x" })],
  ])("%s", async (_what, call) => {
    for (const reply of [lost, { status: 500, body: "" }]) {
      const { client, requests } = testClient([reply], { assumptions: { reactionRoute } });
      const error = await outcomeOf(call(client));
      expect(error).toMatchObject({
        ambiguous: true,
        attempts: 1,
        message: expect.stringContaining("read again before repeating"),
      });
      expect(requests).toHaveLength(1);
    }
    for (const proof of [limited({ "retry-after": "1" }), unsent]) {
      const { client, clock, requests } = testClient([proof, ok({ count: 1, reacted: true })], {
        assumptions: { reactionRoute },
      });
      const done = call(client);
      await clock.advance(2_000);
      await done;
      expect(requests).toHaveLength(2);
    }
  });
});

test("MSG-18 deleting a message is repeated, and a refusal of the repetition stays a refusal", async () => {
  const { client, clock } = testClient([lost, refused(404, "UNKNOWN_MESSAGE")]);
  const outcome = outcomeOf(deleteMessage(client, { ...place, messageId: asMessageId("7103000000000000001") }));
  await clock.advance(1_000);
  expect(await outcome).toMatchObject({ kind: "refusal", code: "UNKNOWN_MESSAGE", attempts: 2, ambiguous: true });
});

describe("429", () => {
  test("RATE-01 RATE-09 the wait is what was asked, and not a moment less", async () => {
    const { client, clock, requests } = testClient([limited({ "retry-after": "3" }), ok({ app: { name: "x" } })]);
    const call = getMe(client, {});
    await clock.advance(2_999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    await call;
    expect(requests).toHaveLength(2);
  });

  test("RATE-01 a date counts from the service's clock", async () => {
    const date = "Thu, 01 Jan 2026 12:00:00 GMT";
    const { client, clock, requests } = testClient([
      limited({ "retry-after": "Thu, 01 Jan 2026 12:00:05 GMT", date }),
      ok({}),
    ]);
    const call = getMe(client, {});
    await clock.advance(4_999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    await call;
  });

  test("RATE-02 jitter only ever lengthens the wait", async () => {
    const { client, clock, requests } = testClient([limited({ "retry-after": "10" }), ok({})], { random: () => 0.999 });
    const call = getMe(client, {});
    await clock.advance(10_998);
    expect(requests).toHaveLength(1);
    await clock.advance(2);
    await call;
  });

  test("RATE-04 a wait above thirty seconds is an error at once, and carries the wait", async () => {
    const { client, clock, requests } = testClient([limited({ "retry-after": "31" })]);
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({
      name: "RateLimitedError",
      retryAfterMs: 31_000,
      attempts: 1,
      ambiguous: false,
    });
    expect([requests.length, clock.pending]).toEqual([1, 0]);
    const patient = testClient([limited({ "retry-after": "31" }), ok({})], { retry: { maxRetryAfterMs: 40_000 } });
    const call = getMe(patient.client, {});
    await patient.clock.advance(31_000);
    expect(await call).toEqual({ app: {} });
  });

  test("RATE-05 without a readable wait it backs off, within bounds, and gives up", async () => {
    const { client, clock, requests } = testClient([limited({ "retry-after": "soon" })]);
    const outcome = outcomeOf(getMe(client, {}));
    await clock.advance(60_000);
    const error = await outcome;
    expect(error).toMatchObject({ name: "RateLimitedError", attempts: 6 });
    expect(error).not.toHaveProperty("retryAfterMs");
    expect(requests).toHaveLength(6);
  });

  test("a 503 that asks for a wait gets it", async () => {
    const { client, clock, requests } = testClient([
      { status: 503, headers: { "retry-after": "20" }, body: "" },
      ok({}),
    ]);
    const call = getMe(client, {});
    await clock.advance(19_999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    await call;
  });
});

describe("ERR-09 refusals are final", () => {
  test.each([400, 401, 403, 404, 409, 422])("a %i is not repeated", async (status) => {
    const { client, requests } = testClient([refused(status, "MAILBOX_EXPIRED")]);
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({ kind: "refusal", attempts: 1 });
    expect(requests).toHaveLength(1);
  });
});

describe("RATE-11 time", () => {
  test("each attempt has its own timeout, and the whole call a deadline", async () => {
    const { client, clock, requests } = testClient([never], { timeoutMs: 10_000, deadlineMs: 25_000 });
    const outcome = outcomeOf(getMe(client, {}));
    await clock.advance(25_000);
    expect(await outcome).toMatchObject({ kind: "no-answer", reason: "timeout", attempts: 3 });
    expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 10_000, 25_000 - 20_750]);
    expect(clock.pending).toBe(0);
  });

  test("a call's own limits come before the client's", async () => {
    const { client, clock } = testClient([never]);
    const outcome = outcomeOf(getMe(client, {}, { timeoutMs: 300, deadlineMs: 500 }));
    await clock.advance(500);
    expect(await outcome).toMatchObject({ reason: "timeout" });
  });

  test("RATE-10 no wait reaches past a deadline: the error comes at once and carries the wait", async () => {
    const { client, clock } = testClient([limited({ "retry-after": "2" })]);
    const interactionId = asInteractionId("0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11");
    const error = await outcomeOf(confirmInteraction(client, { interactionId, type: "defer" }, { deadlineMs: 1_500 }));
    expect(error).toMatchObject({ name: "RateLimitedError", retryAfterMs: 2_000, attempts: 1 });
    expect(clock.pending).toBe(0);
  });

  test("the signal ends a waiting retry at once, with the caller's own reason as the cause", async () => {
    const { client, clock, requests } = testClient([limited({ "retry-after": "20" })]);
    const controller = new AbortController();
    const outcome = outcomeOf(getMe(client, {}, { signal: controller.signal }));
    await clock.advance(5_000);
    controller.abort("changed my mind");
    expect(await outcome).toMatchObject({ kind: "no-answer", reason: "aborted", cause: "changed my mind" });
    expect([requests.length, clock.pending]).toEqual([1, 0]);
  });

  test("a signal that fired before sends nothing", async () => {
    const { client, clock } = testClient([never]);
    const outcome = outcomeOf(createMessage(client, { ...place, content: "x" }, { signal: AbortSignal.abort() }));
    expect(await outcome).toMatchObject({ reason: "aborted", attempts: 0, ambiguous: false });
    expect(clock.pending).toBe(0);
  });

  test("cancelling a message under way leaves it open whether it was written", async () => {
    const { client, clock } = testClient([never]);
    const controller = new AbortController();
    const outcome = outcomeOf(createMessage(client, { ...place, content: "x" }, { signal: controller.signal }));
    await clock.advance(10);
    controller.abort();
    expect(await outcome).toMatchObject({ reason: "aborted", ambiguous: true, attempts: 1 });
  });
});
