import { afterEach, expect, test } from "vitest";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, frame, json, message, reaction, settle } from "./kit/fake-service.js";
import { closeAll, nameOf, prepare } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

/** A service with a history of 50 messages a page, and a stream that starts over each time it is opened again. */
function withHistory(options = {}) {
  const service = new FakeService();
  const posted = new Map<string, ReturnType<typeof message>["message"][]>();
  const asked: string[] = [];
  const post = (n: number, channel = 1) => {
    const event = message(n, channel);
    const { channelId } = event.message;
    posted.set(channelId, [...(posted.get(channelId) ?? []), event.message]);
    return event;
  };
  const box = new FakeBox(service);
  const boxCall = service.onCall;
  service.onCall = (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith("/eventos")) return boxCall(request);
    const channel = /canais\/(\d+)\/mensagens/.exec(pathname)?.[1] ?? "";
    asked.push(`${Number(channel.slice(-6))} before ${Number((searchParams.get("antesDe") ?? "0").slice(-6))}`);
    const all = posted.get(channel);
    if (all === undefined) return json({ code: "INVALID_INPUT" }, 403);
    const before = searchParams.get("antesDe");
    const upTo = before === null ? all.length : all.findIndex(({ publicId }) => publicId === before);
    return json({ messages: all.slice(Math.max(0, upTo - 50), upTo), reactions: {} });
  };
  const { stream, told } = prepare(service, { onGap: "backfill", ...options }, { assumptions: { frameBytes: 1000 } });
  const got: string[] = [];
  const reading = { mayGoOn: Promise.resolve() };
  void (async () => {
    for await (const { event, backfilled } of stream.entries()) {
      got.push(`${nameOf(event)}${backfilled ? " (history)" : ""}`);
      await reading.mayGoOn;
    }
  })();
  return { service, box, stream, told, post, posted, asked, got, reading };
}

test("EVT-14 after a gap, the messages of every channel that was heard of are read back to the last one known", async () => {
  const { service, post, got, told, asked } = withHistory();
  await settle();
  service.stream.open("c1");
  service.stream.send(1, post(1, 1));
  service.stream.send(2, post(2, 2));
  await settle(3);
  service.stream.drop();
  for (let n = 3; n <= 62; n += 1) post(n, 1);
  post(63, 2);
  post(64, 3);
  await service.clock.advance(20);
  expect(got).toHaveLength(2);
  service.stream.open("c2");
  await settle(20);
  expect(told("gap")).toHaveLength(1);
  const ofOne = Array.from({ length: 60 }, (_, n) => `message ${n + 3} (history)`);
  expect(got.slice(2)).toEqual([...ofOne, "message 63 (history)"]);
  expect(asked).toEqual(["1 before 0", "1 before 13", "2 before 0"]);
  const unavailable = ["reaction_update", "interaction_create", "events of members"];
  expect(told("backfilled")).toMatchObject([{ events: 61, channels: 2, incompleteChannels: 0, unavailable }]);
  expect(told("backfilled")[0]?.message, "people are told what cannot be had").toMatch(
    /61 messages of 2 channels .* reaction_update, interaction_create/,
  );
});

test("EVT-17 a message that comes by the stream and by history comes once, whichever is first", async () => {
  const { service, post, got } = withHistory();
  await settle();
  service.stream.open("c1");
  service.stream.send(1, post(1));
  await settle(3);
  service.stream.drop();
  post(2);
  const both = post(3);
  await service.clock.advance(20);
  service.stream.open("c2");
  service.stream.send(9, both);
  await settle(20);
  expect(got).toEqual(["message 1", "message 3", "message 2 (history)"]);
  service.stream.drop();
  const late = post(4);
  await service.clock.advance(2000);
  service.stream.open("c3");
  await settle(20);
  service.stream.send(11, late);
  service.stream.send(12, reaction(1));
  await settle(5);
  expect(got.slice(3)).toEqual(["message 4 (history)", "reaction 1"]);
});

test("what history refuses, or holds too far back, is told as incomplete, and what was read is handed out", async () => {
  const { service, post, posted, got, told } = withHistory({ onGap: { maxPages: 1 } });
  await settle();
  service.stream.open("c1");
  service.stream.send(1, post(1, 1));
  service.stream.send(2, post(2, 2));
  await settle(3);
  service.stream.drop();
  for (let n = 3; n <= 62; n += 1) post(n, 1);
  posted.delete(message(2, 2).message.channelId);
  await service.clock.advance(20);
  service.stream.open("c2");
  await settle(20);
  expect(told("backfilled")).toMatchObject([{ events: 50, channels: 2, incompleteChannels: 2 }]);
  expect(got.slice(2)).toHaveLength(50);
});

test("EVT-08 a message that was too large for the stream is read by history, without another connection", async () => {
  const { service, post, posted, got, told } = withHistory({ frameAttempts: 1 });
  await settle();
  service.stream.open("c1");
  service.stream.send(1, post(1));
  await settle(3);
  const large = post(2);
  for (const how of ["given up", "skipped"]) {
    service.stream.write(frame(2, { ...large, padding: "x".repeat(2000) }));
    await settle(3);
    if (how === "skipped") break;
    await service.clock.advance(1000);
    service.stream.resume();
  }
  await settle(10);
  expect(told("gap")).toMatchObject([{ reason: "frame-too-large" }]);
  expect(got).toEqual(["message 1", "message 2 (history)"]);
  expect(posted.size).toBe(1);
});

test("T-13 messages that a mailbox brought to a full queue are read by history once there is room", async () => {
  const { service, box, post, got, told, reading } = withHistory({
    transport: "mailbox",
    queueLimit: 1,
    mailboxOverflowLimit: 1,
  });
  let goOn = () => {};
  await settle(3);
  reading.mayGoOn = new Promise((resolve) => (goOn = resolve));
  box.put(post(1));
  await service.clock.advance(10_000);
  box.put(post(2), post(3));
  await service.clock.advance(10_000);
  box.put(post(4), post(5));
  await service.clock.advance(31_000);
  box.events = [];
  box.put(post(6));
  await service.clock.advance(31_000);
  expect([got, told("gap")]).toMatchObject([["message 1"], [{ reason: "overflow" }]]);
  expect(told("backfilled")).toEqual([]);
  goOn();
  await settle(20);
  expect(told("backfilled")).toHaveLength(1);
  expect(got).toEqual([...[1, 2, 3].map((n) => `message ${n}`), ...[4, 5, 6].map((n) => `message ${n} (history)`)]);
});

test("BOX-09 history is read again for a gap that came while it was read, and not before events come again", async () => {
  const { service, box, post, got, told } = withHistory({ transport: "mailbox" });
  const answer = service.onCall;
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  let isUp = true;
  service.onCall = async (request) => {
    if (request.url.includes("mensagens")) await mayGoOn;
    const opens = request.url.endsWith("intents=messages");
    return opens && !isUp ? json({}, 503) : answer(request);
  };
  const expires = async () => {
    box.replies.push(() => json({ code: "MAILBOX_EXPIRED" }, 409));
    await service.clock.advance(10_000);
  };
  await settle(3);
  box.put(post(1));
  await service.clock.advance(10_000);
  post(2);
  await expires();
  isUp = false;
  await expires();
  goOn();
  await settle(10);
  post(3);
  isUp = true;
  await service.clock.advance(60_000);
  expect([told("gap").length, told("backfilled").length]).toEqual([4, 2]);
  expect(got).toEqual(["message 1", "message 2 (history)", "message 3 (history)"]);
});

test("EVT-14 what is deleted while it is looked for brings no older messages", async () => {
  const { service, post, posted, got, told } = withHistory();
  for (let n = 1; n <= 8; n += 1) post(n);
  await settle();
  service.stream.open("c1");
  for (const n of [9, 10]) service.stream.send(n, post(n));
  await settle(3);
  service.stream.drop();
  const channel = posted.get(message(1).message.channelId);
  channel?.pop();
  post(11);
  await service.clock.advance(20);
  service.stream.open("c2");
  await settle(20);
  expect(got).toEqual(["message 9", "message 10", "message 11 (history)"]);
  expect(told("backfilled")).toMatchObject([{ events: 1, incompleteChannels: 0 }]);
});

test("EVT-14 after a restart no channel is known: the gap is told, and that none of it was read", async () => {
  const cursorStore = memoryCursors();
  await cursorStore.save("k", { transport: "gateway", lastEventId: "4", savedAtMs: 1, writer: "former", closed: true });
  const { service, post, got, told, asked } = withHistory({ cursorStore, cursorKey: "k" });
  await settle();
  post(5);
  service.stream.open("c2");
  await settle(20);
  expect(told("gap")).toMatchObject([{ reason: "outside-window", lastEventId: "4" }]);
  expect(told("backfilled")).toMatchObject([{ events: 0, channels: 0, incompleteChannels: 0 }]);
  expect([got, asked]).toEqual([[], []]);
});

test("EVT-13 without a gap, or without being asked for, no history is read", async () => {
  for (const options of [{}, { onGap: "report" }]) {
    const { service, post, asked } = withHistory(options);
    await settle();
    service.stream.open("c1");
    service.stream.send(1, post(1));
    await settle(3);
    service.stream.drop();
    await service.clock.advance(20);
    if ("onGap" in options) service.stream.open("c2");
    else service.stream.resume();
    await settle(10);
    expect(asked).toEqual([]);
    await closeAll();
  }
});
