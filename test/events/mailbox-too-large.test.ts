import { afterEach, describe, expect, test } from "vitest";
import { TransportFailure } from "svc-apps";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, message, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, start } from "./kit/start.js";

afterEach(closeAll);

const tooLarge = () => Promise.reject(new TransportFailure("too-large", "the answer has more than 100 bytes"));

describe("a mailbox whose answer is above the limit", () => {
  test("BOX-09 EVT-14 is given up after three reads, as a gap, and the next one is opened at once", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { told, names } = start(service, { transport: "mailbox" });
    await settle(3);
    await service.clock.advance(5000);
    box.put(message(1));
    box.replies.push(tooLarge, tooLarge, tooLarge);
    await service.clock.advance(10_000);
    expect([box.opened, box.closed]).toEqual([2, ["mb-1"]]);
    expect(told("gap")).toMatchObject([
      { reason: "frame-too-large", ongoing: true },
      { reason: "frame-too-large", ongoing: false },
    ]);
    box.put(message(2));
    await service.clock.advance(5000);
    expect(names()).toContain("message 2");
  });

  test("BOX-09 two reads above the limit are no reason to give it up", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { told, names } = start(service, { transport: "mailbox" });
    await settle(3);
    box.replies.push(tooLarge, tooLarge);
    box.put(message(1));
    await service.clock.advance(20_000);
    box.replies.push(tooLarge, tooLarge);
    box.put(message(2));
    await service.clock.advance(20_000);
    expect([box.opened, told("gap"), names()]).toEqual([1, [], ["message 1", "message 2"]]);
  });

  test("BOX-09 is kept while events are unhandled: once they are, its answer begins later and is smaller", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { told, end, open, handled } = slowly(service, 16, { transport: "mailbox" });
    await settle(3);
    box.put(message(1), message(2));
    await service.clock.advance(2000);
    expect(open.size).toBe(2);
    const both = () => (box.asked.at(-1) === "2" ? undefined : tooLarge());
    const reply = box.service.onCall;
    service.onCall = (request) => {
      const isRead = request.url.includes("since=");
      return (isRead ? both() : undefined) ?? reply(request);
    };
    await service.clock.advance(20_000);
    expect([box.opened, told("gap")]).toEqual([1, []]);
    await end(...open.keys());
    box.put(message(3));
    await service.clock.advance(5000);
    await end(...open.keys());
    expect([box.opened, told("gap"), handled]).toEqual([1, [], ["message 1", "message 2", "message 3"]]);
  });
});
