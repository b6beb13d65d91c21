import { afterEach, describe, expect, test } from "vitest";
import { eventFamilies, limits } from "../../generated/tables.js";
import { openEvents } from "svc-apps/events";
import { FakeService, frame, interaction, message, reaction, settle, TOKEN } from "./kit/fake-service.js";
import { closeAll, prepare, start } from "./kit/start.js";

afterEach(closeAll);

test("EVT-05 an empty id names no event: several of them are several events, and there is nothing to resume from", async () => {
  const service = new FakeService();
  const { names } = start(service);
  await settle();
  service.stream.open();
  for (const n of [1, 2, 3]) service.stream.send("", message(n));
  await settle(3);
  expect(names()).toEqual(["message 1", "message 2", "message 3"]);
  service.stream.drop();
  await service.clock.advance(20);
  expect(service.stream.lastEventId).toBeUndefined();
});

test("asking for several events at once brings several, and the end to those left over", async () => {
  const service = new FakeService();
  const { stream } = prepare(service);
  const iterator = stream[Symbol.asyncIterator]();
  const asked = [iterator.next(), iterator.next(), iterator.next()];
  await settle();
  service.stream.open();
  service.stream.send(1, message(1));
  await settle(3);
  service.stream.send(2, message(2));
  await settle(3);
  await stream.close({ graceMs: 0 });
  expect(await Promise.all(asked)).toMatchObject([
    { done: false, value: message(1) },
    { done: false, value: message(2) },
    { done: true },
  ]);
});

describe("the request", () => {
  test("EVT-01 intents stand in the query as one list with commas, each family encoded", async () => {
    const service = new FakeService();
    start(service, { intents: ["messages", "a,b&c", "interactions"] });
    await settle();
    expect(service.streamRequests[0]?.url).toBe(
      "http://service.test/api/apps/eventos?intents=messages,a%2Cb%26c,interactions",
    );
  });

  test("EVT-02 no intents at all is refused before anything is sent", () => {
    const service = new FakeService();
    // A caller without types may do this.
    const intents = [] as unknown as ["messages"];
    expect(() => openEvents(service.client(), { intents })).toThrow(/at least one family/);
    expect(service.streamRequests).toHaveLength(0);
  });

  test("EVT-03 EVT-39 nothing is sent after the request, and a stream is ready before its first byte", async () => {
    const service = new FakeService();
    const { told, stream } = start(service);
    await settle();
    expect(service.streamRequests[0]).toMatchObject({ method: "GET" });
    expect(service.streamRequests[0]).not.toHaveProperty("body");
    expect(told("connected")).toHaveLength(1);
    expect(stream.state.phase).toBe("open");
    expect(Object.getOwnPropertyNames(Object.getPrototypeOf(stream))).not.toContain("send");
  });

  test("AUTH-05 VER-01 VER-02 credential and version stand in headers, and only there", async () => {
    const service = new FakeService();
    start(service);
    await settle();
    const request = service.streamRequests[0];
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, "x-svc-api-version": "1" });
    expect(request?.url).not.toContain("s3cret");
    expect(request?.url).not.toContain("version");
  });

  test("EVT-11 without an id there is no Last-Event-ID, with one it is a header and not in the query", async () => {
    const service = new FakeService();
    start(service);
    await settle();
    expect(service.stream.request.headers).not.toHaveProperty("last-event-id");
    service.stream.open();
    service.stream.send("a b/7", message(1));
    await settle(3);
    service.stream.end();
    await service.clock.advance(20);
    expect(service.stream.lastEventId).toBe("a b/7");
    expect(service.stream.request.url).toBe("http://service.test/api/apps/eventos?intents=messages");
  });

  test("EVT-48 a token exchanged while the stream runs is used at the next connection", async () => {
    const service = new FakeService();
    let token = TOKEN;
    start(service, {}, { token: () => token, apiVersion: "7" });
    await settle();
    token = `${TOKEN}2`;
    service.stream.open();
    service.stream.end();
    await service.clock.advance(20);
    expect(service.stream.request.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}2`,
      "x-svc-api-version": "7",
    });
  });
});

describe("what a stream carries", () => {
  test("EVT-04 EVT-24 the type inside the JSON decides, an event field is ignored", async () => {
    const service = new FakeService();
    const { got } = start(service);
    await settle();
    service.stream.open();
    service.stream.write(`event: connection_close\n${frame(1, message(1))}`);
    await settle(3);
    expect(got.items).toEqual([message(1)]);
  });

  test("EVT-18 EVT-19 control events are told apart with every field, and never handed to handlers", async () => {
    const service = new FakeService();
    const { got, told } = start(service);
    await settle();
    const resume = { type: "connection_resume", somethingNew: { a: 1 } };
    service.stream.open("c9");
    service.stream.send(undefined, resume);
    service.stream.closeFrame("SERVER_RESTARTING", { reconnect: true, more: 1 });
    await settle(3);
    expect(got.items).toEqual([]);
    expect(told("control").map(({ event }) => event)).toEqual([
      { type: "connection_open", connectionId: "c9", version: "1" },
      resume,
      { type: "connection_close", code: "SERVER_RESTARTING", reconnect: true, more: 1 },
    ]);
  });

  test("EVT-20 EVT-21 fields that are not described stay readable", async () => {
    const service = new FakeService();
    const { got } = start(service);
    await settle();
    service.stream.open();
    const withMore = { ...reaction(2), messageId: "1", nested: { a: [1] } };
    const written = { ...message(1), message: { ...message(1).message, author: { publicId: "9" } } };
    service.stream.send(1, withMore);
    service.stream.send(2, written);
    await settle(3);
    expect(got.items).toEqual([withMore, written]);
  });

  test("EVT-22 a stream without interactions is not an error", async () => {
    const service = new FakeService();
    const { names, notices } = start(service, { intents: ["interactions"] });
    await settle();
    service.stream.open();
    for (let beat = 0; beat < 20; beat += 1) {
      service.stream.write(": batimento\n\n");
      await service.clock.advance(limits.heartbeatMs);
    }
    expect(names()).toEqual([]);
    expect(notices.map(({ type }) => type)).toEqual([
      "events.connecting",
      "events.connected",
      "events.control",
      "events.opened",
    ]);
  });

  test("EVT-23 events of unknown type or shape arrive as such, in order, and are counted", async () => {
    const service = new FakeService();
    const { got, names, stream, told } = start(service);
    await settle();
    service.stream.open();
    service.stream.send(1, { type: "member_join", who: "1" });
    service.stream.send(2, message(2));
    service.stream.send(3, { type: "message_create", message: 7 });
    service.stream.write("id: 4\ndata: {not json\n\n");
    service.stream.send(5, null);
    await settle(3);
    expect(names()).toEqual(["unknown member_join", "message 2", "unknown message_create", "unknown ", "unknown "]);
    expect(got.items[0]).toMatchObject({ reason: "type", payload: { type: "member_join", who: "1" } });
    expect(got.items[2]).toMatchObject({ reason: "shape" });
    expect(got.items[3]).toMatchObject({ payload: "{not json" });
    expect(told("unreadable").map(({ message }) => message)).toEqual([
      "An event of type message_create does not fit its description: serverId is missing.",
      "The data of a frame is not JSON.",
      "An event names no type.",
    ]);
    expect(stream.state.counters.unknown).toBe(4);
    expect(stream.state.handledEventId).toBe("5");
  });

  test("EVT-40 no event of private conversations, presence or voice is known", () => {
    expect(Object.keys(eventFamilies).toSorted()).toEqual(["interaction_create", "message_create", "reaction_update"]);
  });

  test("VER-04 another version than was asked for is told and changes nothing", async () => {
    const service = new FakeService();
    const { names, told } = start(service, {}, { apiVersion: "2" });
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    expect(told("version_mismatch")).toMatchObject([{ requested: "2", inUse: "1" }]);
    expect(names()).toEqual(["message 1"]);
  });
});

test("interactions and messages come by the same stream in order of arrival", async () => {
  const service = new FakeService();
  const { names } = start(service, { intents: ["messages", "interactions"] });
  await settle();
  service.stream.open();
  service.stream.write(frame(1, message(1)) + frame(2, interaction(2)) + frame(3, reaction(3)));
  await settle(3);
  expect(names()).toEqual(["message 1", "interaction 2", "reaction 3"]);
});
