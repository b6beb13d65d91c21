import { describe, expect, test } from "vitest";
import { nothingTaken } from "../../runtime/events/duplicates.js";
import { isOfStream, type PositionInput } from "../../runtime/events/position-inputs.js";
import {
  draftOf,
  goOnline,
  loseContact,
  offlineMs,
  pass,
  type PositionConfig,
  type PositionState,
  recordOf,
  resumeIdOf,
  startOver,
  startPosition,
  reportGap,
  reportLoss,
  type Turn,
  unheardMs,
} from "../../runtime/events/position-state.js";

const config: PositionConfig = {
  transport: "gateway",
  restored: undefined,
  resumeId: "5",
  offlineSinceMs: 400,
  dedupeSize: 7,
  writer: "w",
  intents: ["messages"],
};
const begun: PositionState = {
  writer: "w",
  intents: ["messages"],
  added: [],
  addedSinceMs: 400,
  recorded: ["messages"],
  transport: "gateway",
  mailboxId: undefined,
  mailboxEmptiedMs: undefined,
  aloneInSuccessor: undefined,
  receivedId: "5",
  lineage: "0",
  lineages: 0,
  unnumbered: 0,
  connection: undefined,
  absentSinceMs: 400,
  wasOpen: true,
  oversized: 0,
  acceptedMs: undefined,
  ongoingGap: undefined,
  catchUp: undefined,
  viewIsStale: false,
  counts: { received: 0, duplicates: 0, unknown: 0 },
  taken: nothingTaken(7, false),
  pages: { known: [], ends: [], habit: undefined, before: 0, given: 0 },
  handover: undefined,
};
/** What a step makes of this state, and the actions that follow. */
function turned(step: (turn: Turn) => void, state: Partial<PositionState> = {}) {
  const turn: Turn = { state: draftOf({ ...begun, ...state }), actions: [], nowMs: 1_000 };
  step(turn);
  return { state: turn.state, actions: turn.actions };
}

describe("a position begins", () => {
  test("with what a former process left", () => {
    const restored = { transport: "gateway", lineage: "c7", savedAtMs: 1, writer: "v" } as const;
    expect(startPosition({ ...config, restored, backfills: true })).toEqual({
      ...begun,
      lineage: "c7",
      taken: nothingTaken(7, true),
    });
  });

  test("with the mailbox of a former process only where its place is known", () => {
    const restored = { transport: "mailbox", mailboxId: "mb", since: "n4", savedAtMs: 1 } as const;
    const mailboxOf = (resumeId: string) => startPosition({ ...config, restored, resumeId }).mailboxId;
    expect([mailboxOf("n4"), mailboxOf("")]).toEqual(["mb", undefined]);
  });

  test("with nothing where no process was before", () => {
    expect(startPosition(config)).toEqual(begun);
    expect(startPosition({ ...config, backfills: false })).toEqual(begun);
  });
});

test("a draft is a copy of every field", () => {
  expect(draftOf(begun)).toEqual(begun);
  expect(draftOf(begun)).not.toBe(begun);
});

test("a stream and a mailbox bring different things", () => {
  const events = { events: [], passedId: undefined };
  const ofStream: readonly PositionInput[] = [
    { type: "accepted" },
    { type: "heartbeat" },
    { type: "connected", resumedFrom: undefined },
    { type: "greeted", connectionId: undefined, id: undefined, heardMs: 1 },
    { type: "resume_granted" },
    { type: "events", ...events },
    { type: "ids_reset" },
    { type: "frame_skipped", heardMs: 1 },
    { type: "disconnected", heardMs: 1 },
  ];
  const others: readonly PositionInput[] = [
    { type: "mailbox_opened", mailboxId: "mb", events: [], next: "", startedMs: 1 },
    { type: "mailbox_restored", mailboxId: "mb" },
    { type: "mailbox_failing" },
    { type: "mailbox_gone" },
    { type: "mailbox_returned" },
    { type: "backfilled", events: [] },
    { type: "view_lost" },
    { type: "handover_began" },
  ];
  expect(ofStream.filter((one) => !isOfStream(one))).toEqual([]);
  expect(others.filter(isOfStream)).toEqual([]);
});

const LONGEST = "a".repeat(2_000);

test.each<readonly [what: string, receivedId: string, handledId: string, want: string | undefined]>([
  ["what was received last", "5", "4", "5"],
  ["the longest id that a header can carry", LONGEST, "4", LONGEST],
  ["what was handled, where the other is longer", `${LONGEST}a`, "4", "4"],
  ["what was handled, where a line ends in the other", "a\nb", "4", "4"],
  ["what was handled, where the other begins with a space", " 5", "4", "4"],
  ["what was handled, where the other ends in one", "5 ", "4", "4"],
  ["an id with a space inside, and in any script", "5 é \u{1f600}", "4", "5 é \u{1f600}"],
  ["what was handled, where nothing was received", "", "4", "4"],
  ["nothing, where neither can be carried", "a\u0000", "\u007f", undefined],
])("a stream is resumed from %s", (_, receivedId, handledId, want) => {
  expect(resumeIdOf({ ...begun, receivedId }, handledId)).toBe(want);
  expect(resumeIdOf({ ...begun, receivedId, transport: "mailbox" }, handledId)).toBeUndefined();
});

test.each<readonly [what: string, state: Partial<PositionState>, handledId: string, want: object]>([
  ["the last id handled", {}, "4", { transport: "gateway", lastEventId: "4" }],
  ["no id, where none was handled", {}, "", { transport: "gateway" }],
  [
    "the place in a mailbox",
    { transport: "mailbox", mailboxId: "mb" },
    "n4",
    { transport: "mailbox", mailboxId: "mb", since: "n4", ordinal: 0 },
  ],
  ["no place in a mailbox that is gone", { transport: "mailbox" }, "n4", { transport: "mailbox" }],
  ["no place where nothing was handled", { transport: "mailbox", mailboxId: "mb" }, "", { transport: "mailbox" }],
])("a record has %s", (_, state, handledId, want) => {
  expect(recordOf({ ...begun, ...state }, handledId, { savedMs: 9, dateOf: (ms) => ms })).toEqual({
    lineage: "0",
    savedAtMs: 9,
    writer: "w",
    intents: ["messages"],
    ...want,
  });
});

test("a stream is offline since it was last heard of", () => {
  expect(offlineMs(begun, 1_000)).toBe(600);
  expect(offlineMs({ ...begun, absentSinceMs: undefined }, 1_000)).toBe(0);
});

test("what has not arrived may be as old as the absence, and else as the last read that found the mailbox empty", () => {
  expect(unheardMs({ ...begun, mailboxEmptiedMs: 700 }, 1_000)).toBe(600);
  expect(unheardMs({ ...begun, absentSinceMs: undefined, mailboxEmptiedMs: 700 }, 1_000)).toBe(300);
  expect(unheardMs({ ...begun, absentSinceMs: undefined }, 1_000)).toBe(0);
});

describe("in a turn", () => {
  test("an id that is passed counts as received", () => {
    expect(turned((turn) => pass(turn, "6"))).toEqual({
      state: { ...begun, receivedId: "6" },
      actions: [{ type: "passed", id: "6" }],
    });
  });

  test("what starts over knows no ids, and has a lineage of its own where the service gives none", () => {
    const ids = { ...begun.taken.ids, newInARow: 3 };
    const before = { unnumbered: 2, lineages: 1, taken: { ...begun.taken, ids, isOverlapInUse: true } };
    const after = {
      ...begun,
      receivedId: "",
      unnumbered: 0,
      lineages: 2,
      taken: { ...begun.taken, isOverlapInUse: true },
    };
    const actions = [{ type: "started_over" }];
    const state = (lineage: string) => ({ state: { ...after, lineage }, actions });
    expect(turned((turn) => startOver(turn, undefined), before)).toEqual(state("w-2"));
    expect(turned((turn) => startOver(turn, "c1"), before)).toEqual(state("c1"));
  });

  test.each([true, false])("what comes again ends the absence (another view: %s)", (viewIsStale) => {
    const absence = { acceptedMs: 900, ongoingGap: "mailbox-expired" } as const;
    const { state, actions } = turned(goOnline, { viewIsStale, ...absence });
    expect(state).toEqual({ ...begun, absentSinceMs: undefined });
    expect(actions).toEqual([{ type: "online", viewChanged: viewIsStale }]);
  });

  test("the first loss counts", () => {
    const since = (absentSinceMs: number | undefined) =>
      turned((turn) => loseContact(turn, 900), { absentSinceMs }).state.absentSinceMs;
    expect([since(undefined), since(400), since(0)]).toEqual([900, 400, 0]);
  });

  test("missed events that have not come yet are missed since the absence before", () => {
    const before = { absentSinceMs: undefined, acceptedMs: 850, catchUp: { sinceMs: 300, left: 5 } };
    const { state } = turned((turn) => loseContact(turn, 900), before);
    expect(state).toEqual({ ...begun, absentSinceMs: 300 });
  });

  const gap = {
    type: "gap",
    reason: "overflow",
    lastEventId: undefined,
    missing: undefined,
    families: undefined,
    ongoing: false,
  };
  test.each<readonly [since: string, state: Partial<PositionState>, offlineMs: number]>([
    ["an absence", { catchUp: { sinceMs: 500, left: 1 }, acceptedMs: 600, mailboxEmptiedMs: 700 }, 600],
    ["a resume", { absentSinceMs: undefined, catchUp: { sinceMs: 500, left: 1 }, acceptedMs: 600 }, 500],
    ["an accepted stream", { absentSinceMs: undefined, acceptedMs: 600, mailboxEmptiedMs: 700 }, 400],
    ["the last read that found nothing", { absentSinceMs: undefined, mailboxEmptiedMs: 700 }, 300],
    ["now", { absentSinceMs: undefined }, 0],
  ])("a gap is reported since %s, and with what is known about it", (_, state, offlineMs) => {
    expect(turned((turn) => reportGap(turn, "overflow", {}), state).actions).toEqual([{ ...gap, offlineMs }]);
    const facts = { lastEventId: "3", missing: 2, ongoing: true };
    expect(turned((turn) => reportGap(turn, "overflow", facts), state).actions).toEqual([
      { ...gap, ...facts, offlineMs },
    ]);
    const earlier = turned((turn) => reportGap(turn, "overflow", { sinceMs: 100 }), state).actions;
    expect(earlier).toEqual([{ ...gap, offlineMs: 900 }]);
  });

  test("a gap that was found in held inputs counts up to the present", () => {
    const held = turned((turn) => reportGap({ ...turn, reportMs: 1_500 }, "overflow", {}));
    expect(held.actions).toEqual([{ ...gap, offlineMs: 1_100 }]);
  });

  test("a loss is reported where there was an absence, with the reason of the gap that is ongoing", () => {
    const told = (state: Partial<PositionState>) =>
      turned((turn) => reportLoss(turn, "no-cursor", { lastEventId: "3" }), state).actions;
    expect(told({})).toMatchObject([{ type: "gap", reason: "no-cursor", lastEventId: "3", ongoing: false }]);
    expect(told({ ongoingGap: "mailbox-expired" })).toMatchObject([{ reason: "mailbox-expired", ongoing: false }]);
    expect(told({ absentSinceMs: undefined })).toEqual([]);
  });
});
