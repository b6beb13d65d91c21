import { afterEach, describe, expect, test } from "vitest";
import { EventsEndedError, isEventsEnded } from "svc-apps/events";
import { FakeService, frame, message, refuse, settle, TOKEN, unreachable } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

describe("endings", () => {
  test("EVT-34 a clean end without close frame reconnects and does not end the iteration", async () => {
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

  test("attempts are shown as long as the connection they led to has not held, and as none from then on", async () => {
    const service = new FakeService();
    service.replies.push(refuse(429, {}, { "retry-after": "0" }), unreachable, unreachable);
    const { stream, told } = start(service, { stableAfterMs: 5000 });
    while (told("connected").length === 0) await service.clock.advance(1);
    service.stream.write(": batimento\n\n");
    await settle();
    expect(told("connecting").map(({ attempt }) => attempt)).toEqual([0, 1, 2, 3]);
    await service.clock.advance(4999);
    expect(stream.state).toMatchObject({ phase: "open", attempts: 3 });
    await service.clock.advance(1);
    expect(stream.state).toMatchObject({ phase: "open", attempts: 0 });
    service.stream.end();
    await settle(3);
    expect(stream.state).toMatchObject({ phase: "retrying", attempts: 1 });
  });

  test("EVT-25 a close frame decides, even when the connection then breaks", async () => {
    const service = new FakeService();
    const { got, told } = start(service);
    await settle();
    service.stream.open();
    service.stream.closeFrame("APP_DELETED", { reconnect: false });
    service.stream.drop();
    await service.clock.advance(60_000);
    expect(got.error).toBeInstanceOf(EventsEndedError);
    expect(told("disconnected")).toMatchObject([{ reason: { cause: "close-frame", code: "APP_DELETED" } }]);
    expect(service.streams).toHaveLength(1);
  });

  test("EVT-25 events before a close frame in the same chunk are handed on first", async () => {
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
      service.stream.closeFrame(code, { reconnect: false, message: "a sentence with s3cret in it" });
      await service.clock.advance(600_000);
      expect(got.error).toMatchObject({ name: "EventsEndedError", closeCode: code, remedy, kind: "refusal" });
      expect(String(got.error)).not.toContain("sentence");
      expect(told("ended")).toHaveLength(1);
      expect(service.streams).toHaveLength(1);
      expect(service.clock.pending).toBe(0);
    }
  });

  test("EVT-29 what a close frame calls itself cannot write into a log what it likes", async () => {
    const service = new FakeService();
    const { got } = start(service, {}, { assumptions: { unknownCloseCode: "honour-flag" } });
    await settle();
    service.stream.open();
    const code = `GONE\n2026-01-01 all is well\u001b[2J${"x".repeat(1000)}`;
    service.stream.closeFrame(code, { reconnect: false });
    await settle(5);
    expect(got.error).toMatchObject({ reason: "close-frame", closeCode: code });
    const { message: text } = got.error as Error;
    expect(text).toMatch(/^Events ended \(GONE\?2026-01-01 all is well\?\[2Jx+\): [\x20-\x7e]+$/);
    expect(text.length).toBeLessThan(300);
  });

  test("EVT-26 EVT-28 what does not end it reconnects", async () => {
    for (const code of ["TRANSIENT_FAILURE", "SERVER_RESTARTING", "AUTHORIZATION_LOST", "NOT_KNOWN", undefined]) {
      const service = new FakeService();
      const { got } = start(service);
      await settle();
      service.stream.open();
      service.stream.closeFrame(code);
      await service.clock.advance(400);
      expect(service.streams, code).toHaveLength(2);
      expect(got.done).toBe(false);
      await closeAll();
    }
  });

  test("EVT-28 a close frame whose code is not a string is still a close frame", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    service.stream.open();
    service.stream.send(undefined, { type: "connection_close", code: { odd: true }, reconnect: "no" });
    await service.clock.advance(400);
    expect(told("disconnected")).toMatchObject([{ reason: { cause: "close-frame" } }]);
    expect(service.streams).toHaveLength(2);
  });

  test("EVT-31 after too many connections the next one waits longer than any passing failure does at first", async () => {
    const service = new FakeService();
    const { told } = start(service);
    await settle();
    service.stream.open();
    service.stream.closeFrame("CONNECTION_LIMIT_EXCEEDED", { reconnect: true });
    await service.clock.advance(7000);
    expect(service.streams).toHaveLength(1);
    await service.clock.advance(8000);
    expect(service.streams).toHaveLength(2);
    expect(told("retrying")).toMatchObject([{ why: "close-frame" }]);
  });

  test("EVT-32 AUTH-13 a revoked credential goes on with the other one at once", async () => {
    const service = new FakeService();
    const other = TOKEN.replace("s3cret", "other");
    const { got, names } = start(service, {}, { token: [TOKEN, other] });
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    service.stream.closeFrame("CREDENTIAL_REVOKED", { reconnect: false });
    await service.clock.advance(20);
    expect(service.stream.request.headers["authorization"]).toBe(`Bearer ${other}`);
    expect(service.stream.lastEventId).toBe("1");
    service.stream.resume();
    service.stream.send(2, message(2));
    await settle(3);
    expect(names()).toEqual(["message 1", "message 2"]);
    service.stream.closeFrame("CREDENTIAL_REVOKED", { reconnect: false });
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
    service.stream.closeFrame("AUTHORIZATION_LOST", { reconnect: true });
    await service.clock.advance(400);
    expect(told("view_changed")).toEqual([]);
    service.stream.resume();
    await settle(3);
    expect(told("view_changed")).toHaveLength(1);
  });

  /** A service that brings the same frame again each time it is asked to resume before it. */
  async function withLargeFrame(large: string, options = {}) {
    const service = new FakeService();
    service.onStream = (stream) => {
      if (stream.lastEventId === undefined) stream.open();
      else stream.resume();
      const before = stream.lastEventId === undefined ? frame(1, message(1)) + frame(2, message(2)) : "";
      stream.write(before + large + (large.endsWith("x") ? "" : frame(4, message(4))));
    };
    const started = start(service, options, { assumptions: { frameBytes: 1000 } });
    await settle(5);
    return { service, ...started };
  }

  const largeFrames = [
    `id: 3\ndata: ${"x".repeat(1001)}\n\n`,
    `id: 3\ndata: ${"x".repeat(3000)}\n\n`,
    `id: 3\n${`data: ${"x".repeat(600)}\n`.repeat(3)}\n`,
    `data: ${"€".repeat(334)}\nid: 3\r\r`,
  ];

  test.each(largeFrames)(
    "EVT-08 EVT-12 a frame above the limit is tried again three times, then skipped and told as a gap: case %#",
    async (large) => {
      const store = memoryCursors();
      const { service, got, names, told } = await withLargeFrame(large, { cursorStore: store, cursorKey: "k" });
      expect(names()).toEqual(["message 1", "message 2"]);
      expect(told("disconnected")).toMatchObject([{ reason: { error: { maxFrameBytes: 1000 } } }]);
      await service.clock.advance(1000);
      expect(await store.load("k"), "the cursor stays before it").toMatchObject({ lastEventId: "2" });
      await service.clock.advance(60_000);
      expect(service.streams.map(({ lastEventId }) => lastEventId)).toEqual([undefined, "2", "2", "2"]);
      expect(told("gap")).toMatchObject([{ reason: "frame-too-large", lastEventId: "2", missing: 1 }]);
      expect(names()).toEqual(["message 1", "message 2", "message 4"]);
      expect(got.error).toBeUndefined();
      service.stream.drop();
      service.onStream = (stream) => stream.resume();
      await service.clock.advance(60_000);
      expect(service.stream.lastEventId).toBe("4");
    },
  );

  test("EVT-08 EVT-12 how often it was tried is counted over restarts", async () => {
    const store = memoryCursors();
    const options = { cursorStore: store, cursorKey: "k" };
    const { service, stream } = await withLargeFrame(largeFrames[0] ?? "", options);
    await service.clock.advance(500);
    expect(service.streams).toHaveLength(2);
    expect(await store.load("k"), "saved at once").toMatchObject({ lastEventId: "2", oversized: 2 });
    await stream.close();
    const assumptions = { frameBytes: 1000 };
    const next = start(service, options, { assumptions });
    await service.clock.advance(5000);
    expect(service.streams.map(({ lastEventId }) => lastEventId)).toEqual([undefined, "2", "2", "2"]);
    expect(next.told("gap")).toMatchObject([{ reason: "frame-too-large", lastEventId: "2", missing: 1 }]);
    expect(next.names()).toEqual(["message 4"]);
    await service.clock.advance(2000);
    expect(await store.load("k")).not.toHaveProperty("oversized");
  });

  test("EVT-08 EVT-12 left out as the last that came, it is not asked for again", async () => {
    const { service, told } = await withLargeFrame(`id: 3\ndata: ${"x".repeat(5000)}`, { frameAttempts: 1 });
    await service.clock.advance(1000);
    service.stream.write("\n\n");
    await settle(5);
    expect(told("gap")).toMatchObject([{ reason: "frame-too-large", lastEventId: "2" }]);
    service.stream.drop();
    await service.clock.advance(60_000);
    expect(service.stream.lastEventId).toBe("3");
  });

  test("EVT-08 how often it is tried is an option, and a frame that never ends takes no memory", async () => {
    const endless = `id: 3\ndata: ${"x".repeat(5000)}`;
    const { service, told, names } = await withLargeFrame(endless, { frameAttempts: 1 });
    await service.clock.advance(1000);
    expect(service.streams).toHaveLength(2);
    for (let more = 0; more < 100; more += 1) service.stream.write("x".repeat(5000));
    service.stream.write(`\n\n${frame(5, message(5))}`);
    await settle(5);
    expect(told("gap")).toMatchObject([{ reason: "frame-too-large" }]);
    expect(names()).toEqual(["message 1", "message 2", "message 5"]);
  });
});
