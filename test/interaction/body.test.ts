import { expect, test } from "vitest";
import { RateLimitedError, RefusalError } from "../../runtime/http/errors/index.js";
import { BodyChannel } from "../../runtime/interaction/channels/body.js";
import { limits } from "../../generated/tables.js";
import { StepClock } from "../app/kit/clock.js";

/**
 * Follows up `afterMs` after the arrival of a delivery whose answer reaches the service after `bodyArrivesMs`: the result,
 * and when it was tried.
 */
async function followUp(bodyArrivesMs: number, afterMs = 0, refusal = new RefusalError("not confirmed")) {
  const clock = new StepClock();
  const startMs = clock.monotonicMs();
  const triedAtMs: number[] = [];
  const tried = () => {
    triedAtMs.push(Math.round(clock.monotonicMs() - startMs));
    if (clock.monotonicMs() - startMs < bodyArrivesMs) throw refusal;
    return Promise.resolve(undefined);
  };
  const rest = { answer: async () => tried(), followUp: async () => tried() };
  const channel = new BodyChannel({ rest, clock, receivedAtMs: startMs, takesPrivate: true });
  await clock.advance(afterMs);
  const result = channel.followUp({ content: "more" }, 60_000).then(
    () => "sent",
    (error: unknown) => error,
  );
  await clock.advance(10_000);
  return { result: await result, triedAtMs, waiting: clock.waiting };
}

const windowMs = limits.confirmationWindowMs;

test.each([0, 1, 600, 1_601, windowMs])("a follow-up waits for a body that arrives after %d ms", async (arrivesMs) => {
  expect(await followUp(arrivesMs)).toMatchObject({ result: "sent", waiting: 0 });
});

test("a follow-up that is refused although the body must be there by now is refused for good", async () => {
  const { result, triedAtMs } = await followUp(Infinity);
  expect(result).toBeInstanceOf(RefusalError);
  expect(triedAtMs).toEqual([0, 50, 200, 600, 1_600, 2_600, 3_600]);
});

test.each([
  ["a second before the body must be there", windowMs - 1_000, new RefusalError("no"), [0, 50, 200, 600, 1_600]],
  ["when the body must be there", windowMs, new RefusalError("no"), [0]],
  ["after a 429, which the client has waited for", 0, new RateLimitedError("slow down", { status: 429 }), [0]],
] as const)("a follow-up that is refused %s", async (_when, afterMs, refusal, wantMs) => {
  const { result, triedAtMs } = await followUp(Infinity, afterMs, refusal);
  expect([result, triedAtMs]).toEqual([refusal, wantMs.map((ms) => afterMs + ms)]);
});
