import { afterEach, expect, test } from "vitest";
import { TransportFailure } from "svc-apps";
import { shortestMs } from "../../runtime/events/transports/mailbox.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, json, settle } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";

afterEach(closeAll);

test.each([
  ["a 429 that asks for no wait", () => json({}, 429)],
  ["a 429 that asks for less than the pace", () => json({}, 429, { "retry-after": "0" })],
  ["a connection that could not be made", () => Promise.reject(new TransportFailure("unreachable", "refused"))],
])("BOX-11 after %s, no read comes before its time", async (_what, fail) => {
  const service = new FakeService();
  const box = new FakeBox(service);
  const { got } = start(service, { transport: "mailbox", intents: ["messages", "interactions"] });
  await settle(3);
  const readsMs: number[] = [];
  const timed = (reply: () => ReturnType<FakeService["onCall"]>) => () => {
    readsMs.push(service.clock.monotonicMs());
    return reply();
  };
  box.replies.push(
    timed(fail),
    timed(fail),
    timed(() => json({ events: [], next: "0" })),
  );
  await service.clock.advance(30_000);
  expect(readsMs).toHaveLength(3);
  for (const [n, ms] of readsMs.entries()) if (n > 0) expect(ms - readsMs[n - 1]!).toBeGreaterThanOrEqual(shortestMs);
  expect(got.done).toBe(false);
});
