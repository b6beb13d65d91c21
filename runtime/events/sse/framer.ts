import { createParser } from "eventsource-parser";
import { FrameTooLarge } from "./frame-too-large.js";
import { LineCutter } from "./line-cutter.js";
import { ResumeIds } from "./resume-ids.js";

/** One event of the stream, before anybody looks at its data. */
export interface Frame {
  /** The id written on this very frame; absent when it has none. Opaque: kept and sent back to the letter. */
  readonly id: string | undefined;
  readonly data: string;
  /** What `Last-Event-ID` would be once this frame counts; empty when there is nothing to send. */
  readonly resumeId: string;
}

interface MutableFrame {
  id: string | undefined;
  data: string;
  resumeId: string;
}

/**
 * Bytes to frames, for streams cut at any byte, with any line end.
 *
 * `event:` fields are ignored: the kind of an event is inside its data. Comments make no frame. Everything is decided
 * once per chunk and frames come back in batches, because a promise or callback per event costs more than parsing it.
 */
export class Framer {
  readonly #maxFrameBytes: number;
  readonly #cutter: LineCutter;
  readonly #parser: ReturnType<typeof createParser>;
  #frames: MutableFrame[] = [];
  #sawFrameWithoutId = false;
  #overflow = false;
  readonly #ids: ResumeIds;
  #retryMs: number | undefined;

  /** @param lastEventId what the stream was resumed from; it stays in force until a frame says otherwise. */
  constructor({ maxFrameBytes, lastEventId = "" }: { maxFrameBytes: number; lastEventId?: string }) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#ids = new ResumeIds(lastEventId);
    this.#cutter = new LineCutter(maxFrameBytes);
    this.#parser = createParser({
      onEvent: ({ id, data }) => {
        if (id === undefined) this.#sawFrameWithoutId = true;
        this.#frames.push({ id, data, resumeId: id ?? "" });
      },
      onRetry: (retryMs) => {
        this.#retryMs = retryMs;
      },
      onError: (error) => {
        if (error.type === "max-buffer-size-exceeded") this.#overflow = true;
      },
      maxBufferSize: maxFrameBytes,
    });
    // The parser takes three Latin-1 characters at the very start for an undecoded byte order mark; ours is decoded.
    this.#parser.feed("");
  }

  /** What `Last-Event-ID` would be after everything fed so far; empty when there is nothing to send. */
  get lastId(): string {
    return this.#ids.settled;
  }

  /** Reconnection time asked for by the stream, when it ever did. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /**
   * The frames that `chunk` completes, in order.
   * @throws FrameTooLarge when a frame, finished or not, is larger than the limit. The framer is of no use afterwards.
   */
  feed(chunk: Uint8Array): readonly Frame[] {
    const text = this.#cutter.cut(chunk);
    if (text === "") return [];
    this.#frames = [];
    this.#sawFrameWithoutId = false;
    this.#parser.feed(text);
    const frames = this.#frames;
    if (this.#overflow || frames.some((frame) => this.#isTooLarge(frame.data))) {
      throw new FrameTooLarge(this.#maxFrameBytes);
    }
    this.#settleIds(text, frames);
    return frames;
  }

  #isTooLarge(data: string): boolean {
    if (data.length * 3 <= this.#maxFrameBytes) return false;
    return data.length > this.#maxFrameBytes || new TextEncoder().encode(data).length > this.#maxFrameBytes;
  }

  /** The newest frame tells the id in force whenever the last block made it; otherwise the lines are read again. */
  #settleIds(text: string, frames: MutableFrame[]): void {
    const end = endOfLastBlock(text);
    const newest = frames.at(-1);
    if (newest !== undefined && !this.#sawFrameWithoutId && blockHasData(text, end)) {
      this.#ids.jumpTo(newest.resumeId);
      this.#ids.read(text.slice(end));
      return;
    }
    this.#ids.read(text).forEach((resumeId, index) => {
      const frame = frames[index];
      if (frame !== undefined) frame.resumeId = resumeId;
    });
  }
}

/** Where the text after the last blank line begins; -1 when no block ends in this text. */
function endOfLastBlock(text: string): number {
  const at = text.lastIndexOf("\n\n");
  if (at !== -1) return at + 2;
  return text.charCodeAt(0) === 10 ? 1 : -1;
}

/** Whether the block that ends at `end` visibly carries data; false also when its start lies in an earlier chunk. */
function blockHasData(text: string, end: number): boolean {
  const before = text.lastIndexOf("\n\n", end - 3);
  const data = text.indexOf("data:", before + 1);
  return data !== -1 && data < end && (data === 0 || text.charCodeAt(data - 1) === 10);
}
