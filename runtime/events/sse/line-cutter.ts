import { FrameTooLarge } from "./frame-too-large.js";

const LF = 10;
const CR = 13;
const BYTE_ORDER_MARK = 0xfeff;

/** Field name, colon, space and line end that may surround the largest data a frame may carry. */
const LINE_OVERHEAD_BYTES = 16;

/**
 * Turns chunks of bytes, cut anywhere, into text made of whole lines that all end in LF.
 *
 * Cutting at the last line end of a chunk is what makes the rest cheap: no UTF-8 sequence crosses a line end, so the
 * decoder needs no state between chunks, and that is five times faster on Node than its streaming mode.
 */
export class LineCutter {
  readonly #maxFrameBytes: number;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #atStart = true;
  #endedInCr = false;

  constructor(maxFrameBytes: number) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  /** The whole lines that are complete with `chunk`; empty when there are none yet. */
  cut(chunk: Uint8Array): string {
    const end = lastLineEnd(chunk) + 1;
    if (end === 0) {
      this.#keep(chunk);
      return "";
    }
    const bytes = this.#rest.length === 0 ? chunk.subarray(0, end) : this.#join(chunk.subarray(0, end));
    if (end < chunk.length) this.#keep(chunk.subarray(end));
    return this.#normalise(this.#decoder.decode(bytes));
  }

  #keep(bytes: Uint8Array): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > this.#maxFrameBytes + LINE_OVERHEAD_BYTES) throw new FrameTooLarge(this.#maxFrameBytes);
    // A copy, because the sender may use its buffer again once it is asked for more.
    if (bytes.length > 0) this.#rest.push(bytes.slice());
  }

  #join(head: Uint8Array): Uint8Array {
    const whole = new Uint8Array(this.#restBytes + head.length);
    let at = 0;
    for (const piece of this.#rest) {
      whole.set(piece, at);
      at += piece.length;
    }
    whole.set(head, at);
    this.#rest = [];
    this.#restBytes = 0;
    return whole;
  }

  /** WHATWG HTML 9.2.5: one leading byte order mark is dropped; CRLF, LF and CR all end a line. */
  #normalise(text: string): string {
    let lines = text;
    if (this.#atStart) {
      this.#atStart = false;
      if (lines.charCodeAt(0) === BYTE_ORDER_MARK) lines = lines.slice(1);
    }
    // The CR that ended the chunk before has already ended its line; this LF is its second half.
    if (this.#endedInCr && lines.charCodeAt(0) === LF) lines = lines.slice(1);
    this.#endedInCr = text.charCodeAt(text.length - 1) === CR;
    return lines.includes("\r") ? lines.replace(/\r\n?/g, "\n") : lines;
  }
}

function lastLineEnd(chunk: Uint8Array): number {
  const lf = chunk.lastIndexOf(LF);
  // Only what follows the last LF can hold a later CR, and that is usually the short start of one frame.
  const cr = chunk.subarray(lf + 1).lastIndexOf(CR);
  return cr < 0 ? lf : lf + 1 + cr;
}
