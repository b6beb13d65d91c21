import { afterEach, describe, expect, test } from "vitest";
import { deadLetters, type StreamEvent } from "svc-apps/events";
import { memoryStore } from "svc-apps/stores";
import { lettersIn } from "../support/letters.js";
import { bench } from "./kit/dispatch-bench.js";
import { FakeService, message, settle } from "./kit/fake-service.js";
import { closeAll, prepare } from "./kit/start.js";
import { createDispatcher } from "../../runtime/events/dispatch/dispatcher.js";
import { memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

const broken = new Error("database away");

/** Handlers that fail so many times for each event, in their own way. */
function failing(times: number, options: Parameters<typeof bench>[0], how: "throws" | "rejects" = "rejects") {
  const attempts: string[] = [];
  const made = bench({
    random: () => 0,
    ...options,
    handle: ({ n }, { attempt }) => {
      attempts.push(`${n}.${attempt}`);
      if (attempt > times) return undefined;
      if (how === "throws") throw broken;
      return Promise.reject(broken);
    },
  });
  return { ...made, attempts };
}

describe("a handler that fails", () => {
  test.each(["throws", "rejects"] as const)("by default has handled its event, and is told (%s)", async (how) => {
    const { offer, settled, errors, attempts } = failing(1, {}, how);
    offer({ n: 1 });
    await settle();
    expect([attempts, settled, errors]).toEqual([["1.1"], [1], [broken]]);
  });

  test.each(["throws", "rejects"] as const)("is run again after growing waits, until it succeeds (%s)", async (how) => {
    const { offer, settled, errors, attempts, clock, dispatcher } = failing(
      3,
      { onFailure: { retries: 3 }, handlerTimeoutMs: 0 },
      how,
    );
    offer({ n: 1 });
    await settle();
    expect([attempts, settled, dispatcher.snapshot.running]).toEqual([["1.1"], [], 1]);
    await clock.advance(999);
    expect(attempts).toHaveLength(1);
    await clock.advance(1);
    expect(attempts).toEqual(["1.1", "1.2"]);
    await clock.advance(2000);
    await clock.advance(3999);
    expect(attempts).toHaveLength(3);
    expect(settled).toEqual([]);
    await clock.advance(1);
    expect([attempts.at(-1), settled, errors]).toEqual(["1.4", [1], [broken, broken, broken]]);
    expect(dispatcher.snapshot.running).toBe(0);
    expect(clock.pending).toBe(0);
  });

  test("EVT-45 keeps those behind it in its channel waiting, and no others", async () => {
    const { offer, attempts, clock } = failing(1, { onFailure: { retries: 1 }, order: "channel" });
    offer({ n: 1, channel: "a" });
    offer({ n: 2, channel: "a" });
    offer({ n: 3, channel: "b" });
    await settle();
    expect(attempts).toEqual(["1.1", "3.1"]);
    await clock.advance(1000);
    expect(attempts.filter((each) => each.startsWith("1") || each.startsWith("2"))).toEqual(["1.1", "1.2", "2.1"]);
  });

  test("under order none does not hold back its channel", async () => {
    const { offer, attempts } = failing(1, { onFailure: { retries: 1 } });
    offer({ n: 1, channel: "a" });
    offer({ n: 2, channel: "a" });
    await settle();
    expect(attempts).toEqual(["1.1", "2.1"]);
  });

  test("that takes too long fails as well", async () => {
    let runs = 0;
    const { offer, settled, errors, clock } = bench({
      random: () => 0,
      handlerTimeoutMs: 500,
      onFailure: { retries: 1 },
      handle: () => ((runs += 1) === 1 ? new Promise<void>(() => undefined) : undefined),
    });
    offer({ n: 1 });
    await clock.advance(500);
    expect([runs, settled, errors]).toEqual([1, [], [expect.objectContaining({ name: "HandlerTimeout" })]]);
    await clock.advance(60_000 + 999);
    expect(runs, "it might still end").toBe(1);
    await clock.advance(1);
    expect([runs, settled]).toEqual([2, [1]]);
  });

  test("and is given up on leaves a dead letter with event, error and attempts; only then its event is handled", async () => {
    const deadLetter = memoryStore();
    const { offer, settled, clock } = failing(Infinity, { onFailure: { retries: 2, deadLetter } });
    offer({ n: 7 });
    await clock.advance(2999);
    expect([await lettersIn(deadLetter), settled]).toEqual([[], []]);
    await clock.advance(1);
    const letters = await lettersIn(deadLetter);
    expect(letters).toMatchObject([
      { event: { n: 7 }, identity: "item-7", attempts: 3, error: { name: "Error", message: "database away" } },
    ]);
    expect(settled).toEqual([7]);
    expect(await deadLetters(deadLetter).remove("item-7")).toBe(true);
    expect(await deadLetters(deadLetter).remove("item-7")).toBe(false);
    expect(await lettersIn(deadLetter)).toEqual([]);
  });

  test("leaves one dead letter, also when its event is given up on twice or has an identity of any length", async () => {
    const deadLetter = memoryStore();
    for (const identity of ["i".repeat(5_000), "i".repeat(5_000), `${"i".repeat(5_000)}j`]) {
      const { dispatcher, settled } = failing(Infinity, { onFailure: { retries: 0, deadLetter } });
      dispatcher.offer({ event: { n: 1 }, identity, settled: () => void settled.push(1), receivedAtMs: 0 });
      await expect.poll(() => settled).toEqual([1]);
    }
    expect((await lettersIn(deadLetter)).map(({ identity }) => identity.length).sort((a, b) => a - b)).toEqual([
      5_000, 5_001,
    ]);
  });

  test("is dropped and reported when it is too large for the store", async () => {
    const deadLetter = { ...memoryStore(), maxValueBytes: 50 };
    const { offer, settled, errors } = failing(Infinity, { onFailure: { retries: 0, deadLetter } });
    offer({ n: 1 });
    await settle(5);
    expect([settled, errors.at(-1)]).toEqual([[1], expect.objectContaining({ reason: "too-large" })]);
  });

  test("is not handled while its dead letter cannot be written", async () => {
    let fails = 3;
    const written: unknown[] = [];
    const store = memoryStore();
    const put: typeof store.put = async (key, value, expected) => {
      if ((fails -= 1) >= 0) throw new Error("disk full");
      written.push(value);
      return store.put(key, value, expected);
    };
    const deadLetter = { ...store, put };
    const { offer, settled, errors, clock } = failing(Infinity, { onFailure: { retries: 0, deadLetter } });
    offer({ n: 1 });
    await settle();
    expect([settled, errors.length]).toEqual([[], 2]);
    await clock.advance(3000);
    expect(settled).toEqual([]);
    await clock.advance(4000);
    expect([settled, written.length]).toEqual([[1], 1]);
  });

  test("whose dead letter is never answered for is added again after five seconds and the wait for a failed one", async () => {
    let adds = 0;
    const store = memoryStore();
    const put: typeof store.put = async (...given) =>
      (adds += 1) === 1 ? new Promise(() => undefined) : store.put(...given);
    const deadLetter = { ...store, put };
    const options = { onFailure: { retries: 0, deadLetter }, order: "channel" } as const;
    const { offer, settled, errors, clock } = failing(Infinity, options);
    offer({ n: 1, channel: "a" });
    offer({ n: 2, channel: "a" });
    await clock.advance(4999);
    expect([adds, errors]).toEqual([1, [broken]]);
    await clock.advance(1);
    expect(errors.at(-1)).toMatchObject({ message: "The dead-letter store did not answer put() within 5000 ms." });
    await clock.advance(999);
    expect([adds, settled]).toEqual([1, []]);
    await clock.advance(1);
    expect([adds, settled]).toEqual([3, [1, 2]]);
  });

  test("and was aborted is run again once it has ended: one run in a channel at a time", async () => {
    let running = 0;
    let most = 0;
    const runs: string[] = [];
    const { offer, settled, errors, clock, dispatcher } = bench({
      random: () => 0,
      order: "channel",
      handlerTimeoutMs: 100,
      onFailure: { retries: 2, backoff: { baseMs: 10, capMs: 10 } },
      handle: ({ n }, { attempt }) => {
        runs.push(`${n}.${attempt}`);
        most = Math.max(most, (running += 1));
        return new Promise<void>((resolve) => {
          clock.schedule(() => {
            running -= 1;
            resolve();
          }, 350);
        });
      },
    });
    offer({ n: 1, channel: "a" });
    offer({ n: 2, channel: "a" });
    await clock.advance(100);
    expect([errors.length, runs, dispatcher.snapshot.overdue]).toEqual([1, ["1.1"], 1]);
    await clock.advance(259);
    expect(runs).toEqual(["1.1"]);
    await clock.advance(1);
    expect(runs).toEqual(["1.1", "1.2"]);
    await clock.advance(10_000);
    expect(runs).toEqual(["1.1", "1.2", "1.3", "2.1", "2.2", "2.3"]);
    expect([most, settled, dispatcher.snapshot.overdue]).toEqual([1, [1, 2], 0]);
    expect(clock.pending).toBe(0);
  });

  test("and never ends holds back its channel for ten times its limit, and at least a minute", async () => {
    const deadLetter = memoryStore();
    const { offer, settled, started, clock } = bench({
      order: "channel",
      handlerTimeoutMs: 7000,
      onFailure: { retries: 0, deadLetter },
    });
    offer({ n: 1, channel: "a" });
    offer({ n: 2, channel: "a" });
    await clock.advance(7000 + 70_000 - 1);
    expect([started, settled]).toEqual([[1], []]);
    await clock.advance(1);
    expect([started, settled]).toEqual([[1, 2], [1]]);
    expect(await lettersIn(deadLetter)).toMatchObject([{ event: { n: 1 }, error: { name: "HandlerTimeout" } }]);
  });

  test("EVT-49 and was aborted and has not ended is abandoned by a stop", async () => {
    const { offer, settled, clock, dispatcher, end } = bench({ handlerTimeoutMs: 100, onFailure: { retries: 1 } });
    offer({ n: 1 });
    await clock.advance(100);
    const stopped = dispatcher.stop({ graceMs: 50 });
    await clock.advance(50);
    expect(await stopped).toEqual({ abandoned: 1 });
    await end(1);
    await clock.advance(100_000);
    expect([settled, clock.pending]).toEqual([[], 0]);
  });

  test("EVT-49 and waits to be run again is abandoned by a stop, and counts as not handled", async () => {
    const { offer, settled, attempts, clock, dispatcher } = failing(Infinity, { onFailure: { retries: 100 } });
    offer({ n: 1 });
    await settle();
    const stopped = dispatcher.stop({ graceMs: 100 });
    await clock.advance(100);
    expect(await stopped).toEqual({ abandoned: 1 });
    await clock.advance(600_000);
    expect([attempts, settled]).toEqual([["1.1"], []]);
    expect(clock.pending).toBe(0);
  });

  test("options that make no sense are refused", () => {
    for (const retries of [-1, 1.5, NaN]) {
      expect(() => bench({ onFailure: { retries } })).toThrow(/onFailure.retries/);
    }
  });

  test("EVT-12 EVT-50 does not let the cursor past it", async () => {
    const service = new FakeService();
    const store = memoryCursors();
    const { stream } = prepare(service, { cursorStore: store, cursorKey: "k", saveEveryEvents: 1 });
    const dispatcher = createDispatcher<StreamEvent>({
      clock: service.clock,
      random: () => 0,
      onFailure: { retries: 1 },
      onError: () => undefined,
      handle: (event, { attempt }) => {
        if (attempt === 1 && event.type === "message_create" && event.message.content === "message 1") throw broken;
      },
    });
    void stream.run(dispatcher);
    await settle(3);
    service.stream.open();
    for (const n of [1, 2, 3]) service.stream.send(n, message(n));
    await settle(5);
    expect((await store.load("k"))?.lastEventId).toBeUndefined();
    await service.clock.advance(1000);
    await service.clock.advance(1000);
    expect((await store.load("k"))?.lastEventId).toBe("3");
  });
});
