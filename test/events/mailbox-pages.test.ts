import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advancedTo, type PageItem, pagesFrom, readPage } from "../../runtime/events/mailbox-pages.js";

/** Events by name: those that begin with `m` carry an id of their own, all others only look like something. */
const page = (text: string): PageItem[] =>
  text
    .split(" ")
    .flatMap((name) => (name === "" ? [] : [{ id: name.startsWith("m") ? name : undefined, likeness: name }]));

/** Reads one answer after the other and takes all that is fresh. */
function reading() {
  let pages = pagesFrom(0);
  const read = (text: string, next: string, room = Infinity) => {
    const items = page(text);
    const { taken, lost, doubtful, isReached: reached, pages: after } = readPage(pages, items, { next, room });
    pages = after;
    return { fresh: taken.map((place) => items[place]?.likeness).join(" "), lost, doubtful, reached };
  };
  const advance = (position: string) => {
    pages = advancedTo(pages, position);
  };
  return { advance, read, pending: () => pages.known.length };
}

describe("reading from one position more than once", () => {
  test("BOX-06 what is repeated is left out, what is new is not", () => {
    const { read } = reading();
    expect(read("m1 m2", "2")).toMatchObject({ fresh: "m1 m2", lost: 0, doubtful: 0 });
    expect(read("m1 m2 m3", "3")).toMatchObject({ fresh: "m3", lost: 0, doubtful: 0 });
    expect(read("m1 m2 m3", "3")).toMatchObject({ fresh: "", lost: 0, doubtful: 0, reached: true });
  });

  test("BOX-06 an answer that ends earlier than one before brings nothing, and moves nothing", () => {
    const { read, pending } = reading();
    read("r1 m2 r3 m4", "4");
    expect(read("r1 m2", "2")).toEqual({ fresh: "", lost: 0, doubtful: 0, reached: false });
    expect(read("r1 m2 r3", "3")).toEqual({ fresh: "", lost: 0, doubtful: 0, reached: false });
    expect(read("r1 m2 r3 m4 r3", "5")).toEqual({ fresh: "r3", lost: 0, doubtful: 0, reached: true });
    expect(pending()).toBe(5);
  });

  test("BOX-06 what was left by a longer answer and taken from a shorter one is not taken again", () => {
    const { read } = reading();
    read("m1 r2 r3 m4", "4", 1);
    expect(read("m1 r2", "2")).toMatchObject({ fresh: "r2", reached: false });
    expect(read("m1 r2 r3 m4", "4")).toMatchObject({ fresh: "r3 m4", lost: 0, doubtful: 0, reached: true });
  });

  test("BOX-06 a service that does not repeat is recognised by its ids, and what looks alike is new", () => {
    const { read } = reading();
    expect(read("m1 r1", "2")).toMatchObject({ fresh: "m1 r1" });
    expect(read("m2 r1", "4")).toMatchObject({ fresh: "m2 r1", doubtful: 0 });
    expect(read("r1", "5")).toMatchObject({ fresh: "r1", doubtful: 0 });
  });

  test("BOX-06 one that repeats is recognised by a position that has not moved, without any id", () => {
    const { read } = reading();
    read("r1", "1");
    expect(read("r1", "1")).toMatchObject({ fresh: "", doubtful: 0 });
    expect(read("r1 r1", "2"), "by now its habit is known").toMatchObject({ fresh: "r1", doubtful: 0 });
  });

  test("BOX-06 one that does not repeat is recognised by an empty answer at the last position", () => {
    const { read } = reading();
    read("r1", "1");
    expect(read("", "1")).toMatchObject({ fresh: "" });
    expect(read("r1", "2")).toMatchObject({ fresh: "r1", doubtful: 0 });
  });

  test("BOX-06 what nothing tells is taken and counted as doubtful", () => {
    const { read } = reading();
    read("r1", "1");
    expect(read("r1 r2", "2")).toMatchObject({ fresh: "r1 r2", doubtful: 1 });
  });

  test("BOX-05 once a position is handled, what lies before it is forgotten", () => {
    const { read, advance, pending } = reading();
    read("m1", "1");
    read("m1 m2", "2");
    expect(pending()).toBe(2);
    advance("1");
    expect(pending()).toBe(1);
    expect(read("m2 m3", "3")).toMatchObject({ fresh: "m3" });
    advance("unknown");
    expect(pending()).toBe(2);
  });

  test("BOX-08 events that were left there and are gone count as lost", () => {
    const { read } = reading();
    expect(read("m1 m2 m3", "3", 1)).toMatchObject({ fresh: "m1", lost: 0, reached: false });
    expect(read("m1 m2 m3 m4", "4", 0), "still there").toMatchObject({ lost: 0, reached: false });
    expect(read("m4", "4")).toMatchObject({ fresh: "m4", lost: 2, reached: true });
  });

  test("BOX-06 whichever way the service works, each message comes once, and reactions never fewer than there were", () => {
    const names = fc.array(fc.constantFrom("m", "r"), { maxLength: 3 });
    fc.assert(
      fc.property(fc.boolean(), fc.array(names, { maxLength: 12 }), fc.nat(5), (repeats, arrivals, pageSize) => {
        const { read } = reading();
        const box: string[] = [];
        let made = 0;
        const all: string[] = [];
        const got: string[] = [];
        for (const kinds of [...arrivals, [], [], []]) {
          for (const kind of kinds) {
            const name = kind === "m" ? `m${(made += 1)}` : "r";
            box.push(name);
            all.push(name);
          }
          const whole = all.length - box.length;
          const answer = repeats && pageSize > 3 ? box : box.slice(0, Infinity);
          const { fresh } = read(answer.join(" "), String(whole + answer.length));
          got.push(...fresh.split(" ").filter((name) => name !== ""));
          if (!repeats) box.length = 0;
        }
        const messages = (list: string[]) => list.filter((name) => name !== "r");
        expect(messages(got)).toEqual(messages(all));
        expect(got.length).toBeGreaterThanOrEqual(all.length);
      }),
    );
  });
});
