import { isRecord } from "../http/answer.js";
import { checkGiven, CLOCK, hasMethods, NUMBER } from "../http/check-given.js";
import { ANY, didYouMean, FUNCTION, type Kind, type Kinds, oneOf, TEXT } from "../http/check-options.js";
import { ArgumentError } from "../http/errors/index.js";
import { eventFamilies } from "../../generated/tables.js";
import { createDispatcher as dispatcherOf, type Dispatcher, type DispatcherOptions } from "./dispatch/dispatcher.js";
import type { HandlerRetryPolicy } from "./dispatch/failure.js";
import { type EventStream, openEvents as streamOf } from "./event-stream.js";
import type { EventsClient, EventsOptions } from "./options.js";

// Apart from what they check: an App checks its own options, and its bundle is the smaller without these.

const EVENTS = {
  intents: ["a list of families of events", Array.isArray],
  transport: /* @__PURE__ */ oneOf("auto", "gateway", "mailbox"),
  queueLimit: NUMBER,
  onDiagnostic: FUNCTION,
  cursorStore: ["a store of cursors, e.g. fileCursorStore()", (value) => hasMethods(value, "load", "save")],
  cursorKey: TEXT,
  saveIntervalMs: NUMBER,
  saveEveryEvents: NUMBER,
  slots: ["an object with tryTake() and take()", (value) => hasMethods(value, "tryTake", "take")],
  signal: ["an AbortSignal", (value) => hasMethods(value, "addEventListener")],
  connectTimeoutMs: NUMBER,
  returnAfterMs: NUMBER,
  stableAfterMs: NUMBER,
  frameAttempts: NUMBER,
  onGap: [
    '"report", "backfill" or { maxPages }',
    (value) => value === "report" || value === "backfill" || isRecord(value),
  ],
  backoff: { baseMs: NUMBER, capMs: NUMBER, patientMs: NUMBER, ceilingMs: NUMBER },
  maxUnhandled: NUMBER,
  dedupeSize: NUMBER,
  protocolFailureLimit: NUMBER,
  mailboxOverflowLimit: NUMBER,
} satisfies Kinds & Record<keyof EventsOptions, Kind | Kinds>;

/**
 * The events of an App, typed, from the push stream or the mailbox.
 *
 * Connections that break are made good: the stream resumes where it stopped, duplicates are left out, and what may be
 * lost is reported as a `gap` and never passed over. Reading stops when the consumer stops.
 *
 * ```ts
 * for await (const event of openEvents(client, { intents: ["messages"] })) {
 *   if (event.type === "message_create") console.log(event.message.content);
 * }
 * ```
 *
 * Nothing is sent before somebody consumes the stream. Rejects the consumer with an `EventsEndedError` when trying
 * again cannot help; its `remedy` says what can.
 * @throws ArgumentError for options that do not exist or make no sense
 */
export function openEvents(client: EventsClient, options: EventsOptions): EventStream {
  if (!hasMethods(client, "openStream")) throw new ArgumentError("openEvents() takes a client, and options");
  checkGiven("openEvents()", options, EVENTS);
  const { intents, onGap }: Partial<EventsOptions> = options; // programs without types leave them out
  if (isRecord(onGap)) checkGiven("onGap", onGap, { maxPages: NUMBER });
  if (intents === undefined || intents.length === 0) {
    throw new ArgumentError("intents must name at least one family of events");
  }
  const families: readonly string[] = Object.values(eventFamilies);
  for (const family of intents) {
    const meant = families.includes(family) ? "" : didYouMean(String(family), families); // others may exist
    if (meant !== "") throw new ArgumentError(`intents has no family "${String(family)}".${meant}`);
  }
  return streamOf(client, options);
}

const DISPATCHER = {
  handle: FUNCTION,
  concurrency: NUMBER,
  queueLimit: NUMBER,
  order: /* @__PURE__ */ oneOf("none", "channel"),
  interactions: { concurrency: NUMBER, queueLimit: NUMBER },
  handlerTimeoutMs: NUMBER,
  onFailure: ['"skip" or { retries }', (value) => value === "skip" || isRecord(value)],
  random: FUNCTION,
  onError: FUNCTION,
  laneOf: FUNCTION,
  orderKeyOf: FUNCTION,
  clock: CLOCK,
} satisfies Kinds & Record<keyof DispatcherOptions<unknown>, Kind | Kinds>;

const POLICY = {
  retries: ANY,
  backoff: { baseMs: NUMBER, capMs: NUMBER },
  deadLetter: ["a store of dead letters, e.g. fileDeadLetters()", (value) => hasMethods(value, "add")],
} satisfies Kinds & Record<keyof HandlerRetryPolicy<unknown>, Kind | Kinds>;

/** @throws ArgumentError for options that do not exist, and when a limit is not a whole number of at least 1. */
export function createDispatcher<E>(options: DispatcherOptions<E>): Dispatcher<E> {
  checkGiven("createDispatcher()", options, DISPATCHER);
  const { handle, onFailure }: Partial<DispatcherOptions<E>> = options; // see above
  if (!handle) throw new ArgumentError("createDispatcher() needs handle, a function of an event");
  if (isRecord(onFailure)) checkGiven("onFailure", onFailure, POLICY);
  return dispatcherOf(options);
}
