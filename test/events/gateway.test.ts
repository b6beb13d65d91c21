import { afterEach, expect, test } from "vitest";
import { type EventsNotice, type EventsOptions, openEvents } from "svc-apps/events";
import type { EventStream } from "svc-apps/events";
import { collect, FakeService, frame, message, settle } from "./kit/fake-service.js";

const opened: EventStream[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stream) => stream.close({ graceMs: 0 })));
});

function start(service: FakeService, options: Partial<EventsOptions> = {}, clientOptions = {}) {
  const notices: EventsNotice[] = [];
  const stream = openEvents(service.client(clientOptions), {
    intents: ["messages"],
    transport: "gateway",
    onState: (notice) => void notices.push(notice),
    ...options,
  });
  opened.push(stream);
  const got = collect(stream);
  const ids = () => got.items.map((event) => (event.type === "message_create" ? event.message.content : event.type));
  const told = (type: EventsNotice["type"]) => notices.filter((notice) => notice.type === type);
  return { stream, got, ids, notices, told };
}

test("EVT-01 intents stand in the query as one list with commas, each family encoded", async () => {
  const service = new FakeService();
  start(service, { intents: ["messages", "a,b&c", "interactions"] });
  await settle();
  expect(service.streamRequests[0]?.url).toBe(
    "http://service.test/api/apps/eventos?intents=messages,a%2Cb%26c,interactions",
  );
});
test("EVT-13 inside the window the missed events follow, each handled once, and no gap is told", async () => {
  const service = new FakeService();
  const { ids, told, stream } = start(service);
  await settle();
  service.stream.open();
  service.stream.send(1, message(1));
  service.stream.write(frame(2, message(2)) + frame(3, message(3)));
  await settle(3);
  expect(ids()).toEqual(["message 1", "message 2", "message 3"]);
  service.stream.drop();
  await service.clock.advance(20);
  expect(service.streams).toHaveLength(2);
  expect(service.stream.lastEventId).toBe("3");
  service.stream.resume();
  service.stream.send(3, message(3));
  service.stream.send(4, message(4));
  await settle(3);
  expect(ids()).toEqual(["message 1", "message 2", "message 3", "message 4"]);
  expect(told("resumed")).toHaveLength(1);
  await stream.close();
  expect(service.clock.pending).toBe(0);
});
