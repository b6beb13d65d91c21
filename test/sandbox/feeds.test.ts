import { expect, test } from "vitest";
import { limits } from "svc-apps/rest";
import { call, here, listen, start } from "./support.js";

test("SBX-11 a reader that lags behind by more than the buffer is dropped, and nobody else notices", async () => {
  const sandbox = await start({ parameters: { streamBufferBytes: 2000 } });
  const headers = { authorization: `Bearer ${sandbox.defaults.token}`, "x-svc-api-version": "1" };
  await sandbox.openStream({ method: "GET", url: "/api/apps/eventos?intents=messages", headers });
  const reading = await listen(sandbox);
  for (let number = 0; number < 20; number++) {
    await call(sandbox, "createMessage", { ...here(sandbox), content: "x".repeat(100) });
    await sandbox.clock.settle();
  }
  expect(sandbox.log.entries("connection").some(({ text }) => text.includes("lagging"))).toBe(true);
  expect(reading.frames).toHaveLength(21);
  expect((await listen(sandbox)).status).toBe(200);
});

test("SBX-03 a feed keeps what a resume may ask for, and forgets what is older", async () => {
  const sandbox = await start();
  const { person, channelId } = sandbox.defaults;
  const stream = await listen(sandbox);
  stream.close();
  for (let index = 0; index < 3 * limits.resumeEvents; index += 1) person.post(channelId, `note ${index}`);
  await sandbox.clock.settle();
  const feed = sandbox
    .snapshot()
    .split("\n")
    .find((line) => line.includes('"feeds"'));
  const kept = feed?.match(/"sequence":\d+,"channelId"/g)?.length ?? 0;
  expect(kept).toBeGreaterThanOrEqual(limits.resumeEvents);
  expect(kept).toBeLessThan(2 * limits.resumeEvents);
});
