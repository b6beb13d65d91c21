import { afterEach, expect, test } from "vitest";
import { shortestMs } from "../../runtime/events/transports/mailbox.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, message, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll } from "./kit/start.js";

afterEach(closeAll);

test.each([true, false])(
  "EVT-23 what a mailbox brings and nobody can read is told once, and handed on, whether it is repeated (%s)",
  async (repeats) => {
    const service = new FakeService();
    const box = new FakeBox(service);
    box.repeats = repeats;
    box.put({ type: "message_create", message: 7 });
    const intents = ["messages", "interactions"] as const;
    const { end, open, handled, told, stream } = slowly(service, 16, { transport: "mailbox", intents });
    await settle(3);
    box.put({ type: "reaction_update" }, message(1), { type: "member_join" }, null);
    await service.clock.advance(10 * shortestMs);
    expect(box.asked.length, "it is read again while nothing is handled").toBeGreaterThan(2);
    await end(...open.keys());
    await service.clock.advance(10 * shortestMs);
    expect(handled).toEqual([
      "unknown message_create",
      "unknown reaction_update",
      "message 1",
      "unknown member_join",
      "unknown ",
    ]);
    expect(told("unreadable").map((notice) => notice.message)).toEqual([
      "An event of type message_create does not fit its description: serverId is missing.",
      "An event of type reaction_update does not fit its description: serverId is missing.",
      "An event names no type.",
    ]);
    expect(stream.state.counters.unknown).toBe(4);
  },
);
