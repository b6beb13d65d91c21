import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { feedAll } from "./kit/framing.js";

interface PublicCase {
  readonly name: string;
  readonly bytesB64?: string;
  readonly pieces?: readonly (readonly [text: string, times: number])[];
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

/** The format cases of the public standard; where they come from stands in test/vectors/README.md. */
const cases = (
  JSON.parse(readFileSync(new URL("../vectors/wpt-sse.json", import.meta.url), "utf8")) as { cases: PublicCase[] }
).cases; // a file of known shape

/** The body of a case: its bytes, or pieces of text and how often each stands in a row. */
const bodyOf = ({ bytesB64, pieces = [] }: PublicCase): Buffer =>
  bytesB64 === undefined
    ? Buffer.from(pieces.map(([text, times]) => text.repeat(times)).join(""), "latin1")
    : Buffer.from(bytesB64, "base64");

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

describe("EVT-07 the public format cases of the standard, cut at every byte", () => {
  const lineEnds = [
    ["line ends as given", (bytes: Buffer) => bytes],
    ["CR", (bytes: Buffer) => withLineEnds(bytes, "\r")],
    ["CRLF", (bytes: Buffer) => withLineEnds(bytes, "\r\n")],
  ] as const;
  const all = lineEnds.flatMap(([style, change]) =>
    cases.map((each) => [each.name, style, each, change(bodyOf(each))] as const),
  );

  test.for(all.filter(([, , , bytes]) => bytes !== undefined))("%s (%s)", ([, , each, given]) => {
    const bytes = Uint8Array.from(given!);
    expect(outcome(feedAll(bytes, []), each)).toEqual(wanted(each));
    const step = Math.max(1, Math.floor(bytes.length / (bytes.length > 20_000 ? 4 : 200)));
    for (let at = 0; at <= bytes.length; at += step) {
      expect(outcome(feedAll(bytes, [at]), each), `cut at ${at}`).toEqual(wanted(each));
    }
    const pieces = Math.max(1, Math.ceil(bytes.length / 5000));
    const cuts = Array.from({ length: Math.floor(bytes.length / pieces) }, (_, index) => index * pieces);
    expect(outcome(feedAll(bytes, cuts), each), `in pieces of ${pieces}`).toEqual(wanted(each));
  });

  test("all of them ran", () => {
    expect(cases).toHaveLength(66);
    expect(all.filter(([, , , bytes]) => bytes !== undefined).length).toBeGreaterThan(150);
  });
});
