import { limits } from "../../generated/tables.js";
import type { Clock } from "../abi/index.js";
import type { DiagnosticListener } from "../diagnostics/diagnostics.js";
import type { EventsDiagnostic } from "../diagnostics/events.js";
import type { EventsState } from "../events/reporter.js";
import { isNoAnswer, NoAnswerError } from "../base/errors.js";

/** Where an App's events come from, once it is open. */
export interface OpenSource {
  readonly connected: boolean;
  /** Handlers of events under way, those of interactions not among them. */
  readonly eventsRunning: number;
  /** Resolves with what ended it, or undefined when it was closed here. */
  readonly ended: Promise<unknown>;
  /** The stream that is read here; undefined while another member of a fleet reads it. */
  state(): EventsState | undefined;
  /** Reads no more and lets handlers finish. Called again, it waits no longer than that. */
  close(graceMs: number): Promise<void>;
}

/** A way in for events that is being opened. */
export interface Opening {
  /** Resolves with what ended it for good. */
  readonly ended: Promise<unknown>;
  readonly isOpen: () => boolean;
  /** How often the service said that all places are taken. */
  readonly rateLimited: () => number;
  readonly onDiagnostic: (listener: DiagnosticListener<EventsDiagnostic>) => () => void;
  /** Resolves when events come in although nothing was opened here. */
  readonly openElsewhere?: Promise<void>;
}

export interface Patience {
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** The source once events can come in; closed again when that fails. */
export async function whenOpen(source: OpenSource, opening: Opening, patience: Patience): Promise<OpenSource> {
  try {
    await untilConnected(opening, patience);
    return source;
  } catch (error) {
    await source.close(0);
    throw error;
  }
}

/** What a start fails with that a stop came before, whatever it failed with because of that. */
export function stoppedMeanwhile(cause?: unknown, signal?: string): NoAnswerError {
  if (signal === undefined && isNoAnswer(cause, "aborted")) return cause;
  const by = signal === undefined ? "" : ` by ${signal}`;
  return new NoAnswerError(`The App was stopped${by} while it started`, { reason: "aborted", cause });
}

/** Milliseconds that the first connection may take before `start()` gives up on it. */
const START_MS = 30_000;

/** The same once the service says that all places are taken: a process that was killed leaves a mailbox holding one. */
const START_WITHOUT_PLACE_MS = 2 * limits.mailboxIdleMs;

/** Waits for the first connection, for its failure for good, for the App to be stopped, or for too long. */
async function untilConnected(opening: Opening, { signal, clock }: Patience): Promise<void> {
  if (opening.isOpen()) return;
  let release = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const startedMs = clock.monotonicMs();
      let cancelTimer = (): void => {};
      let cause: unknown;
      const waitFor = (ms: number) => {
        cancelTimer();
        const late = () => {
          const why = cause instanceof Error ? `, at last because of ${cause.message}` : "";
          const text = `No connection for events within ${ms / 1_000} s${why}.`;
          reject(new NoAnswerError(text, { reason: "timeout", cause }));
        };
        cancelTimer = clock.schedule(late, startedMs + ms - clock.monotonicMs());
      };
      const stopListening = opening.onDiagnostic((notice) => {
        if (notice.type === "events.connected") resolve();
        if (notice.type === "events.disconnected" && "error" in notice.reason) cause = notice.reason.error;
        if (notice.type === "events.retrying" && opening.rateLimited() > 0) waitFor(START_WITHOUT_PLACE_MS);
      });
      waitFor(START_MS);
      void opening.openElsewhere?.then(resolve);
      const onAbort = () => reject(stoppedMeanwhile());
      signal.addEventListener("abort", onAbort, { once: true });
      const over = new NoAnswerError("The events ended before there was a connection", { reason: "aborted" });
      void opening.ended.then((error) => reject(error instanceof Error ? error : over));
      release = () => {
        stopListening();
        cancelTimer();
        signal.removeEventListener("abort", onAbort);
      };
      if (signal.aborted) onAbort();
    });
  } finally {
    release();
  }
}
