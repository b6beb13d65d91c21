import { afterEach, describe, expect, test } from "vitest";
import { FakeService, frame, interaction, message, reaction, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, start } from "./kit/start.js";

afterEach(closeAll);

describe("the id to resume from", () => {
  test("EVT-12 is the last one received, whatever handlers are still busy with", async () => {
    const service = new FakeService();
    const { end, stream } = slowly(service);
    await settle();
    service.stream.open();
    service.stream.write([1, 2, 3, 4].map((n) => frame(n, message(n))).join(""));
    await settle(3);
    await end("message 1", "message 3", "message 4");
    expect(stream.state).toMatchObject({ handledEventId: "1", lastEventId: "4", unhandled: 3 });
    service.stream.drop();
    await service.clock.advance(20);
    expect(service.stream.lastEventId).toBe("4");
  });

  test("EVT-12 EVT-13 queued events do not use up the window: 450 waiting and 60 missed are all handled", async () => {
    const service = new FakeService();
    const { end, open, handled, told } = slowly(service, 1);
    await settle();
    service.stream.open();
    service.stream.write(Array.from({ length: 450 }, (_, n) => frame(n + 1, message(n + 1))).join(""));
    await settle(3);
    await end("message 1");
    service.stream.drop();
    await service.clock.advance(20);
    // The service keeps 500 events: of 510 written it can resume from id 10 on, and from nothing before it.
    const from = Number(service.stream.lastEventId ?? 0);
    if (from < 10) service.stream.open("c2");
    else {
      service.stream.resume();
      for (let n = from + 1; n <= 510; n += 1) service.stream.send(n, message(n));
    }
    await settle(5);
    while (open.size > 0) await end(...open.keys());
    expect(handled).toHaveLength(510);
    expect(told("gap")).toEqual([]);
  });

  test("EVT-12 EVT-17 what is still at work and comes again is not handed out twice", async () => {
    const service = new FakeService();
    const { end, open, handled, stream } = slowly(service);
    await settle();
    service.stream.open();
    service.stream.write([1, 2, 3].map((n) => frame(n, message(n))).join(""));
    await settle(3);
    await end("message 1");
    service.stream.drop();
    await service.clock.advance(20);
    service.stream.resume();
    service.stream.write([2, 3, 4].map((n) => frame(n, message(n))).join(""));
    await settle(3);
    expect([...open.keys()]).toEqual(["message 2", "message 3", "message 4"]);
    await end("message 2", "message 3", "message 4");
    expect(handled).toEqual(["message 1", "message 2", "message 3", "message 4"]);
    expect(stream.state).toMatchObject({ handledEventId: "4", counters: { duplicates: 2, received: 4 } });
  });

  test("EVT-05 of a frame without an id leaves the cursor where it was", async () => {
    const service = new FakeService();
    const { stream } = start(service);
    await settle();
    service.stream.open();
    service.stream.send("a", reaction(1));
    service.stream.send(undefined, reaction(2));
    service.stream.send(undefined, reaction(3));
    await settle(3);
    expect(stream.state.handledEventId).toBe("a");
    service.stream.write("id: b\n\n");
    await settle(3);
    expect(stream.state.handledEventId, "an id without an event counts").toBe("b");
  });

  test("EVT-13 on the greeting of a resumed stream moves nothing: the missed events are still to come", async () => {
    const service = new FakeService();
    const { stream } = start(service);
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    service.stream.drop();
    await service.clock.advance(20);
    service.stream.send(9, { type: "connection_resume" });
    await settle(3);
    expect(stream.state.handledEventId).toBe("1");
    service.stream.drop();
    await service.clock.advance(1000);
    expect(service.stream.lastEventId).toBe("1");
  });
});

describe("inside the window", () => {
  test("EVT-13 EVT-14 a resume that nothing was named for is none: what lies between is a gap", async () => {
    const service = new FakeService();
    const { told, stream } = start(service);
    await settle();
    service.stream.resume();
    await settle();
    expect([told("gap"), told("resumed")], "nothing was there to be missed").toEqual([[], []]);
    service.stream.drop();
    await service.clock.advance(20);
    expect(service.stream.lastEventId).toBeUndefined();
    service.stream.resume();
    service.stream.send(7, message(7));
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "no-cursor", offlineMs: 20 }]);
    expect([told("resumed"), stream.state.phase]).toEqual([[], "open"]);
  });

  test("EVT-13 EVT-17 the missed events follow, each handled once, and no gap is told", async () => {
    const service = new FakeService();
    const { names, told, stream } = start(service);
    await settle();
    service.stream.open();
    for (const n of [1, 2, 3]) service.stream.send(n, message(n));
    await settle(3);
    service.stream.drop();
    await service.clock.advance(20);
    expect(service.stream.lastEventId).toBe("3");
    service.stream.resume();
    for (const n of [2, 3, 4]) service.stream.send(n, message(n));
    await settle(3);
    expect(names()).toEqual(["message 1", "message 2", "message 3", "message 4"]);
    expect(told("resumed")).toMatchObject([{ lastEventId: "3", offlineMs: 20 }]);
    expect(told("gap")).toEqual([]);
    expect(stream.state).toMatchObject({ offlineMs: 0, counters: { reconnects: 1, duplicates: 2, gaps: 0 } });
  });

  test("EVT-17 an interaction that comes again under another id is not handed out twice", async () => {
    const service = new FakeService();
    const { names } = start(service, { intents: ["interactions"] });
    await settle();
    service.stream.open();
    service.stream.send(1, interaction(1));
    service.stream.send(2, interaction(1));
    await settle(3);
    expect(names()).toEqual(["interaction 1"]);
  });

  test("EVT-17 thousands of events later, a resumed stream still recognises what it has had", async () => {
    const service = new FakeService();
    const { got } = start(service, { dedupeSize: 1000 });
    await settle();
    service.stream.open();
    for (let n = 1; n <= 5000; n += 1) service.stream.send(n, message(n));
    await settle(10);
    service.stream.drop();
    await service.clock.advance(20);
    service.stream.resume();
    for (let n = 4001; n <= 5001; n += 1) service.stream.send(n, message(n));
    await settle(5);
    expect(got.items).toHaveLength(5001);
  });
});

describe("outside the window", () => {
  test("EVT-14 a first stream is no gap", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    service.stream.open();
    await settle(3);
    expect(told("opened")).toHaveLength(1);
    expect(told("gap")).toEqual([]);
  });

  test("EVT-14 EVT-15 starting over is told as a gap with the last id and the time, and the id is forgotten", async () => {
    const service = new FakeService();
    const { names, told, stream } = start(service);
    await settle();
    service.stream.open("c1");
    service.stream.send(5, message(5));
    await settle(3);
    await service.clock.advance(10_000);
    service.stream.drop();
    await service.clock.advance(10);
    service.stream.open("c2");
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "outside-window", lastEventId: "5", offlineMs: 10_010 }]);
    expect(stream.state).toMatchObject({ connectionId: "c2", counters: { gaps: 1 } });
    service.stream.drop();
    await service.clock.advance(1000);
    expect(service.stream.request.headers).not.toHaveProperty("last-event-id");
    service.stream.open("c3");
    service.stream.send(5, message(6));
    await settle(3);
    expect(names(), "the same id means another event now").toEqual(["message 5", "message 6"]);
  });

  test("EVT-15 an id on the greeting itself is the one to go on from", async () => {
    const service = new FakeService();
    start(service);
    await settle();
    service.stream.open("c1");
    service.stream.send(5, message(5));
    await settle(3);
    service.stream.drop();
    await service.clock.advance(20);
    service.stream.open("c2", "90");
    await settle(3);
    service.stream.drop();
    await service.clock.advance(1000);
    expect(service.stream.lastEventId).toBe("90");
  });

  test("EVT-14 a connection lost before any id was known is a gap as well: nothing could be resumed", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    service.stream.open("c1");
    await settle(3);
    service.stream.drop();
    await service.clock.advance(20);
    service.stream.open("c2");
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "no-cursor", lastEventId: undefined }]);
  });

  test("EVT-14 a second greeting on one connection starts over too", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    service.stream.open("c1");
    service.stream.send(1, message(1));
    service.stream.open("c2");
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "outside-window", lastEventId: "1" }]);
  });

  test("EVT-15 events from before a start-over that are still at work hold the new cursor back, under no id", async () => {
    const service = new FakeService();
    const { end, stream } = slowly(service);
    await settle();
    service.stream.open("c1");
    service.stream.send(7, message(7));
    await settle(3);
    service.stream.drop();
    await service.clock.advance(20);
    service.stream.open("c2");
    service.stream.send(1, message(1));
    await settle(3);
    await end("message 1");
    expect(stream.state.handledEventId).toBeUndefined();
    await end("message 7");
    expect(stream.state.handledEventId).toBe("1");
  });
});
