/**
 * One frame of the stream grew past the limit. Distinct from a dropped connection on purpose: asking again would
 * bring the same frame again, so nothing that catches this may reconnect.
 */
export class FrameTooLarge extends Error {
  override readonly name = "FrameTooLarge";
  /** The limit that was passed, in bytes. */
  readonly maxFrameBytes: number;

  constructor(maxFrameBytes: number) {
    super(`A frame of the event stream is larger than maxFrameBytes (${maxFrameBytes} bytes).`);
    this.maxFrameBytes = maxFrameBytes;
  }
}
