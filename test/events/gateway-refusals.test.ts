import { afterEach, describe, expect, test } from "vitest";
import { limits } from "../../generated/tables.js";
import { FakeService, message, refuse, settle, unreachable } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";

afterEach(closeAll);

describe("refusals", () => {
  test("EVT-35 EVT-36 RATE-01 a 429 before the stream waits as asked, with a hint at causes elsewhere", async () => {
    const service = new FakeService();
    service.replies.push(refuse(429, {}, { "retry-after": "9" }));
    const { told, stream } = start(service);
    await settle();
    await service.clock.advance(8999);
    expect(service.streamRequests).toHaveLength(1);
    await service.clock.advance(901);
    expect(service.streamRequests).toHaveLength(2);
    expect(told("retrying")[0]?.hint).toMatch(/all Apps together 50.*other Apps/);
    expect(stream.state.counters.rateLimited).toBe(1);
  });

  test("RATE-01 a third process is told once what may be behind its 429s, not at each attempt", async () => {
    const service = new FakeService();
    service.replies.push(...Array.from({ length: 4 }, () => refuse(429, {}, { "retry-after": "5" })));
    const { told } = start(service);
    await settle();
    for (let minute = 0; minute < 5; minute += 1) await service.clock.advance(60_000);
    expect(
      told("retrying")
        .slice(0, 4)
        .map(({ hint }) => hint !== undefined),
    ).toEqual([true, false, false, false]);
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

  test("ERR-06 a 404 without a code is somebody else's: retried for half a minute at least, then told what to check", async () => {
    const service = new FakeService();
    service.replies.push(...Array.from({ length: 100 }, () => refuse(404, "<html>not here")));
    const { got, told } = start(service, {}, { random: () => 0 });
    await service.clock.advance(30_000);
    expect(got.done).toBe(false);
    await service.clock.advance(2000);
    expect(got.error).toMatchObject({ kind: "protocol", reason: "protocol", remedy: "check-base-url", status: 404 });
    expect(String(got.error)).toMatch(/base URL, the API version and any proxy between/);
    expect(service.streamRequests).toHaveLength(8);
    expect(told("retrying").map(({ hint }) => hint)).toEqual(Array(7).fill(expect.stringMatching(/API version/)));
    expect(told("ended")).toMatchObject([{ error: got.error }]);
  });

  test("ERR-06 EVT-42 once the stream was open, somebody else's answers end nothing, however many", async () => {
    for (const reply of [refuse(404), refuse(400, "no"), refuse(200, "<html>", { "content-type": "text/html" })]) {
      const service = new FakeService();
      const { got, told, names } = start(service);
      await settle();
      service.stream.open();
      service.stream.send(1, message(1));
      await settle(3);
      service.replies.push(...Array.from({ length: 40 }, () => reply));
      service.stream.drop();
      while (service.replies.length > 0) await service.clock.advance(1000);
      expect(told("disconnected")).toHaveLength(41);
      await service.clock.advance(30_000);
      expect(told("retrying").at(-1)).toMatchObject({ attempt: 41, hint: expect.stringMatching(/base URL/) });
      service.stream.resume();
      service.stream.send(2, message(2));
      await settle(3);
      expect([names(), got.done]).toEqual([["message 1", "message 2"], false]);
    }
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
    expect(told("resume_likely_lost")).toEqual([]);
    await service.clock.advance(200);
    expect(told("resume_likely_lost")).toMatchObject([{ offlineMs: limits.resumeWindowMs }]);
    expect(stream.state).toMatchObject({ resumeLikelyLost: true, phase: "retrying" });
    await service.clock.advance(600_000);
    expect(told("resume_likely_lost")).toHaveLength(1);
    expect(service.streamRequests.at(-1)?.headers["last-event-id"]).toBe("1");
  });
});
