import { type Frame, Framer } from "../../../runtime/events/sse/framer.js";

const utf8 = new TextEncoder();
export const MAX = 4 * 1024 * 1024;

export interface SeenFrame extends Frame {
  readonly resumeId: string;
}

/** What a framer makes of bytes that come in pieces. */
export function feedAll(bytes: Uint8Array, cuts: readonly number[], maxFrameBytes = MAX) {
  const framer = new Framer({ maxFrameBytes });
  const frames: SeenFrame[] = [];
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    if (framer.tooLarge !== undefined) break;
    const fed = framer.feed(bytes.subarray(from, to));
    frames.push(...fed.map((frame, index) => ({ ...frame, resumeId: framer.resumeIdOf(index) })));
    from = to;
  }
  const { lastId, retryMs, tooLarge } = framer;
  return { frames, lastId, retryMs, tooLarge };
}

/** The same with a piece for each byte. */
export function everyByte(bytes: Uint8Array, maxFrameBytes = MAX) {
  return feedAll(
    bytes,
    Array.from({ length: bytes.length }, (_, index) => index),
    maxFrameBytes,
  );
}

export const text = (value: string) => utf8.encode(value);
/** Frames by what is handed on: their data, and the id in force. */
export const seen = (frames: readonly SeenFrame[]) =>
  frames.map(({ data, resumeId }) => ({ data, lastEventId: resumeId }));
