import { createParser } from "eventsource-parser";
import { FrameTooLarge } from "./frame-too-large.js";
import { LineCutter } from "./line-cutter.js";
import { ResumeIds } from "./resume-ids.js";

/** One event of the stream, before anybody looks at its data. */
export interface Frame {
  /** The id written on this very frame; absent when it has none. Opaque: kept and sent back to the letter. */
  readonly id?: string | undefined;
  readonly data: string;
}

/** What `Last-Event-ID` would be once each of some frames counts. Absent where it is the id of the frame itself. */
type FrameIds = readonly string[] | undefined;

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
  #frames: Frame[] = [];
  #ids: FrameIds;
  #sawFrameWithoutId = false;
  #tooLarge: FrameTooLarge | undefined;
  readonly #resumeIds: ResumeIds;
  #retryMs: number | undefined;

  /** @param lastEventId what the stream was resumed from; it stays in force until a frame says otherwise. */
  constructor({ maxFrameBytes, lastEventId = "" }: { maxFrameBytes: number; lastEventId?: string }) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#resumeIds = new ResumeIds(lastEventId);
    this.#cutter = new LineCutter(maxFrameBytes);
    this.#parser = createParser({
      onEvent: (frame) => {
        if (this.#tooLarge !== undefined) return;
        if (this.#isTooLarge(frame.data)) return this.#giveUp();
        if (frame.id === undefined) this.#sawFrameWithoutId = true;
        this.#frames.push(frame);
      },
      onRetry: (retryMs) => {
        this.#retryMs = retryMs;
      },
      onError: (error) => {
        if (error.type === "max-buffer-size-exceeded") this.#giveUp();
      },
      maxBufferSize: maxFrameBytes,
    });
    // The parser takes three Latin-1 characters at the very start for an undecoded byte order mark; ours is decoded.
    this.#parser.feed("");
  }

  /** What `Last-Event-ID` would be after everything fed so far; empty when there is nothing to send. */
  get lastId(): string {
    return this.#resumeIds.settled;
  }

  /** Reconnection time asked for by the stream, when it ever did. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** Set once a frame, finished or not, is larger than the limit. The framer is of no use from then on. */
  get tooLarge(): FrameTooLarge | undefined {
    return this.#tooLarge;
  }

  /** The frames that `chunk` completes, in order, up to one that is {@link tooLarge}. */
  feed(chunk: Uint8Array): readonly Frame[] {
    this.#frames = [];
    this.#ids = undefined;
    for (const text of this.#cutter.cut(chunk)) {
      const before = this.#frames.length;
      this.#sawFrameWithoutId = false;
      this.#parser.feed(text);
      this.#settleIds(text, before);
      if (this.#tooLarge !== undefined) break;
    }
    if (this.#cutter.overflows) this.#giveUp();
    return this.#frames;
  }

  /** What `Last-Event-ID` would be once a frame of the last {@link feed} counts; empty when there is nothing to send. */
  resumeIdOf(frame: Frame, index: number): string {
    return this.#ids?.[index] ?? frame.id ?? "";
  }

  #giveUp(): void {
    this.#tooLarge ??= new FrameTooLarge(this.#maxFrameBytes);
  }

  #isTooLarge(data: string): boolean {
    if (data.length * 3 <= this.#maxFrameBytes) return false;
    return data.length > this.#maxFrameBytes || new TextEncoder().encode(data).length > this.#maxFrameBytes;
  }

  /** The newest frame tells the id in force whenever the last block made it; otherwise the lines are read again. */
  #settleIds(text: string, before: number): void {
    const end = endOfLastBlock(text);
    const newest = this.#frames.at(-1);
    const madeByLast = this.#tooLarge === undefined && blockHasData(text, end);
    if (newest?.id !== undefined && !this.#sawFrameWithoutId && madeByLast) {
      this.#resumeIds.jumpTo(newest.id);
      this.#resumeIds.read(text.slice(end));
      return;
    }
    const ids = this.#resumeIds.read(text);
    if (ids.length === 0) return;
    const known = this.#ids ?? this.#frames.slice(0, before).map((frame) => frame.id ?? "");
    this.#ids = [...known, ...ids];
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
