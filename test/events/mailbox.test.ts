import { afterEach, describe, expect, test } from "vitest";
import { limits } from "../../generated/tables.js";
import { shortestMs } from "../../runtime/events/transports/mailbox.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, interaction, json, message, reaction, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, prepare, start } from "./kit/start.js";

afterEach(closeAll);

/** Interactions are asked for so that the pace stays what it is while nothing comes. */
const mailbox = { transport: "mailbox", intents: ["messages", "interactions"] } as const;
const expired = () => json({ code: "MAILBOX_EXPIRED" }, 409);

describe("a mailbox", () => {
  test("BOX-01 BOX-02 BOX-13 is opened and read by query, and hands on what both bring, as the stream does", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    box.put(message(1));
    const { names, got, told } = start(service, { ...mailbox, intents: ["messages", "interactions"] });
    await settle(3);
    expect(service.calls[0]).toMatchObject({
      method: "GET",
      url: "http://service.test/api/apps/eventos?format=json&intents=messages,interactions",
    });
    expect(names()).toEqual(["message 1"]);
    box.put(message(2), { type: "member_join" }, reaction(3));
    await service.clock.advance(shortestMs);
    expect(service.calls[1]?.url).toBe("http://service.test/api/apps/eventos?format=json&mailbox=mb-1&since=1");
    expect(names()).toEqual(["message 1", "message 2", "unknown member_join", "reaction 3"]);
    expect(got.items[1]).toEqual(message(2));
    expect(told("connected")).toMatchObject([{ transport: "mailbox" }]);
  });

  test("AUTH-05 every one of its requests carries credential and version", async () => {
    const service = new FakeService();
    new FakeBox(service);
    const { stream } = start(service, mailbox);
    await service.clock.advance(2000);
    await stream.close();
    expect(
      new Set(
        service.calls.map(
          ({ method, headers }) =>
            `${method} ${headers["authorization"]?.slice(0, 12)} ${headers["x-svc-api-version"]}`,
        ),
      ),
    ).toEqual(new Set(["GET Bearer svc_a 1", "DELETE Bearer svc_a 1"]));
  });

  test("BOX-04 BOX-05 the position moves on only when everything before it is handled, and never back", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { end } = slowly(service, 16, mailbox);
    await settle(3);
    box.put(message(1));
    await service.clock.advance(shortestMs);
    box.put(message(2));
    await service.clock.advance(shortestMs);
    await end("message 2");
    await service.clock.advance(shortestMs);
    expect(box.asked).toEqual(["0", "0", "0"]);
    await end("message 1");
    await service.clock.advance(2 * shortestMs);
    expect(box.asked.slice(3)).toEqual(["2", "2"].slice(0, box.asked.length - 3));
    expect(box.asked.map(Number)).toEqual(box.asked.map(Number).toSorted((a, b) => a - b));
  });

  test.each([true, false])(
    "BOX-06 an event comes once, whether the service repeats what was read (%s)",
    async (repeats) => {
      const service = new FakeService();
      const box = new FakeBox(service);
      box.repeats = repeats;
      const { end, open, handled } = slowly(service, 16, mailbox);
      await settle(3);
      for (let n = 1; n <= 5; n += 1) {
        box.put(reaction(n));
        await service.clock.advance(shortestMs);
      }
      expect([...open.keys()]).toEqual([1, 2, 3, 4, 5].map((n) => `reaction ${n}`));
      await end(...open.keys());
      await service.clock.advance(10_000);
      expect(handled).toHaveLength(5);
    },
  );

  test("BOX-05 BOX-15 a read whose answer is lost or late is done again from the same position", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { names } = start(service, mailbox);
    await settle(3);
    box.put(message(1));
    box.replies.push(
      () => Promise.reject(new Error("ECONNRESET")),
      () => json({}, 502),
      () => json({ unexpected: true }),
      () => new Promise(() => undefined),
    );
    await service.clock.advance(40_000);
    expect(names()).toEqual(["message 1"]);
    expect(box.asked.slice(0, 5)).toEqual(["0", "0", "0", "0", "0"]);
    expect(box.opened, "a late answer did not outlast its life").toBe(1);
  });

  test("BOX-15 a slow answer is waited for", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { names } = start(service, mailbox);
    await settle(3);
    box.replies.push(
      () =>
        new Promise((resolve) => {
          service.clock.schedule(() => resolve(json({ events: [message(1)], next: "1" })), 25_000);
        }),
    );
    await service.clock.advance(shortestMs + 24_999);
    expect(box.asked).toHaveLength(1);
    await service.clock.advance(1);
    expect(names()).toEqual(["message 1"]);
  });

  test("BOX-01 families that it was opened without are told: their events never come", async () => {
    for (const [granted, missing] of [
      [["messages"], ["interactions"]],
      [["interactions", "messages", "more"], undefined],
      [[], ["messages", "interactions"]],
      [undefined, undefined],
      ["messages", undefined],
    ] as const) {
      const service = new FakeService();
      service.onCall = () => json({ mailbox: "mb-1", events: [], next: "0", intents: granted });
      const { told } = start(service, { ...mailbox, intents: ["messages", "interactions"] });
      await settle(3);
      expect(told("connected")).toHaveLength(1);
      expect(told("intents_missing")).toMatchObject(missing === undefined ? [] : [{ transport: "mailbox", missing }]);
      await closeAll();
    }
  });

  test("BOX-14 control events in it are told apart as on the stream", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { names, told } = start(service, mailbox);
    await settle(3);
    box.put({ type: "connection_resume" }, message(1), { type: "connection_close", code: "FATAL_ERROR" });
    await service.clock.advance(shortestMs);
    expect(names()).toEqual(["message 1"]);
    expect(told("control")).toHaveLength(2);
  });

  test("INT-42 the App hears that interactions come late by this way", async () => {
    const service = new FakeService();
    new FakeBox(service);
    const { told } = start(service, { ...mailbox, intents: ["interactions"] });
    await settle(3);
    expect(told("slow_interactions")).toHaveLength(1);
    await service.clock.advance(60_000);
    expect(service.mailboxCalls("read").length).toBeGreaterThan(80);
  });

  test.each([
    ["at-read", 0],
    ["at-arrival", shortestMs],
  ] as const)(
    "BOX-16 when its clock is said to stop %s, an interaction counts as %i ms old",
    async (reading, ageMs) => {
      const service = new FakeService();
      const box = new FakeBox(service);
      const options = { ...mailbox, intents: ["interactions"] } as const;
      const { stream } = prepare(service, options, { assumptions: { mailboxExpiryClock: reading } });
      const next = stream.entries()[Symbol.asyncIterator]().next();
      await settle(3);
      box.put(interaction(1));
      await service.clock.advance(shortestMs);
      const { value } = await next;
      expect(service.clock.monotonicMs() - (value?.receivedAtMs ?? 0)).toBe(ageMs);
    },
  );
});

describe("its pace", () => {
  test("BOX-11 never reads more often than allowed in any minute, under steady load", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const readAtMs: number[] = [];
    start(service, mailbox);
    await settle(3);
    const answer = service.onCall;
    service.onCall = (request) => {
      readAtMs.push(service.clock.monotonicMs());
      return answer(request);
    };
    for (let second = 0; second < 150; second += 1) {
      box.put(message(second));
      await service.clock.advance(1000);
    }
    const inMinuteFrom = (atMs: number) => readAtMs.filter((each) => each >= atMs && each < atMs + 60_000).length;
    expect(Math.max(...readAtMs.map(inMinuteFrom))).toBeLessThanOrEqual(limits.mailboxReadsPerMinute);
    expect(inMinuteFrom(readAtMs[0] ?? 0)).toBeGreaterThan(60);
  });

  test("BOX-07 a full queue is no reason to let it expire: it is read on, slowly", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { end, stream, told } = slowly(service, 1, { ...mailbox, maxUnhandled: 2 });
    await settle(3);
    box.put(message(1), message(2), message(3));
    await service.clock.advance(shortestMs);
    expect(stream.state.paused).toBe(true);
    const before = box.asked.length;
    await service.clock.advance(300_000);
    expect(box.asked.length - before).toBe(10);
    expect(told("gap")).toEqual([]);
    await end("message 1");
    await end("message 2");
    await end("message 3");
    await service.clock.advance(2 * shortestMs);
    expect(stream.state).toMatchObject({ paused: false, handledEventId: "3" });
  });

  test("T-13 BOX-08 what does not fit into the overflow stays there, and is a gap once it is gone", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { end, open, handled, told } = slowly(service, 1000, {
      ...mailbox,
      maxUnhandled: 2,
      mailboxOverflowLimit: 3,
    });
    await settle(3);
    box.put(message(1), message(2));
    await service.clock.advance(shortestMs);
    box.put(message(3), message(4), message(5), message(6));
    await service.clock.advance(31_000);
    expect(told("gap")).toEqual([]);
    box.events = [];
    box.put(message(7));
    await service.clock.advance(31_000);
    expect(told("gap")).toMatchObject([{ reason: "overflow" }]);
    expect([...open.keys()].at(-1), "the overflow is full as well").toBe("message 5");
    await end(...open.keys());
    await service.clock.advance(5000);
    await end(...open.keys());
    expect(handled).toEqual([1, 2, 3, 4, 5, 7].map((n) => `message ${n}`));
  });

  test("T-13 letting it go instead is a switch: nothing is read until there is room", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const client = { assumptions: { mailboxOverflow: "declare-gap" } } as const;
    const { end, told } = slowly(service, 1, { ...mailbox, maxUnhandled: 1 }, client);
    await settle(3);
    box.put(message(1));
    await service.clock.advance(shortestMs);
    const before = box.asked.length;
    await service.clock.advance(200_000);
    expect(box.asked.length).toBe(before);
    box.replies.push(expired);
    await end("message 1");
    await service.clock.advance(2 * shortestMs);
    expect(told("gap")).toMatchObject([{ ongoing: true }, { reason: "mailbox-expired", ongoing: false }]);
    expect(box.opened).toBe(2);
  });

  test("BOX-11 RATE-01 a 429 is waited out as asked, inside the mailbox's life", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { names, told } = start(service, mailbox);
    await settle(3);
    box.put(message(1));
    box.replies.push(() => json({}, 429, { "retry-after": "120" }));
    await service.clock.advance(limits.mailboxIdleMs - 6000);
    expect(box.asked, "as long as may be").toHaveLength(1);
    await service.clock.advance(5000);
    expect(names()).toEqual(["message 1"]);
    expect(told("gap")).toEqual([]);
  });
});
