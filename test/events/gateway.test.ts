import { afterEach, describe, expect, test } from "vitest";
import { eventFamilies, limits } from "../../generated/tables.js";
import { EventsEndedError, isEventsEnded, openEvents } from "svc-apps/events";
import {
  FakeService,
  frame,
  interaction,
  message,
  reaction,
  refuse,
  settle,
  TOKEN,
  unreachable,
} from "./kit/fake-service.js";
import { closeAll, prepare, start } from "./kit/start.js";

afterEach(closeAll);

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
    service.stream.farewell("SERVER_RESTARTING", { reconnect: true, more: 1 });
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

  test("EVT-22 a stream without interactions is no error", async () => {
    const service = new FakeService();
    const { names, notices } = start(service, { intents: ["interactions"] });
    await settle();
    service.stream.open();
    for (let beat = 0; beat < 20; beat += 1) {
      service.stream.write(": batimento\n\n");
      await service.clock.advance(limits.heartbeatMs);
    }
    expect(names()).toEqual([]);
    expect(notices.map(({ type }) => type)).toEqual(["connecting", "connected", "control", "opened"]);
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
    expect(told("unreadable")).toHaveLength(1);
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
    expect(told("version-mismatch")).toMatchObject([{ requested: "2", inUse: "1" }]);
    expect(names()).toEqual(["message 1"]);
  });
});

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
    expect(told("disconnected")).toMatchObject([{ ending: { cause: "idle", silentMs: 60_000 } }]);
    expect(service.streams[0]?.closed).toBe(true);
    await service.clock.advance(20);
    expect(service.streams).toHaveLength(2);
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
    expect(told("disconnected")).toMatchObject([{ ending: { cause: "idle" } }]);
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

describe("endings", () => {
  test("EVT-34 a clean end without farewell reconnects and does not end the iteration", async () => {
    const service = new FakeService();
    const { got, names } = start(service);
    await settle();
    for (let round = 1; round <= 4; round += 1) {
      service.stream.open();
      service.stream.send(round, message(round));
      await settle(3);
      service.stream.end();
      await service.clock.advance(2000);
    }
    expect(names()).toEqual(["message 1", "message 2", "message 3", "message 4"]);
    expect(got.done).toBe(false);
  });

  test("EVT-25 a farewell decides, even when the connection then breaks", async () => {
    const service = new FakeService();
    const { got, told } = start(service);
    await settle();
    service.stream.open();
    service.stream.farewell("APP_DELETED", { reconnect: false });
    service.stream.drop();
    await service.clock.advance(60_000);
    expect(got.error).toBeInstanceOf(EventsEndedError);
    expect(told("disconnected")).toMatchObject([{ ending: { cause: "farewell", code: "APP_DELETED" } }]);
    expect(service.streams).toHaveLength(1);
  });

  test("EVT-25 events before a farewell in the same chunk are handed on first", async () => {
    const service = new FakeService();
    const { got, names } = start(service);
    await settle();
    const close = { type: "connection_close", code: "FATAL_ERROR", reconnect: false };
    service.stream.open();
    service.stream.write(frame(1, message(1)) + frame(2, message(2)) + frame(undefined, close) + frame(3, message(3)));
    await settle(5);
    expect(names()).toEqual(["message 1", "message 2"]);
    expect(isEventsEnded(got.error)).toBe(true);
  });

  test("EVT-27 AUTH-21 what ends it for good is one typed error that names code and remedy", async () => {
    for (const [code, remedy] of [
      ["CREDENTIAL_REVOKED", "new-credential"],
      ["APP_DELETED", "none"],
      ["OWNER_SANCTIONED", "owner-account"],
      ["APP_SANCTIONED", "wait-or-appeal"],
      ["FATAL_ERROR", "report"],
    ]) {
      const service = new FakeService();
      const { got, told } = start(service);
      await settle();
      service.stream.open();
      service.stream.farewell(code, { reconnect: false, message: "a sentence with s3cret in it" });
      await service.clock.advance(600_000);
      expect(got.error).toMatchObject({ name: "EventsEndedError", closeCode: code, remedy, kind: "refusal" });
      expect(String(got.error)).not.toContain("sentence");
      expect(told("ended")).toHaveLength(1);
      expect(service.streams).toHaveLength(1);
      expect(service.clock.pending).toBe(0);
    }
  });

  test("EVT-26 EVT-28 what does not end it reconnects", async () => {
    for (const code of ["TRANSIENT_FAILURE", "SERVER_RESTARTING", "AUTHORIZATION_LOST", "NOT_KNOWN", undefined]) {
      const service = new FakeService();
      const { got } = start(service);
      await settle();
      service.stream.open();
      service.stream.farewell(code);
      await service.clock.advance(400);
      expect(service.streams, code).toHaveLength(2);
      expect(got.done).toBe(false);
      await closeAll();
    }
  });

  test("EVT-28 a farewell whose code is no text is still a farewell", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    service.stream.open();
    service.stream.send(undefined, { type: "connection_close", code: { odd: true }, reconnect: "no" });
    await service.clock.advance(400);
    expect(told("disconnected")).toMatchObject([{ ending: { cause: "farewell" } }]);
    expect(service.streams).toHaveLength(2);
  });

  test("EVT-31 after too many connections the next one waits longer than any passing failure does at first", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    service.stream.open();
    service.stream.farewell("CONNECTION_LIMIT_EXCEEDED", { reconnect: true });
    await service.clock.advance(7000);
    expect(service.streams).toHaveLength(1);
    await service.clock.advance(8000);
    expect(service.streams).toHaveLength(2);
    expect(told("retrying")).toMatchObject([{ why: "farewell" }]);
  });

  test("EVT-32 AUTH-13 a revoked credential goes on with the other one at once", async () => {
    const service = new FakeService();
    const other = TOKEN.replace("s3cret", "other");
    const { got, names } = start(service, {}, { token: [TOKEN, other] });
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    service.stream.farewell("CREDENTIAL_REVOKED", { reconnect: false });
    await service.clock.advance(20);
    expect(service.stream.request.headers["authorization"]).toBe(`Bearer ${other}`);
    expect(service.stream.lastEventId).toBe("1");
    service.stream.resume();
    service.stream.send(2, message(2));
    await settle(3);
    expect(names()).toEqual(["message 1", "message 2"]);
    service.stream.farewell("CREDENTIAL_REVOKED", { reconnect: false });
    await service.clock.advance(20);
    expect(got.error, "there is no third").toMatchObject({ remedy: "new-credential" });
  });

  test("EVT-30 AUTHORIZATION_LOST is told as another view once the next connection is there", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    service.stream.farewell("AUTHORIZATION_LOST", { reconnect: true });
    await service.clock.advance(400);
    expect(told("view-changed")).toEqual([]);
    service.stream.resume();
    await settle(3);
    expect(told("view-changed")).toHaveLength(1);
  });

  test("EVT-08 a frame above the limit ends it with an error of its own and no further attempt", async () => {
    const service = new FakeService();
    const { got } = start(service, {}, { assumptions: { frameBytes: 1000 } });
    await settle();
    service.stream.open();
    service.stream.write(`id: 1\ndata: ${"x".repeat(2000)}`);
    await service.clock.advance(600_000);
    expect(got.error).toMatchObject({ reason: "frame-too-large", remedy: "raise-frame-limit", kind: "protocol" });
    expect(service.streams).toHaveLength(1);
  });
});

describe("refusals", () => {
  test("EVT-35 RATE-01 a 429 before the stream waits as asked, with a hint at causes elsewhere", async () => {
    const service = new FakeService();
    service.replies.push(refuse(429, {}, { "retry-after": "9" }));
    const { told, stream } = start(service);
    await settle();
    await service.clock.advance(8999);
    expect(service.streamRequests).toHaveLength(1);
    await service.clock.advance(901);
    expect(service.streamRequests).toHaveLength(2);
    expect(told("retrying")[0]?.hint, "EVT-36").toMatch(/all Apps together 50.*other Apps/);
    expect(stream.state.counters.rateLimited).toBe(1);
  });

  test("RATE-01 RATE-03 a Retry-After as a date counts too, and an absurd one waits five minutes", async () => {
    const service = new FakeService();
    const at = new Date(Math.ceil(service.clock.now() / 1000) * 1000 + 20_000);
    service.replies.push(
      refuse(429, {}, { "retry-after": at.toUTCString() }),
      refuse(429, {}, { "retry-after": "86400" }),
    );
    const { told } = start(service);
    await settle();
    await service.clock.advance(22_000);
    await service.clock.advance(limits.gatewayRetryAfterMs);
    const [byDate, absurd] = told("retrying");
    expect(byDate?.inMs).toBeGreaterThanOrEqual(20_000);
    expect(byDate?.inMs).toBeLessThan(23_000);
    expect(absurd?.inMs).toBe(limits.gatewayRetryAfterMs);
    expect(service.streams).toHaveLength(1);
  });

  test("AUTH-16 a dead credential stops the reconnecting with one terminal error", async () => {
    const service = new FakeService();
    service.replies.push(refuse(401, { code: "MISSING_CREDENTIAL" }));
    const { got, told } = start(service);
    await service.clock.advance(600_000);
    expect(got.error).toMatchObject({ code: "MISSING_CREDENTIAL", status: 401, remedy: "new-credential" });
    expect(told("ended")).toHaveLength(1);
    expect(service.streamRequests).toHaveLength(1);
  });

  test("AUTH-17 a 401 without a code asks whether the credential lives, and reconnects when it does", async () => {
    const service = new FakeService();
    service.replies.push(refuse(401, "<html>"));
    const { got, names } = start(service);
    await service.clock.advance(30_000);
    expect(service.calls.map(({ url }) => url)).toEqual(["http://service.test/api/apps/me"]);
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    expect(names()).toEqual(["message 1"]);
    expect(got.done).toBe(false);
  });

  test("AUTH-16 AUTH-17 and ends when it does not", async () => {
    const service = new FakeService();
    service.replies.push(refuse(401, ""));
    service.onCall = () => ({ status: 401, headers: {}, body: JSON.stringify({ code: "MISSING_CREDENTIAL" }) });
    const { got } = start(service);
    await service.clock.advance(30_000);
    expect(got.error).toMatchObject({ reason: "credential", code: "MISSING_CREDENTIAL" });
    expect(service.streamRequests).toHaveLength(1);
  });

  test("EVT-42 another content type is no stream: tried a few times, then an error that says what came", async () => {
    const service = new FakeService();
    service.contentType = "text/html; charset=utf-8";
    const { got } = start(service, { protocolFailureLimit: 3 });
    await service.clock.advance(60_000);
    expect(got.error).toMatchObject({ reason: "protocol", remedy: "check-base-url" });
    expect((got.error as Error).cause).toMatchObject({
      message: expect.stringMatching(/text\/html.*text\/event-stream/),
    });
    expect(service.streams.map(({ closed }) => closed)).toEqual([true, true, true]);
  });

  test("EVT-42 parameters and case of the content type do not matter, a longer name does", async () => {
    for (const [contentType, accepted] of [
      ["text/event-stream;charset=utf-8", true],
      ["Text/Event-Stream ; x=y", true],
      ["text/event-streams", false],
      ["application/json", false],
    ] as const) {
      const service = new FakeService();
      service.contentType = contentType;
      const { told } = start(service);
      await settle();
      expect(told("connected"), contentType).toHaveLength(accepted ? 1 : 0);
      await closeAll();
    }
  });

  test("EVT-16 while nobody answers, attempts go on, and the App hears when resuming has become unlikely", async () => {
    const service = new FakeService();
    const { told, stream } = start(service);
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    service.replies.push(...Array.from({ length: 100 }, () => unreachable));
    service.stream.drop();
    await service.clock.advance(limits.resumeWindowMs - 100);
    expect(service.streamRequests.length).toBeGreaterThan(7);
    expect(told("resume-likely-lost")).toEqual([]);
    await service.clock.advance(200);
    expect(told("resume-likely-lost")).toMatchObject([{ offlineMs: limits.resumeWindowMs }]);
    expect(stream.state).toMatchObject({ resumeLikelyLost: true, phase: "retrying" });
    await service.clock.advance(600_000);
    expect(told("resume-likely-lost")).toHaveLength(1);
    expect(service.streamRequests.at(-1)?.headers["last-event-id"]).toBe("1");
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
