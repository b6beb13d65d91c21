import { afterEach, expect, test } from "vitest";
import { FakeService, frame, message, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, start } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

/** What a header would change, transports refuse, or servers find too long. */
const UNFIT = ["\u0001", "7\u001b8", "7\t8", "7\u007f", " 7", "7 ", "7".repeat(2001)];

/** An id of these ends a line, so it reaches a record of a store at most. */
const NEVER_IN_A_FRAME = ["7\n8", "7\r", "7\u0000"];

test("EVT-05 EVT-14 an id that no header can carry is none to resume from, and the gap is told", async () => {
  for (const id of UNFIT) {
    const service = new FakeService();
    const { names, told, stream } = start(service);
    await settle();
    service.stream.open();
    service.stream.write(frame(id, message(1)));
    await settle(3);
    expect(stream.state.lastEventId).toBe(id);
    service.stream.drop();
    await service.clock.advance(20);
    expect(service.stream.lastEventId, JSON.stringify(id)).toBeUndefined();
    service.stream.open("c2");
    service.stream.send(2, message(2));
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "no-cursor", lastEventId: undefined, offlineMs: 20 }]);
    expect(names()).toEqual(["message 1", "message 2"]);
    await closeAll();
  }
});

test("EVT-05 EVT-14 a service that goes on without a greeting brings the same gap", async () => {
  const service = new FakeService();
  const { told } = start(service);
  await settle();
  service.stream.send("\u0001", message(1));
  await settle(3);
  service.stream.drop();
  await service.clock.advance(20);
  service.stream.send("\u0002", message(2));
  await settle(3);
  expect(told("gap")).toMatchObject([{ reason: "no-cursor" }]);
});

test("EVT-12 EVT-17 when no header can carry the last id received, the last handled one brings what lies between again", async () => {
  const service = new FakeService();
  const { end, open, told } = slowly(service);
  await settle();
  service.stream.open();
  service.stream.write(frame("8", message(1)) + frame("\u0001", message(2)));
  await settle(3);
  await end("message 1");
  service.stream.drop();
  await service.clock.advance(20);
  expect(service.stream.lastEventId).toBe("8");
  service.stream.resume();
  service.stream.write(frame("\u0001", message(2)) + frame("10", message(3)));
  await settle(3);
  expect([...open.keys()]).toEqual(["message 2", "message 3"]);
  expect(told("gap")).toEqual([]);
});

test("EVT-50 a stored id that no header can carry is none either", async () => {
  for (const lastEventId of [...UNFIT, ...NEVER_IN_A_FRAME]) {
    const service = new FakeService();
    const store = memoryCursors();
    await store.save("k", { transport: "gateway", lastEventId, savedAtMs: service.clock.now() - 1000 });
    const { told } = start(service, { cursorStore: store, cursorKey: "k" });
    await settle(3);
    expect(service.stream.lastEventId, JSON.stringify(lastEventId)).toBeUndefined();
    service.stream.open();
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "no-cursor", offlineMs: 1000 }]);
    await closeAll();
  }
});

test("EVT-05 an id that a header can carry is never held for unfit", async () => {
  for (const id of ["7 8", "!", "~", "\u0080", "é", "✓", "\u{1f44d}", "7".repeat(2000), "✓".repeat(2000)]) {
    const service = new FakeService();
    start(service);
    await settle();
    service.stream.open();
    service.stream.send(id, message(1));
    await settle(3);
    service.stream.drop();
    await service.clock.advance(20);
    const sent = service.stream.lastEventId ?? "none";
    expect(Buffer.from(sent, "latin1").toString("utf8")).toBe(id);
    await closeAll();
  }
});
