import { createParser } from "eventsource-parser";
import { AppsError } from "../../base/errors.js";
import { LineCutter, OpenFrame } from "./line-cutter.js";

/** One event of the stream, its data not decoded. */
export interface Frame {
  /** The id in this frame; absent when it has none. Opaque: sent back unchanged. */
  readonly id?: string | undefined;
  readonly data: string;
}

/** Stands in the list of frames for one that was skipped because of its size. */
export const skippedFrame: Frame = { data: "" };

/** Options of a {@link Framer}. */
export interface FramerOptions {
  /** Largest size of the data of a frame. */
  readonly maxFrameBytes: number;
  /** The id that the stream was resumed from; it stays in force until another id comes. Default: none. */
  readonly lastEventId?: string;
  /** Skips frames above the limit instead of stopping at the first one. Default false. */
  readonly skipTooLarge?: boolean;
}

const utf8 = new TextEncoder();

/**
 * Parses bytes into frames. Chunks may be cut at any byte, and lines may end in LF, CR or CRLF.
 *
 * `event:` fields are ignored, since the kind of an event is in its data; comments make no frame. Frames are returned
 * in one batch per chunk, because a promise or callback per event costs more than parsing it.
 */
export class Framer {
  readonly #maxFrameBytes: number;
  readonly #skipTooLarge: boolean;
  /** Whether the input up to the next blank line belongs to a frame that is skipped. */
  #isInSkipped = false;
  readonly #cutter: LineCutter;
  readonly #parser: ReturnType<typeof createParser>;
  #frames: Frame[] = [];
  /** The id in force after each of the frames; undefined when each frame has its own. */
  #ids: readonly string[] | undefined;
  #tooLarge: FrameTooLarge | undefined;
  readonly #resumeIds: ResumeIds;
  #retryMs: number | undefined;
  #commentAt: number | undefined;
  readonly #open = new OpenFrame();

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
      onComment: () => {
        this.#commentAt = this.#frames.length;
      },
      onError: (error) => {
        if (error.type === "max-buffer-size-exceeded") this.#giveUp();
      },
      maxBufferSize: maxFrameBytes,
    });
    // At the very start the parser strips three Latin-1 characters that look like an undecoded byte order mark.
    this.#parser.feed("");
  }

  /** The id in force after all input so far, to send as `Last-Event-ID`; empty when there is none. */
  get lastId(): string {
    return this.#resumeIds.settled;
  }

  /** The last `retry:` field of the stream; undefined when there was none. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** Number of frames of the last {@link feed} before its last comment; undefined without one. */
  get commentAt(): number | undefined {
    return this.#commentAt;
  }

  /** What the last chunk ends in: nothing open, a frame that began in it, or one that began earlier. */
  get rest(): "whole" | "begun" | "open" {
    return this.#open.rest(this.#cutter.hasRest);
  }

  /** Set once a frame, complete or not, exceeds the limit. The framer cannot be used after that. */
  get tooLarge(): FrameTooLarge | undefined {
    return this.#tooLarge;
  }

  /** Returns the frames that `chunk` completes, in order, up to one that is {@link tooLarge}. */
  feed(chunk: Uint8Array): readonly Frame[] {
    this.#frames = [];
    this.#ids = undefined;
    this.#commentAt = undefined;
    this.#open.begin();
    for (const text of this.#cutter.cut(chunk)) {
      this.#parser.feed(this.#withoutSkipped(text));
      if (this.#isInSkipped) this.#parser.reset();
      this.#settleIds(text);
      this.#open.read(text);
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

  /** The text after the end of a frame that is being skipped. */
  #withoutSkipped(text: string): string {
    if (!this.#isInSkipped) return text;
    const end = /^\n|\n\n/.exec(text);
    if (end === null) return "";
    this.#isInSkipped = false;
    this.#frames.push(skippedFrame);
    return text.slice(end.index + end[0].length);
  }

  /**
   * The id in force after a frame of the last {@link feed}, to send as `Last-Event-ID`; empty when there is none.
   */
  resumeIdOf(index: number): string {
    return this.#ids?.[index] ?? this.#frames[index]?.id ?? "";
  }

  /** The present frame exceeds the limit. */
  #giveUp(): void {
    if (this.#skipTooLarge) this.#isInSkipped = true;
    else this.#tooLarge ??= new FrameTooLarge(this.#maxFrameBytes);
  }

  /**
   * Finds the id in force, reading the lines again if the frames do not show it. Only one text of a chunk makes
   * frames.
   */
  #settleIds(text: string): void {
    const newest = this.#frames.at(-1)?.id;
    const end = text.lastIndexOf("\n\n") + 2;
    // A block whose last line is a data field has made a frame.
    const isNewest = text.startsWith("data:", text.lastIndexOf("\n", end - 3) + 1);
    if (newest !== undefined && isNewest && this.#frames.every(hasId)) {
      this.#resumeIds.jumpTo(newest);
      this.#resumeIds.read(text.slice(end));
    } else this.#ids = this.#resumeIds.read(text);
  }

  #isTooLarge(data: string): boolean {
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    return data.length * 3 > this.#maxFrameBytes && utf8.encode(data).length > this.#maxFrameBytes;
  }
}

const hasId = ({ id }: Frame): boolean => id !== undefined;

/**
 * The last event id buffer of WHATWG HTML 9.2.6: an `id` field takes effect at the end of its block, even when the
 * block has no data and dispatches no event. The parser does not report such ids, so text where they matter is read a
 * second time here.
 */
class ResumeIds {
  #settled: string;
  #buffer: string;
  #hasData = false;

  constructor(lastEventId: string) {
    this.#settled = lastEventId;
    this.#buffer = lastEventId;
  }

  /** The id in force; empty when there is none. */
  get settled(): string {
    return this.#settled;
  }

  /** A block has just ended and left `id` in force. */
  jumpTo(id: string): void {
    this.#settled = id;
    this.#buffer = id;
    this.#hasData = false;
  }

  /** The block contains data that was skipped. */
  skipData(): void {
    this.#hasData = true;
  }

  /** Reads whole lines. Returns the id in force after each block with data, in order. */
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
 * A frame of the stream exceeds the limit. Distinct from a dropped connection: after a reconnection the same frame
 * comes again, so it is skipped once it has come `frameAttempts` times.
 */
export class FrameTooLarge extends AppsError {
  readonly kind = "protocol";
  /** The limit that was exceeded, in bytes. */
  readonly maxFrameBytes: number;

  override get name(): string {
    return "FrameTooLarge";
  }

  constructor(maxFrameBytes: number) {
    super(`A frame of the event stream is larger than maxFrameBytes (${maxFrameBytes} bytes).`);
    this.maxFrameBytes = maxFrameBytes;
  }
}
