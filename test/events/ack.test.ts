import { afterEach, describe, expect, test } from "vitest";
import { type AckableEvent } from "svc-apps/events";
import { FakeService, frame, message, settle } from "./kit/fake-service.js";
import { closeAll, nameOf, prepare } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

/** A reader who says himself what is handled. */
async function reading(options = {}) {
  const service = new FakeService();
  const store = memoryCursors();
  const prepared = prepare(service, { cursorStore: store, cursorKey: "k", saveEveryEvents: 1, ...options });
  const got: AckableEvent[] = [];
  void (async () => {
    for await (const event of prepared.stream.entries({ ack: "manual" })) got.push(event);
  })();
  await settle(3);
  service.stream.open();
  const send = async (...numbers: number[]) => {
    for (const n of numbers) service.stream.send(n, message(n));
    await settle(5);
  };
  const names = () => got.map(({ event, attempt }) => `${nameOf(event)} (${attempt})`);
  const saved = async () => {
    await settle(5);
    return (await store.load("k"))?.lastEventId;
  };
  return { ...prepared, service, got, send, names, saved };
}

describe("events that are acknowledged by hand", () => {
  test("EVT-12 EVT-50 are handled when that is said, in whatever order; the cursor stops at the first that is not", async () => {
    const { got, send, saved, stream } = await reading();
    await send(1, 2, 3);
    expect(got).toHaveLength(3);
    expect(await saved()).toBeUndefined();
    got[2]?.ack();
    expect(await saved()).toBeUndefined();
    got[0]?.ack();
    expect(await saved()).toBe("1");
    got[1]?.ack();
    got[1]?.ack();
    expect(await saved()).toBe("3");
    expect(stream.state.unhandled).toBe(0);
  });

  test("come again after a nack, not before its delay, and count their attempts", async () => {
    const { got, send, names, saved, service } = await reading();
    await send(1, 2);
    got[0]?.nack(5000);
    got[1]?.ack();
    await service.clock.advance(4999);
    expect(names()).toEqual(["message 1 (1)", "message 2 (1)"]);
    await service.clock.advance(1);
    expect(names().at(-1)).toBe("message 1 (2)");
    got[2]?.nack();
    await service.clock.advance(19);
    expect(names().at(-1)).toBe("message 1 (2)");
    await service.clock.advance(1);
    expect(names().at(-1)).toBe("message 1 (3)");
    expect(await saved()).toBeUndefined();
    got[3]?.ack();
    expect(await saved()).toBe("2");
  });

  test("EVT-12 EVT-44 lose nothing when a nack fills the queue beyond its limit", async () => {
    const service = new FakeService();
    const { stream } = prepare(service, { queueLimit: 2 });
    const reader = stream.entries({ ack: "manual" })[Symbol.asyncIterator]();
    const send = async (...numbers: number[]) => {
      service.stream.write(numbers.map((n) => frame(n, message(n))).join(""));
      await settle(3);
    };
    const first = reader.next();
    await settle(3);
    service.stream.open();
    await send(1, 2, 3);
    (await first).value?.nack();
    await service.clock.advance(10);
    await send(4, 5, 6);
    const got: string[] = [];
    void (async () => {
      for (let { value } = await reader.next(); value !== undefined; { value } = await reader.next()) {
        got.push(nameOf(value.event));
        value.ack();
      }
    })();
    await settle(10);
    expect(got).toEqual([2, 3, 1, 4, 5, 6].map((n) => `message ${n}`));
    expect(stream.state).toMatchObject({ unhandled: 0, handledEventId: "6" });
  });

  test("nacked at once, again and again, come after growing waits and leave other work its turns", async () => {
    const service = new FakeService();
    const { stream } = prepare(service);
    let runs = 0;
    void (async () => {
      for await (const event of stream.entries({ ack: "manual" })) {
        runs += 1;
        event.nack(0);
      }
    })();
    await settle(3);
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    expect(runs).toBe(1);
    await service.clock.advance(10 + 20 + 40);
    expect(runs).toBe(4);
    await service.clock.advance(80 + 160 + 320 + 640 + 1000 + 1000 - 1);
    expect(runs).toBe(9);
    await service.clock.advance(1);
    expect(runs).toBe(10);
  });

  test.each([NaN, -1, Infinity, "5", null])("a delay of %s is refused, and the event stays open", async (delay) => {
    const { got, send, names, service } = await reading();
    await send(1);
    expect(() => got[0]?.nack(delay as number)).toThrow(
      `nack() takes a finite number of milliseconds of at least 0, got ${String(delay)}`,
    );
    await service.clock.advance(5000);
    expect(names()).toHaveLength(1);
    got[0]?.nack();
    await service.clock.advance(10);
    expect(names()).toHaveLength(2);
  });

  test.each([{}, { ack: "auto" }, null, "manual"])("entries(%j) is refused", (options) => {
    const { stream } = prepare(new FakeService());
    expect(() => stream.entries(options as { ack: "manual" })).toThrow('entries() takes nothing, or { ack: "manual" }');
  });

  test("are decided once: a nack after an ack changes nothing", async () => {
    const { got, send, names, saved } = await reading();
    await send(1);
    got[0]?.ack();
    got[0]?.nack();
    await settle(3);
    expect(names()).toHaveLength(1);
    expect(await saved()).toBe("1");
  });

  test("EVT-44 hold up the reading once as many are open as may be", async () => {
    const { got, send, stream } = await reading({ maxUnhandled: 2 });
    await send(1, 2);
    await send(3, 4);
    expect([got.length, stream.state.paused]).toEqual([2, true]);
    got[0]?.ack();
    got[1]?.ack();
    await settle(5);
    expect(got.length).toBeGreaterThan(2);
  });

  test("EVT-49 closed with some open, the stream ends and they count as not handled", async () => {
    const { got, send, stream, service } = await reading();
    await send(1, 2);
    got[0]?.nack(60_000);
    const closed = stream.close({ graceMs: 1000 });
    await service.clock.advance(1000);
    expect(await closed).toEqual({ unhandled: 2 });
    await settle(3);
    expect(service.clock.pending).toBe(0);
  });
});
