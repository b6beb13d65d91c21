import { isRecord, hasMethods } from "../base/values.js";
import { CLOCK, NUMBER, withMethods } from "../http/check-given.js";
import { FUNCTION, type Kind, type Kinds, oneOf } from "../http/check-options.js";
import { ArgumentError } from "../base/errors.js";
import { checkEventsOptions, ON_FAILURE, SHARED_OPTIONS } from "./check-options.js";
import { createDispatcher as dispatcherOf, type Dispatcher, type DispatcherOptions } from "./dispatch/dispatcher.js";
import { type EventStream, openEvents as streamOf } from "./event-stream.js";
import type { EventsClient, EventsOptions } from "./options.js";

// In a file of their own: an App checks its own options, and its bundle does not need these checks.

const EVENTS = {
  ...SHARED_OPTIONS,
  queueLimit: NUMBER,
  onDiagnostic: FUNCTION,
  saveIntervalMs: NUMBER,
  saveEveryEvents: NUMBER,
  signal: /* @__PURE__ */ withMethods("an AbortSignal", "addEventListener"),
  connectTimeoutMs: NUMBER,
  returnAfterMs: NUMBER,
  stableAfterMs: NUMBER,
  frameAttempts: NUMBER,
  backoff: { baseMs: NUMBER, capMs: NUMBER, patientMs: NUMBER, ceilingMs: NUMBER },
  maxUnhandled: NUMBER,
  dedupeSize: NUMBER,
  protocolFailureLimit: NUMBER,
  mailboxOverflowLimit: NUMBER,
} satisfies Kinds & Record<keyof EventsOptions, Kind | Kinds>;

/**
 * The events of an App, typed, from the push stream or the mailbox.
 *
 * A broken connection is resumed where it stopped, duplicates are left out, and events that may be lost are always
 * reported as a `gap`. Reading stops when the consumer stops.
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
  if (!isRecord(options)) throw new ArgumentError("openEvents() takes an object of options");
  checkEventsOptions(options, EVENTS, { of: "openEvents()" });
  const { intents }: Partial<EventsOptions> = options; // callers without types may leave it out
  if (intents === undefined || intents.length === 0) {
    throw new ArgumentError("intents must name at least one family of events");
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
  onFailure: ON_FAILURE,
  random: FUNCTION,
  onError: FUNCTION,
  laneOf: FUNCTION,
  nameOf: FUNCTION,
  orderKeyOf: FUNCTION,
  clock: CLOCK,
  onDiagnostic: FUNCTION,
} satisfies Kinds & Record<keyof DispatcherOptions<unknown>, Kind | Kinds>;

/** @throws ArgumentError for options that do not exist, and when a limit is not a whole number of at least 1. */
export function createDispatcher<E>(options: DispatcherOptions<E>): Dispatcher<E> {
  if (!isRecord(options)) throw new ArgumentError("createDispatcher() takes an object of options");
  checkEventsOptions(options, DISPATCHER, { of: "createDispatcher()" });
  const { handle }: Partial<DispatcherOptions<E>> = options; // see above
  if (!handle) throw new ArgumentError("createDispatcher() needs handle, a function of an event");
  return dispatcherOf(options);
}
