import { createParser } from "eventsource-parser";
import { AppsError } from "../../http/errors/index.js";
import { LineCutter } from "./line-cutter.js";

/** One event of the stream, before anybody looks at its data. */
export interface Frame {
  /** The id written on this very frame; absent when it has none. Opaque: kept and sent back to the letter. */
  readonly id?: string | undefined;
  readonly data: string;
}

/** Stands among frames for one above the limit that was left out. */
export const skippedFrame: Frame = { data: "" };

/** How frames are made. */
export interface FramerOptions {
  /** Largest data of a frame. */
  readonly maxFrameBytes: number;
  /** What the stream was resumed from; it stays in force until a frame says otherwise. Default: nothing. */
  readonly lastEventId?: string;
  /** Leaves out frames above the limit, instead of stopping at the first one. Default false. */
  readonly skipTooLarge?: boolean;
}

const utf8 = new TextEncoder();

/**
 * Bytes to frames, for streams cut at any byte, with any line end.
 *
 * `event:` fields are ignored: the kind of an event is inside its data. Comments make no frame. Everything is decided
 * once per chunk and frames come back in batches, because a promise or callback per event costs more than parsing it.
 */
export class Framer {
  readonly #maxFrameBytes: number;
  readonly #skipTooLarge: boolean;
  /** What comes belongs to a frame that is left out, up to the next blank line. */
  #isInSkipped = false;
  readonly #cutter: LineCutter;
  readonly #parser: ReturnType<typeof createParser>;
  #frames: Frame[] = [];
  /** What `Last-Event-ID` would be once each of the frames counts; undefined where each has its own id. */
  #ids: readonly string[] | undefined;
  #tooLarge: FrameTooLarge | undefined;
  readonly #resumeIds: ResumeIds;
  #retryMs: number | undefined;

  constructor({ maxFrameBytes, lastEventId = "", skipTooLarge = false }: FramerOptions) {
    this.#maxFrameBytes = maxFrameBytes;
    this.#skipTooLarge = skipTooLarge;
    this.#resumeIds = new ResumeIds(lastEventId);
    this.#cutter = new LineCutter(maxFrameBytes);
    this.#parser = createParser({
      onEvent: (frame) => {
        if (this.#tooLarge !== undefined) return;
        if (!this.#isTooLarge(frame.data)) this.#frames.push(frame);
        else if (this.#skipTooLarge) this.#frames.push(skippedFrame);
        else this.#giveUp();
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

  /** The frames that `chunk` completes, in order, up to one that is {@link tooLarge}; see {@link skippedFrame}. */
  feed(chunk: Uint8Array): readonly Frame[] {
    this.#frames = [];
    this.#ids = undefined;
    for (const text of this.#cutter.cut(chunk)) {
      this.#parser.feed(this.#withoutSkipped(text));
      if (this.#isInSkipped) this.#parser.reset();
      this.#settleIds(text);
      if (this.#tooLarge !== undefined) break;
    }
    if (this.#cutter.overflows) {
      this.#giveUp();
      this.#cutter.skipLine();
      this.#resumeIds.skipData();
      this.#parser.reset();
    }
    return this.#frames;
  }

  /** The text after the end of a frame that is being left out. */
  #withoutSkipped(text: string): string {
    if (!this.#isInSkipped) return text;
    const end = /^\n|\n\n/.exec(text);
    if (end === null) return "";
    this.#isInSkipped = false;
    this.#frames.push(skippedFrame);
    return text.slice(end.index + end[0].length);
  }

  /**
   * What `Last-Event-ID` would be once a frame of the last {@link feed} counts; empty when there is nothing to send.
   */
  resumeIdOf(index: number): string {
    return this.#ids?.[index] ?? this.#frames[index]?.id ?? "";
  }

  /** What has come of this block is too much. */
  #giveUp(): void {
    if (this.#skipTooLarge) this.#isInSkipped = true;
    else this.#tooLarge ??= new FrameTooLarge(this.#maxFrameBytes);
  }

  /** Reads the lines again, as far as the frames do not tell which id is in force. Of a chunk one text makes frames. */
  #settleIds(text: string): void {
    const newest = this.#frames.at(-1)?.id;
    const end = text.lastIndexOf("\n\n") + 2;
    // A block that ends in a line of data has made a frame.
    const isNewest = text.startsWith("data:", text.lastIndexOf("\n", end - 3) + 1);
    if (newest !== undefined && isNewest && this.#frames.every(hasId)) {
      this.#resumeIds.jumpTo(newest);
      this.#resumeIds.read(text.slice(end));
    } else this.#ids = this.#resumeIds.read(text);
  }

  #isTooLarge(data: string): boolean {
    // A unit of UTF-16 takes three bytes at most.
    return data.length * 3 > this.#maxFrameBytes && utf8.encode(data).length > this.#maxFrameBytes;
  }
}

const hasId = ({ id }: Frame): boolean => id !== undefined;

/**
 * Follows the id buffer of WHATWG HTML 9.2.6 through whole lines: an `id` counts when its block ends, even when that
 * block has no data and nothing is handed on. Parsers that report events alone cannot show this, so the few stretches
 * of text where it matters are read a second time, here.
 */
class ResumeIds {
  #settled: string;
  #buffer: string;
  #hasData = false;

  constructor(lastEventId: string) {
    this.#settled = lastEventId;
    this.#buffer = lastEventId;
  }

  /** What `Last-Event-ID` would be now; empty when there is nothing to send. */
  get settled(): string {
    return this.#settled;
  }

  /** Takes for granted that a block has just ended and left `id` in force. */
  jumpTo(id: string): void {
    this.#settled = id;
    this.#buffer = id;
    this.#hasData = false;
  }

  /** A line of data was left out. */
  skipData(): void {
    this.#hasData = true;
  }

  /** Reads whole lines. Returns the id in force at each block with data, in order: those that a parser hands on. */
  read(lines: string): readonly string[] {
    const atEvents: string[] = [];
    for (let from = 0, to = lines.indexOf("\n"); to !== -1; from = to + 1, to = lines.indexOf("\n", from)) {
      if (lines.startsWith("data:", from)) this.#hasData = true;
      else if (from !== to) this.#readField(lines.slice(from, to));
      else {
        this.#settled = this.#buffer;
        if (this.#hasData) atEvents.push(this.#settled);
        this.#hasData = false;
      }
    }
    return atEvents;
  }

  #readField(line: string): void {
    if (line === "data") this.#hasData = true;
    else if (line === "id") this.#buffer = "";
    else if (line.startsWith("id:")) {
      const value = line.slice(line.charCodeAt(3) === 32 ? 4 : 3);
      if (!value.includes("\0")) this.#buffer = value;
    }
  }
}

/**
 * One frame of the stream grew past the limit. Distinct from a dropped connection on purpose: asking again would
 * bring the same frame again, so nothing that catches this may reconnect.
 */
export class FrameTooLarge extends AppsError {
  readonly kind = "protocol";
  /** The limit that was passed, in bytes. */
  readonly maxFrameBytes: number;

  override get name(): string {
    return "FrameTooLarge";
  }

  constructor(maxFrameBytes: number) {
    super(`A frame of the event stream is larger than maxFrameBytes (${maxFrameBytes} bytes).`);
    this.maxFrameBytes = maxFrameBytes;
  }
}
