import { describe, expect, test } from "vitest";
import { getMe, type HttpDiagnostic, retryBudget } from "svc-apps";
import { netError, ok, type Reply } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";

describe("the retry budget", () => {
  test.each([
    ["refuses connections", [netError("ECONNREFUSED")], 180],
    ["answers 503", [{ status: 503, headers: {}, body: "" }], 180],
    ["does not answer", [async () => new Promise<never>(() => {})], 165],
  ] as const)(
    "150 reads against a service that %s add at most a fifth to it; once it is empty each is sent once; told once",
    async (_what, replies, first) => {
      const told: HttpDiagnostic[] = [];
      const { client, clock, requests } = testClient([...replies], {
        onDiagnostic: (diagnostic) => void told.push(diagnostic),
      });
      const reads = async (count: number) => {
        const outcomes = Array.from({ length: count }, async () => outcomeOf(getMe(client, {})));
        await clock.advance(60_000);
        await Promise.all(outcomes);
      };
      await reads(150);
      expect(requests.length).toBe(first); // 150 tokens pay for 30 repetitions, and for 15 after timeouts
      await reads(150);
      expect(requests.length).toBe(first + 150);
      expect(told.filter(({ type }) => type === "http.retry_budget_empty")).toHaveLength(1);
    },
  );

  test("successes fill it again, a repetition that succeeded gives back what it cost, and a 429 costs nothing", async () => {
    const given: number[] = [];
    const taken: number[] = [];
    const retryBudget = {
      take: (cost: number) => taken.push(cost) > 0,
      give: (tokens: number) => void given.push(tokens),
    };
    const limited: Reply = { status: 429, headers: {}, body: "" };
    const { client, clock } = testClient([ok({}), netError("ECONNRESET"), ok({}), limited, ok({})], { retryBudget });
    for (let at = 0; at < 3; at += 1) {
      const call = getMe(client, {});
      await clock.advance(1_000);
      await call;
    }
    expect([taken, given]).toEqual([[5], [1, 5, 1]]);
  });

  test("a bucket takes what it has and holds no more than it can", () => {
    const budget = retryBudget(10);
    expect([budget.take(10), budget.take(1)]).toEqual([true, false]);
    budget.give(4);
    expect([budget.take(5), budget.take(4)]).toEqual([false, true]);
    budget.give(100);
    expect([budget.take(10), budget.take(1)]).toEqual([true, false]);
  });
});
