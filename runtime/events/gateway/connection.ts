import { openStreamOperation } from "../../../generated/routes.js";
import type { StreamAnswer } from "../../abi/index.js";
import { ProtocolError } from "../../http/errors/index.js";
import { printable } from "../../http/errors/printable.js";
import type { Ending } from "../reconnect/ending.js";
import { endingOf } from "../stream/ending-of.js";
import { neverOpened } from "../stream/reconnector.js";
import type { Session } from "../stream/session.js";
import { readBody } from "./body-reader.js";
import { FrameIntake } from "./frame-intake.js";

/** How one connection went. */
export interface ConnectionReport {
  /** Undefined when it was ended from this side. */
  readonly ending: Ending | undefined;
  readonly lastedMs: number;
  /** It brought events, or resumed: the next failure is not a repetition of this one. */
  readonly progressed: boolean;
  /** It opened and ended without a byte. */
  readonly empty: boolean;
  /** Which credential opened it, when it was opened. */
  readonly credentialId: symbol | undefined;
  readonly retryMs: number | undefined;
}

/** A stream that is open and of the right kind. Nothing of it is read before {@link readConnection}. */
export interface OpenConnection {
  readonly answer: StreamAnswer;
  readonly credentialId: symbol | undefined;
  readonly resumedFrom: string | undefined;
}

/**
 * Opens the stream and checks that it is one; nothing more is needed for it to be ready. Returns how it failed when it
 * did, undefined when it was given up from this side. Rejects only with what no retry can mend.
 */
export async function openConnection(
  session: Session,
  { signal, lastEventId }: { readonly signal: AbortSignal; readonly lastEventId: string | undefined },
): Promise<OpenConnection | Ending | undefined> {
  const { client, options } = session;
  const { intents, connectTimeoutMs: timeoutMs } = options;
  let answer;
  try {
    const resume = lastEventId === undefined ? {} : { lastEventId };
    answer = await client.openStream(openStreamOperation, { intents }, { ...resume, signal, timeoutMs });
  } catch (error) {
    if (signal.aborted) return undefined;
    const ending = endingOf(error);
    if (ending === undefined) throw error;
    return ending;
  }
  const contentType = answer.headers["content-type"] ?? "none";
  if (/^text\/event-stream\s*(;|$)/i.test(contentType)) {
    return { answer, credentialId: answer.credentialId, resumedFrom: lastEventId };
  }
  answer.close();
  return { cause: "protocol", error: notAStream(contentType, answer.status) };
}

/** Reads an open stream to its end. */
export async function readConnection(
  session: Session,
  { answer, credentialId, resumedFrom }: OpenConnection,
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const { clock, options, reporter, intake, pauses } = session;
  reporter.live.phase = "open";
  reporter.live.transport = "gateway";
  session.transport = "gateway";
  session.heard = true;
  reporter.tell({ type: "connected", transport: "gateway" });
  const startedMs = clock.monotonicMs();
  // The rule by which the next wait is reckoned, too: what came before a connection that holds no longer counts.
  const stopCounting = clock.schedule(() => {
    reporter.live.attempt = 0;
  }, options.steadyAfterMs);
  const frames = new FrameIntake(session, resumedFrom);
  let empty = true;
  const ending = await readBody(answer, {
    clock,
    patience: options.assumptions,
    signal,
    onChunk: (chunk) => {
      if (chunk.length > 0) empty = false;
      return frames.take(chunk);
    },
    isFull: () => intake.full,
    room: () => intake.room(),
    onPause: () => pauses.start("gateway"),
    onUnpause: () => pauses.end(),
  }).finally(stopCounting);
  const endedMs = clock.monotonicMs();
  const heardMs = ending?.cause === "idle" ? endedMs - ending.silentMs : endedMs;
  // One that took over from a mailbox held events from its opening on, whether or not it came to say so.
  if (frames.greeted || session.overlap !== undefined) session.offline(heardMs);
  const lastedMs = endedMs - startedMs;
  return { ending, lastedMs, progressed: frames.progressed, empty, credentialId, retryMs: frames.retryMs };
}

/** Opens the stream and reads it to its end. */
export async function runConnection(session: Session, signal: AbortSignal): Promise<ConnectionReport> {
  const { reporter, resumeId: lastEventId } = session;
  reporter.live.phase = "connecting";
  reporter.tell({ type: "connecting", transport: "gateway", attempt: reporter.live.attempt, lastEventId });
  const opened = await openConnection(session, { signal, lastEventId });
  if (opened !== undefined && "answer" in opened) return readConnection(session, opened, signal);
  return { ...neverOpened, empty: false, ending: opened };
}

function notAStream(contentType: string, status: number): ProtocolError {
  const shown = printable(contentType, 60);
  return new ProtocolError(`openStream: answered ${status} with content type ${shown}; expected text/event-stream`, {
    operation: openStreamOperation.id,
    status,
  });
}
