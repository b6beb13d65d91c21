import fc from "fast-check";
import { expect, test } from "vitest";
import { Framer } from "../../runtime/events/sse/framer.js";

const utf8 = new TextEncoder();
const parts = [
  ": c\n",
  ": c\n\n",
  "\n",
  "id: 1\n",
  "data: x\n",
  "data: x\n\n",
  "id: 2\ndata: y\n\n",
  "da",
  "data: z\r\n\r\n",
];

/** Whether a frame, or a line, has begun and not ended. By lines, one after the other. */
function isOpenAfter(text: string): boolean {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  let isOpen = false;
  for (const line of lines.slice(0, -1)) {
    if (line === "") isOpen = false;
    else if (!line.startsWith(":")) isOpen = true;
  }
  return isOpen || lines.at(-1) !== "";
}

test("what a chunk ends in is known, however it is cut", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), fc.array(fc.nat(40)), (made, cuts) => {
      const text = made.join("");
      const framer = new Framer({ maxFrameBytes: 1000 });
      const places = [...new Set(cuts.map((at) => at % (text.length + 1)))].toSorted((a, b) => a - b);
      let from = 0;
      let wasOpen = false;
      for (const to of [...places, text.length]) {
        // A chunk that ends between CR and LF ends a line twice.
        if (text[to - 1] === "\r") continue;
        framer.feed(utf8.encode(text.slice(from, to)));
        from = to;
        const isOpen = isOpenAfter(text.slice(0, to));
        expect(framer.rest === "whole", JSON.stringify(text.slice(0, to))).toBe(!isOpen);
        if (isOpen && !wasOpen) expect(framer.rest).toBe("begun");
        wasOpen = isOpen;
      }
    }),
    { numRuns: 500 },
  );
});

test("a chunk that ends one frame and begins another is told from one that goes on with a frame", () => {
  const framer = new Framer({ maxFrameBytes: 1000 });
  const feed = (text: string) => {
    framer.feed(utf8.encode(text));
    return framer.rest;
  };
  expect([feed("data: a"), feed("b"), feed("\n"), feed("\ndata: c"), feed("\n\n")]).toEqual([
    "begun",
    "open",
    "open",
    "begun",
    "whole",
  ]);
});

test("the last comment of a chunk has its place among the frames", () => {
  const framer = new Framer({ maxFrameBytes: 1000 });
  const at = (text: string) => {
    framer.feed(utf8.encode(text));
    return framer.commentAt;
  };
  expect([at(": a\n\n"), at("data: x\n\n"), at(": a\ndata: x\n\n: b\n\ndata: y\n\n")]).toEqual([0, undefined, 1]);
});
