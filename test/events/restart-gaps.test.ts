import { afterEach, describe, expect, test } from "vitest";
import type { Clock } from "svc-apps/rest";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, json, message, settle, unreachable } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, start } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";
import type { CursorRecord } from "../../runtime/events/cursor/record.js";

afterEach(closeAll);

/** A service, and a store with the record that a former process saved so long ago. */
async function leftBehind(record: Omit<CursorRecord, "savedAtMs">, ageMs: number) {
  const service = new FakeService();
  const cursorStore = memoryCursors();
  await cursorStore.save("k", { ...record, savedAtMs: service.clock.now() - ageMs });
  return { service, options: { cursorStore, cursorKey: "k" } };
}

/** Every connection is taken, until nobody waits any more. */
const noSlot = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));

describe("a process that is closed before it reached the service", () => {
  test("EVT-14 EVT-50 does not shorten the gap that its successor tells", async () => {
    const { service, options } = await leftBehind({ transport: "gateway", lastEventId: "1" }, 100_000);
    service.replies.push(...Array.from({ length: 20 }, () => unreachable));
    const brief = start(service, options);
    await service.clock.advance(50_000);
    await brief.stream.close();
    service.replies.length = 0;
    const { told } = start(service, options);
    await settle(3);
    expect(service.stream.lastEventId).toBe("1");
    service.stream.open();
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "outside-window", offlineMs: 150_000 }]);
  });

  test("EVT-49 EVT-50 leaves the mailbox of its predecessor to its successor", async () => {
    const { service, options } = await leftBehind({ transport: "mailbox", mailboxId: "mb-0", since: "0" }, 1000);
    const box = new FakeBox(service);
    box.put(message(1));
    const slots = { tryTake: () => undefined, take: noSlot };
    const brief = start(service, { transport: "mailbox", ...options, slots });
    await settle(3);
    expect(brief.told("waiting_for_slot")).toHaveLength(1);
    await brief.stream.close();
    expect(await options.cursorStore.load("k")).toMatchObject({ mailboxId: "mb-0", since: "0", closed: true });
    const { names, told } = start(service, { transport: "mailbox", ...options });
    await service.clock.advance(1000);
    expect([names(), told("gap"), box.opened]).toEqual([["message 1"], [], 0]);
  });
});

describe("a process that was closed before it was ever connected", () => {
  test("EVT-14 EVT-50 leaves nothing behind that its successor could have missed", async () => {
    const service = new FakeService();
    const options = { cursorStore: memoryCursors(), cursorKey: "k" };
    service.replies.push(...Array.from({ length: 20 }, () => unreachable));
    const brief = start(service, options);
    await service.clock.advance(5000);
    await brief.stream.close();
    service.replies.length = 0;
    const { told } = start(service, { ...options, intents: ["messages", "interactions"] });
    await settle(3);
    service.stream.open();
    await settle(3);
    expect(told("gap")).toEqual([]);
  });

  test.each([
    ["a stream that stayed mute", "gateway"],
    ["a mailbox", "mailbox"],
  ] as const)("EVT-14 EVT-50 with %s is a gap: something may have been sent to it", async (_, transport) => {
    const service = new FakeService();
    new FakeBox(service);
    const options = { cursorStore: memoryCursors(), cursorKey: "k" };
    const brief = start(service, { ...options, transport });
    await settle(5);
    await brief.stream.close();
    await service.clock.advance(1000);
    const { told } = start(service, { ...options, transport: "gateway" });
    await settle(3);
    service.stream.open();
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "no-cursor", offlineMs: 1000 }]);
  });
});

test("EVT-50 a record is dated in whole milliseconds, where the monotonic clock has fractions", async () => {
  const { service, options } = await leftBehind({ transport: "gateway", lastEventId: "1" }, 100_000);
  service.replies.push(...Array.from({ length: 20 }, () => unreachable));
  const clock: Clock = {
    now: () => Math.trunc(service.clock.now()),
    monotonicMs: () => service.clock.monotonicMs(),
    schedule: (callback, delayMs) => service.clock.schedule(callback, delayMs),
  };
  const { stream } = start(service, options, { clock });
  await service.clock.advance(50_000.7);
  await stream.close();
  expect((await options.cursorStore.load("k"))?.savedAtMs).toSatisfy(Number.isInteger);
});

describe("the gap that a successor tells reaches back", () => {
  test("BOX-09 EVT-50 to the last read that worked, where the mailbox could not be read before the close", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const options = { transport: "mailbox", cursorStore: memoryCursors(), cursorKey: "k" } as const;
    const first = start(service, options);
    await settle(3);
    box.put(message(1));
    await service.clock.advance(10_000);
    box.replies.push(...Array.from({ length: 100 }, () => () => json({}, 503)));
    await service.clock.advance(50_000);
    await first.stream.close();
    box.replies.splice(0, Infinity, () => json({ code: "MAILBOX_EXPIRED" }, 409));
    const { told } = start(service, options);
    await service.clock.advance(1000);
    const [gap] = told("gap");
    expect(gap?.reason).toBe("mailbox-expired");
    expect(gap?.offlineMs).toBeGreaterThanOrEqual(50_000);
  });

  test("EVT-12 EVT-14 to the oldest event that was not handled", async () => {
    const service = new FakeService();
    const options = { cursorStore: memoryCursors(), cursorKey: "k" };
    const { stream } = slowly(service, 1, options);
    await settle(3);
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    for (let beat = 0; beat < 8; beat += 1) {
      service.stream.write(": batimento\n\n");
      await service.clock.advance(25_000);
    }
    const closed = stream.close({ graceMs: 1000 });
    await service.clock.advance(1000);
    expect(await closed).toEqual({ unhandled: 1 });
    const { told } = start(service, options);
    await settle(3);
    service.stream.open("c2");
    await settle(3);
    expect(told("gap")).toMatchObject([{ offlineMs: 201_000 }]);
  });
});
