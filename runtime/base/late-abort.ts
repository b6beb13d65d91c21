/** Aborts a signal that is made when it is first read or aborted, because making one costs more than a small handler. */
export class LateAbort {
  #made: AbortController | undefined;

  get #controller(): AbortController {
    return (this.#made ??= new AbortController());
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The first reason counts. Default: an `AbortError`. */
  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }
}
