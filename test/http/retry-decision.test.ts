import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RetryClass } from "svc-apps/rest";
import {
  backoff,
  decideRetry,
  type Outcome,
  parseRetryAfter,
  type RetryPolicy,
  type RetryState,
  waitAfter,
} from "svc-apps";

const policy: RetryPolicy = { retries: 3, rateLimitRetries: 5, maxRetryAfterMs: 30_000, baseMs: 100, ceilingMs: 5_000 };
const fresh: RetryState = { failures: 0, rateLimits: 0, remainingMs: Infinity, keyed: true, random: 0 };
const classes: readonly RetryClass[] = ["safe", "with-client-ref", "after-reread", "never"];

const answer = (status: number, retryAfterMs?: number): Outcome => ({ kind: "answer", status, retryAfterMs });
const lost: Outcome = { kind: "no-answer", sent: true, final: false };
const unsent: Outcome = { kind: "no-answer", sent: false, final: false };
const pointless: Outcome = { kind: "no-answer", sent: true, final: true };

/** One line per kind of outcome: what each retry class comes to, in the order of `classes`. */
const table: readonly (readonly [what: string, outcome: Outcome, results: readonly string[]])[] = [
  ["a 429", answer(429), ["rate-limited", "rate-limited", "rate-limited", "rate-limited"]],
  ["a request that never left", unsent, ["not-sent", "not-sent", "not-sent", "not-sent"]],
  ["a lost answer", lost, ["harmless", "harmless", "unsafe", "unsafe"]],
  ["a 500", answer(500), ["harmless", "harmless", "unsafe", "unsafe"]],
  ["a 502", answer(502), ["harmless", "harmless", "unsafe", "unsafe"]],
  ["a 503", answer(503), ["harmless", "harmless", "unsafe", "unsafe"]],
  ["a 504", answer(504), ["harmless", "harmless", "unsafe", "unsafe"]],
  ["a 408", answer(408), ["harmless", "harmless", "unsafe", "unsafe"]],
  ["a 501", answer(501), ["final", "final", "final", "final"]],
  ["a 505", answer(505), ["final", "final", "final", "final"]],
  ["a 400", answer(400), ["final", "final", "final", "final"]],
  ["a 401", answer(401), ["final", "final", "final", "final"]],
  ["a 404", answer(404), ["final", "final", "final", "final"]],
  ["a 409", answer(409), ["final", "final", "final", "final"]],
  ["an abort", pointless, ["final", "final", "final", "final"]],
];

describe("RATE-08 RATE-09 ERR-09 MSG-10 MSG-18 MSG-20 ADM-06 ADM-25 CMD-22 what is repeated, by class", () => {
  test.each(table)("%s", (_what, outcome, results) => {
    expect(classes.map((retry) => decideRetry(retry, outcome, fresh, policy).why)).toEqual(results);
  });
});

test("MSG-10 an operation with an idempotency key is repeated after a lost answer only when the key was sent", () => {
  expect(decideRetry("with-client-ref", lost, { ...fresh, keyed: true }, policy).action).toBe("retry");
  expect(decideRetry("with-client-ref", lost, { ...fresh, keyed: false }, policy).why).toBe("unsafe");
});

test("failures and 429s are counted apart, each up to its own limit", () => {
  const why = (outcome: Outcome, state: Partial<RetryState>) =>
    decideRetry("safe", outcome, { ...fresh, ...state }, policy).why;
  expect(why(lost, { failures: 2, rateLimits: 99 })).toBe("harmless");
  expect(why(lost, { failures: 3 })).toBe("spent");
  expect(why(answer(429), { failures: 99, rateLimits: 4 })).toBe("rate-limited");
  expect(why(answer(429), { rateLimits: 5 })).toBe("spent");
});

test("RATE-04 a wait of exactly the longest is slept, one millisecond more is an error", () => {
  expect(decideRetry("safe", answer(429, 30_000), { ...fresh, random: 0.99 }, policy)).toMatchObject({
    waitMs: 30_000,
  });
  expect(decideRetry("safe", answer(429, 30_001), fresh, policy)).toEqual({ action: "give-up", why: "too-long" });
  expect(decideRetry("safe", answer(503, 30_001), fresh, policy)).toEqual({ action: "give-up", why: "too-long" });
});

test("RATE-10 a wait that would reach the deadline is not begun", () => {
  const decide = (remainingMs: number) => decideRetry("never", answer(429, 1_000), { ...fresh, remainingMs }, policy);
  expect(decide(1_001)).toMatchObject({ action: "retry", waitMs: 1_000 });
  expect(decide(1_000)).toEqual({ action: "give-up", why: "deadline" });
});

test("RATE-05 a 429 without a readable wait backs off exponentially, within bounds", () => {
  const waits = [0, 1, 2, 3, 4].map((rateLimits) => decideRetry("safe", answer(429), { ...fresh, rateLimits }, policy));
  expect(waits).toMatchObject([100, 200, 400, 800, 1600].map((waitMs) => ({ action: "retry", waitMs })));
  expect(backoff(500, policy, 1)).toBe(5_000);
});

test("a back-off reaches its ceiling exactly, and is not cut below it", () => {
  const waits = (ceilingMs: number) => [1, 2, 3].map((retry) => backoff(retry, { baseMs: 100, ceilingMs }, 0));
  expect(waits(399)).toEqual([100, 200, 399]);
  expect(waits(400)).toEqual([100, 200, 400]);
  expect(waits(401)).toEqual([100, 200, 400]);
  expect(backoff(1, { baseMs: 100, ceilingMs: 149 }, 1)).toBe(149);
  expect(backoff(2, { baseMs: 100, ceilingMs: 5_000 }, 0.5)).toBe(250);
});

test.each([
  { askedMs: 0, random: 0.5, waitMs: 25 },
  { askedMs: 400, random: 0.5, waitMs: 425 },
  { askedMs: 2_000, random: 0.5, waitMs: 2_100 },
  { askedMs: 60_000, random: 0.5, waitMs: 60_500 },
  { askedMs: 299_900, random: 0.5, waitMs: 300_000 },
])("asked to wait $askedMs ms it waits $waitMs: a tenth more at most, 50 ms at least, one second at most", (row) => {
  expect(waitAfter(row.askedMs, 300_000, row.random)).toBe(row.waitMs);
});

test("a decision never waits less than it was asked to, nor more than the longest", () => {
  const outcomes = fc.record({
    ms: fc.double({ min: 0, max: 30_000, noNaN: true }),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  fc.assert(
    fc.property(outcomes, ({ ms, random }) => {
      const decision = decideRetry("never", answer(429, ms), { ...fresh, random }, policy);
      if (decision.action !== "retry") throw new Error(decision.why);
      expect(decision.waitMs).toBeGreaterThanOrEqual(ms);
      expect(decision.waitMs).toBeLessThanOrEqual(30_000);
    }),
  );
});

test("RATE-02 RATE-03 jitter only ever lengthens, and the gateway's ceiling of five minutes holds", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e13, noNaN: true }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (askedMs, random) => {
        const waitMs = waitAfter(askedMs, 300_000, random);
        expect(waitMs).toBeGreaterThanOrEqual(Math.min(askedMs, 300_000));
        expect(waitMs).toBeLessThanOrEqual(300_000);
        expect(waitMs).toBeLessThanOrEqual(askedMs + 1_000);
      },
    ),
    { numRuns: 10_000 },
  );
});

describe("RATE-01 Retry-After", () => {
  const nowMs = Date.UTC(2026, 0, 1, 12, 0, 0);
  const parse = (value: string | undefined, dateHeader?: string) => parseRetryAfter(value, { nowMs, dateHeader });

  test.each([
    ["0", 0],
    ["1", 1_000],
    [" 7 ", 7_000],
    ["1.5", 1_500],
    ["0.0004", 1],
    ["3, 9, 4", 9_000],
    ["Thu, 01 Jan 2026 12:00:30 GMT", 30_000],
    ["Thursday, 01-Jan-26 12:00:30 GMT", 30_000],
    ["Thu Jan  1 12:00:30 2026", 30_000],
    ["Thu, 01 Jan 2026 11:00:00 GMT", 0],
    ["Thu, 01 Jan 2026 12:00:10 GMT, Thu, 01 Jan 2026 12:00:30 GMT", 30_000],
    ["5, Thu, 01 Jan 2026 12:00:30 GMT", 30_000],
    ["Thu, 01 Jan 2026 12:00:05 GMT,9", 9_000],
    ["99999999999999999999999", 9e12],
  ])("%j is %d ms", (value, ms) => expect(parse(value)).toBe(ms));

  test.each([undefined, "", " ", "-1", "soon", "1e3", "0x10", "2026-01-01T12:00:30Z", "1;2", "NaN", "Infinity"])(
    "RATE-05 %j is not readable",
    (value) => expect(parse(value)).toBeUndefined(),
  );

  test("a date is measured against the service's own clock when it shows it", () => {
    expect(parse("Thu, 01 Jan 2026 13:00:10 GMT", "Thu, 01 Jan 2026 13:00:00 GMT")).toBe(10_000);
    expect(parse("Thu, 01 Jan 2026 12:00:10 GMT", "nonsense")).toBe(10_000);
  });

  test("a date without a zone is in GMT, wherever the process runs", () => {
    const zone = process.env["TZ"];
    try {
      process.env["TZ"] = "America/Sao_Paulo";
      expect(parse("Thu Jan  1 12:00:30 2026")).toBe(30_000);
      expect(parse("Thu, 01 Jan 2026 12:00:30 GMT")).toBe(30_000);
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  });

  test("whatever comes is a wait of zero or more, or nothing", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (value) => {
          const ms = parse(value);
          expect(ms === undefined || (ms >= 0 && Number.isFinite(ms))).toBe(true);
        },
      ),
    );
  });
});
