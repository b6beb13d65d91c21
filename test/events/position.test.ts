import { describe, expect, test } from "vitest";
import { recordOf, resumeIdOf } from "../../runtime/events/position-state.js";
import { QueuedEvent } from "../../runtime/events/queue/queued-event.js";
import { message, reaction } from "./kit/fake-service.js";
import { mailboxCases } from "./kit/mailbox-cases.js";
import { streamCases } from "./kit/position-cases.js";
import { PositionModel } from "./kit/position-model.js";
import { brought, connected, greeted, opened, play, queued } from "./kit/position-words.js";

const HISTORIES = 10_000;

/** A date that is the monotonic time. */
const at5 = { savedMs: 5, dateOf: (ms: number) => ms };
const CALM_HISTORIES = 2000;
const PURE_HISTORIES = 200;

/** What was found wrong once must not come back: the mutation of each, and the case below that it turns red.
 *
 * 1. a hand-over that does not wait for an empty mailbox: "is not left while it brings something"
 * 2. what looks alike is dropped: "a reaction that only looks like one of the mailbox's is handed out and told"
 * 3. resumed from what was handled: "what was received last, handled or not"
 * 4. is decided in `reconnect.ts`: see reconnect.test.ts and loops.test.ts
 * 5. a shorter page taken for a new one: "a page that comes back shorter brings nothing"
 * 6. a frame left out that nobody hears of: "a frame that is left out is a gap of one"; an empty id: "an empty id leaves
 *    nothing to resume from" here, and gateway-content.test.ts for the reading that keeps the last one
 */

describe.each(Object.entries({ ...streamCases, ...mailboxCases }))("%s", (_, table) => {
  test.each(table)("$name", ({ given, config: more, want }) => {
    expect(play(given, more).words).toEqual(want);
  });
});

describe("EVT-13 what to go on from", () => {
  test("what was received last, handled or not", () => {
    const { state } = play([connected(), greeted(), brought(1, 2, 3)]);
    expect(resumeIdOf(state, "1")).toBe("3");
    expect(recordOf(state, "1", at5)).toMatchObject({ transport: "gateway", lastEventId: "1", lineage: "c1" });
  });

  test("what was handled last, where no header can carry what was received", () => {
    const { state } = play([connected(), greeted(), { type: "events", events: [], passedId: "a\nb" }]);
    expect(resumeIdOf(state, "1")).toBe("1");
    expect(resumeIdOf(state, "")).toBeUndefined();
  });

  test("of a mailbox only its position, and nothing once it was given back", () => {
    const { state } = play([opened()]);
    expect(resumeIdOf(state, "n0")).toBeUndefined();
    expect(recordOf(state, "n0", at5)).toMatchObject({ transport: "mailbox", mailboxId: "mb", since: "n0" });
    const { state: after } = play([opened(), { type: "mailbox_returned" }]);
    expect(recordOf(after, "n0", at5)).toEqual({
      transport: "mailbox",
      lineage: "mb",
      savedAtMs: 5,
      writer: "w",
      intents: ["messages"],
    });
  });

  test("EVT-14 the date for families of which no gap was reported yet stays that of the former process", () => {
    const restored = {
      transport: "gateway",
      lastEventId: "1",
      savedAtMs: 500,
      othersSinceMs: 400,
      intents: ["messages"],
    } as const;
    const start = { restored, resumeId: "1", offlineSinceMs: 500, addedSinceMs: 400, intents: ["messages", "more"] };
    const before = play([], start);
    expect(recordOf(before.state, "1", at5)).toMatchObject({ savedAtMs: 5, othersSinceMs: 400, intents: ["messages"] });
    const { state, words } = play([connected("1"), { type: "resume_granted" }], start);
    expect(words).toContain("gap intents-added: some after 1, 600 ms");
    expect(recordOf(state, "1", at5)).not.toHaveProperty("othersSinceMs");
  });

  test("EVT-16 an event without an id has a place of its own behind the last id", () => {
    const reactions = [1, 2].map(() => new QueuedEvent(queued(reaction(1)).event, undefined, "1"));
    const events = [queued(message(1), 1), ...reactions, queued(message(2), 2)];
    const { actions } = play([connected(), greeted(), { type: "events", events, passedId: undefined }]);
    expect(actions).toMatchObject([{ places: [undefined, "1+1", "1+2", undefined], lineage: "c1" }]);
  });
});

test(`EVT-12 EVT-13 EVT-14 EVT-17 EVT-38 BOX-05 BOX-06 whatever happens, each event is handled or told to be missing, in order and once (${HISTORIES} histories)`, () => {
  const failures: object[] = [];
  for (let seed = 1; seed <= HISTORIES && failures.length === 0; seed += 1) {
    const model = new PositionModel(seed);
    model.play(60);
    if (model.ledger.broken.length > 0) failures.push({ seed, broken: model.ledger.broken, trace: model.trace });
  }
  expect(failures).toEqual([]);
});

test(`EVT-14 no gap is reported where nothing can be lost (${CALM_HISTORIES} histories)`, () => {
  const failures: object[] = [];
  for (let seed = 1; seed <= CALM_HISTORIES && failures.length === 0; seed += 1) {
    const model = new PositionModel(seed, { isCalm: true });
    model.play(60);
    if (model.ledger.broken.length > 0) failures.push({ seed, broken: model.ledger.broken, trace: model.trace });
  }
  expect(failures).toEqual([]);
});

test(`a step changes nothing but what it returns: made twice, it comes to the same (${PURE_HISTORIES} histories)`, () => {
  for (let seed = 1; seed <= PURE_HISTORIES; seed += 1) {
    const model = new PositionModel(seed, { checksPurity: true });
    model.play(60);
    expect({ seed, broken: model.ledger.broken }).toEqual({ seed, broken: [] });
  }
});
