import { afterEach, describe, expect, test } from "vitest";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, json, message, refuse, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, start } from "./kit/start.js";
import { cursorsThat, memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

const MINUTE_MS = 60_000;

/** With chance at its smallest, so that waits are as short as they can be. */
const hasty = { random: () => 0 } as const;

describe("whatever does not last is not asked for in a loop", () => {
  test.each(["0", "-5", "Thu, 01 Jan 1970 00:00:00 GMT"])("RATE-01 a 429 with Retry-After %s", async (retryAfter) => {
    const service = new FakeService();
    service.replies.push(...Array.from({ length: 1000 }, () => refuse(429, {}, { "retry-after": retryAfter })));
    start(service);
    await service.clock.advance(MINUTE_MS);
    expect(service.streamRequests.length).toBeLessThan(12);
  });

  test("EVT-34 a stream that resumes, brings an event and drops", async () => {
    const service = new FakeService();
    let events = 0;
    service.onStream = (stream) => {
      if (stream.lastEventId === undefined) stream.open();
      else stream.resume();
      stream.send((events += 1), message(events));
      stream.drop();
    };
    const { names, told } = start(service);
    await service.clock.advance(MINUTE_MS);
    expect(service.streams.length).toBeLessThan(12);
    expect(names().length).toBe(events);
    expect(told("retrying").map(({ attempt }) => attempt)).toEqual(told("retrying").map((_, index) => index + 1));
  });

  test("BOX-10 a mailbox that expires as soon as it is opened", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    for (let read = 0; read < 1000; read += 1) box.replies.push(() => json({ code: "MAILBOX_EXPIRED" }, 409));
    start(service, { transport: "mailbox" });
    await service.clock.advance(20_000);
    expect(box.opened).toBeLessThan(8);
    await service.clock.advance(10 * MINUTE_MS);
    expect(box.opened).toBeLessThan(60);
  });

  test("even when chance makes every wait as short as it can be", async () => {
    const service = new FakeService();
    service.onStream = (stream) => {
      stream.open();
      stream.drop();
    };
    start(service, {}, hasty);
    await service.clock.advance(10_000);
    expect(service.streams.length).toBeLessThanOrEqual(102);
  });

  test("EVT-34 a connection that was of use for long enough is followed at once, however often", async () => {
    const service = new FakeService();
    start(service, { stableAfterMs: 5000 });
    await settle();
    for (let round = 1; round <= 5; round += 1) {
      service.stream.open();
      await service.clock.advance(5000);
      service.stream.drop();
      await service.clock.advance(20);
      expect(service.streams).toHaveLength(round + 1);
    }
  });
});

describe("closing keeps its time", () => {
  test.each(["the store", "the mailbox"])("EVT-49 although %s never answers", async (which) => {
    const service = new FakeService();
    new FakeBox(service);
    const memory = memoryCursors();
    let hangs = false;
    const cursorStore = cursorsThat({
      load: memory.load.bind(memory),
      save: (...args: Parameters<typeof memory.save>) =>
        hangs && which === "the store" ? new Promise<void>(() => undefined) : memory.save(...args),
    });
    // With a store the mailbox is left to the next process, and not given back.
    const kept = which === "the store" ? { cursorStore, cursorKey: "k" } : {};
    const { stream, got } = start(service, { transport: "mailbox", ...kept });
    await settle(5);
    hangs = true;
    const answer = service.onCall;
    service.onCall = (request) =>
      request.method === "DELETE" && which === "the mailbox" ? new Promise(() => undefined) : answer(request);
    const beganMs = service.clock.monotonicMs();
    let endedMs: number | undefined;
    const closed = stream.close({ graceMs: 100 }).then((result) => {
      endedMs = service.clock.monotonicMs();
      return result;
    });
    await service.clock.advance(100);
    expect(await closed).toEqual({ unhandled: 0 });
    expect(endedMs).toBe(beganMs + 100);
    await settle(3);
    expect(got.done, "whoever iterates hears of the end as soon").toBe(true);
    await service.clock.advance(MINUTE_MS);
  });

  const never = () => new Promise<never>(() => undefined);
  test.each(["the opening of a stream", "history after a gap", "the release of a lock", "a slot", "a token"])(
    "EVT-49 although %s never ends",
    async (which) => {
      const service = new FakeService();
      if (which === "the opening of a stream") service.replies.push(never);
      if (which === "history after a gap") service.onCall = never;
      const memory = memoryCursors();
      const release = which === "the release of a lock" ? never : () => Promise.resolve(undefined);
      const isReleasing = (text: string) => text.includes('"isFree":true');
      const { stream, told } = start(
        service,
        {
          cursorStore: {
            ...memory,
            put: async (...given) => (isReleasing(given[1]) ? release() : memory.put(...given)),
          },
          cursorKey: "k",
          onGap: "backfill",
          ...(which === "a slot" && { slots: { tryTake: () => undefined, take: never } }),
        },
        which === "a token" ? { token: never } : {},
      );
      await settle(5);
      if (which === "history after a gap") {
        service.stream.open("c1");
        service.stream.send(1, message(1));
        await settle(3);
        service.stream.drop();
        await service.clock.advance(20);
        service.stream.open("c2");
        await settle(5);
        expect([told("gap").length, service.calls.length]).toEqual([1, 1]);
      }
      let isClosed = false;
      const closed = stream.close({ graceMs: 100 }).then(() => (isClosed = true));
      await service.clock.advance(100);
      expect(isClosed).toBe(true);
      await closed;
      await service.clock.advance(MINUTE_MS);
    },
  );

  test("EVT-49 also while the first record is being written, before anything is opened", async () => {
    const service = new FakeService();
    const cursorStore = cursorsThat({
      load: () => Promise.resolve(undefined),
      save: () => new Promise<void>(() => undefined),
    });
    const { stream } = start(service, { cursorStore, cursorKey: "k" });
    await settle(5);
    let isClosed = false;
    const closed = stream.close({ graceMs: 100 }).then(() => (isClosed = true));
    await service.clock.advance(100);
    expect([isClosed, service.streams.length]).toEqual([true, 0]);
    await closed;
    await service.clock.advance(MINUTE_MS);
  });

  test("EVT-49 and of it enough is kept to save what is handled, although a handler never ends", async () => {
    const service = new FakeService();
    const store = memoryCursors();
    const { stream, end } = slowly(service, 16, { cursorStore: store, cursorKey: "k", saveIntervalMs: 50_000 });
    await settle(3);
    service.stream.open();
    for (const n of [1, 2]) service.stream.send(n, message(n));
    await settle(5);
    await end("message 1");
    const closed = stream.close({ graceMs: 100 });
    await service.clock.advance(100);
    await closed;
    expect(await store.load("k")).toMatchObject({ closed: true, lastEventId: "1" });
  });
});

test.each([
  ["keep", "7", []],
  ["reset", undefined, [{ reason: "no-cursor" }]],
] as const)(
  "EVT-05 with the assumption emptyEventId %s, an empty id leaves %s to resume from",
  async (emptyEventId, id, gaps) => {
    for (const text of [`id\ndata: ${JSON.stringify(message(8))}\n\n`, "id:\n\n"]) {
      const service = new FakeService();
      const { told } = start(service, {}, { assumptions: { emptyEventId } });
      await settle();
      service.stream.open();
      service.stream.send(7, message(7));
      service.stream.write(text);
      await settle(3);
      service.stream.drop();
      await service.clock.advance(20);
      expect(service.stream.lastEventId).toBe(id);
      if (id === undefined) service.stream.open("c2");
      else service.stream.resume();
      await settle(3);
      expect(told("gap")).toMatchObject(gaps);
      await closeAll();
    }
  },
);
