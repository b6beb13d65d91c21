import { expect, test } from "vitest";
import { readMessage, writeOffer, writeReply } from "../../runtime/fleet/waits/messages.js";
import {
  ableToTake,
  changed,
  mostTelling,
  readStandings,
  type Reply,
  type Standings,
} from "../../runtime/fleet/waits/standings.js";

const standings: Standings = { one: { is: "waiting", atMs: 100 }, other: { is: "over", atMs: 200 } };

test("standings are read back as they were written, without those that have lapsed", () => {
  const text = JSON.stringify(standings);
  expect(readStandings(text, 99)).toEqual(standings);
  expect(readStandings(text, 100)).toEqual({ other: standings["other"] });
  expect(readStandings(text, 200)).toEqual({});
});

test.each([undefined, "", "{", "[]", "null", "7", '{"one":7,"other":{"is":"there","atMs":1},"third":{"is":"over"}}'])(
  "of %j nothing is read",
  (text) => {
    expect(readStandings(text, 0)).toEqual({});
  },
);

test("a change sets the standing of its member alone, or removes it", () => {
  const written = { is: "stopped", atMs: 300 };
  expect(changed(standings, { member: "one", is: "stopped" }, 300)).toEqual({ ...standings, one: written });
  expect(changed(standings, { member: "third", is: "stopped" }, 300)).toEqual({ ...standings, third: written });
  expect(changed(standings, { member: "one", is: undefined }, 300)).toEqual({ other: standings["other"] });
});

test("a change for a standing that was seen applies only while that is the latest one", () => {
  const change = { member: "one", is: "stopped" } as const;
  expect(changed(standings, { ...change, seen: { is: "waiting", atMs: 100 } }, 300)).toHaveProperty(
    "one.is",
    "stopped",
  );
  expect(changed(standings, { ...change, seen: { is: "waiting", atMs: 99 } }, 300)).toBeUndefined();
  expect(changed({}, { ...change, seen: { is: "waiting", atMs: 99 } }, 300)).toBeUndefined();
});

test.each<[says: string, replies: readonly Reply[], able: readonly number[]]>([
  ["the youngest wait comes first", [100, 300, 200], [1, 2, 0]],
  ["who replied something else is not among them", ["over", 100, undefined, "silent", "gone"], [1]],
  ["there are none once one has taken it", [100, "taken", 200], []],
])("of those that could take an interaction %s", (_, replies, able) => {
  expect(ableToTake(new Map(replies.entries()))).toEqual(able);
});

test.each<[replies: readonly Reply[], telling: Reply]>([
  [[], undefined],
  [[undefined, 100], undefined],
  [["others", "over", "gone", "late", "taken"], "taken"],
  [["others", "over", "gone", "late"], "late"],
  [["others", "over", "gone"], "gone"],
  [["others", "over"], "over"],
  [["others"], "others"],
  [["gone", "silent"], undefined],
  [["gone", "silent", "over"], "over"],
])("the most telling of %j is %j", (replies, telling) => {
  expect(mostTelling(replies)).toBe(telling);
});

test("messages are read back as they were written", () => {
  const offer = { id: "7", from: "one", what: { a: 1 }, isGiven: true, takeByMs: 5, deadlineMs: 9 };
  expect(readMessage(writeOffer(offer))).toEqual({ type: "offer", ...offer });
  for (const reply of ["taken", 300, undefined] as const)
    expect(readMessage(writeReply("7", reply))).toEqual({ type: "reply", id: "7", reply });
});

test("an offer without its mark is not given, and one without its times is none", () => {
  const offer = { offer: "7", from: "one", what: {}, takeByMs: 5, deadlineMs: 9 };
  expect(readMessage(JSON.stringify(offer))).toMatchObject({ type: "offer", isGiven: false });
  for (const left of ["from", "takeByMs", "deadlineMs"])
    expect(readMessage(JSON.stringify({ ...offer, [left]: undefined }))).toBeUndefined();
});
