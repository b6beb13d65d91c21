import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Framer, FrameTooLarge } from "../../runtime/events/sse/framer.js";
import { everyByte, feedAll, MAX, seen, text } from "./kit/framing.js";

test("EVT-05 an id is kept to the letter, however it looks", () => {
  const ids = ["0", "007", "18446744073709551616", "a b", " padded", "é", "-1", "1e3"];
  for (const id of ids) {
    const { frames, lastId } = feedAll(text(`id: ${id}\ndata: {}\n\n`), []);
    expect(frames.map((frame) => frame.id)).toEqual([id]);
    expect(lastId).toBe(id);
  }
});

test("EVT-06 a heartbeat comment makes no frame and leaves the last id alone", () => {
  const framer = new Framer({ maxFrameBytes: MAX });
  framer.feed(text("id: 4\ndata: {}\n\n"));
  expect(framer.feed(text(": batimento\n\n"))).toEqual([]);
  expect(framer.lastId).toBe("4");
  expect(framer.feed(text("id: 5\n: batimento\ndata: {}\n\n")).map((frame) => frame.id)).toEqual(["5"]);
});

test("EVT-04 an event: field changes nothing about a frame", () => {
  const { frames, lastId } = feedAll(text('id: 1\nevent: other\ndata: {"type":"a"}\n\n'), []);
  expect(frames.map(({ id, data }) => ({ id, data }))).toEqual([{ id: "1", data: '{"type":"a"}' }]);
  expect(lastId).toBe("1");
});

test("EVT-05 an id without data moves the last id and makes no frame", () => {
  const { frames, lastId } = everyByte(text("id: 9\n\ndata: x\n\nid: 10\n\n"));
  expect(seen(frames)).toEqual([{ data: "x", lastEventId: "9" }]);
  expect(frames[0]?.id).toBeUndefined();
  expect(lastId).toBe("10");
});

test("EVT-07 an event that ends in CR is handed on without waiting for the byte after it", () => {
  const framer = new Framer({ maxFrameBytes: MAX });
  expect(framer.feed(text("id: 1\rdata: a\r\r")).map((frame) => frame.data)).toEqual(["a"]);
  expect(framer.feed(text("\ndata: b\r\n\r\n")).map((frame) => frame.data)).toEqual(["b"]);
});

test("EVT-07 a chunk that the sender fills again afterwards does not change what was cut from it", () => {
  const framer = new Framer({ maxFrameBytes: MAX });
  const shared = new Uint8Array(text("id: 1\ndata: he"));
  framer.feed(shared);
  shared.fill(0x21);
  expect(framer.feed(text("llo\n\n")).map((frame) => frame.data)).toEqual(["hello"]);
});

describe("EVT-08 a frame may be as large as the limit and no larger", () => {
  const limit = 300;
  const frame = (size: number, unit = "x") => text(`id: 1\ndata: ${unit.repeat(size)}\n\n`);

  test.each([
    ["in one piece", (bytes: Uint8Array) => feedAll(bytes, [], limit)],
    ["byte by byte", (bytes: Uint8Array) => everyByte(bytes, limit)],
  ])("%s", (_, feed) => {
    for (const [fits, exceeds] of [
      [frame(limit), frame(limit + 1)],
      [frame(limit / 3, "€"), frame(limit / 3 + 1, "€")],
    ] as const) {
      expect(feed(fits)).toMatchObject({ frames: [{ id: "1" }], tooLarge: undefined });
      expect(feed(exceeds)).toMatchObject({ frames: [], tooLarge: { name: "FrameTooLarge", maxFrameBytes: limit } });
    }
  });

  test("and those before it are not lost with it, wherever the bytes are cut and whatever follows", () => {
    const before = "id: 5\ndata: a\n\ndata: b\n\nid: 6\n\ndata: c\n\n";
    const kept = [
      { data: "a", lastEventId: "5" },
      { data: "b", lastEventId: "5" },
      { data: "c", lastEventId: "6" },
    ];
    const line = `data: ${"x".repeat(limit / 2)}\n`;
    const after = "id: 8\ndata: d\n\n";
    const exceeding = [
      `id: 7\ndata: ${"x".repeat(limit + 1)}\n\n${after}`,
      `id: 7\n${line}${line}${line}\n${after}`,
      `id: 7\n${line}${line}${line}`,
      `id: 7\ndata: ${"x".repeat(2 * limit)}`,
      "y".repeat(2 * limit),
    ];
    const cuts = fc.uniqueArray(fc.nat(2 * limit), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...exceeding), cuts, (large, at) => {
        const bytes = text(before + large);
        const inside = at.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b);
        const { frames, tooLarge } = feedAll(bytes, inside, limit);
        expect(seen(frames)).toEqual(kept);
        expect(tooLarge).toBeInstanceOf(FrameTooLarge);
      }),
      { numRuns: 500 },
    );
  });

  test("without any line end", () => {
    const framer = new Framer({ maxFrameBytes: limit });
    for (let fed = 0; fed < 10 * limit && framer.tooLarge === undefined; fed += 10) framer.feed(text("y".repeat(10)));
    expect(framer.tooLarge?.message).toMatch(/maxFrameBytes \(300 bytes\)/);
  });

  test("in lines that never end the frame", () => {
    const framer = new Framer({ maxFrameBytes: limit });
    for (let fed = 0; fed < 3000 && framer.tooLarge === undefined; fed += 10) framer.feed(text("data: y\n"));
    expect(framer.tooLarge).toBeInstanceOf(FrameTooLarge);
  });
});

test.each([
  ["as long as the largest frame's", 116, undefined],
  ["longer", 117, { kind: "protocol", maxFrameBytes: 100 }],
])("EVT-08 a line that has not ended may be as long as one of the largest frame: %s", (_, bytes, tooLarge) => {
  const framer = new Framer({ maxFrameBytes: 100 });
  framer.feed(text(":".repeat(bytes)));
  const want: unknown = tooLarge && expect.objectContaining(tooLarge);
  expect(framer.tooLarge).toEqual(want);
});

test("EVT-05 one space after the colon is not part of an id, and needs not be there", () => {
  const { frames, lastId } = feedAll(text("id:1\ndata:a\n\nid: 2\ndata: b\n\nid:  3\ndata:  c\n\n"), []);
  expect(seen(frames)).toEqual([
    { data: "a", lastEventId: "1" },
    { data: "b", lastEventId: "2" },
    { data: " c", lastEventId: " 3" },
  ]);
  expect(lastId).toBe(" 3");
});

test.each<readonly [what: string, pieces: readonly string[], want: readonly string[], lastId: string]>([
  ["of a block without data, written without a space", ["id:5\n\ndata: a\n\n"], ["a@5"], "5"],
  [
    "of a block without data, and the next has begun",
    ["id: 1\ndata: a\n\nid: 2\n\ndata: b\n", "\n"],
    ["a@1", "b@2"],
    "2",
  ],
  ["of two such blocks", ["id: 1\ndata: a\n\n", "id: 2\n\nid: 3\n\ndata: b\n\n"], ["a@1", "b@3"], "3"],
  ["of a block whose data are empty, without a colon", ["id: 1\ndata\n\nid: 2\n\ndata: b\n\n"], ["@1", "b@2"], "2"],
  ["of a block whose data look like an id", ["id: 1\ndata: id\n\n"], ["id@1"], "1"],
])("EVT-05 the id in force is that %s", (_, pieces, want, lastId) => {
  const framer = new Framer({ maxFrameBytes: MAX });
  const told = pieces.flatMap((piece) =>
    framer.feed(text(piece)).map(({ data }, index) => `${data}@${framer.resumeIdOf(index)}`),
  );
  expect({ told, lastId: framer.lastId }).toEqual({ told: want, lastId });
});

test("EVT-08 comments that never end a block cost no memory", () => {
  const framer = new Framer({ maxFrameBytes: 100 });
  for (let index = 0; index < 10_000; index += 1) framer.feed(text(": batimento\n"));
  expect(framer.feed(text("id: 1\ndata: z\n\n")).map((frame) => frame.data)).toEqual(["z"]);
});

test("a stream may ask for its own reconnection time", () => {
  expect(feedAll(text("retry: 1500\n\n"), []).retryMs).toBe(1500);
  expect(feedAll(text("retry: soon\n\n"), []).retryMs).toBeUndefined();
});

test("EVT-07 frames do not depend on where the bytes are cut nor on how lines end", () => {
  const block = fc.record({
    id: fc.option(fc.stringMatching(/^[^\0\r\n]{1,12}$/u), { nil: undefined }),
    data: fc.array(fc.stringMatching(/^[^\r\n]{0,20}$/u), { minLength: 0, maxLength: 3 }),
    comment: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 8 }),
      fc.constantFrom("\n", "\r", "\r\n"),
      fc.boolean(),
      fc.array(fc.nat(400), { maxLength: 12 }),
      (blocks, eol, bom, cutsAt) => {
        const expected: { data: string; lastEventId: string }[] = [];
        let lastEventId = "";
        let wire = bom ? "\ufeff" : "";
        for (const { id, data, comment } of blocks) {
          if (comment) wire += `: note${eol}`;
          if (id !== undefined) wire += `id: ${id}${eol}`;
          for (const line of data) wire += `data: ${line}${eol}`;
          wire += eol;
          if (id !== undefined) lastEventId = id;
          if (data.length > 0) expected.push({ data: data.join("\n"), lastEventId });
        }
        const bytes = text(wire);
        const cuts = cutsAt.filter((at) => at < bytes.length).toSorted((a, b) => a - b);
        for (const run of [feedAll(bytes, cuts), feedAll(bytes, []), everyByte(bytes)]) {
          expect(seen(run.frames)).toEqual(expected);
          expect(run.lastId).toBe(lastEventId);
        }
      },
    ),
    { numRuns: 300 },
  );
});
