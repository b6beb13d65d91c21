import { expect, test } from "vitest";
import { getMe, type HttpDiagnostic } from "svc-apps";
import { inTime } from "../../runtime/http/middleware/auth.js";
import { watch } from "../../runtime/http/transport/abort.js";
import { answerOfStore } from "../../runtime/interaction/claims.js";
import { gate, StepClock } from "../app/kit/clock.js";
import { ok } from "../support/fake-transport.js";
import { testClient } from "../support/test-client.js";

/** What is said when nothing came within the time given. */
const ENDINGS: readonly (readonly [string, (clock: StepClock, ms: number, told: (said: string) => void) => unknown])[] =
  [
    ["an answer", (clock, timeoutMs, told) => watch({ timeoutMs }, clock, ({ message }) => told(message))],
    [
      "a token",
      (clock, timeoutMs, told) =>
        inTime(gate().promise, { signal: undefined, timeoutMs, deadlineAtMs: Infinity }, clock).catch(
          (error: unknown) => void told(String(error)),
        ),
    ],
    [
      "a dedupe store",
      (clock, waitMs, told) =>
        answerOfStore(
          async () => gate().promise,
          { clock, deadlineMs: clock.monotonicMs() + 2 * waitMs },
          (error) => told(String(error)),
        ),
    ],
  ];

test.each(ENDINGS)(
  "how long %s was waited for is told in whole milliseconds, of which it is one at least",
  async (_, wait) => {
    const clock = new StepClock();
    const said: string[] = [];
    for (const ms of [0.0078, 249.2, 3_000]) {
      void wait(clock, ms, (text) => said.push(text));
      await clock.advance(ms);
    }
    expect(said.map((text) => / (\S+) ms$/.exec(text)?.[1])).toEqual(["1", "250", "3000"]);
  },
);

test("waits before repeating, and how long a call took, are told in whole milliseconds; the facts stay exact", async () => {
  const events: HttpDiagnostic[] = [];
  const replies = [{ status: 502, body: "" }, { status: 429, headers: { "retry-after": "0.0002" }, body: "" }, ok({})];
  const onDiagnostic = (event: HttpDiagnostic) => void events.push(event);
  const { client, clock } = testClient(replies, { onDiagnostic, random: () => 0.123 });
  const call = getMe(client, {});
  await clock.advance(10_000);
  await call;
  expect(events.map(({ message }) => message).filter((message) => /\.\d* ms| 0 ms/.test(message))).toEqual([]);
  const waits = events.flatMap((event) => ("waitMs" in event ? [event.waitMs] : []));
  expect(waits.some((ms) => !Number.isInteger(ms))).toBe(true);
});
