import type { AppsError } from "./errors/index.js";

/** What every event of a call carries. Never a token, a header, a body or a filled path. */
interface CallFacts {
  /** Tells the calls of one client apart. */
  readonly callId: number;
  /** `operationId`, e.g. `createMessage`. */
  readonly operation: string;
  /** Method and path template. */
  readonly route: string;
}

/** What a client tells about its calls, as they happen. */
export type ClientEvent =
  /** A call begins. Emitted synchronously inside the call, so that tracing sees its caller's context. */
  | (CallFacts & { readonly type: "request" })
  /** A call ends well. */
  | (CallFacts & {
      readonly type: "answer";
      readonly status: number;
      readonly attempts: number;
      readonly durationMs: number;
    })
  /** An attempt failed and will be repeated after `waitMs`. */
  | (CallFacts & {
      readonly type: "retry";
      readonly why: "not-sent" | "harmless";
      readonly status?: number | undefined;
      readonly attempts: number;
      readonly waitMs: number;
    })
  /** The service answered 429; the request is repeated after `waitMs`. */
  | (CallFacts & { readonly type: "rate-limited"; readonly attempts: number; readonly waitMs: number })
  /** The service refused: `error.code` says why. */
  | (CallFacts & { readonly type: "refused"; readonly error: AppsError; readonly durationMs: number })
  /** The call failed in any other way. */
  | (CallFacts & { readonly type: "failed"; readonly error: AppsError; readonly durationMs: number })
  /** Something that does not stop the call, such as an answer that does not fit its description. */
  | (CallFacts & { readonly type: "warning"; readonly message: string });

/** A listener for {@link ClientEvent}s. What it throws is ignored: watching must not change what is watched. */
export type ClientListener = (event: ClientEvent) => void;

/** The listeners of one client. Without any, no event is even made. */
export class Hooks {
  readonly #listeners = new Set<ClientListener>();

  /** Whether anybody listens; ask before making an event. */
  get active(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener; the returned function removes it. */
  listen(listener: ClientListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells every listener. */
  emit(event: ClientEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // A listener's fault is its own.
      }
    }
  }
}
