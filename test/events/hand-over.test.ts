import { getEventListeners } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { ArgumentError } from "svc-apps";
import { limits } from "../../generated/tables.js";
import { shortestMs } from "../../runtime/events/transports/mailbox.js";
import { slotsOf } from "../../runtime/events/slots.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, json, message, settle, type StreamReply } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

const auto = { transport: "auto", intents: ["messages", "interactions"], returnAfterMs: 300_000 } as const;
const firstByteMs = 30_000;

/** An App that reads a mailbox, the stream having stayed silent, and has handled one event of it. */
async function onMailbox(options = {}) {
  const service = new FakeService();
  const box = new FakeBox(service);
  const started = start(service, { ...auto, ...options });
  await settle();
  await service.clock.advance(firstByteMs);
  box.put(message(1));
  await service.clock.advance(shortestMs);
  expect(started.names()).toEqual(["message 1"]);
  const slots = slotsOf(started.client, limits.gatewayConnectionsPerApp);
  return { service, box, slots, ...started };
}

test("EVT-05 EVT-14 positions of the mailbox are never asked for on the stream, and what broke off before it began is a gap", async () => {
  const store = memoryCursors();
  const { service, told, names } = await onMailbox({ cursorStore: store, cursorKey: "k" });
  service.onStream = (fresh) => fresh.write(": batimento\n\n");
  await service.clock.advance(auto.returnAfterMs + shortestMs);
  expect(told("transport_changed").at(-1)).toMatchObject({ to: "gateway" });
  await service.clock.advance(2000);
  expect((await store.load("k"))?.lastEventId).toBeUndefined();
  service.onStream = undefined;
  service.stream.drop();
  await service.clock.advance(20);
  expect(service.stream.lastEventId).toBeUndefined();
  service.stream.open("c3");
  service.stream.send(2, message(2));
  await settle(3);
  expect(told("gap")).toMatchObject([{ reason: "transport-change" }, { reason: "no-cursor" }]);
  expect(names()).toEqual(["message 1", "message 2"]);
});

test("BOX-03 EVT-37 a stream that cannot be looked for any more ends the events and leaves nothing behind", async () => {
  const { service, box, slots, got } = await onMailbox();
  const broken: StreamReply = () => Promise.reject(new ArgumentError("no token any more"));
  service.replies.push(broken);
  await service.clock.advance(auto.returnAfterMs + shortestMs);
  expect(got.error).toMatchObject({ kind: "argument", message: "no token any more" });
  expect(box.closed).toEqual(["mb-1"]);
  expect(slots.taken).toBe(0);
  expect(service.clock.pending).toBe(0);
});

test("BOX-03 EVT-37 a credential found dead at the last read closes the stream that was to take over", async () => {
  const { service, box, slots, got } = await onMailbox();
  service.onStream = (fresh) => {
    fresh.open("c2");
    const answer = service.onCall;
    service.onCall = (request) =>
      request.method === "DELETE" ? answer(request) : json({ code: "MISSING_CREDENTIAL" }, 401);
  };
  await service.clock.advance(auto.returnAfterMs + shortestMs);
  expect(got.error).toMatchObject({ name: "EventsEndedError", reason: "credential" });
  expect(service.stream.closed).toBe(true);
  expect(box.closed).toEqual(["mb-1"]);
  expect(slots.taken).toBe(0);
  expect(service.clock.pending).toBe(0);
});

test("EVT-49 closing saves the cursor in its time although the service does not answer about the mailbox that was left", async () => {
  const cursorStore = memoryCursors();
  const { service, stream, told } = await onMailbox({ cursorStore, cursorKey: "k", saveIntervalMs: 60_000 });
  const answer = service.onCall;
  service.onCall = (request) => (request.method === "DELETE" ? new Promise(() => undefined) : answer(request));
  service.onStream = (fresh) => fresh.open("c2");
  await service.clock.advance(auto.returnAfterMs + shortestMs);
  service.stream.send(7, message(7));
  await settle(3);
  const closed = stream.close({ graceMs: 1000 });
  await service.clock.advance(1000);
  await closed;
  expect(await cursorStore.load("k")).toMatchObject({ transport: "gateway", lastEventId: "7", closed: true });
  expect(told("transport_changed").at(-1)).toMatchObject({ to: "gateway" });
});

test("EVT-14 a mailbox that expired while the stream came back does not silence the next gap", async () => {
  const { service, box, told, names } = await onMailbox();
  const answer = service.onCall;
  let isUp = true;
  service.onCall = (request) => {
    const opens = request.url.includes("format=json") && !request.url.includes("mailbox=");
    return opens && !isUp ? json({}, 503) : answer(request);
  };
  await service.clock.advance(auto.returnAfterMs - 10_000);
  isUp = false;
  box.replies.push(() => json({ code: "MAILBOX_EXPIRED" }, 409));
  service.onStream = (fresh) => fresh.open("c2");
  await service.clock.advance(30_000);
  expect(told("gap").map(({ reason }) => reason)).toContain("mailbox-expired");
  expect(told("transport_changed").at(-1)).toMatchObject({ to: "gateway" });
  const before = told("gap").length;
  isUp = true;
  service.onStream = undefined;
  service.stream.end();
  await service.clock.advance(firstByteMs + 1000);
  expect(told("transport_changed").at(-1)).toMatchObject({ to: "mailbox" });
  expect(told("gap").slice(before)).toMatchObject([{ reason: "transport-change" }]);
  box.put(message(2));
  await service.clock.advance(shortestMs);
  expect(names()).toEqual(["message 1", "message 2"]);
});

test("however often the transports change, no listener stays behind", async () => {
  const signals = new Set<AbortSignal>();
  const add = AbortSignal.prototype.addEventListener;
  const spy = vi.spyOn(AbortSignal.prototype, "addEventListener").mockImplementation(function (
    this: AbortSignal,
    ...args: unknown[]
  ) {
    signals.add(this);
    Reflect.apply(add, this, args);
  });
  const { service, stream } = await onMailbox();
  const busiest = () => Math.max(...[...signals].map((signal) => getEventListeners(signal, "abort").length));
  const seen: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    service.onStream = (fresh) => fresh.open(`c${round}`);
    await service.clock.advance(auto.returnAfterMs + 1000);
    expect(stream.state.transport).toBe("gateway");
    service.onStream = undefined;
    service.stream.end();
    await service.clock.advance(firstByteMs + 1000);
    expect(stream.state.transport).toBe("mailbox");
    seen.push(busiest());
  }
  spy.mockRestore();
  expect(new Set(seen).size, String(seen)).toBe(1);
});
