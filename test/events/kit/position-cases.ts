import type { PositionInput } from "../../../runtime/events/position-inputs.js";
import type { PositionConfig } from "../../../runtime/events/position-state.js";
import { interaction, message } from "./fake-service.js";
import { queued, bare, brought, streamBrings, connected, greeted, disconnected, resumed } from "./position-words.js";

export interface Case {
  readonly name: string;
  /** What happened before, and then the input in question. */
  readonly given: readonly PositionInput[];
  readonly config?: Partial<PositionConfig>;
  readonly want: readonly string[];
}

/** Of a stream: what is given, and what is to follow from the last of it. */
export const streamCases: Readonly<Record<string, readonly Case[]>> = {
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
      name: "one that was accepted and stayed mute is a gap since then",
      given: [{ type: "accepted" }, disconnected, { type: "accepted" }, connected(), greeted()],
      want: ["gap no-cursor: some after nothing, 100 ms", "started_over", "save_first", "online"],
    },
    {
      name: "one that carried only heartbeats is a gap since the last of them",
      given: [{ type: "accepted" }, connected(), { type: "heartbeat" }, disconnected, connected(), greeted()],
      want: ["gap no-cursor: some after nothing, 100 ms", "started_over", "save_first", "online"],
    },
    {
      name: "lost before the missed events came, and started over, is a gap since the absence before",
      given: [connected("1"), resumed, disconnected, connected("1"), greeted("c2")],
      config: { offlineSinceMs: 400, resumeId: "1" },
      want: ["gap outside-window: some after 1, 600 ms", "started_over", "save_first", "online"],
    },
    {
      name: "lost once a heartbeat showed that the missed events had come is a gap since then",
      given: [connected("1"), resumed, brought(2), { type: "heartbeat" }, disconnected, connected("2"), greeted("c2")],
      config: { offlineSinceMs: 400, resumeId: "1" },
      want: ["gap outside-window: some after 2, 100 ms", "started_over", "save_first", "online"],
    },
    {
      name: "lost after a heartbeat from before its resume is a gap since the absence before",
      given: [connected("1"), { type: "heartbeat" }, resumed, disconnected, connected("1"), greeted("c2")],
      config: { offlineSinceMs: 400, resumeId: "1" },
      want: ["gap outside-window: some after 1, 600 ms", "started_over", "save_first", "online"],
    },
    {
      name: "that carries an id alone is one that lost what was before",
      given: [connected(), { type: "events", events: [], passedId: "9" }],
      config: { offlineSinceMs: 400 },
      want: ["gap no-cursor: some after nothing, 600 ms", "online", "passed 9"],
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
      given: [connected(), greeted(), brought(4), { type: "frame_skipped", heardMs: 1000 }],
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
};
