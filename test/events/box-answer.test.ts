import { expect, test } from "vitest";
import { readMailboxAnswer, readMailboxId } from "../../runtime/events/transports/mailbox-open.js";

const read = (value: unknown) => () => readMailboxAnswer(value, "readMailbox");

test("BOX-04 a position is kept as the text that goes back, whether it came as text or as a number", () => {
  for (const [next, kept] of [
    ["18446744073709551616", "18446744073709551616"],
    ["", ""],
    [0, "0"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
  ]) {
    expect(read({ events: [], next })()).toEqual({ events: [], next: kept });
  }
});

test("BOX-04 GEN-04 a position that has lost digits on the way is no position", () => {
  for (const next of [Number.MAX_SAFE_INTEGER + 1, -(2 ** 60), 1.5, 1e300]) {
    expect(read({ events: [], next })).toThrow(/^readMailbox: .*a position/);
  }
});

test("BOX-02 what is no list of events with a position is told apart from an empty one", () => {
  for (const value of [undefined, null, [], {}, { events: [] }, { next: "1" }, { events: {}, next: "1" }]) {
    expect(read(value)).toThrow(/^readMailbox: expected a list of events and a position, in events and next$/);
  }
  for (const value of [null, {}, { mailbox: "" }, { mailbox: 7 }]) {
    expect(() => readMailboxId(value, "openMailbox")).toThrow(/^openMailbox: expected the id of a mailbox/);
  }
});
