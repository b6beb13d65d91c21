import type { Case } from "./position-cases.js";
import { message, reaction } from "./fake-service.js";
import {
  brought,
  streamBrings,
  connected,
  greeted,
  disconnected,
  opened,
  read,
  gone,
  began,
} from "./position-words.js";

/** A stream is opened beside a mailbox. */
const returning = [opened(), began, connected()];

/** Of a mailbox, and of the way back from it. */
export const mailboxCases: Readonly<Record<string, readonly Case[]>> = {
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
      name: "after one that expired reports its gap again, in its final extent",
      given: [opened(), read("n0", [], "n0", { startedMs: 700 }), gone, opened()],
      config: { transport: "mailbox" },
      want: ["gap mailbox-expired: some after nothing, 300 ms", "started_over", "online", "save_first", "passed n0"],
    },
    {
      name: "that is gone is a gap back to the last read that found nothing in it, whatever later reads brought",
      given: [
        opened(),
        read("n0", [], "n0", { startedMs: 700 }),
        read("n0", [message(1)], "n1", { startedMs: 800 }),
        gone,
      ],
      config: { transport: "mailbox" },
      want: ["gap mailbox-expired: some after nothing, 300 ms and more"],
    },
    {
      name: "left by a former process and gone is a gap back to that process, whatever was read of it",
      given: [{ type: "mailbox_restored", mailboxId: "mb" }, read("n0", [message(1)], "n1"), gone],
      config: { transport: "mailbox", offlineSinceMs: 400 },
      want: ["gap mailbox-expired: some after nothing, 600 ms and more"],
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
        read("n0", [], "n0", { startedMs: 700 }),
        read("n0", [message(1), message(2), message(3)], "n3", { room: 1 }),
        read("n0", [message(9)], "n9"),
      ],
      want: ["gap overflow: 2 after nothing, 300 ms", "deliver message 9", "passed n9"],
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
      name: "that is gone while the stream brought nothing is a gap that goes on",
      given: [opened(), began, { type: "accepted" }, disconnected, gone],
      want: ["gap mailbox-expired: some after nothing, 0 ms and more"],
    },
    {
      name: "that is gone before the stream brought anything leaves it to the stream to end the gap",
      given: [opened(), began, gone, connected(), greeted("c2")],
      want: ["gap mailbox-expired: some after nothing, 0 ms", "started_over", "save_first", "online"],
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
