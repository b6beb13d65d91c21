import type { CloseReason } from "../../diagnostics/events.js";
import { isAppsError, kindOf } from "../../base/errors.js";
import type { EventsClient, ResolvedOptions } from "../options.js";
import type { PositionInput } from "../position-inputs.js";
import type { PauseMonitor, EventsReporter } from "../reporter.js";

/** What a transport works with: the client, the position that takes its inputs, and the queue that holds it back. */
export interface TransportPort {
  readonly client: EventsClient;
  readonly options: ResolvedOptions;
  readonly reporter: EventsReporter;
  readonly pauses: PauseMonitor;
  /** Feeds the position with an input. */
  readonly emit: (input: PositionInput) => void;
  /** Takes what an open stream knows of its line; undefined once it has ended. */
  readonly onContact: (contact: LineContact | undefined) => void;
  /** Whether to stop reading. */
  readonly isFull: () => boolean;
  /** Resolves when there is room again. */
  readonly room: () => Promise<void>;
  /** Resolves when the queue hands out events. Before that it is full without being slow. */
  readonly released: () => Promise<void>;
  /** Called when the service itself has answered: credential, address and version are right. */
  readonly onHeard: () => void;
}

/** What is known of the line of an open stream. */
export interface LineContact {
  /** Everything sent up to this time has come, on the monotonic time of the client's clock. */
  readonly wholeMs: number;
}

/** How one connection, or an attempt to open one, ended. */
export interface ConnectionOutcome {
  /** Undefined when it was closed from this side. */
  readonly reason: CloseReason | undefined;
  /** Milliseconds from its first byte to its last sign of life. */
  readonly usefulMs: number;
  /** Whether it opened and ended without a byte. */
  readonly empty: boolean;
  /** The credential that opened it; undefined when it was not opened. */
  readonly credentialId: symbol | undefined;
  /** The last `retry:` field of the stream. */
  readonly retryMs: number | undefined;
}

/** Outcome of an attempt that opened no connection. */
export const neverOpened: Omit<ConnectionOutcome, "reason"> = {
  usefulMs: 0,
  empty: false,
  credentialId: undefined,
  retryMs: undefined,
};

/** The close reason for the error of an attempt to open. Undefined for errors that do not concern the connection. */
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
