import { describe, expect, test } from "vitest";
import {
  asChannelId,
  asInteractionId,
  asMessageId,
  asServerId,
  confirmInteraction,
  deleteChannel,
  deleteCommand,
  deleteMessage,
  getMe,
  isRateLimited,
  type HttpMiddleware,
  serverQueue,
  withRevision,
} from "svc-apps";
import { limits } from "svc-apps/rest";
import { doors, over } from "../support/doors.js";
import { ok } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";
import { ways } from "../support/ways.js";

const APP = { body: '{"app":{"publicId":"1","name":"a"}}' };
const serverId = asServerId("7101000000000000001");
const channelId = asChannelId("7102000000000000001");
const messageId = asMessageId("7103000000000000001");
const interactionId = asInteractionId("0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11");
const never = async (): Promise<never> => new Promise(() => {});

describe.each(Object.entries(ways))("a call of %s", (name, make) => {
  const isRaw = name === "createRawClient";

  test.skipIf(isRaw)("ends with its deadline, though a middleware never answers", async () => {
    const { read, requests, clock } = make([APP], { middleware: [never] });
    const outcome = outcomeOf(read({ deadlineMs: 5_000 }));
    await clock.advance(5_001);
    expect(await outcome).toMatchObject({ name: "NoAnswerError", reason: "timeout", attempts: 0, ambiguous: false });
    expect(requests).toEqual([]);
  });

  test("ends with its signal, though a middleware never answers", async () => {
    const controller = new AbortController();
    const { read, clock } = make([APP], { middleware: [never] });
    const outcome = outcomeOf(read({ signal: controller.signal }));
    await clock.settle();
    controller.abort(new Error("enough"));
    expect(await outcome).toMatchObject({ name: "NoAnswerError", reason: "aborted", attempts: 0 });
    expect(clock.pending).toBe(0);
  });

  test("that was carried out while a middleware hangs says that it may be", async () => {
    const controller = new AbortController();
    const hanging: HttpMiddleware = async (call, next) => {
      await next(call);
      return never();
    };
    const { write, clock } = make([{ status: 201, body: '{"message":{}}' }], { middleware: [hanging] });
    const outcome = outcomeOf(write({ signal: controller.signal }));
    await clock.settle();
    controller.abort();
    expect(await outcome).toMatchObject({ reason: "aborted", attempts: 1, ambiguous: true });
  });

  test("may be answered by middleware without headers", async () => {
    const middleware = [(async () => ({ status: 404, body: '{"code":"GONE"}' })) as unknown as HttpMiddleware];
    const { read } = make([APP], { middleware });
    expect(await outcomeOf(read())).toMatchObject(isRaw ? { error: { code: "GONE" } } : { code: "GONE", status: 404 });
  });

  test.skipIf(isRaw)("whose deadline lies inside a known limit is rate limited, and is not sent", async () => {
    const { read, requests, clock } = make([{ status: 429, headers: { "retry-after": "20" }, body: "" }]);
    await outcomeOf(read({ deadlineMs: 1_000 }));
    await clock.advance(5_000);
    const error = await outcomeOf(read({ deadlineMs: 1_000 }));
    expect(error).toMatchObject({ name: "RateLimitedError", retryAfterMs: 15_000, attempts: 0, ambiguous: false });
    expect(isRateLimited(error)).toBe(true);
    expect(requests).toHaveLength(1);
  });
});

describe.each(Object.entries(doors))("%s", (_name, make) => {
  test("confirmInteraction() does not wait past its window: into a limit that ends later it is sent at once", async () => {
    const limited = { status: 429, headers: { "retry-after": "20" }, body: "" };
    const { client, clock, requests } = over(make, [limited, { body: '{"interaction":{}}' }]);
    await outcomeOf(getMe(client, {}, { deadlineMs: 1_000 }));
    await confirmInteraction(client, { interactionId, type: "defer" });
    expect([requests.length, clock.monotonicMs()]).toEqual([2, 0]);
  });

  test("confirmInteraction() ends with its window, whatever deadline it was given", async () => {
    const { client, clock } = over(make, ["silence"]);
    const outcome = outcomeOf(confirmInteraction(client, { interactionId, type: "defer" }, { deadlineMs: 60_000 }));
    await clock.advance(limits.confirmationWindowMs);
    expect(await outcome).toMatchObject({ name: "NoAnswerError", reason: "timeout" });
  });

  test.each([200, 204])("an empty %d of what is deleted is a success", async (status) => {
    const { client } = over(make, [{ status, body: "" }]);
    expect(await deleteMessage(client, { serverId, channelId, messageId })).toEqual({});
    expect(await deleteChannel(client, { serverId, channelId, revision: "1" as never })).toEqual({});
    expect(await deleteCommand(client, { commandId: "1" as never })).toBeUndefined();
  });

  test("a body that says that it was not done is no success", async () => {
    const { client } = over(make, [{ body: '{"ok":false}' }]);
    const deleted = await outcomeOf(deleteMessage(client, { serverId, channelId, messageId }));
    expect(deleted).toMatchObject({ name: "ProtocolError", status: 200 });
    expect(await outcomeOf(deleteCommand(client, { commandId: "1" as never }))).toMatchObject({
      name: "ProtocolError",
    });
    const { client: fine } = over(make, [{ body: '{"ok":true}' }]);
    expect(await deleteMessage(fine, { serverId, channelId, messageId })).toEqual({ ok: true });
  });
});

describe("withRevision() behind a task that hangs", () => {
  const snapshot = ok({ server: {}, channels: [], roles: [], revision: "1" });

  test("ends with its deadline, and decides nothing afterwards", async () => {
    const { client, clock, requests } = testClient([snapshot]);
    const queue = serverQueue();
    let release = (): void => undefined;
    void queue.run(serverId, async () => new Promise<void>((resolve) => (release = resolve)));
    let decided = 0;
    const decide = async () => void (decided += 1);
    const outcome = outcomeOf(withRevision(client, { serverId }, decide, { queue, deadlineMs: 1_000 }));
    await clock.advance(1_000);
    expect(await outcome).toMatchObject({ name: "NoAnswerError", reason: "queue", attempts: 0 });
    release();
    await clock.settle();
    expect([decided, requests.length, clock.pending]).toEqual([0, 0, 0]);
  });

  test("ends with its signal, and others are served", async () => {
    const { client, clock } = testClient([snapshot]);
    const queue = serverQueue();
    let release = (): void => undefined;
    void queue.run(serverId, async () => new Promise<void>((resolve) => (release = resolve)));
    const controller = new AbortController();
    const { signal } = controller;
    const outcome = outcomeOf(withRevision(client, { serverId }, never, { queue, signal }));
    const patient = withRevision(client, { serverId }, async ({ revision }) => revision, { queue });
    controller.abort(new Error("enough"));
    expect(await outcome).toMatchObject({ name: "NoAnswerError", reason: "aborted", cause: { message: "enough" } });
    release();
    await clock.settle();
    expect(await patient).toBe("1");
    const late = outcomeOf(withRevision(client, { serverId }, never, { queue, signal }));
    expect(await late).toMatchObject({ reason: "aborted" });
  });

  test.each([{}, { run: 1 }, "queue"])("a queue that is %j is an argument error", async (queue) => {
    const { client } = testClient([snapshot]);
    const outcome = outcomeOf(withRevision(client, { serverId }, never, { queue: queue as never }));
    expect(await outcome).toMatchObject({ name: "ArgumentError", message: expect.stringContaining("queue must be") });
  });
});
