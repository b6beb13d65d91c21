import { afterEach, describe, expect, test } from "vitest";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, interaction, json, message, reaction, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, start } from "./kit/start.js";

afterEach(closeAll);

const auto = { transport: "auto", intents: ["messages", "interactions"], returnAfterMs: 300_000 } as const;
const firstByteMs = 30_000;

/** An App that reads a mailbox, the stream having stayed silent so far. */
async function onMailbox() {
  const service = new FakeService();
  const box = new FakeBox(service);
  const started = start(service, auto);
  await settle();
  await service.clock.advance(firstByteMs);
  return { service, box, ...started };
}

const messages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => message(from + n));
const named = (from: number, to: number) => messages(from, to).map(({ message: { content } }) => content);

describe("on the way back to the stream, the mailbox", () => {
  test.each([
    ["503", () => json({}, 503)],
    ["429", () => json({}, 429, { "retry-after": "3" })],
    ["reset", () => Promise.reject(new Error("ECONNRESET"))],
    ["no JSON", () => ({ status: 200, headers: {}, body: "<html>" })],
  ] as const)("BOX-03 EVT-41 is read again when a read fails (%s), until it is empty", async (_, reply) => {
    const { service, box, names, told } = await onMailbox();
    service.onStream = (fresh) => {
      box.put(...messages(1, 180));
      const fails = () => reply() as ReturnType<typeof json>; // a promise does as well
      box.replies.push(fails, fails, fails);
      fresh.open("c2");
      service.onStream = undefined;
    };
    await service.clock.advance(auto.returnAfterMs + 30_000);
    expect(told("transport_changed").at(-1)).toMatchObject({ to: "gateway" });
    expect(names()).toEqual(named(1, 180));
    expect(told("gap"), "of the mute stream alone").toMatchObject([{ reason: "transport-change" }]);
    expect(box.closed).toEqual(["mb-1"]);
  });

  test.each([true, false])(
    "BOX-03 is read page by page to its end (read again, the service repeats: %s)",
    async (repeats) => {
      const { service, box, names, told } = await onMailbox();
      box.repeats = repeats;
      box.pageSize = 10;
      service.onStream = (fresh) => {
        box.put(...messages(1, 95));
        fresh.open("c2");
        service.onStream = undefined;
      };
      await service.clock.advance(auto.returnAfterMs + 30_000);
      expect(names()).toEqual(named(1, 95));
      expect(told("gap"), "of the mute stream alone").toMatchObject([{ reason: "transport-change" }]);
      expect(box.closed).toEqual(["mb-1"]);
    },
  );

  test("BOX-09 EVT-14 that expires before it is empty is a gap, reaching back to the last read that worked", async () => {
    const { service, box, names, told } = await onMailbox();
    service.onStream = (fresh) => {
      box.put(message(1));
      box.replies.push(() => json({ code: "MAILBOX_EXPIRED" }, 409));
      fresh.open("c2");
      service.onStream = undefined;
    };
    await service.clock.advance(auto.returnAfterMs + 10_000);
    expect(told("transport_changed").at(-1)).toMatchObject({ to: "gateway" });
    expect(told("gap")).toMatchObject([{ reason: "transport-change" }, { reason: "mailbox-expired" }]);
    expect(told("gap")[1]?.offlineMs).toBeLessThan(5000);
    service.stream.send(2, message(2));
    await settle(3);
    expect(names()).toEqual(["message 2"]);
  });

  test("BOX-03 that can be read no more within its life is a gap, and the stream goes on", async () => {
    const { service, box, names, told } = await onMailbox();
    service.onStream = (fresh) => {
      box.put(message(1));
      for (let read = 0; read < 1000; read += 1) box.replies.push(() => json({}, 503));
      fresh.open("c2");
      fresh.send(2, message(2));
      service.onStream = undefined;
    };
    await service.clock.advance(auto.returnAfterMs);
    for (let beat = 0; beat < 5; beat += 1) {
      service.stream.write(": batimento\n\n");
      await service.clock.advance(25_000);
    }
    expect(told("transport_changed").at(-1)).toMatchObject({ to: "gateway" });
    expect(told("gap")).toMatchObject([{ reason: "transport-change" }, { reason: "mailbox-expired" }]);
    expect(names()).toEqual(["message 2"]);
  });

  test("BOX-03 T-13 is not left while what it holds finds no room", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { end, open, handled, told } = slowly(service, 1, { ...auto, maxUnhandled: 2, mailboxOverflowLimit: 3 });
    await settle();
    await service.clock.advance(firstByteMs);
    service.onStream = (fresh) => {
      box.put(...messages(1, 12));
      fresh.open("c2");
      service.onStream = undefined;
    };
    await service.clock.advance(auto.returnAfterMs + 5000);
    for (let round = 0; round < 40; round += 1) {
      await end(...open.keys());
      await service.clock.advance(1000);
    }
    expect(handled).toEqual(named(1, 12));
    expect(told("gap"), "of the mute stream alone").toMatchObject([{ reason: "transport-change" }]);
    expect(box.closed).toEqual(["mb-1"]);
  });
});

test("BOX-03 while the mailbox is not empty, a report every ten seconds says how far it is", async () => {
  const service = new FakeService();
  const box = new FakeBox(service);
  const { end, open, told } = slowly(service, 4, { ...auto, maxUnhandled: 20 });
  await settle();
  await service.clock.advance(firstByteMs);
  service.onStream = (fresh) => {
    box.put(...messages(1, 12));
    fresh.open("c2");
    fresh.send(1, message(13));
    service.onStream = undefined;
  };
  await service.clock.advance(auto.returnAfterMs + 21_000);
  expect(told("handing_over")).toMatchObject([
    { level: "info", forMs: 10_000, read: 12, unhandled: 12, held: 1 },
    { forMs: 20_000, read: 12, unhandled: 12, held: 1 },
  ]);
  while (open.size > 0) {
    await end(...open.keys());
    await service.clock.advance(1000);
  }
  expect(told("transport_changed").at(-1)).toMatchObject({ to: "gateway" });
  const before = told("handing_over").length;
  await service.clock.advance(10_000);
  expect(told("handing_over")).toHaveLength(before);
});

test("BOX-03 BOX-09 a mute stream beside a mailbox is closed when the mailbox expires: the next one began later", async () => {
  const { service, box, names, told } = await onMailbox();
  await service.clock.advance(auto.returnAfterMs + 1000);
  const mute = service.stream;
  expect(mute.closed).toBe(false);
  box.replies.push(() => json({ code: "MAILBOX_EXPIRED" }, 409));
  await service.clock.advance(6000);
  expect([box.opened, mute.closed]).toEqual([2, true]);
  mute.open("c2");
  mute.send(1, message(1));
  box.put(message(2));
  await service.clock.advance(6000);
  expect(names()).toEqual(["message 2"]);
  expect(told("gap").at(-1)).toMatchObject({ reason: "mailbox-expired", ongoing: false });
});

describe("what the mailbox brought and the stream brings again", () => {
  /** The mailbox brings the first, the stream that was opened before that the second. */
  async function bothBring(byMailbox: readonly unknown[], byStream: readonly unknown[]) {
    const started = await onMailbox();
    const { service, box } = started;
    service.onStream = (fresh) => {
      box.put(...byMailbox);
      fresh.open("c2");
      for (const [index, event] of byStream.entries()) fresh.send(index + 1, event);
      service.onStream = undefined;
    };
    await service.clock.advance(auto.returnAfterMs + 5000);
    expect(started.told("transport_changed").at(-1)).toMatchObject({ to: "gateway" });
    return started;
  }
  const on = reaction(1);
  const off = reaction(0);

  test("EVT-38 a reaction on, off, on again is three events, of which none is dropped for looking like another", async () => {
    const { names, told, service } = await bothBring([on, off], [on]);
    expect(names()).toEqual(["reaction 1", "reaction 0", "reaction 1"]);
    await service.clock.advance(10_000);
    expect(told("possible_repeats")).toMatchObject([{ count: 1 }]);
  });

  test("EVT-38 possible repeats are reported by a close that waits for nothing", async () => {
    const { told, stream } = await bothBring([on, off], [on]);
    expect(told("possible_repeats")).toEqual([]);
    void stream.close({ graceMs: 0 });
    expect(told("possible_repeats")).toMatchObject([{ count: 1 }]);
  });

  test("EVT-38 messages and interactions are known by their ids and come once", async () => {
    const both = [message(1), interaction(2), message(3)];
    const { names, told } = await bothBring(both, [...both.slice(1), message(4)]);
    expect(names()).toEqual(["message 1", "interaction 2", "message 3", "message 4"]);
    expect(told("possible_repeats")).toEqual([]);
  });

  test("EVT-38 beside a message that came by both, reactions are known by their place", async () => {
    const { names, told } = await bothBring([on, message(1), on, off], [message(1), on, off, on, off]);
    expect(names()).toEqual(["reaction 1", "message 1", "reaction 1", "reaction 0", "reaction 1", "reaction 0"]);
    expect(told("possible_repeats")).toEqual([]);
  });

  test("EVT-38 a message that came by the stream alone says that nothing before it is repeated after it", async () => {
    const { names, told } = await bothBring([on, off], [message(9), on, off]);
    expect(names()).toEqual(["reaction 1", "reaction 0", "message 9", "reaction 1", "reaction 0"]);
    expect(told("possible_repeats")).toEqual([]);
  });

  test("EVT-38 more of the stream than the mailbox brought since it was opened is new, and so not in doubt", async () => {
    const { service, names, told } = await bothBring([on], [on, on]);
    service.stream.send(7, on);
    await settle(3);
    expect(names()).toHaveLength(4);
    await service.clock.advance(10_000);
    expect(told("possible_repeats")).toMatchObject([{ count: 1 }]);
  });

  test("EVT-38 what may be repeated is one report for all events of ten seconds, or at the end of the stream", async () => {
    const many = Array.from({ length: 228 }, () => on);
    const { told, stream, service } = await bothBring(many, []);
    for (let sent = 0; sent < 228; sent += 1) {
      service.stream.send(sent + 1, on);
      await settle(2);
    }
    expect(told("possible_repeats")).toEqual([]);
    await stream.close();
    expect(told("possible_repeats")).toMatchObject([{ count: 228 }]);
  });

  test("EVT-17 EVT-38 it is known after a resume as well", async () => {
    const { service, names, stream } = await bothBring([message(1), message(2)], [message(1)]);
    service.stream.drop();
    await service.clock.advance(2000);
    expect(service.stream.lastEventId).toBe("1");
    service.stream.resume();
    service.stream.send(2, message(2));
    service.stream.send(3, message(3));
    await settle(3);
    expect(names()).toEqual(["message 1", "message 2", "message 3"]);
    expect(stream.state.counters.duplicates).toBe(2);
  });
});
