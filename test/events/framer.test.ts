import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Framer, type Frame } from "../../runtime/events/sse/framer.js";
import { FrameTooLarge } from "../../runtime/events/sse/frame-too-large.js";

const utf8 = new TextEncoder();
const MAX = 4 * 1024 * 1024;

interface SeenFrame extends Frame {
  readonly resumeId: string;
}

function feedAll(bytes: Uint8Array, cuts: readonly number[], maxFrameBytes = MAX) {
  const framer = new Framer({ maxFrameBytes });
  const frames: SeenFrame[] = [];
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    if (framer.tooLarge !== undefined) break;
    const fed = framer.feed(bytes.subarray(from, to));
    frames.push(...fed.map((frame, index) => ({ ...frame, resumeId: framer.resumeIdOf(frame, index) })));
    from = to;
  }
  const { lastId, retryMs, tooLarge } = framer;
  return { frames, lastId, retryMs, tooLarge };
}

function everyByte(bytes: Uint8Array, maxFrameBytes = MAX) {
  return feedAll(
    bytes,
    Array.from({ length: bytes.length }, (_, index) => index),
    maxFrameBytes,
  );
}

const text = (value: string) => utf8.encode(value);
const seen = (frames: readonly SeenFrame[]) => frames.map(({ data, resumeId }) => ({ data, lastEventId: resumeId }));

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

interface PublicCase {
  readonly name: string;
  readonly bytesB64: string;
  readonly expectedEvents: readonly {
    readonly type?: string;
    readonly data?: string;
    readonly lastEventId: string;
    readonly dataLength?: number;
    readonly dataSha256?: string;
  }[];
  readonly finalLastEventId: string;
  readonly retry: number | null;
}

/** The format cases of the public standard are large and not ours, so they are looked for beside the project. */
function publicCases(): readonly PublicCase[] | undefined {
  for (const beside of ["../../../", "../../../../"]) {
    try {
      const file = new URL(`${beside}shared/vectors/wpt-sse.json`, import.meta.url);
      // JSON from disk: its shape is checked by the assertions that follow.
      return (JSON.parse(readFileSync(file, "utf8")) as { cases: PublicCase[] }).cases;
    } catch {
      continue;
    }
  }
  return undefined;
}

/** What a case says about an event: its data, or the length and digest of data too long to be written down. */
function summary(data: string, lastEventId: string, inFull: boolean) {
  if (inFull) return { data, lastEventId };
  return { dataLength: data.length, dataSha256: createHash("sha256").update(data).digest("hex"), lastEventId };
}

/** What a reader dispatched, in the terms of a case. */
function outcome({ frames, lastId, retryMs }: ReturnType<typeof feedAll>, { expectedEvents }: PublicCase) {
  const inFull = (index: number) => expectedEvents[index]?.data !== undefined;
  const events = frames.map(({ data, resumeId }, index) => summary(data, resumeId, inFull(index)));
  return { events, lastId, retry: retryMs ?? null };
}

function wanted({ expectedEvents, finalLastEventId, retry }: PublicCase) {
  return { events: expectedEvents.map(({ type: _type, ...event }) => event), lastId: finalLastEventId, retry };
}

/** The same stream with other line ends; nothing for a stream that already mixes them. */
function withLineEnds(bytes: Buffer, eol: string): Buffer | undefined {
  if (bytes.includes(0x0d)) return undefined;
  return Buffer.from(bytes.toString("latin1").replaceAll("\n", eol), "latin1");
}

const cases = publicCases();
if (cases === undefined)
  console.warn("wpt-sse.json was not found beside the project: the public format cases did not run.");

describe("EVT-07 the public format cases of the standard, cut at every byte", () => {
  const lineEnds = [
    ["line ends as given", (bytes: Buffer) => bytes],
    ["CR", (bytes: Buffer) => withLineEnds(bytes, "\r")],
    ["CRLF", (bytes: Buffer) => withLineEnds(bytes, "\r\n")],
  ] as const;
  const all = lineEnds.flatMap(([style, change]) =>
    (cases ?? []).map((each) => [each.name, style, each, change(Buffer.from(each.bytesB64, "base64"))] as const),
  );

  test.for(all.filter(([, , , bytes]) => bytes !== undefined))("%s (%s)", ([, , each, given]) => {
    const bytes = Uint8Array.from(given!);
    expect(outcome(feedAll(bytes, []), each)).toEqual(wanted(each));
    const step = Math.max(1, Math.floor(bytes.length / (bytes.length > 100_000 ? 4 : 200)));
    for (let at = 0; at <= bytes.length; at += step) {
      expect(outcome(feedAll(bytes, [at]), each), `cut at ${at}`).toEqual(wanted(each));
    }
    const pieces = Math.max(1, Math.ceil(bytes.length / 5000));
    const cuts = Array.from({ length: Math.floor(bytes.length / pieces) }, (_, index) => index * pieces);
    expect(outcome(feedAll(bytes, cuts), each), `in pieces of ${pieces}`).toEqual(wanted(each));
  });

  test("all of them ran, or their absence is said", (context) => {
    if (cases === undefined) context.skip("wpt-sse.json was not found beside the project");
    expect(all.length).toBeGreaterThanOrEqual(3 * 60);
  });
});
