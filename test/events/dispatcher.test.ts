import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { createDispatcher } from "../../runtime/events/dispatch/dispatcher.js";
import { HandlerTimeout } from "../../runtime/events/dispatch/context.js";
import { isAppsError } from "svc-apps";
import { laneOf, type StreamEvent } from "svc-apps/events";
import { interaction, message } from "./kit/fake-service.js";
import { nameOf } from "./kit/start.js";
import { QueuedEvent } from "../../runtime/events/queue/queued-event.js";
import { DispatcherSink } from "../../runtime/events/queue/event-queue.js";
import { bench, type Item, items } from "./kit/dispatch-bench.js";
import { settle } from "./kit/virtual-clock.js";

describe("EVT-43 the controls keep what they promise", () => {
  test("concurrency: as many handlers at work as allowed and not one more", async () => {
    const b = bench({ concurrency: 3, queueLimit: 10 });
    for (const item of items(8)) expect(b.offer(item)).toBe(true);
    expect(b.started).toEqual([0, 1, 2]);
    await b.end(1);
    expect(b.started).toEqual([0, 1, 2, 3]);
    expect(b.dispatcher.snapshot).toMatchObject({ running: 3, queued: 4 });
  });

  test("queueLimit: the limit is taken, one more is not", async () => {
    const b = bench({ concurrency: 1, queueLimit: 4 });
    expect(items(7).map(b.offer)).toEqual([true, true, true, true, true, false, false]);
    expect(b.dispatcher.hasRoom("events")).toBe(false);
    await b.end(0);
    expect(b.dispatcher.hasRoom("events")).toBe(true);
    expect(b.offer({ n: 5 })).toBe(true);
    expect(b.offer({ n: 6 })).toBe(false);
  });

  test("order none is the default: a later event of a busy channel starts at once", () => {
    const b = bench({ concurrency: 2 });
    for (const item of items(2, { channel: "a" })) b.offer(item);
    expect(b.started).toEqual([0, 1]);
  });

  test("order channel: a channel waits for itself and for no other", async () => {
    const b = bench({ concurrency: 4, order: "channel" });
    b.offer({ n: 0, channel: "a" });
    b.offer({ n: 1, channel: "a" });
    b.offer({ n: 2, channel: "b" });
    b.offer({ n: 3 });
    expect(b.started).toEqual([0, 2, 3]);
    await b.end(0);
    expect(b.started).toEqual([0, 2, 3, 1]);
  });

  test.each([
    ["concurrency", { concurrency: 0 }],
    ["concurrency", { concurrency: 1.5 }],
    ["queueLimit", { queueLimit: 0 }],
    ["interactions.queueLimit", { interactions: { queueLimit: -1 } }],
    ["interactions.concurrency", { interactions: { concurrency: Number.NaN } }],
  ])("%s that makes no sense is refused by name (%j)", (name, options) => {
    expect(() => bench(options)).toThrow(new RegExp(`^${name} must be a whole number of at least 1`));
  });
});

test("EVT-44 room is told once half of the queue is free, not at every event", async () => {
  const b = bench({ concurrency: 1, queueLimit: 4 });
  let told = 0;
  b.dispatcher.onRoom(() => (told += 1));
  for (const item of items(6)) b.offer(item);
  await b.end(0);
  expect(told).toBe(0);
  await b.end(1);
  expect(told).toBe(1);
});

test("EVT-45 events of one channel keep their order, whatever handlers take and however many run", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ channel: fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }) }), {
        maxLength: 30,
      }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(), { maxLength: 60 }),
      async (given, concurrency, picks) => {
        const b = bench({ concurrency, queueLimit: 100, order: "channel" });
        const all = given.map(({ channel }, n): Item => (channel === undefined ? { n } : { n, channel }));
        for (const item of all) b.offer(item);
        const running = () => [...b.open.keys()];
        for (const pick of picks) {
          const channels = running().map((n) => all[n]?.channel);
          expect(running().length).toBeLessThanOrEqual(concurrency);
          expect(channels.filter((each) => each !== undefined)).toHaveLength(
            new Set(channels.filter((each) => each !== undefined)).size,
          );
          const n = running()[pick % Math.max(1, running().length)];
          if (n === undefined) break;
          await b.end(n);
        }
        while (running().length > 0) await b.end(running()[0]!);
        expect(b.settled.toSorted((x, y) => x - y)).toEqual(all.map((item) => item.n));
        for (const channel of ["a", "b", "c"]) {
          const inOrder = b.started.filter((n) => all[n]?.channel === channel);
          expect(inOrder).toEqual(inOrder.toSorted((x, y) => x - y));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("EVT-46 interactions start although every place for messages is taken and their queue is full", () => {
  const b = bench({ concurrency: 2, queueLimit: 3, interactions: { concurrency: 2, queueLimit: 1 } });
  for (const item of items(5)) expect(b.offer(item)).toBe(true);
  expect(b.offer({ n: 5 })).toBe(false);
  expect(b.offer({ n: 10, interaction: true })).toBe(true);
  expect(b.offer({ n: 11, interaction: true })).toBe(true);
  expect(b.started).toEqual([0, 1, 10, 11]);
  expect(b.offer({ n: 12, interaction: true })).toBe(true);
  expect(b.offer({ n: 13, interaction: true }), "their own queue has a limit too").toBe(false);
});

test("a handler that throws, now or later, is reported and stops nothing", async () => {
  const b = bench({
    concurrency: 1,
    handle: ({ n }) => {
      if (n === 0) throw new Error("now");
      return n === 1 ? Promise.reject(new Error("later")) : undefined;
    },
  });
  for (const item of items(3)) b.offer(item);
  await settle();
  expect(b.errors).toEqual([new Error("now"), new Error("later")]);
  expect(b.settled).toEqual([0, 1, 2]);
});

test("an error listener that throws itself stops nothing", () => {
  const print = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const b = bench({
    handle: () => {
      throw new Error("handler");
    },
    onError: () => {
      throw new Error("listener");
    },
  });
  expect(b.offer({ n: 0 })).toBe(true);
  expect(b.settled).toEqual([0]);
  expect(print).toHaveBeenCalledWith("An event handler failed:", new Error("listener"));
  print.mockRestore();
});

test("a handler that takes too long is aborted, reported, and its place is given on", async () => {
  const b = bench({ concurrency: 1, handlerTimeoutMs: 500 });
  b.offer({ n: 0 });
  b.offer({ n: 1 });
  const { signal } = b.contexts.get(0)!;
  await b.clock.advance(499);
  expect(signal.aborted).toBe(false);
  await b.clock.advance(1);
  expect(signal.reason).toBeInstanceOf(HandlerTimeout);
  expect(signal.reason).toMatchObject({ name: "HandlerTimeout", kind: "handler" });
  expect(isAppsError(signal.reason)).toBe(true);
  expect(b.errors).toEqual([signal.reason]);
  expect(b.settled).toEqual([0]);
  expect(b.started).toEqual([0, 1]);
  expect(b.dispatcher.snapshot.overdue).toBe(1);
  await b.end(0);
  expect(b.dispatcher.snapshot.overdue).toBe(0);
  expect(b.settled).toEqual([0]);
  await b.clock.advance(500);
  expect(b.contexts.get(1)!.signal.aborted, "a signal read late is aborted already").toBe(true);
});

test("a handler of an interaction may go on: its place is given on, and it is told of a stop alone", async () => {
  const b = bench({ concurrency: 1, handlerTimeoutMs: 500, laneOf: () => "interactions" });
  b.offer({ n: 0 });
  b.offer({ n: 1 });
  const { signal } = b.contexts.get(0)!;
  await b.clock.advance(500);
  expect([b.settled, b.started, b.errors]).toEqual([[0], [0, 1], []]);
  expect(b.dispatcher.snapshot).toMatchObject({ overdue: 1, interactions: { running: 1 } });
  await b.end(1);
  expect(signal.aborted).toBe(false);
  await b.dispatcher.stop({ graceMs: 0 });
  expect(signal.reason).toMatchObject({ reason: "aborted" });
  await b.end(0);
  expect([b.settled, b.dispatcher.snapshot.overdue]).toEqual([[0, 1], 0]);
});

test("EVT-45 an App's own functions that fail for one event are told, and stop neither it nor any other", async () => {
  const fail = ({ n }: Item) => {
    if (n === 1) throw new Error(`no idea about ${n}`);
  };
  const laneOf = (item: Item) => (fail(item), "interactions" as const);
  const orderKeyOf = (item: Item) => (fail(item), "one line");
  for (const own of [{ laneOf }, { orderKeyOf, order: "channel" as const }]) {
    const b = bench({ concurrency: 1, ...own });
    for (const item of items(4)) expect(b.offer(item)).toBe(true);
    for (const n of [0, 1, 2, 3]) await b.end(n);
    expect(new Set(b.started)).toEqual(new Set([0, 1, 2, 3]));
    expect(b.settled).toHaveLength(4);
    expect(new Set(b.errors.map(String))).toEqual(new Set(["Error: no idea about 1"]));
    expect(b.dispatcher.snapshot).toMatchObject({ queued: 0, running: 0 });
  }
});

test("MSG-13 each delivery of an event gives its handlers the same clientRefs in the same order", () => {
  const refs = (n: number) => {
    const b = bench();
    b.offer({ n });
    const context = b.contexts.get(n)!;
    return [context.clientRef(), context.clientRef(), context.clientRef()];
  };
  expect(refs(1)).toEqual(refs(1));
  expect(new Set([...refs(1), ...refs(2)]).size).toBe(6);
});

test("handlers of sync functions run without queueing and thousands deep without a stack", () => {
  let handled = 0;
  const b = bench({ concurrency: 1, queueLimit: 100_000, handle: () => void (handled += 1) });
  for (const item of items(50_000)) b.offer(item);
  expect(handled).toBe(50_000);
  const busy = bench({
    concurrency: 1,
    queueLimit: 100_000,
    handle: ({ n }) => (n === 0 ? Promise.resolve() : undefined),
  });
  for (const item of items(50_000)) busy.offer(item);
  return settle().then(() => expect(busy.settled).toHaveLength(50_000));
});

test("EVT-45 once a lane has refused an event, later ones of that lane wait behind it although a place has become free", () => {
  let answers = [true, false, true, true];
  const dispatcher = {
    laneOf,
    offer: () => answers.shift() ?? true,
  } as unknown as ReturnType<typeof createDispatcher<StreamEvent>>; // all that a sink asks of one
  const sink = new DispatcherSink(dispatcher);
  const queued = (event: object) => new QueuedEvent(event as StreamEvent, undefined, "");
  const rest = sink.take([queued(message(1)), queued(message(2)), queued(interaction(3)), queued(message(4))]);
  expect(rest.map(({ event }) => nameOf(event))).toEqual(["message 2", "message 4"]);
  answers = [true, true];
  expect(sink.take(rest)).toEqual([]);
});
