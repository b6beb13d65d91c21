import type { CloseReason } from "../../diagnostics/events.js";
import { isAppsError, kindOf } from "../../http/errors/index.js";
import type { EventsClient, ResolvedOptions } from "../options.js";
import type { PositionInput } from "../position-state.js";
import type { PauseMonitor, EventsReporter } from "../reporter.js";

/** What a transport is given: where it gets, whom it tells, and when to stop asking for more. */
export interface TransportPort {
  readonly client: EventsClient;
  readonly options: ResolvedOptions;
  readonly reporter: EventsReporter;
  readonly pauses: PauseMonitor;
  /** Hands on what came, in order. */
  readonly emit: (input: PositionInput) => void;
  /** Whether to ask for no more for now. */
  readonly isFull: () => boolean;
  /** Settles when there is room again. */
  readonly room: () => Promise<void>;
  /** Settles when the queue may hand out what it has: before that it is full of nobody's work. */
  readonly released: () => Promise<void>;
  /** Credential, address and version are right: the service itself was heard. */
  readonly onHeard: () => void;
}

/** How one connection, or one attempt at one, went. */
export interface ConnectionOutcome {
  /** Undefined when it was ended from this side. */
  readonly reason: CloseReason | undefined;
  /** From its first byte to its end. */
  readonly usefulMs: number;
  /** It opened and ended without a byte. */
  readonly empty: boolean;
  /** Which credential opened it, when it was opened. */
  readonly credentialId: symbol | undefined;
  /** The reconnection time that the stream asked for. */
  readonly retryMs: number | undefined;
}

/** How an attempt went that opened nothing. */
export const neverOpened: Omit<ConnectionOutcome, "reason"> = {
  usefulMs: 0,
  empty: false,
  credentialId: undefined,
  retryMs: undefined,
};

/** What an attempt to open came to, from the error it ended with. Undefined for errors that are not about the wire. */
export function closeReasonOf(error: unknown): CloseReason | undefined {
  if (!isAppsError(error)) return undefined;
  const { status = 0, code, retryAfterMs } = error;
  switch (kindOf(error)) {
    case "refusal":
    case "http":
      return {
        cause: "refused",
        status,
        error,
        ...(code !== undefined && { code }),
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      };
    case "no-answer":
      return { cause: "unreachable", error };
    case "protocol":
      return { cause: "protocol", error };
    default:
      return undefined;
  }
}
