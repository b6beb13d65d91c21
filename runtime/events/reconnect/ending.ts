/**
 * How one connection, or one attempt to open one, came to its end. Plain data, so that what to do next can be decided
 * by a function that touches nothing.
 */
export type Ending =
  /** The service said goodbye first. `message` is for logs and decides nothing. */
  | { readonly cause: "farewell"; readonly code?: string; readonly reconnect?: boolean; readonly message?: string }
  /** The stream ended cleanly and without a goodbye. */
  | { readonly cause: "end" }
  /** The connection broke while the stream was open. */
  | { readonly cause: "dropped"; readonly error?: unknown }
  /** Not one byte for too long, heartbeats included. */
  | { readonly cause: "idle"; readonly silentMs: number }
  /** It opened and carried no byte at all. */
  | { readonly cause: "silent"; readonly silentMs: number }
  /** No answer came to the attempt. */
  | { readonly cause: "unreachable"; readonly error?: unknown }
  /** The attempt was answered with an error status. */
  | {
      readonly cause: "refused";
      readonly status: number;
      readonly code?: string;
      readonly retryAfterMs?: number;
      readonly error?: unknown;
    }
  /** The answer was no event stream: another content type, a redirect. */
  | { readonly cause: "protocol"; readonly error: unknown }
  /** One frame passed the size limit. */
  | { readonly cause: "frame-too-large"; readonly error: unknown };
