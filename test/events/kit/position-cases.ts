import type { PositionConfig, PositionInput } from "../../../runtime/events/position-state.js";
import { interaction, message, reaction } from "./fake-service.js";
import {
  queued,
  bare,
  brought,
  streamBrings,
  connected,
  greeted,
  disconnected,
  opened,
  read,
  gone,
  resumed,
  began,
} from "./position-words.js";

/** A stream is opened beside a mailbox. */
const returning = [opened(), began, connected()];

interface Case {
  readonly name: string;
  /** What happened before, and then the input in question. */
  readonly given: readonly PositionInput[];
  readonly config?: Partial<PositionConfig>;
  readonly want: readonly string[];
}

/** What is given, and what is to follow from the last of it. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  "EVT-12 EVT-14 a stream": [
    {
      name: "the first of all loses nothing, and is recorded before anything is handed out",
      given: [connected(), greeted()],
      want: ["started_over", "save_first", "online"],
    },
    {
      name: "one that starts over after a former process is a gap",
      given: [connected(), greeted()],
      config: { offlineSinceMs: 400 },
      want: ["gap no-cursor: some after nothing, 600 ms", "started_over", "save_first", "online"],
    },
    {
      name: "one that could not be resumed is a gap",
      given: [connected("3"), greeted()],
      config: { offlineSinceMs: 400, resumeId: "3" },
      want: ["gap outside-window: some after 3, 600 ms", "started_over", "save_first", "online"],
    },
    {
      name: "one that starts over in its middle is a gap after the last id",
      given: [connected(), greeted(), brought(7), greeted("c2")],
      want: ["gap outside-window: some after 7, 0 ms", "started_over", "save_first", "online"],
    },
    {
      name: "one that is resumed lost nothing",
      given: [connected(), greeted(), brought(1), disconnected, connected("1"), resumed],
      want: ["resumed from 1 after 100 ms", "online"],
    },
    {
      name: "one said to be resumed although nothing was named is a gap",
      given: [connected(), greeted(), disconnected, connected(), resumed],
      want: ["gap no-cursor: some after nothing, 100 ms", "online"],
    },
    {
      name: "events before any greeting count as one",
      given: [connected("1"), brought(2)],
      config: { offlineSinceMs: 400, resumeId: "1" },
      want: ["online", "deliver message 2"],
    },
    {
      name: "what comes again after a resume is left out",
      given: [connected(), greeted(), brought(1, 2), disconnected, connected("2"), resumed, brought(1, 2, 3)],
      want: ["deliver message 3"],
    },
    {
      name: "an interaction never comes twice, whatever its id",
      given: [
        connected(),
        greeted(),
        streamBrings(interaction(1)),
        { type: "events", events: [queued(interaction(1), 200)], passedId: undefined },
      ],
      want: ["passed 200"],
    },
    {
      name: "an id without an event is passed",
      given: [connected(), greeted(), { type: "events", events: [], passedId: "9" }],
      want: ["passed 9"],
    },
    {
      name: "an empty id leaves nothing to resume from",
      given: [connected(), greeted(), brought(1), { type: "ids_reset" }],
      want: ["started_over"],
    },
    {
      name: "a frame that is left out is a gap of one",
      given: [connected(), greeted(), brought(4), { type: "frame_skipped" }],
      want: ["gap frame-too-large: 1 after 4, 0 ms"],
    },
    {
      name: "after lost authorization the next one shows another view",
      given: [connected(), greeted(), brought(1), disconnected, { type: "view_lost" }, connected("1"), resumed],
      want: ["resumed from 1 after 100 ms", "online with another view"],
    },
    {
      name: "what history brings after a gap is handed out",
      given: [connected(), greeted(), { type: "backfilled", events: bare(message(5)) }],
      want: ["deliver message 5"],
    },
    {
      name: "what history and the stream both bring comes once",
      given: [connected(), greeted(), { type: "backfilled", events: bare(message(5)) }, brought(5, 6)],
      config: { backfills: true },
      want: ["deliver message 6"],
    },
  ],
  "BOX-05 BOX-06 a mailbox": [
    {
      name: "in place of a stream that carried something is a gap, and recorded first",
      given: [connected(), greeted(), brought(3), disconnected, opened(message(4))],
      want: [
        "gap transport-change: some after 3, 100 ms",
        "started_over",
        "online",
        "save_first",
        "deliver message 4",
        "passed n0",
      ],
    },
    {
      name: "after one that expired tells its gap once",
      given: [opened(), gone, opened()],
      config: { transport: "mailbox" },
      want: ["started_over", "online", "save_first", "passed n0"],
    },
    {
      name: "that is gone is a gap back to the last read that left nothing in it",
      given: [
        opened(),
        read("n0", [], "n0", { startedMs: 700 }),
        read("n0", [message(1)], "n1", { room: 0, startedMs: 800 }),
        gone,
      ],
      config: { transport: "mailbox" },
      want: ["gap mailbox-expired: some after nothing, 300 ms"],
    },
    {
      name: "left by a former process is read on without a gap, and counts once it has been read",
      given: [{ type: "mailbox_restored", mailboxId: "mb" }, read("n0", [message(1)], "n1")],
      config: { transport: "mailbox", offlineSinceMs: 400 },
      want: ["online", "deliver message 1", "passed n1"],
    },
    {
      name: "whose reads failed counts again once one works",
      given: [opened(), { type: "mailbox_failing" }, read("n0", [], "n0")],
      want: ["online", "passed n0"],
    },
    {
      name: "a page is handed out, and its end passed",
      given: [opened(), read("n0", [message(1), reaction(1)], "n2")],
      want: ["deliver message 1, reaction 1", "passed n2"],
    },
    {
      name: "a page that comes back brings only what is new",
      given: [opened(), read("n0", [message(1)], "n1"), read("n0", [message(1), message(2)], "n2")],
      want: ["deliver message 2", "passed n2"],
    },
    {
      name: "a page that comes back shorter brings nothing",
      given: [
        opened(),
        read("n0", [reaction(1), message(2), reaction(1)], "n3"),
        read("n0", [reaction(1), message(2)], "n2"),
      ],
      want: [],
    },
    {
      name: "what nothing tells from what came before is handed out again, and told",
      given: [opened(), read("n0", [reaction(1)], "n1"), read("n0", [reaction(1), reaction(0)], "n2")],
      want: ["1 possible repeats", "deliver reaction 1, reaction 0", "passed n2"],
    },
    {
      name: "what finds no room is left, and the end not passed",
      given: [opened(), read("n0", [message(1), message(2)], "n2", { room: 1 })],
      want: ["deliver message 1"],
    },
    {
      name: "what was left and is gone is a gap of so many",
      given: [
        opened(),
        read("n0", [message(1), message(2), message(3)], "n3", { room: 1 }),
        read("n0", [message(9)], "n9"),
      ],
      want: ["gap overflow: 2 after nothing, 0 ms", "deliver message 9", "passed n9"],
    },
  ],
  "BOX-03 EVT-38 on the way back to the stream, a mailbox": [
    {
      name: "what the stream brings beside it is kept",
      given: [...returning, greeted("c2"), brought(5)],
      want: [],
    },
    {
      name: "is not left while it brings something",
      given: [...returning, greeted("c2"), read("n0", [message(1)], "n1")],
      want: ["deliver message 1", "passed n1"],
    },
    {
      name: "is not left by a read that began before the stream's first byte",
      given: [...returning, read("n0", [], "n0", { startedMs: 999 })],
      want: ["passed n0"],
    },
    {
      name: "is not left while what it brought is not handled",
      given: [...returning, read("n0", [message(1)], "n1"), read("n0", [message(1)], "n1", { startedMs: 1001 })],
      want: ["passed n1"],
    },
    {
      name: "is not left by an empty answer while what it brought before is not handled",
      given: [...returning, read("n0", [message(1)], "n1"), read("n0", [], "n1", { startedMs: 1001 })],
      want: ["passed n1"],
    },
    {
      name: "is not left while something of it found no room",
      given: [...returning, streamBrings(message(1)), read("n0", [message(1)], "n1", { room: 0 })],
      want: [],
    },
    {
      name: "is left once it is empty, and what the stream brought meanwhile is handed out",
      given: [...returning, greeted("c2"), brought(5), read("n0", [], "n0")],
      want: ["passed n0", "started_over", "handed_over", "started_over", "save_first", "online", "deliver message 5"],
    },
    {
      name: "is left once it brings what the stream has brought too, which comes once",
      given: [...returning, streamBrings(message(2), message(3)), read("n0", [message(1), message(2)], "n2")],
      want: ["deliver message 1, message 2", "passed n2", "started_over", "handed_over", "online", "deliver message 3"],
    },
    {
      name: "that is gone before it was empty is a gap, and the stream takes over",
      given: [...returning, greeted("c2"), gone],
      want: [
        "gap mailbox-expired: some after nothing, 0 ms",
        "started_over",
        "handed_over",
        "started_over",
        "save_first",
        "online",
      ],
    },
    {
      name: "that is gone while the stream brought nothing is a gap, and no more",
      given: [opened(), began, gone],
      want: ["gap mailbox-expired: some after nothing, 0 ms"],
    },
    {
      name: "goes on when the stream breaks off first",
      given: [...returning, streamBrings(message(1)), { type: "handover_ended" }, read("n0", [message(1)], "n1")],
      want: ["deliver message 1", "passed n1"],
    },
    {
      name: "that is found empty as the stream breaks off leaves it to the next stream to tell the gap",
      given: [...returning, greeted("c2"), disconnected, read("n0", [], "n0"), connected(), greeted("c3")],
      want: ["gap no-cursor: some after nothing, 100 ms", "started_over", "save_first", "online"],
    },
    {
      name: "a reaction that only looks like one of the mailbox's is handed out and told",
      given: [
        ...returning,
        read("n0", [reaction(1), reaction(0)], "n2"),
        read("n2", [], "n2"),
        streamBrings(reaction(1)),
      ],
      want: ["online", "deliver reaction 1", "1 possible repeats"],
    },
    {
      name: "at its place, one that looks different is handed out and told",
      given: [
        ...returning,
        read("n0", [message(1), reaction(1)], "n2"),
        read("n2", [], "n2"),
        streamBrings(message(1), reaction(0)),
      ],
      want: ["online", "deliver reaction 0", "1 possible repeats"],
    },
    {
      name: "beside a message that came by both, a reaction is known by its place",
      given: [
        ...returning,
        read("n0", [message(1), reaction(1)], "n2"),
        read("n2", [], "n2"),
        streamBrings(message(1), reaction(1), reaction(1)),
      ],
      want: ["online", "deliver reaction 1"],
    },
  ],
};
