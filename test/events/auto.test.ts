import { afterEach, describe, expect, test } from "vitest";
import { limits } from "../../generated/tables.js";
import { openEvents } from "svc-apps/events";
import { shortestMs } from "../../runtime/events/transports/mailbox.js";
import { Slots, slotsOf } from "../../runtime/events/slots.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, message, refuse, settle } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";

afterEach(closeAll);

const auto = { transport: "auto", intents: ["messages", "interactions"], returnAfterMs: 300_000 } as const;
const firstByteMs = 30_000;

/** A stream that opens and says nothing, and what the App then does. */
async function silent(options = {}) {
  const service = new FakeService();
  const box = new FakeBox(service);
  const started = start(service, { ...auto, ...options });
  await settle();
  await service.clock.advance(firstByteMs);
  return { service, box, ...started };
}

describe("a stream that opens and stays silent", () => {
  test("EVT-41 EVT-37 is closed, and gives its connection back, before the mailbox is opened", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { client, told } = start(service, auto);
    const slots = slotsOf(client, limits.gatewayConnectionsPerApp);
    let takenAtOpening = -1;
    let closedAtOpening = false;
    await settle();
    const answer = service.onCall;
    service.onCall = (request) => {
      takenAtOpening = Math.max(takenAtOpening, slots.taken);
      closedAtOpening ||= service.stream.closed;
      return answer(request);
    };
    await service.clock.advance(firstByteMs - 1);
    expect(box.opened).toBe(0);
    await service.clock.advance(1);
    expect([box.opened, takenAtOpening, closedAtOpening]).toEqual([1, 1, true]);
    expect(told("transport_changed")).toMatchObject([{ from: "gateway", to: "mailbox" }]);
    expect(told("gap"), "events since it was accepted").toMatchObject([
      { reason: "transport-change", lastEventId: undefined, offlineMs: firstByteMs, ongoing: false },
    ]);
  });

  test("EVT-41 BOX-13 its events come by the mailbox and look the same", async () => {
    const { service, box, got, stream } = await silent();
    box.put(message(1));
    await service.clock.advance(shortestMs);
    expect(got.items).toEqual([message(1)]);
    expect(stream.state.transport).toBe("mailbox");
  });

  test("EVT-41 one byte is enough for it to be a stream", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    start(service, auto);
    await settle();
    service.stream.write(":");
    await service.clock.advance(firstByteMs + 29_000);
    expect(box.opened).toBe(0);
  });

  test("EVT-41 a proxy that ends it without a byte each time counts as silence too", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    start(service, auto);
    await settle();
    service.stream.end();
    await service.clock.advance(20);
    expect(box.opened).toBe(0);
    service.stream.end();
    await service.clock.advance(20);
    expect(box.opened).toBe(1);
  });

  test("EVT-41 what it carried before it fell silent makes leaving it a gap", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { told } = start(service, auto);
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    service.stream.end();
    await service.clock.advance(20);
    await service.clock.advance(firstByteMs);
    expect(box.opened).toBe(1);
    expect(told("gap")).toMatchObject([{ reason: "transport-change", lastEventId: "1" }]);
  });

  test("without auto it reconnects and opens no mailbox", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    start(service, { ...auto, transport: "gateway" });
    await settle();
    await service.clock.advance(10 * firstByteMs);
    expect(box.opened).toBe(0);
    expect(service.streams.length).toBeGreaterThan(3);
  });
});

describe("coming back", () => {
  test("EVT-38 EVT-41 BOX-03 once the stream carries something, the mailbox is read out, closed and left, and no event is lost or doubled", async () => {
    const { service, box, names, told, stream } = await silent();
    service.onStream = (fresh) => {
      fresh.open("c2");
      for (const n of [5, 6]) {
        fresh.send(n, message(n));
        box.put(message(n));
      }
      fresh.send(7, message(7));
    };
    await service.clock.advance(auto.returnAfterMs + 3 * shortestMs);
    expect(names()).toEqual(["message 5", "message 6", "message 7"]);
    expect(box.closed).toEqual(["mb-1"]);
    expect(stream.state).toMatchObject({ transport: "gateway", connectionId: "c2" });
    expect(told("gap"), "of the mute stream alone").toMatchObject([{ reason: "transport-change" }]);
    expect(told("possible_repeats")).toEqual([]);
    service.stream.drop();
    await service.clock.advance(20);
    expect(service.stream.lastEventId).toBe("7");
  });

  test.each(["CREDENTIAL_REVOKED", "APP_SANCTIONED"])(
    "EVT-28 EVT-41 a stream beside the mailbox that the service closes for good with %s ends both",
    async (code) => {
      const { service, box, got, told } = await silent();
      service.onStream = (fresh) => fresh.closeFrame(code, { reconnect: false });
      await service.clock.advance(auto.returnAfterMs);
      await settle(5);
      expect(got.error).toMatchObject({ name: "EventsEndedError", closeCode: code });
      const requests = service.streamRequests.length;
      await service.clock.advance(3 * auto.returnAfterMs);
      expect([service.streamRequests.length, box.opened]).toEqual([requests, 1]);
      expect(box.closed).toEqual(["mb-1"]);
      expect(told("ended")).toHaveLength(1);
    },
  );

  test("EVT-25 EVT-41 a stream beside the mailbox is not opened again before the time that the service asked for", async () => {
    const { service, box } = await silent();
    service.replies.push(refuse(429, {}, { "retry-after": "400" }));
    await service.clock.advance(auto.returnAfterMs);
    expect(service.streamRequests).toHaveLength(2);
    await service.clock.advance(399_000);
    expect([service.streamRequests.length, box.opened]).toEqual([2, 1]);
    await service.clock.advance(1000);
    expect(service.streamRequests).toHaveLength(3);
  });

  test("EVT-41 a stream still silent is closed again and the mailbox goes on without a pause", async () => {
    const { service, box, names, told } = await silent();
    for (let second = 0; second < 700; second += 1) {
      box.put(message(second));
      await service.clock.advance(1000);
    }
    await service.clock.advance(1000);
    expect(service.streams).toHaveLength(3);
    expect(service.streams.every(({ closed }) => closed)).toBe(true);
    expect(names()).toHaveLength(700);
    expect(told("gap"), "of the first mute stream alone").toMatchObject([{ reason: "transport-change" }]);
    expect(box.opened).toBe(1);
  });

  test("EVT-37 it is not tried while another stream of this process needs the connection", async () => {
    const { service, box, client } = await silent();
    const slots = slotsOf(client, limits.gatewayConnectionsPerApp);
    const release = slots.tryTake();
    await service.clock.advance(2 * auto.returnAfterMs);
    expect(service.streams).toHaveLength(1);
    release?.();
    await service.clock.advance(auto.returnAfterMs);
    expect(service.streams).toHaveLength(2);
    expect(box.opened).toBe(1);
  });

  test("EVT-49 closing while both are open closes both", async () => {
    const { service, box, stream } = await silent();
    await service.clock.advance(auto.returnAfterMs);
    expect(service.streams).toHaveLength(2);
    await stream.close();
    expect(service.stream.closed).toBe(true);
    expect(box.closed).toEqual(["mb-1"]);
    expect(service.clock.pending).toBe(0);
  });
});

describe("the budget of connections", () => {
  test("EVT-37 BOX-12 streams and mailboxes of one client share it; one too many waits its turn", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const client = service.client();
    const open = (transport: "gateway" | "mailbox") => {
      const stream = openEvents(client, { intents: ["messages"], transport });
      const done = stream[Symbol.asyncIterator]();
      void done.next();
      return stream;
    };
    const first = open("gateway");
    const second = open("mailbox");
    const third = open("gateway");
    await settle(3);
    expect([service.streams.length, box.opened]).toEqual([1, 1]);
    expect(third.state.phase).toBe("waiting");
    await service.clock.advance(30_000);
    await first.close({ graceMs: 0 });
    await settle(3);
    expect(service.streams).toHaveLength(2);
    expect(third.state.phase).toBe("open");
    await Promise.all([second.close({ graceMs: 0 }), third.close({ graceMs: 0 })]);
    await settle(3);
    expect(slotsOf(client, 2).taken).toBe(0);
  });

  test("EVT-37 is given on in order, and waiting can be given up", async () => {
    const slots = new Slots(1);
    const never = new AbortController();
    const release = slots.tryTake();
    const order: string[] = [];
    const give = new AbortController();
    void slots.take(give.signal).then((slot) => order.push(slot === undefined ? "gave up" : "a"));
    const b = slots.take(never.signal).then((slot) => {
      order.push("b");
      return slot;
    });
    void slots.take(never.signal).then(() => order.push("c"));
    give.abort();
    await settle();
    release?.();
    release?.();
    await settle();
    expect(order).toEqual(["gave up", "b"]);
    expect(slots.tryTake(), "nobody pushes in").toBeUndefined();
    (await b)?.();
    await settle();
    expect(order).toEqual(["gave up", "b", "c"]);
    expect(slots.taken).toBe(1);
    expect(await slots.take(AbortSignal.abort())).toBeUndefined();
  });
});
