import { openStreamOperation } from "../../../generated/routes.js";
import type { Clock, StreamAnswer } from "../../abi/index.js";
import type { CloseReason } from "../../diagnostics/events.js";
import { NoAnswerError, ProtocolError } from "../../base/errors.js";
import { bareError, printable } from "../../http/errors/build.js";
import { toFailure } from "../../http/transport/failure.js";
import type { EventsAssumptions } from "../options.js";
import { FOREVER_MS, sleep } from "../../base/time.js";
import { FrameReader } from "./frames.js";
import {
  closeReasonOf,
  type ConnectionOutcome,
  type LineContact,
  neverOpened,
  type TransportPort,
} from "./transport.js";

/** Options of {@link runGateway}. */
export interface GatewayOptions {
  readonly signal: AbortSignal;
  /** Id to resume from; undefined for a new stream. */
  readonly lastEventId: string | undefined;
  /** Skips a frame above the limit instead of ending the connection. */
  readonly skipTooLarge: boolean;
  /** Called once the service has answered with an event stream. */
  readonly onOpen: () => void;
}

/** Runs one connection of the stream, and returns how it ended. Rejects only with errors that no retry can mend. */
export async function runGateway(port: TransportPort, options: GatewayOptions): Promise<ConnectionOutcome> {
  const { clock } = port.client;
  const opened = await openGateway(port, options);
  if (opened === undefined || !("answer" in opened)) return { ...neverOpened, reason: opened };
  const { answer, credentialId } = opened;
  options.onOpen();
  port.emit({ type: "accepted" });
  const contact = new Contact(clock);
  port.onContact(contact);
  const frames = new FrameReader(port, contact, options.skipTooLarge);
  let firstByteMs: number | undefined;
  const onChunk = (chunk: Uint8Array) => {
    if (chunk.length > 0 && firstByteMs === undefined) {
      firstByteMs = clock.monotonicMs();
      port.emit({ type: "connected", resumedFrom: options.lastEventId });
    }
    return frames.take(chunk);
  };
  const reason = await readBody(port, answer, { signal: options.signal, contact, onChunk });
  const endedMs = clock.monotonicMs();
  const heardMs = reason?.cause === "idle" ? endedMs - reason.silentMs : endedMs;
  port.emit({ type: "disconnected", heardMs: contact.wholeMs, oversized: reason?.cause === "frame-too-large" });
  port.onContact(undefined);
  const usefulMs = firstByteMs === undefined ? 0 : heardMs - firstByteMs;
  return { reason, usefulMs, empty: firstByteMs === undefined, credentialId, retryMs: frames.retryMs };
}

interface OpenGateway {
  readonly answer: StreamAnswer;
  readonly credentialId: symbol | undefined;
}

/** Opens the stream and checks its content type. There is no handshake. */
async function openGateway(
  { client, options: { intents, connectTimeoutMs: timeoutMs } }: TransportPort,
  { signal, lastEventId }: GatewayOptions,
): Promise<OpenGateway | CloseReason | undefined> {
  let answer;
  try {
    const resume = lastEventId === undefined ? {} : { lastEventId };
    answer = await client.openStream(openStreamOperation, { intents }, { ...resume, signal, timeoutMs });
  } catch (error) {
    if (signal.aborted) return undefined;
    const reason = closeReasonOf(error);
    if (reason === undefined) throw error;
    return reason;
  }
  const { status, headers, credentialId } = answer;
  const contentType = headers["content-type"] ?? "none";
  if (/^text\/event-stream\s*(;|$)/i.test(contentType)) return { answer, credentialId };
  answer.close();
  const came = `${status} with content type ${printable(contentType, 60)}`;
  const message = `openStream: answered ${came}; expected text/event-stream`;
  return { cause: "protocol", error: new ProtocolError(message, { operation: openStreamOperation.id, status }) };
}

/** Result of reading a chunk; undefined when reading was stopped. */
type Step = IteratorResult<Uint8Array, unknown> | { readonly error: unknown } | undefined;

/**
 * Reads an open stream to its end and returns how it ended; undefined when it was closed from this side.
 *
 * The next chunk is read only when there is room for the events of the one before, so that a slow App holds back the
 * service through the socket, and memory holds one chunk. Rejects only with errors that `onChunk` throws: a retry would
 * meet the same fault.
 */
async function readBody(
  port: TransportPort,
  answer: StreamAnswer,
  options: {
    readonly signal: AbortSignal;
    readonly contact: Contact;
    /** Returns a reason to stop reading, if there is one. */
    readonly onChunk: (chunk: Uint8Array) => CloseReason | undefined;
  },
): Promise<CloseReason | undefined> {
  const { signal, contact, onChunk } = options;
  const { pauses, client } = port;
  let ending: CloseReason | undefined;
  let wake: (() => void) | undefined;
  const finish = (how: CloseReason | undefined) => {
    ending = how;
    answer.close();
    wake?.();
  };
  const onAbort = () => finish(undefined);
  signal.addEventListener("abort", onAbort, { once: true });
  const watchdog = new Watchdog(client.clock, port.options.assumptions, finish);
  const iterator = answer.body[Symbol.asyncIterator]();
  try {
    while (!signal.aborted && ending === undefined) {
      contact.asks();
      // A promise per chunk: `Promise.race` against one that lives as long as the stream would keep every loser in
      // memory.
      const step = await new Promise<Step>((resolve) => {
        wake = () => resolve(undefined);
        iterator.next().then(resolve, (error: unknown) => resolve({ error }));
      });
      if (step === undefined) break;
      if ("error" in step) return signal.aborted ? undefined : (ending ?? brokenOff(step.error));
      if (step.done === true) return signal.aborted ? undefined : (ending ?? { cause: "end" });
      watchdog.heard();
      ending = onChunk(step.value);
      if (ending !== undefined || !port.isFull()) continue;
      watchdog.suspend();
      contact.pauses();
      if ((await sleep(client.clock, FOREVER_MS, signal, port.released())) && port.isFull()) {
        pauses.start("gateway");
        await sleep(client.clock, FOREVER_MS, signal, port.room());
        pauses.end();
      }
      watchdog.resume();
    }
  } finally {
    watchdog.suspend();
    signal.removeEventListener("abort", onAbort);
    answer.close();
  }
  return ending;
}

/** A read that takes so long had to wait: what it brings has just arrived. One that does not may find older bytes. */
const WAITED_MS = 1;

/**
 * Up to when everything that was sent over a connection has come. Not the moment at which its end is noticed: a dead
 * path is noticed late. Nor simply the last byte: an event of which only a part has come was sent before that byte, and
 * what waited in the socket while nothing was read may be older than its reading.
 */
export class Contact implements LineContact {
  readonly #clock: Clock;
  #wholeMs: number;
  /** When the last chunk arrived, or the one before a pause. */
  #arrivedMs: number;
  #askedMs = 0;
  #isBehind = false;

  /** @param clock of the client; the connection has just been accepted */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wholeMs = this.#arrivedMs = clock.monotonicMs();
  }

  /** Everything sent up to this time has come. */
  get wholeMs(): number {
    return this.#wholeMs;
  }

  /** The next chunk is asked for. */
  asks(): void {
    if (this.#isBehind) this.#askedMs = this.#clock.monotonicMs();
  }

  /** Nothing is read for a while. */
  pauses(): void {
    this.#isBehind = true;
  }

  /**
   * A chunk came and was taken in.
   * @param rest what it ends in: nothing open, a frame that began in it, or one that began earlier
   */
  took(rest: "whole" | "begun" | "open"): void {
    const nowMs = this.#clock.monotonicMs();
    const beforeMs = this.#arrivedMs;
    if (this.#isBehind && nowMs - this.#askedMs >= WAITED_MS) this.#isBehind = false;
    if (!this.#isBehind) this.#arrivedMs = nowMs;
    if (rest === "whole") this.#wholeMs = this.#arrivedMs;
    else if (rest === "begun") this.#wholeMs = beforeMs;
  }
}

/** The error of a custom transport may contain the whole request, so only its class and reason are reported. */
function brokenOff(thrown: unknown): CloseReason {
  const { cause, reason } = toFailure(thrown);
  const error = new NoAnswerError(`openStream: the stream broke off (${reason})`, {
    reason: "connection",
    operation: "openStream",
    cause: bareError(cause),
  });
  return { cause: "dropped", error };
}

/**
 * Detects a silent connection: no first byte for `firstByteMs`, or no further byte for `silenceMs`, heartbeats
 * included. Uses one timer that looks back when it fires, instead of one per chunk.
 */
class Watchdog {
  readonly #clock: Clock;
  readonly #patience: EventsAssumptions;
  readonly #onSilence: (silence: CloseReason) => void;
  #heardMs: number;
  #heardAny = false;
  #suspended = false;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, patience: EventsAssumptions, onSilence: (silence: CloseReason) => void) {
    this.#clock = clock;
    this.#patience = patience;
    this.#onSilence = onSilence;
    this.#heardMs = clock.monotonicMs();
    this.#arm();
  }

  /** Bytes came. */
  heard(): void {
    this.#heardMs = this.#clock.monotonicMs();
    if (this.#heardAny) return;
    this.#heardAny = true;
    this.#cancel?.();
    this.#arm();
  }

  /** Reading is paused: silence counts for nothing until {@link resume}. */
  suspend(): void {
    this.#suspended = true;
    this.#cancel?.();
  }

  resume(): void {
    this.#suspended = false;
    this.#heardMs = this.#clock.monotonicMs();
    this.#arm();
  }

  #arm(): void {
    if (this.#suspended) return;
    const allowedMs = this.#heardAny ? this.#patience.silenceMs : this.#patience.firstByteMs;
    const leftMs = this.#heardMs + allowedMs - this.#clock.monotonicMs();
    this.#cancel = this.#clock.schedule(() => this.#look(allowedMs), Math.max(0, leftMs));
  }

  #look(allowedMs: number): void {
    const silentMs = this.#clock.monotonicMs() - this.#heardMs;
    if (silentMs < allowedMs) this.#arm();
    else this.#onSilence({ cause: this.#heardAny ? "idle" : "silent", silentMs });
  }
}
