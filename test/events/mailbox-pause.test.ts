import { afterEach, expect, test } from "vitest";
import type { TransportAnswer } from "svc-apps/rest";
import { longestMs } from "../../runtime/events/transports/mailbox.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, message, settle } from "./kit/fake-service.js";
import { nameOf, closeAll, prepare } from "./kit/start.js";

afterEach(closeAll);

/** A mailbox whose reader has room for one event, holds one, and has been brought three. */
async function full() {
  const service = new FakeService();
  const box = new FakeBox(service);
  const prepared = prepare(service, { transport: "mailbox", queueLimit: 1 });
  const reader = prepared.stream[Symbol.asyncIterator]();
  box.put(message(1), message(2), message(3));
  const first = reader.next();
  await settle(5);
  expect((await first).value).toEqual(message(1));
  expect(prepared.stream.state.paused).toBe(true);
  return { service, box, reader, ...prepared };
}

test("EVT-47 a pause ends as well when there is room again while the mailbox is being read", async () => {
  const { service, reader, stream, told } = await full();
  const answer = service.onCall;
  let answered = () => {};
  service.onCall = (request) =>
    new Promise<TransportAnswer>((resolve) => {
      answered = () => resolve(answer(request));
    });
  await service.clock.advance(longestMs);
  for (const n of [2, 3]) expect(nameOf((await reader.next()).value!)).toBe(`message ${n}`);
  answered();
  service.onCall = answer;
  await settle(3);
  expect(stream.state).toMatchObject({ paused: false, pausedMs: 0 });
  await service.clock.advance(600_000);
  expect(told("gap_risk")).toEqual([]);
  expect(told("unpaused")).toHaveLength(1);
});

test("EVT-49 closing in the middle of a pause leaves no timer behind", async () => {
  const { service, stream, told } = await full();
  await stream.close({ graceMs: 0 });
  expect(service.clock.pending).toBe(0);
  expect(stream.state.paused).toBe(false);
  expect(told("gap_risk")).toEqual([]);
});

test("EVT-45 what is read during a pause stands behind what waits already", async () => {
  const { service, box, reader, stream } = await full();
  box.put(message(4), message(5));
  await service.clock.advance(longestMs);
  expect(stream.state).toMatchObject({ paused: true, queued: 4 });
  for (const n of [2, 3, 4, 5]) expect(nameOf((await reader.next()).value!)).toBe(`message ${n}`);
});
