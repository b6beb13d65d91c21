import { afterEach, describe, expect, test } from "vitest";
import { limits } from "../../generated/tables.js";
import { FakeService, frame, message, settle } from "./kit/fake-service.js";
import { closeAll, prepare, start } from "./kit/start.js";

afterEach(closeAll);

describe("silence", () => {
  test("EVT-06 EVT-09 any byte is life, and its absence for a minute is death", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    service.stream.open();
    await service.clock.advance(59_999);
    service.stream.write(":");
    await service.clock.advance(59_999);
    expect(told("disconnected")).toEqual([]);
    expect(service.streams).toHaveLength(1);
    await service.clock.advance(1);
    expect(told("disconnected")).toMatchObject([{ reason: { cause: "idle", silentMs: 60_000 } }]);
    expect(service.streams[0]?.closed).toBe(true);
    await service.clock.advance(20);
    expect(service.streams).toHaveLength(2);
  });

  test("EVT-14 EVT-16 the time offline counts from the last sign of life, not from when the silence was noticed", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    service.onStream = (stream) => stream.open("c2");
    await service.clock.advance(60_000 + 10);
    expect(told("gap")).toMatchObject([{ reason: "outside-window", lastEventId: "1", offlineMs: 60_010 }]);
  });

  test("EVT-09 how long it may last can be set, and its default is more than two heartbeats", async () => {
    const service = new FakeService();
    const { client, told } = start(service, {}, { assumptions: { silenceMs: 51_000 } });
    expect(service.client().assumptions.silenceMs).toBeGreaterThan(2 * limits.heartbeatMs);
    await settle();
    service.stream.open();
    await service.clock.advance(51_000);
    expect(client.assumptions.silenceMs).toBe(51_000);
    expect(told("disconnected")).toHaveLength(1);
  });

  test("EVT-10 EVT-44 while the queue is full nothing is read, and silence is not held against the stream", async () => {
    const service = new FakeService();
    const { stream, told } = prepare(service, { queueLimit: 2 });
    const reader = stream[Symbol.asyncIterator]();
    const first = reader.next();
    await settle();
    service.stream.open();
    for (let n = 1; n <= 6; n += 1) service.stream.send(n, message(n));
    await settle(5);
    await first;
    const pulls = service.stream.pulls;
    await service.clock.advance(10 * 60_000);
    expect(service.stream.pulls).toBe(pulls);
    expect(stream.state).toMatchObject({ paused: true, pausedMs: 600_000 });
    expect(told("disconnected")).toEqual([]);
    for (let n = 2; n <= 6; n += 1) await reader.next();
    await settle(3);
    expect(stream.state.paused).toBe(false);
    expect(told("unpaused")).not.toEqual([]);
    expect(service.stream.pulls).toBeGreaterThan(pulls);
    await service.clock.advance(60_000);
    expect(told("disconnected")).toMatchObject([{ reason: { cause: "idle" } }]);
  });

  test("EVT-44 the queue never holds more than its limit and what one chunk brought", async () => {
    const service = new FakeService();
    const { stream } = prepare(service, { queueLimit: 10 });
    const reader = stream[Symbol.asyncIterator]();
    void reader.next();
    await settle();
    service.stream.open();
    for (let chunk = 0; chunk < 50; chunk += 1) {
      service.stream.write([0, 1, 2, 3].map((n) => frame(chunk * 4 + n, message(chunk * 4 + n))).join(""));
    }
    await settle(10);
    expect(stream.state.queued).toBeGreaterThanOrEqual(10);
    expect(stream.state.queued).toBeLessThanOrEqual(14);
  });
});
