import { afterEach, describe, expect, test } from "vitest";
import { shortestMs } from "../../runtime/events/transports/mailbox.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, json, message, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, start } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

/** A gap is reported at once, and with its final extent once there is another mailbox. */
const expiredAndReplaced = [
  { reason: "mailbox-expired", ongoing: true },
  { reason: "mailbox-expired", ongoing: false },
];

/** Interactions are asked for so that the pace stays what it is while nothing comes. */
const mailbox = { transport: "mailbox", intents: ["messages", "interactions"] } as const;
const expired = () => json({ code: "MAILBOX_EXPIRED" }, 409);

/** A store with the record, under "k", of a mailbox that a former process left so long ago. */
async function storeWithRecord(service: FakeService, { since, ageMs }: { since: string; ageMs: number }) {
  const store = memoryCursors();
  await store.save("k", { transport: "mailbox", mailboxId: "mb-0", since, savedAtMs: service.clock.now() - ageMs });
  return store;
}

describe("the end of a mailbox", () => {
  test("BOX-09 BOX-10 a 409 is told and a gap; the credential is checked before another is opened", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { names, told } = start(service, mailbox);
    await settle(3);
    box.replies.push(expired);
    await service.clock.advance(shortestMs + 20);
    expect(told("gap")).toMatchObject(expiredAndReplaced);
    expect(told("disconnected")).toMatchObject([{ transport: "mailbox", reason: { cause: "expired" } }]);
    const [, , check, reopen] = service.calls.map(({ url }) => url.replace("http://service.test/api/apps", ""));
    expect([check, reopen]).toEqual(["/me", "/eventos?format=json&intents=messages,interactions"]);
    box.put(message(1));
    await service.clock.advance(shortestMs);
    expect(names()).toEqual(["message 1"]);
    expect(told("gap")).toHaveLength(2);
  });

  test.each([
    ["409", expired],
    ["401", () => json({ code: "MISSING_CREDENTIAL" }, 401)],
    ["bare 401", () => json({}, 401)],
  ])("BOX-10 T-04 a %s with a dead credential ends the events and opens nothing", async (_, reply) => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { got } = start(service, mailbox);
    await settle(3);
    const answer = service.onCall;
    service.onCall = (request) =>
      request.url.endsWith("/me") ? json({ code: "MISSING_CREDENTIAL" }, 401) : answer(request);
    box.replies.push(reply);
    await service.clock.advance(60_000);
    expect(got.error).toMatchObject({ name: "EventsEndedError", reason: "credential", remedy: "new-credential" });
    expect(box.opened).toBe(1);
  });

  test.each([
    ["no answer", () => Promise.reject(new Error("ECONNRESET")), "unreachable"],
    ["503", () => json({}, 503), "refused"],
    ["429", () => json({}, 429, { "retry-after": "600" }), "refused"],
    ["bare 401", () => json({}, 401), "refused"],
    ["no JSON", () => ({ status: 200, headers: {}, body: "<html>" }), "protocol"],
  ] as const)("reads that fail show while they do, and are told once: %s", async (_, reply, why) => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { stream, told } = start(service, mailbox);
    await settle(3);
    expect(stream.state).toMatchObject({ phase: "open", attempts: 0 });
    const fails = () => reply() as ReturnType<typeof json>; // a promise does as well
    box.replies.push(fails, fails, fails);
    while (box.replies.length > 0) await service.clock.advance(shortestMs);
    expect(stream.state).toMatchObject({ phase: "retrying", attempts: 3 });
    expect(told("retrying")).toMatchObject([{ attempt: 1, why }]);
    await service.clock.advance(10_000);
    expect(stream.state).toMatchObject({ phase: "open", attempts: 0 });
    box.replies.push(fails);
    await service.clock.advance(shortestMs);
    expect(told("retrying")).toHaveLength(2);
    expect([told("gap"), box.opened]).toEqual([[], 1]);
  });

  test("BOX-09 EVT-14 the gap reaches back to the last read that worked", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { told } = start(service, mailbox);
    await settle(3);
    await service.clock.advance(10 * shortestMs);
    const before = service.mailboxCalls("read").length;
    box.replies.push(...Array.from({ length: 20 }, () => () => json({}, 503)), expired);
    while (told("gap").length === 0) await service.clock.advance(1);
    await service.clock.advance(20);
    expect(
      told("connecting").map(({ attempt }) => attempt),
      "of a connection, failed reads are no attempts",
    ).toEqual([0, 1]);
    const reads = service.mailboxCalls("read").length - before;
    expect(reads).toBe(21);
    expect(told("gap")).toMatchObject([{ offlineMs: reads * shortestMs, ongoing: true }, { ongoing: false }]);
  });

  test("BOX-09 EVT-50 of a mailbox that a former process left, to when that was heard of", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const store = await storeWithRecord(service, { since: "7", ageMs: 20_000 });
    box.replies.push(expired);
    const { told } = start(service, { ...mailbox, cursorStore: store, cursorKey: "k" });
    await service.clock.advance(0);
    expect(box.asked).toEqual(["7"]);
    expect(told("gap")).toMatchObject([{ reason: "mailbox-expired", offlineMs: 20_000 }]);
  });

  test("BOX-03 BOX-17 closing without a store gives it back, whatever the service answers", async () => {
    for (const answer of [
      () => json({ ok: true }),
      expired,
      () => json({}, 500),
      () => Promise.reject(new Error("gone")),
    ]) {
      const service = new FakeService();
      new FakeBox(service);
      const { stream, got } = start(service, mailbox);
      await settle(3);
      const reply = service.onCall;
      service.onCall = (request) => (request.method === "DELETE" ? answer() : reply(request));
      const closed = stream.close();
      await service.clock.advance(6000);
      await closed;
      expect(service.mailboxCalls("close")[0]?.url).toBe("http://service.test/api/apps/eventos?mailbox=mb-1");
      expect(got).toMatchObject({ done: true, error: undefined });
      expect(service.clock.pending).toBe(0);
    }
  });

  test("BOX-18 a slot still held by a former process is waited for", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const answer = service.onCall;
    let refusals = 3;
    service.onCall = (request) => ((refusals -= 1) >= 0 ? json({}, 429) : answer(request));
    const { names, got } = start(service, mailbox);
    await service.clock.advance(90_000);
    box.put(message(1));
    await service.clock.advance(5000);
    expect(names()).toEqual(["message 1"]);
    expect(got.done).toBe(false);
  });

  test("failures to open are counted from the last mailbox that was opened on, not over the stream's life", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const answer = service.onCall;
    let page = true;
    service.onCall = (request) => {
      const opens =
        request.method === "GET" && request.url.includes("format=json") && !request.url.includes("mailbox=");
      if (opens && page) {
        page = false;
        return { status: 200, headers: { "content-type": "text/html" }, body: "<html>" };
      }
      return answer(request);
    };
    const { got, told, stream } = start(service, { ...mailbox, protocolFailureLimit: 2 });
    for (let round = 0; round < 4; round += 1) {
      await service.clock.advance(10_000);
      expect([got.done, stream.state.attempts, box.opened]).toEqual([false, 0, round + 1]);
      page = true;
      box.replies.push(expired);
    }
    expect(new Set(told("retrying").map(({ attempt }) => attempt))).toEqual(new Set([1, 2]));
  });

  test.each([
    ["404", () => json({}, 404)],
    ["403", () => json({ code: "APP_MISSING_SCOPE" }, 403)],
    ["429", () => json({}, 429, { "retry-after": "600" })],
    ["bare 401", () => json({}, 401)],
  ])(
    "BOX-07 BOX-09 one whose reads are all answered with %s is given up for lost, told, and replaced",
    async (_, reply) => {
      const service = new FakeService();
      const box = new FakeBox(service);
      const { told, names } = start(service, mailbox);
      await settle(3);
      for (let read = 0; read < 400; read += 1) box.replies.push(reply);
      await service.clock.advance(120_000);
      expect(box.opened).toBe(2);
      expect(told("gap")).toMatchObject(expiredAndReplaced);
      box.replies.length = 0;
      box.put(message(1));
      await service.clock.advance(60_000);
      expect(names()).toEqual(["message 1"]);
    },
  );

  test("BOX-05 EVT-50 a process that starts again reads on in the mailbox it left", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const store = memoryCursors();
    const first = slowly(service, 16, { ...mailbox, cursorStore: store, saveIntervalMs: 100 });
    await settle(3);
    box.put(message(1), message(2));
    await service.clock.advance(shortestMs);
    await first.end("message 1", "message 2");
    box.put(message(3), message(4));
    await service.clock.advance(shortestMs);
    await first.end("message 4");
    await service.clock.advance(200);
    const { names, told } = start(service, { ...mailbox, cursorStore: store });
    await service.clock.advance(shortestMs);
    expect(names()).toEqual(["message 3", "message 4"]);
    expect(box.opened).toBe(1);
    expect(told("gap")).toEqual([]);
  });

  /** One that a stream with a store left when it was closed in order, having handled one event. */
  async function left() {
    const service = new FakeService();
    const box = new FakeBox(service);
    const options = { ...mailbox, cursorStore: memoryCursors() };
    const first = start(service, options);
    await settle(3);
    box.put(message(1));
    await service.clock.advance(shortestMs);
    await first.stream.close();
    expect(service.mailboxCalls("close")).toEqual([]);
    return { box, service, options };
  }

  test("EVT-49 EVT-50 closing with a store leaves it, and a restart goes on in it: what came meanwhile is there", async () => {
    const { box, service, options } = await left();
    box.put(message(2));
    await service.clock.advance(30_000);
    const { names, told } = start(service, options);
    await service.clock.advance(20);
    expect([names(), told("gap"), box.opened]).toEqual([["message 2"], [], 1]);
  });

  test.each([429, 503])(
    "BOX-09 EVT-50 a record of an hour ago is no reason to give up a mailbox whose first read fails with %s",
    async (status) => {
      const service = new FakeService();
      const box = new FakeBox(service);
      // Nothing was handled for an hour, so nothing saved, and then the process was killed.
      const cursorStore = await storeWithRecord(service, { since: "0", ageMs: 3_600_000 });
      box.put(message(1));
      box.replies.push(() => json({}, status, { "retry-after": "1" }));
      const { names, told } = start(service, { ...mailbox, cursorStore, cursorKey: "k" });
      await service.clock.advance(5000);
      expect([names(), told("gap"), box.opened]).toEqual([["message 1"], [], 0]);
    },
  );

  test("BOX-11 a mailbox whose record is old is asked no earlier than a 429 says", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const cursorStore = await storeWithRecord(service, { since: "0", ageMs: 3_600_000 });
    box.put(message(1));
    box.replies.push(() => json({}, 429, { "retry-after": "20" }));
    const { names } = start(service, { ...mailbox, cursorStore, cursorKey: "k" });
    await service.clock.advance(19_000);
    expect(names()).toEqual([]);
    await service.clock.advance(5_000);
    expect(names()).toEqual(["message 1"]);
  });

  test("BOX-09 a restart that finds it gone tells the gap", async () => {
    const { box, service, options } = await left();
    await service.clock.advance(45_000);
    box.replies.push(expired);
    const { told } = start(service, options);
    await service.clock.advance(20);
    expect(box.opened).toBe(2);
    expect(told("gap")).toMatchObject(expiredAndReplaced);
  });
});
