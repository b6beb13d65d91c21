import { afterEach, describe, expect, test } from "vitest";
import { shortestMs } from "../../runtime/events/transports/mailbox.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, frame, json, message, reaction, settle } from "./kit/fake-service.js";
import { closeAll, nameOf, prepare, start } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

const HEARTBEAT = ": batimento\n\n";

/** A stream that brought one event. */
async function streaming(options: Parameters<typeof start>[1] = {}) {
  const service = new FakeService();
  const started = start(service, options);
  await settle();
  service.stream.open();
  service.stream.send(1, message(1));
  await settle(3);
  return { service, ...started };
}

/** The stream breaks off, and the next one starts over. */
async function startOver(service: FakeService) {
  const count = service.streams.length;
  service.stream.drop();
  const droppedMs = service.clock.monotonicMs();
  while (service.streams.length === count) await service.clock.advance(10);
  service.stream.open("c2");
  await settle(3);
  return service.clock.monotonicMs() - droppedMs;
}

describe("what a gap covers: of a stream", () => {
  test("EVT-14 everything since the last byte, however late the dead path is noticed", async () => {
    const { service, told } = await streaming();
    await service.clock.advance(3000);
    const awayMs = await startOver(service);
    expect(told("gap")).toMatchObject([{ reason: "outside-window", lastEventId: "1", offlineMs: 3000 + awayMs }]);
  });

  test("EVT-14 nothing from before a heartbeat", async () => {
    const { service, told } = await streaming();
    await service.clock.advance(3000);
    service.stream.write(HEARTBEAT);
    await service.clock.advance(500);
    const awayMs = await startOver(service);
    expect(told("gap")).toMatchObject([{ offlineMs: 500 + awayMs }]);
  });

  test("EVT-14 an event of which only a part came, since before that part", async () => {
    const { service, told } = await streaming();
    await service.clock.advance(3000);
    service.stream.write(`${HEARTBEAT}id: 2\ndata: {"type":`);
    await service.clock.advance(700);
    service.stream.write(`"message_create"`);
    await service.clock.advance(500);
    const awayMs = await startOver(service);
    expect(told("gap")).toMatchObject([{ lastEventId: "1", offlineMs: 3000 + 700 + 500 + awayMs }]);
  });

  test("EVT-14 EVT-44 what waited in the socket while the queue was full", async () => {
    const service = new FakeService();
    const { stream, told } = prepare(service, { queueLimit: 1 });
    const reader = stream[Symbol.asyncIterator]();
    const next = reader.next();
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    await next;
    await service.clock.advance(1000);
    service.stream.write(frame(2, message(2)) + frame(3, message(3)));
    await service.clock.advance(1);
    expect(stream.state.paused).toBe(true);
    service.stream.send(4, message(4));
    service.stream.drop();
    await service.clock.advance(3000);
    void reader.next();
    await settle(5);
    void reader.next();
    await settle(5);
    await service.clock.advance(20);
    service.stream.open("c2");
    await settle(3);
    expect(told("gap")).toMatchObject([{ lastEventId: "4", offlineMs: 1000 + 3021 }]);
  });

  test("EVT-13 EVT-14 what was missed before a resume, until it has come", async () => {
    const { service, told } = await streaming();
    service.stream.drop();
    await service.clock.advance(20);
    service.stream.resume();
    await settle(3);
    expect(told("resumed")[0]?.message).toBe("Resumed after 0.0 s: the missed events follow.");
    await service.clock.advance(4000);
    const awayMs = await startOver(service);
    expect(told("gap")).toMatchObject([{ reason: "outside-window", lastEventId: "1", offlineMs: 4020 + awayMs }]);
  });

  test("EVT-13 EVT-14 nothing from before a resume once a heartbeat has followed the missed events", async () => {
    const { service, told } = await streaming();
    await service.clock.advance(5000);
    service.stream.drop();
    await service.clock.advance(20);
    service.stream.resume();
    service.stream.write(frame(2, message(2)) + HEARTBEAT + frame(3, message(3)));
    await settle(3);
    await service.clock.advance(100);
    const awayMs = await startOver(service);
    expect(told("gap")).toMatchObject([{ lastEventId: "3", offlineMs: 100 + awayMs }]);
  });

  test("EVT-13 EVT-14 nothing from before a resume once as many events have come as the service keeps", async () => {
    const { service, told } = await streaming();
    await service.clock.advance(5000);
    service.stream.drop();
    await service.clock.advance(20);
    service.stream.resume();
    for (let n = 2; n <= 501; n += 1) service.stream.send(n, message(n));
    await settle(600);
    await service.clock.advance(100);
    const awayMs = await startOver(service);
    expect(told("gap")).toMatchObject([{ lastEventId: "501", offlineMs: 100 + awayMs }]);
  });

  test("EVT-14 everything since a stream was accepted that stayed mute, at a first start and after it", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    expect(told("connected")).toHaveLength(1);
    await service.clock.advance(2000);
    service.stream.drop();
    await service.clock.advance(1000);
    await service.clock.advance(3000);
    service.stream.drop();
    await service.clock.advance(1000);
    service.stream.open("c1");
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "no-cursor", offlineMs: 2000 + 1000 + 3000 + 1000 }]);
  });

  test("EVT-14 EVT-50 everything since then over a restart, too", async () => {
    const service = new FakeService();
    const options = { cursorStore: memoryCursors(), cursorKey: "k" };
    const first = start(service, options);
    await settle(3);
    await service.clock.advance(2000);
    await first.stream.close();
    const second = start(service, options);
    await settle(3);
    service.stream.open("c1");
    await settle(3);
    expect(second.told("gap")).toMatchObject([{ reason: "no-cursor", offlineMs: 2000 }]);
  });

  test("EVT-08 EVT-14 a frame that was skipped, since before it came for the first time", async () => {
    const service = new FakeService();
    const assumptions = { frameBytes: 1000 };
    const { told } = start(service, { frameAttempts: 1 }, { assumptions });
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    await service.clock.advance(6000);
    const large = frame(2, { ...message(2), more: "x".repeat(2000) });
    service.stream.write(large);
    await service.clock.advance(1000);
    service.stream.resume();
    service.stream.write(large);
    await service.clock.advance(1000);
    expect(told("gap")).toMatchObject([{ reason: "frame-too-large", lastEventId: "1", missing: 1 }]);
    expect(told("gap")[0]?.offlineMs).toBeGreaterThanOrEqual(6000);
  });
});

describe("what a gap covers: of a mailbox", () => {
  const mailbox = { transport: "mailbox" } as const;
  const expired = () => json({ code: "MAILBOX_EXPIRED" }, 409);

  test("BOX-06 BOX-09 everything since a read found nothing: a page that brings events may be one of many", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    box.pageSize = 6;
    const { names, told } = start(service, mailbox);
    await settle(3);
    await service.clock.advance(10_000);
    const sentMs = service.clock.monotonicMs();
    box.put(...Array.from({ length: 150 }, (_, n) => message(n + 1)));
    while (names().length < 6) await service.clock.advance(10);
    await service.clock.advance(20 * shortestMs);
    expect(names().length).toBeLessThan(150);
    box.replies.push(expired);
    await service.clock.advance(shortestMs);
    const [gap] = told("gap");
    expect(gap).toMatchObject({ reason: "mailbox-expired", ongoing: true });
    expect(gap?.offlineMs).toBeGreaterThanOrEqual(service.clock.monotonicMs() - sentMs);
    expect(gap?.offlineMs).toBeLessThan(service.clock.monotonicMs() - sentMs + 6000);
  });

  test("BOX-09 everything until there is another one: the gap is reported again with its final extent", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { told } = start(service, mailbox);
    await settle(3);
    const answer = service.onCall;
    let isDown = false;
    service.onCall = (request) => (isDown ? Promise.reject(new Error("ECONNREFUSED")) : answer(request));
    box.replies.push(() => {
      isDown = true;
      return expired();
    });
    await service.clock.advance(shortestMs);
    expect(told("gap")).toMatchObject([{ ongoing: true }]);
    await service.clock.advance(7000);
    expect(told("gap")).toHaveLength(1);
    isDown = false;
    await service.clock.advance(30_000);
    const [first, final] = told("gap");
    expect(final).toMatchObject({ reason: "mailbox-expired", ongoing: false });
    expect((final?.offlineMs ?? 0) - (first?.offlineMs ?? 0)).toBeGreaterThanOrEqual(7000);
    expect(told("gap")).toHaveLength(2);
  });
});

test("BOX-06 EVT-16 an event without an id of its own keeps its identity when a killed process has not handled it", async () => {
  const service = new FakeService();
  const box = new FakeBox(service);
  const store = memoryCursors();
  let isKilled = false;
  const fading: typeof store = {
    ...store,
    put: async (...given) => (isKilled ? "lost with its process" : store.put(...given)),
  };
  const read = (cursorStore: typeof store) => {
    const options = { transport: "mailbox", cursorStore, cursorKey: "k", saveEveryEvents: 1 } as const;
    const { stream } = prepare(service, options);
    const seen: string[] = [];
    void (async () => {
      for await (const each of stream.entries({ ack: "manual" })) {
        seen.push(`${nameOf(each.event)}: ${each.identity}`);
        if (seen.length <= 2) each.ack();
      }
    })();
    return { seen, stream };
  };
  const first = read(fading);
  await settle(3);
  box.put(reaction(1), reaction(2));
  await service.clock.advance(2 * shortestMs);
  box.put(reaction(3), reaction(1), reaction(4));
  await service.clock.advance(2 * shortestMs);
  expect(first.seen).toHaveLength(5);
  isKilled = true;
  const second = read(store);
  await service.clock.advance(2 * shortestMs);
  expect(second.seen).toEqual(first.seen.slice(2));
  expect(new Set(first.seen).size).toBe(5);
  await first.stream.close({ graceMs: 0 });
});
