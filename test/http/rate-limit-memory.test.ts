import { describe, expect, test } from "vitest";
import {
  asChannelId,
  asInteractionId,
  asServerId,
  confirmInteraction,
  createMessage,
  getMe,
  rateLimitMemory,
} from "svc-apps";
import { doors, over } from "../support/doors.js";
import { ok, type Reply } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };

describe("RATE-01 one memory of a 429 for the whole client", () => {
  const limitedFor2s: Reply = { status: 429, headers: { "retry-after": "2" }, body: "" };

  test("60 calls, 4 permits, every answer asks for 2 s: about 4 requests a round", async () => {
    const { client, clock, requests } = testClient(
      [
        () =>
          new Promise((resolve) =>
            clock.schedule(() => resolve({ status: 429, headers: { "retry-after": "2" }, body: "" }), 20),
          ),
      ],
      { concurrency: { maxConcurrent: 4, reservedForInteractions: 0 } },
    );
    const outcomes = Array.from({ length: 60 }, async () => outcomeOf(getMe(client, {})));
    const perRound: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const before = requests.length;
      await clock.advance(2_030);
      perRound.push(requests.length - before);
    }
    for (const sent of perRound) {
      expect(sent).toBeGreaterThanOrEqual(1);
      expect(sent).toBeLessThanOrEqual(8);
    }
    expect(requests.length).toBeLessThanOrEqual(8 * 5);
    await clock.advance(120_000);
    await Promise.all(outcomes);
  });

  test("a call that comes later waits until the limit ends, and leaves after it", async () => {
    const { client, clock, requests } = testClient([limitedFor2s, ok({})], { random: () => 0.5 });
    const first = getMe(client, {});
    await clock.advance(500);
    const later = getMe(client, {});
    await clock.advance(1_500);
    expect(requests).toHaveLength(1);
    await clock.advance(200);
    await Promise.all([first, later]);
    expect(requests).toHaveLength(3);
  });

  test("interactions leave first when it ends, and one that cannot wait goes out at once", async () => {
    const { client, clock, requests } = testClient([limitedFor2s, ok({ app: {}, interaction: {} })]);
    const confirmation = {
      interactionId: asInteractionId("0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11"),
      type: "defer",
    } as const;
    const others = [getMe(client, {})];
    await clock.advance(1);
    others.push(getMe(client, {}));
    const patient = confirmInteraction(client, confirmation);
    const hasty = outcomeOf(confirmInteraction(client, confirmation, { deadlineMs: 1_000 }));
    await clock.advance(0);
    expect(requests.map(({ method }) => method)).toEqual(["GET", "POST"]);
    await clock.advance(3_000);
    await Promise.all([...others, patient, hasty]);
    expect(requests.map(({ method }) => method).slice(2, 4)).toContain("POST");
    expect(requests.at(-1)?.method).toBe("GET");
  });

  test("a wait that ends after the deadline is not begun; a call that is sent once neither waits for a limit nor makes one known", async () => {
    const { client, clock, requests } = testClient([limitedFor2s]);
    await outcomeOf(getMe(client, {}, { retry: false }));
    await outcomeOf(getMe(client, {}, { deadlineMs: 1_000 })); // not kept back: the first taught nothing
    expect(requests).toHaveLength(2);
    expect(await outcomeOf(getMe(client, {}, { deadlineMs: 1_000 }))).toMatchObject({
      name: "RateLimitedError",
      attempts: 0,
    });
    await outcomeOf(getMe(client, {}, { retry: false }));
    expect(requests).toHaveLength(3);
    expect(clock.pending).toBe(0);
  });

  test("RATE-11 jitter takes no wait past the deadline", async () => {
    const clock = createVirtualClock();
    const rateLimits = rateLimitMemory(clock);
    rateLimits.limited("app", 20_000);
    const { client, requests } = testClient([ok({})], { clock, rateLimits, random: () => 0.99 });
    const outcome = outcomeOf(getMe(client, {}, { deadlineMs: 20_500 }));
    await clock.advance(20_500);
    expect(clock.pending).toBe(0);
    expect(await outcome).toMatchObject({ name: "RateLimitedError", attempts: 0 });
    expect(requests).toEqual([]);
  });

  test.each(Object.entries(doors))(
    "%s: a limit of more than 30 s is remembered as long as the service says, and nobody goes out into it",
    async (_name, make) => {
      const { client, clock, requests } = over(make, [{ status: 429, headers: { "retry-after": "100" } }, ok({})]);
      expect(await outcomeOf(getMe(client, {}))).toMatchObject({ name: "RateLimitedError", retryAfterMs: 100_000 });
      await clock.advance(39_999);
      expect(await outcomeOf(getMe(client, {}))).toMatchObject({ name: "RateLimitedError", attempts: 0 });
      await clock.advance(5_001);
      const patient = getMe(client, {});
      await clock.advance(55_000);
      expect(requests).toHaveLength(1);
      await clock.advance(2);
      await patient;
      expect(requests).toHaveLength(2);
    },
  );

  test("one of more than five minutes is tried again after those: what asked for it may have been wrong", async () => {
    const { client, clock, requests } = testClient([
      { status: 429, headers: { "retry-after": "86400" }, body: "" },
      ok({}),
    ]);
    await outcomeOf(getMe(client, {}));
    await clock.advance(299_999);
    expect(await outcomeOf(getMe(client, {}, { deadlineMs: 1 }))).toMatchObject({
      name: "RateLimitedError",
      retryAfterMs: 1,
    });
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    await getMe(client, {});
    expect(requests).toHaveLength(2);
  });

  test("the scope may be the route, and the memory may be shared", async () => {
    const byRoute = testClient([limitedFor2s, ok({})], { rateLimitScope: "route" });
    const first = getMe(byRoute.client, {});
    await byRoute.clock.advance(0);
    await createMessage(byRoute.client, { ...place, content: "x" });
    expect(byRoute.requests).toHaveLength(2);
    await byRoute.clock.advance(2_000);
    await first;

    const one = testClient([limitedFor2s]);
    const rateLimits = rateLimitMemory(one.clock);
    const a = testClient([limitedFor2s, ok({})], { clock: one.clock, rateLimits });
    const b = testClient([ok({})], { clock: one.clock, rateLimits });
    void outcomeOf(getMe(a.client, {}));
    await one.clock.advance(0);
    const kept = getMe(b.client, {});
    await one.clock.advance(1_999);
    expect(b.requests).toHaveLength(0);
    await one.clock.advance(60);
    await kept;
  });
});
