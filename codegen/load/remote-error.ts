/** A document of another machine that was not loaded, with the reason and what to do. */
export class RemoteError extends Error {
  override readonly name = "RemoteError";
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}
