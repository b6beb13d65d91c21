import { describe, expect, test } from "vitest";
import type { PositionInput } from "../../runtime/events/position-inputs.js";
import { interaction, message } from "./kit/fake-service.js";
import {
  bare,
  began,
  brought,
  connected,
  disconnected,
  greeted,
  opened,
  play,
  queued,
  read,
  resumed,
  streamBrings,
} from "./kit/position-words.js";

const unknown = { type: "unknown", payload: { type: "sunrise" } };
const events = (...list: ReturnType<typeof queued>[]): PositionInput => ({
  type: "events",
  events: list,
  passedId: undefined,
});
const started = [connected(), greeted()];
/** A mailbox was left for a stream, which goes on beside what the mailbox has brought. */
const handedOver = [opened(), began, connected(), greeted("c2"), brought(5), read("n0", [], "n0")];

describe("what is counted", () => {
  test.each<readonly [what: string, given: readonly PositionInput[], counts: object]>([
    ["events", [...started, brought(1, 2)], { received: 2, duplicates: 0, unknown: 0 }],
    [
      "events that come again",
      [...started, brought(1, 2), connected("2"), resumed, brought(1, 2, 3)],
      { received: 3, duplicates: 2, unknown: 0 },
    ],
    [
      "events of no known type",
      [...started, events(queued(unknown, 1), queued(message(2), 2))],
      { received: 2, duplicates: 0, unknown: 1 },
    ],
    [
      "the same of a mailbox",
      [opened(), read("n0", [unknown, message(1)], "n2")],
      { received: 2, duplicates: 0, unknown: 1 },
    ],
    [
      "a page that comes back",
      [opened(), read("n0", [message(1)], "n1"), read("n0", [message(1), message(2)], "n2")],
      { received: 2, duplicates: 1, unknown: 0 },
    ],
    [
      "an interaction on two pages",
      [opened(), read("n0", [interaction(1)], "n1"), read("n1", [interaction(1), message(2)], "n3")],
      { received: 2, duplicates: 1, unknown: 0 },
    ],
  ])("%s", (_, given, counts) => {
    expect(play(given).state.counts).toEqual(counts);
  });
});

describe("what is handed out, where nothing can come again", () => {
  test("a chunk goes on as it came", () => {
    const chunk = brought(3, 4, 5);
    const { state, actions } = play([...started, brought(1, 2), chunk], { dedupeSize: 2 });
    const want = { type: "deliver", lineage: "c1", places: undefined, receivedMs: 1000 };
    expect(actions).toEqual([{ ...want, events: "events" in chunk ? chunk.events : [] }]);
    expect(state).toMatchObject({ receivedId: "5", counts: { received: 5, duplicates: 0, unknown: 0 } });
  });
});

describe("what to resume from", () => {
  test("what only comes again moves nothing", () => {
    const { state, words } = play([...started, brought(1, 2, 3), disconnected, connected("3"), resumed, brought(1, 2)]);
    expect(words).toEqual([]);
    expect(state.receivedId).toBe("3");
  });

  test("an event with no id in force moves nothing", () => {
    expect(play([...started, brought(2), events(queued(message(3)))]).state.receivedId).toBe("2");
  });

  test("an id taken back leaves nothing", () => {
    expect(play([...started, brought(2), { type: "ids_reset" }]).state.receivedId).toBe("");
  });

  test("an id on the greeting is passed before anything is recorded", () => {
    const { words } = play([connected(), { type: "greeted", connectionId: "c1", id: "7", heardMs: 1 }]);
    expect(words).toEqual(["started_over", "passed 7", "save_first", "online"]);
  });

  test("an id without an event is no greeting", () => {
    expect(play([connected("1"), { type: "events", events: [], passedId: "9" }]).words).toEqual(["passed 9"]);
  });
});

describe("which place an event without an id has", () => {
  const places = (given: readonly PositionInput[]) =>
    play(given).actions.flatMap((action) => (action.type === "deliver" ? [action.places] : []));
  const three = [message(1), message(2), message(3)];

  test.each<readonly [what: string, given: readonly PositionInput[], want: readonly string[]]>([
    ["on a page", [opened(), read("n0", three, "n3")], ["1", "2", "3"]],
    ["on the rest of one", [opened(), read("n0", three, "n3", { room: 1 }), read("n0", three, "n3")], ["2", "3"]],
    [
      "beside what came before",
      [opened(), read("n0", [interaction(1)], "n1"), read("n1", [interaction(1), message(2)], "n3")],
      ["3"],
    ],
    ["in what came with a mailbox", [opened(message(1), message(2))], ["1", "2"]],
    [
      "in history",
      [...started, { type: "backfilled", events: bare(message(1), message(2)) }],
      ["backfill.0", "backfill.1"],
    ],
  ])("%s", (_, given, want) => {
    expect(places(given)).toEqual([want]);
  });
});

describe("what a stream and its mailbox both bring", () => {
  const page = read("n0", [message(1), message(2)], "n2");
  const overlapping = [opened(), began, connected(), streamBrings(message(1)), page];
  const isKept = (given: readonly PositionInput[]) => play(given).state.taken.overlap !== undefined;

  test.each<readonly [what: string, given: readonly PositionInput[], want: boolean]>([
    ["is kept while the stream may repeat it", overlapping, true],
    ["is kept for a connection that resumes it", [...overlapping, disconnected, connected("5")], true],
    ["is forgotten once the stream is past it", [...overlapping, streamBrings(message(2), message(3))], false],
    ["is forgotten where there is none", handedOver, false],
    ["is forgotten when that cannot be resumed", [...overlapping, disconnected, connected("5"), greeted("c3")], false],
    ["is forgotten by a connection that resumes nothing", [...overlapping, disconnected, connected()], false],
    ["is forgotten when the stream starts over", [...overlapping, greeted("c3")], false],
    ["is forgotten with the next mailbox", [...overlapping, opened()], false],
    ["is forgotten when another mailbox is opened, as the stream is closed", [opened(), began, opened()], false],
  ])("%s", (_, given, want) => {
    expect(isKept(given)).toBe(want);
  });

  test("the stream is what goes on", () => {
    expect(play(handedOver).state).toMatchObject({
      transport: "gateway",
      mailboxId: undefined,
      mailboxEmptiedMs: undefined,
      handover: undefined,
    });
  });
});

describe("since when nothing comes", () => {
  const absentSinceMs = (given: readonly PositionInput[]) => play(given).state.absentSinceMs;

  test("every connection that was accepted counts", () => {
    expect(absentSinceMs([...started, disconnected])).toBe(900);
    expect(absentSinceMs([connected(), disconnected])).toBe(900);
    expect(absentSinceMs([disconnected])).toBe(900);
    expect(absentSinceMs([opened(), began, connected(), read("n0", [], "n0"), disconnected])).toBe(900);
  });

  test("a mailbox whose reads fail counts since the last read that found nothing in it", () => {
    const failing: PositionInput = { type: "mailbox_failing" };
    const three = [message(1), message(2), message(3)];
    expect(absentSinceMs([opened(), failing])).toBe(1000);
    expect(absentSinceMs([opened(), read("n0", [], "n0", { startedMs: 700 }), failing])).toBe(700);
    expect(absentSinceMs([opened(), read("n0", three, "n3", { startedMs: 700 }), failing])).toBe(1000);
    expect(absentSinceMs([opened(), read("n0", three, "n3", { startedMs: 700, room: 1 }), failing])).toBe(1000);
  });

  test("a mailbox in place of one that a former process had is a gap, and its place means nothing here", () => {
    const { words } = play([opened()], { transport: "mailbox", offlineSinceMs: 400, resumeId: "n5" });
    expect(words[0]).toBe("gap mailbox-expired: some after nothing, 600 ms");
  });
});

test("what comes without a connection is taken, and makes none", () => {
  expect(play([brought(1)]).words).toEqual(["deliver message 1"]);
  const { state, words } = play([greeted()]);
  expect(words).toEqual(["started_over", "save_first", "online"]);
  expect(state.connection).toBeUndefined();
});
