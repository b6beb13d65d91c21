import type { StreamEnd } from "../machine/tx.js";

export interface LineOptions {
  /** Bytes that may wait unread before the reader counts as lagging. */
  readonly bufferBytes: number;
  /** Called once when the line is over, however it ended. */
  readonly onEnd: (end: StreamEnd) => void;
}

const encoder = new TextEncoder();

/** Frames handed over in one chunk, at most; bounds the copy, not the throughput. */
const framesPerChunk = 256;

/**
 * The line of an open stream: frames go in, chunks come out as fast as somebody reads. Nothing is lost between the two except
 * when the reader lags behind by more than the buffer, which ends the stream.
 */
export class Line {
  readonly #options: LineOptions;
  #frames: string[] = [];
  #waitingBytes = 0;
  #wake: (() => void) | undefined;
  #ended: StreamEnd | undefined;
  #severed = false;
  #muted = false;
  #announceEnd: (end: StreamEnd) => void = () => undefined;
  /** Resolves once it is over, even while nobody reads. */
  readonly over: Promise<StreamEnd> = new Promise((resolve) => (this.#announceEnd = resolve));

  constructor(options: LineOptions) {
    this.#options = options;
  }

  get ended(): StreamEnd | undefined {
    return this.#ended;
  }

  /** True when the end is to look like a broken line rather than a proper end. */
  get severed(): boolean {
    return this.#severed;
  }

  /** From now on nothing is written, though the line stays open: a stall, or the far half of a half-open line. */
  mute(): void {
    this.#muted = true;
  }

  write(text: string): void {
    if (this.#ended !== undefined || this.#muted) return;
    this.#frames.push(text);
    this.#waitingBytes += text.length;
    if (this.#waitingBytes > this.#options.bufferBytes) {
      this.#frames = [];
      this.end("lagging");
      return;
    }
    this.#wakeReader();
  }

  /** No more frames; those waiting can still be read. `severed` makes the end look like a reset. */
  end(end: StreamEnd, { severed = false }: { readonly severed?: boolean } = {}): void {
    if (this.#ended !== undefined) return;
    this.#ended = end;
    this.#severed = severed;
    if (end === "client") this.#frames = [];
    this.#wakeReader();
    this.#announceEnd(end);
    this.#options.onEnd(end);
  }

  /** The bytes, for one reader. A severed end throws after what was written before it. */
  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const chunk = this.#take();
        if (chunk !== undefined) yield chunk;
        else if (this.#ended !== undefined) break;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
      if (this.#severed) throw Object.assign(new Error("the connection was reset"), { code: "ECONNRESET" });
    } finally {
      this.end("client");
    }
  }

  #take(): Uint8Array | undefined {
    if (this.#frames.length === 0) return undefined;
    const frames = this.#frames.length <= framesPerChunk ? this.#frames : this.#frames.slice(0, framesPerChunk);
    this.#frames = frames === this.#frames ? [] : this.#frames.slice(framesPerChunk);
    const text = frames.join("");
    this.#waitingBytes -= text.length;
    return encoder.encode(text);
  }

  #wakeReader(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
