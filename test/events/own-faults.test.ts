import { afterEach, expect, test } from "vitest";
import { createDispatcher, isEventsEnded, type StreamEvent } from "svc-apps/events";
import { shortestMs } from "../../runtime/events/transports/mailbox.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, frame, message, reaction, settle } from "./kit/fake-service.js";
import { closeAll, prepare, start } from "./kit/start.js";

afterEach(closeAll);

/** An event nested deeper than can be written out again, although it can be read. */
const deep = (type: string) => `{"type":"${type}","x":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;

test("what fails on this side is no lost connection: it ends the events with that error instead of losing some for ever", async () => {
  const service = new FakeService();
  const { stream, told } = prepare(service, { stableAfterMs: 60_000 });
  const dispatcher = createDispatcher<StreamEvent>({ handle: () => undefined, clock: service.clock });
  const fault = new Error("a dispatcher of one's own, with a fault");
  const running = stream.run({
    ...dispatcher,
    snapshot: dispatcher.snapshot,
    onRoom: () => () => undefined,
    offer: () => {
      throw fault;
    },
  });
  const outcome = running.catch((error: unknown) => error);
  await settle();
  service.stream.open();
  service.stream.write(frame(1, message(1)) + frame(2, message(2)));
  await service.clock.advance(10_000);
  expect(await outcome).toBe(fault);
  expect(told("ended")).toMatchObject([{ error: fault }]);
  expect(told("disconnected")).toEqual([]);
  expect(service.streams.map(({ closed }) => closed)).toEqual([true]);
  expect(service.clock.pending).toBe(0);
});

test("what is thrown on this side and is not an error ends the events with an error of this package", async () => {
  const service = new FakeService();
  const { stream, told } = prepare(service);
  const dispatcher = createDispatcher<StreamEvent>({ handle: () => undefined, clock: service.clock });
  const offer = () => {
    AbortSignal.abort("a string").throwIfAborted();
    return true;
  };
  const running = stream.run({ ...dispatcher, snapshot: dispatcher.snapshot, onRoom: () => () => undefined, offer });
  const outcome = running.catch((error: unknown) => error);
  await settle();
  service.stream.open();
  service.stream.write(frame(1, message(1)));
  await service.clock.advance(10_000);
  const error = await outcome;
  expect(isEventsEnded(error)).toBe(true);
  expect(error).toMatchObject({ kind: "handler", reason: "thrown", remedy: "fix-code", cause: "a string" });
  expect(told("ended")).toMatchObject([{ error }]);
});

test("EVT-23 BOX-06 an event too deep to be written out is an event like any other, on the mailbox and when leaving it", async () => {
  const service = new FakeService();
  const box = new FakeBox(service);
  const { names, got, told } = start(service, { transport: "auto", returnAfterMs: 300_000 });
  await service.clock.advance(30_000);
  const events = [JSON.stringify(reaction(1)), deep("from_the_box"), JSON.stringify(reaction(2))];
  const body = `{"events":[${events.join()}],"next":"0"}`;
  box.replies.push(() => ({ status: 200, headers: { "content-type": "application/json" }, body }));
  await service.clock.advance(10_000);
  expect(names()).toEqual(["reaction 1", "unknown from_the_box", "reaction 2"]);
  service.onStream = (fresh) => {
    fresh.open("c2");
    fresh.write(`id: 7\ndata: ${deep("from_the_stream")}\n\n${frame(8, reaction(3))}`);
  };
  await service.clock.advance(300_000 + shortestMs);
  expect(names().slice(3)).toEqual(["unknown from_the_stream", "reaction 3"]);
  expect(got.done).toBe(false);
  expect(told("gap"), "of the mute stream alone").toMatchObject([{ reason: "transport-change" }]);
});
