import { getEventListeners } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { FakeService, frame, message, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, prepare, start } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

test("a stream that the service ended for good lets go of the caller's signal", async () => {
  const service = new FakeService();
  const caller = new AbortController();
  const { got } = start(service, { signal: caller.signal });
  await settle();
  service.stream.closeFrame("APP_DELETED", { reconnect: false });
  await settle(5);
  expect(got.error).toMatchObject({ name: "EventsEndedError" });
  expect(getEventListeners(caller.signal, "abort")).toEqual([]);
});

describe("closing", () => {
  test("EVT-49 stops reading, waits for handlers, saves the cursor, and leaves nothing behind", async () => {
    const service = new FakeService();
    const store = memoryCursors();
    const { stream, end, running, told } = slowly(service, 16, { cursorStore: store, cursorKey: "k" });
    await settle();
    service.stream.open();
    service.stream.write(frame(1, message(1)) + frame(2, message(2)));
    await settle(3);
    const closed = stream.close({ graceMs: 5000 });
    await settle(2);
    expect(service.stream.closed).toBe(true);
    expect(stream.state.phase).toBe("closing");
    await end("message 1", "message 2");
    expect(await closed).toEqual({ unhandled: 0 });
    await running;
    expect(await store.load("k")).toMatchObject({ transport: "gateway", lastEventId: "2" });
    expect(told("ended")).toMatchObject([{ error: undefined }]);
    expect(service.clock.pending).toBe(0);
  });

  test("EVT-49 what is not handled when the grace time ends is not acknowledged", async () => {
    const service = new FakeService();
    const store = memoryCursors();
    const { stream, end } = slowly(service, 16, { cursorStore: store, cursorKey: "k" });
    await settle();
    service.stream.open();
    service.stream.write([1, 2, 3].map((n) => frame(n, message(n))).join(""));
    await settle(3);
    await end("message 1", "message 3");
    const closed = stream.close({ graceMs: 5000 });
    await service.clock.advance(5000);
    expect(await closed).toEqual({ unhandled: 2 });
    await end("message 2");
    expect(await store.load("k"), "too late to count").toMatchObject({ lastEventId: "1" });
  });

  test("EVT-49 closed again with less time, the shorter time counts; with more, what was left", async () => {
    for (const [first, second, expected] of [
      [10_000, 2000, 3000],
      [10_000, 0, 1000],
      [2000, 10_000, 2000],
      [Infinity, 2000, 3000],
    ] as const) {
      const service = new FakeService();
      const { stream } = slowly(service);
      await settle();
      service.stream.open();
      service.stream.send(1, message(1));
      await settle(3);
      const ends: number[] = [];
      const beganMs = service.clock.monotonicMs();
      const close = async (graceMs: number) => {
        expect(await stream.close({ graceMs })).toEqual({ unhandled: 1 });
        ends.push(service.clock.monotonicMs() - beganMs);
      };
      const closed = [close(first)];
      await service.clock.advance(1000);
      closed.push(close(second));
      await service.clock.advance(10_000);
      await Promise.all(closed);
      expect(ends).toEqual([expected, expected]);
      expect(service.clock.pending).toBe(0);
    }
  });

  test("EVT-49 a stream that the service has ended can be closed without waiting for its handlers", async () => {
    const service = new FakeService();
    const { stream, running } = slowly(service);
    const outcome = running.catch((error: unknown) => error);
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    service.stream.closeFrame("FATAL_ERROR", { reconnect: false });
    await settle(5);
    expect(stream.state.phase).toBe("closing");
    expect(await stream.close({ graceMs: 0 })).toEqual({ unhandled: 1 });
    expect(await outcome).toMatchObject({ closeCode: "FATAL_ERROR" });
    expect(service.clock.pending).toBe(0);
  });

  test("EVT-49 closed, it hands out nothing more: what was waiting comes again after a restart", async () => {
    for (const take of ["one by one", "in batches"]) {
      const service = new FakeService();
      const store = memoryCursors();
      const { stream } = prepare(service, { cursorStore: store, cursorKey: "k" });
      const reader = take === "in batches" ? stream.batches()[Symbol.asyncIterator]() : stream[Symbol.asyncIterator]();
      const first = reader.next();
      await settle(3);
      service.stream.open();
      service.stream.send(1, message(1));
      await first;
      for (const n of [2, 3]) service.stream.send(n, message(n));
      await settle(5);
      const closed = stream.close({ graceMs: 1000 });
      await service.clock.advance(1000);
      expect(await closed).toEqual({ unhandled: 3 });
      expect(await reader.next(), take).toEqual({ done: true, value: undefined });
      expect(await reader.next(), take).toEqual({ done: true, value: undefined });
      expect(stream.state.queued).toBe(0);
      expect((await store.load("k"))?.lastEventId).toBeUndefined();
    }
  });

  test("EVT-49 leaving the loop closes; the event in hand comes again after a restart", async () => {
    const service = new FakeService();
    const store = memoryCursors();
    const first = prepare(service, { cursorStore: store });
    service.onStream = (stream) => {
      stream.open();
      stream.write(frame(1, message(1)) + frame(2, message(2)));
    };
    for await (const event of first.stream)
      if (event.type === "message_create" && event.message.content === "message 2") break;
    expect(service.stream.closed).toBe(true);
    service.onStream = (stream) => void stream.resume();
    start(service, { cursorStore: store });
    await settle(3);
    expect(service.stream.lastEventId).toBe("1");
  });

  test("while waiting to reconnect it ends at once", async () => {
    const service = new FakeService();
    const { stream, got } = start(service);
    await settle();
    service.stream.open();
    service.stream.closeFrame("CONNECTION_LIMIT_EXCEEDED");
    await settle(3);
    expect(stream.state.phase).toBe("retrying");
    await stream.close();
    await settle();
    expect(got).toMatchObject({ done: true, error: undefined });
    expect(service.clock.pending).toBe(0);
  });

  test("a signal closes it too, also one that fired before", async () => {
    const service = new FakeService();
    const controller = new AbortController();
    const { got } = start(service, { signal: controller.signal });
    await settle();
    controller.abort();
    await settle(3);
    expect(got.done).toBe(true);
    const late = start(service, { signal: controller.signal });
    await settle(3);
    expect(late.got.done).toBe(true);
    expect(service.streams).toHaveLength(1);
  });

  test("one consumer at a time: a second one is refused by name", async () => {
    const service = new FakeService();
    const { stream } = start(service);
    await settle();
    await expect(stream.run(slowly(service).dispatcher)).rejects.toThrow(/one consumer/);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow(/one consumer/);
  });

  test("a second consumer by the same entries() is refused, and the first goes on", async () => {
    const service = new FakeService();
    const entries = prepare(service).stream.entries({ ack: "manual" });
    const first = entries[Symbol.asyncIterator]().next();
    await expect(entries[Symbol.asyncIterator]().next()).rejects.toThrow(/one consumer/);
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    expect((await first).value).toMatchObject({ eventId: "1", attempt: 1 });
  });

  test.each([
    // As an async function, which a type of void allows.
    ["rejects", (() => Promise.reject(new Error("listener"))) as () => void],
    [
      "throws",
      () => {
        throw new Error("listener");
      },
    ],
  ])("a listener that %s disturbs nothing", async (_, onDiagnostic) => {
    const service = new FakeService();
    const { names, stream } = start(service);
    stream.onDiagnostic(onDiagnostic);
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    expect(names()).toEqual(["message 1"]);
  });
});
