import { afterEach, describe, expect, test } from "vitest";
import { limits } from "../../generated/tables.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, frame, interaction, message, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, nameOf, prepare } from "./kit/start.js";
import { cursorsThat } from "./kit/cursors.js";

afterEach(closeAll);

const opening = { type: "connection_open", connectionId: "c1", version: "1" };

test("EVT-47 a pause that outlasts the resume window is told once as a risk", async () => {
  const service = new FakeService();
  const { end, told, stream } = slowly(service, 1, {});
  await settle();
  service.stream.open();
  for (let n = 1; n <= 1100; n += 1) service.stream.send(n, message(n));
  await settle(10);
  expect(stream.state.paused).toBe(true);
  await service.clock.advance(limits.resumeWindowMs + 1000);
  expect(told("gap_risk")).toHaveLength(1);
  expect(stream.state.gapRisk).toBe(true);
  for (let n = 1; n <= 1100; n += 1) await end(`message ${n}`);
  expect(stream.state).toMatchObject({ gapRisk: false, paused: false });
});

test("EVT-47 under load the risk comes as early as the events that probably wait", async () => {
  const service = new FakeService();
  const { told } = slowly(service, 1, { maxUnhandled: 400 });
  await settle();
  service.stream.open();
  for (let n = 1; n <= 399; n += 1) {
    service.stream.send(n, message(n));
    await service.clock.advance(10);
  }
  service.stream.send(400, message(400));
  await settle(3);
  expect(told("paused")).toHaveLength(1);
  await service.clock.advance(4000);
  expect(told("gap_risk")).toEqual([]);
  await service.clock.advance(2000);
  const [risk] = told("gap_risk");
  expect(risk?.estimatedEvents).toBeGreaterThanOrEqual(limits.resumeEvents - 1);
  expect(risk?.pausedMs).toBeLessThan(6000);
});

test("EVT-46 an interaction in a chunk whose messages find no place starts all the same", async () => {
  const service = new FakeService();
  const { open, stream } = slowly(service, 1000, { intents: ["messages", "interactions"] });
  await settle();
  service.stream.open();
  const many = Array.from({ length: 2100 }, (_, n) => frame(n + 1, message(n + 1))).join("");
  service.stream.write(many + frame(3000, interaction(1)));
  await settle(5);
  expect(stream.state).toMatchObject({ paused: true });
  expect(open.has("interaction 1")).toBe(true);
});

test("EVT-17 EVT-44 a queueLimit that is no whole number hands nothing out twice", async () => {
  const service = new FakeService();
  const { stream } = prepare(service, { queueLimit: 1.5 });
  const reader = stream[Symbol.asyncIterator]();
  const first = reader.next();
  await settle();
  service.stream.open();
  service.stream.write([1, 2, 3, 4].map((n) => frame(n, message(n))).join(""));
  const got = [nameOf((await first).value!)];
  while (stream.state.queued > 0) got.push(nameOf((await reader.next()).value!));
  expect(got).toEqual([1, 2, 3, 4].map((n) => `message ${n}`));
});

test("the state shows how far behind it is", async () => {
  const service = new FakeService();
  const { end, stream } = slowly(service, 1);
  await settle();
  service.stream.open();
  service.stream.send(1, message(1));
  service.stream.send(2, message(2));
  await settle(3);
  await service.clock.advance(1500);
  expect(stream.state).toMatchObject({ queued: 1, unhandled: 2, lagMs: 1500 });
  await end("message 1");
  await service.clock.advance(500);
  expect(stream.state).toMatchObject({ queued: 0, unhandled: 1, lagMs: 2000 });
});

describe("while the first record of a stream is being written", () => {
  /** A store whose writing ends when told to, but for the record of the start. */
  function heldUp() {
    let write = () => {};
    let saves = 0;
    const cursorStore = cursorsThat({
      load: () => Promise.resolve(undefined),
      save: () => ((saves += 1) === 1 ? Promise.resolve() : new Promise<void>((resolve) => (write = resolve))),
    });
    return { cursorStore, write: () => write() };
  }

  test.each(["gateway", "mailbox"] as const)("nothing is told of a full queue by the %s", async (transport) => {
    const service = new FakeService();
    const box = transport === "mailbox" ? new FakeBox(service) : undefined;
    const { cursorStore, write } = heldUp();
    const { open, told, stream } = slowly(service, 2, { cursorStore, transport });
    box?.put(message(1), message(2));
    await settle(5);
    if (!box) {
      service.stream.open("c1", "40");
      service.stream.send(41, message(1));
      service.stream.send(42, message(2));
    }
    await settle(5);
    expect([[...open.keys()], stream.state.paused]).toEqual([[], false]);
    write();
    await settle(5);
    expect([...open.keys()]).toEqual(["message 1", "message 2"]);
    expect(told("paused")).toEqual([]);
  });

  test.each(["gateway", "mailbox"] as const)(
    "a queue that is full after it is told then by the %s",
    async (transport) => {
      const service = new FakeService();
      const box = transport === "mailbox" ? new FakeBox(service) : undefined;
      const { cursorStore, write } = heldUp();
      const { open, told, stream } = slowly(service, 1, { cursorStore, transport, maxUnhandled: 2 });
      box?.put(message(1), message(2));
      await settle(5);
      if (!box) service.stream.write(frame(40, opening) + frame(41, message(1)) + frame(42, message(2)));
      await settle(5);
      expect(told("paused")).toEqual([]);
      write();
      await settle(5);
      expect([[...open.keys()], stream.state.paused]).toEqual([["message 1"], true]);
      expect(told("paused")).toMatchObject([{ transport }]);
    },
  );
});
