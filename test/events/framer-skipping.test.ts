import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Framer, skippedFrame } from "../../runtime/events/sse/framer.js";

const LIMIT = 300;
const utf8 = new TextEncoder();
const LEFT_OUT = "(left out)";

/** What a framer that leaves out large frames makes of pieces: frames with the id in force, and what it left out. */
function told(pieces: readonly string[]) {
  const framer = new Framer({ maxFrameBytes: LIMIT, skipTooLarge: true });
  const seen: string[] = [];
  for (const piece of pieces) {
    const frames = framer.feed(utf8.encode(piece));
    frames.forEach((frame, index) => {
      seen.push(frame === skippedFrame ? LEFT_OUT : `${frame.data}@${framer.resumeIdOf(index)}`);
    });
  }
  expect(framer.tooLarge).toBeUndefined();
  return { seen, lastId: framer.lastId };
}

const long = `data: ${"x".repeat(2 * LIMIT)}`;
const large = "x".repeat(LIMIT + 1);
const line = `data: ${"x".repeat(LIMIT / 2)}\n`;

describe("EVT-08 a frame above the limit is left out, and the stream goes on behind it", () => {
  test.each<readonly [what: string, pieces: readonly string[], want: readonly string[], lastId: string]>([
    ["one line", [`data: a\n\ndata: ${large}\n\ndata: b\n\n`], ["a@", LEFT_OUT, "b@"], ""],
    ["many lines", [`data: a\n\n${line}${line}${line}\ndata: b\n\n`], ["a@", LEFT_OUT, "b@"], ""],
    ["the first of all", [`data: ${large}\n\ndata: b\n\n`], [LEFT_OUT, "b@"], ""],
    ["two in a row", [`data: ${large}\n\ndata: ${large}\n\ndata: b\n\n`], [LEFT_OUT, LEFT_OUT, "b@"], ""],
    ["its id stays in force", [`id: 1\ndata: ${large}\n\ndata: b\n\n`], [LEFT_OUT, "b@1"], "1"],
    ["the id before it too", [`id: 1\ndata: a\n\ndata: ${large}\n\ndata: b\n\n`], ["a@1", LEFT_OUT, "b@1"], "1"],
    ["the next has its own", [`id: 1\ndata: ${large}\n\nid: 2\ndata: b\n\n`], [LEFT_OUT, "b@2"], "2"],
    ["nothing follows it", [`id: 1\ndata: a\n\nid: 2\ndata: ${large}\n\n`], ["a@1", LEFT_OUT], "2"],
    ["it ends later", [line, line, line, line, "\n", "data: b\n\n"], [LEFT_OUT, "b@"], ""],
    ["it ends with the next beginning", [line, line, line, `${line}\ndata: b\n\n`], [LEFT_OUT, "b@"], ""],
    ["its end begins a piece", [line, line, line, "\ndata: b\n\n"], [LEFT_OUT, "b@"], ""],
    ["a line that goes on and on", ["data: a\n\ndata: ", large, large, "\n\ndata: b\n\n"], ["a@", LEFT_OUT, "b@"], ""],
    ["such a line, ended by CR", [`data: ${large}`, large, "\r\rdata: b\r\r"], [LEFT_OUT, "b@"], ""],
    ["such a line, ended by CRLF", [`data: ${large}`, large, "\r", "\n\r\ndata: b\r\n\r\n"], [LEFT_OUT, "b@"], ""],
    ["more lines after such a CRLF", [long, "\r", "\ndata: a\n\ndata: b\n\n"], [LEFT_OUT, "b@"], ""],
    ["its line goes on like an id", [long, "id: 9\n\ndata: b\n\n"], [LEFT_OUT, "b@"], ""],
    ["the same some pieces later", [long, "x", "id: 9", "\n\ndata: b\n\n"], [LEFT_OUT, "b@"], ""],
    ["its line goes on in one byte", [long, "xid: 9\n\ndata: b\n\n"], [LEFT_OUT, "b@"], ""],
  ])("%s", (_, pieces, want, lastId) => {
    expect(told(pieces)).toEqual({ seen: want, lastId });
  });

  test("wherever the bytes are cut, and whatever stands around it", () => {
    const block = fc.record({
      id: fc.option(fc.stringMatching(/^[a-z0-9]{1,6}$/), { nil: undefined }),
      data: fc.constantFrom("a", "b", large, "x".repeat(3 * LIMIT), ""),
    });
    const cuts = fc.array(fc.nat(4 * LIMIT), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), fc.constantFrom("\n", "\r", "\r\n"), cuts, (blocks, eol, at) => {
        const want: string[] = [];
        let [wire, lastId] = ["", ""];
        for (const { id, data } of blocks) {
          if (id !== undefined) wire += `id: ${(lastId = id)}${eol}`;
          if (data !== "") wire += `data: ${data}${eol}`;
          wire += eol;
          if (data !== "") want.push(data.length > LIMIT ? LEFT_OUT : `${data}@${lastId}`);
        }
        const places = [0, ...new Set(at.filter((cut) => cut < wire.length).toSorted((a, b) => a - b)), wire.length];
        const pieces = places.slice(1).map((to, index) => wire.slice(places[index], to));
        expect(told(pieces)).toEqual({ seen: want, lastId });
      }),
      { numRuns: 300 },
    );
  });
});
