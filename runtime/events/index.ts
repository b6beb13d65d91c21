export type {
  CloseReason,
  EventsDiagnostic,
  EventsFacts,
  EventsHappening,
  GapReason,
  TransportName,
} from "../diagnostics/events.js";
export type { BackfillOptions, BackoffOptions, EventsAssumptions, EventsClient } from "./options.js";
export { clientRefs } from "./dispatch/context.js";
export type { DispatchContext } from "./dispatch/context.js";
export { type DeadLetter, type DeadLetters, deadLetters } from "./dispatch/dead-letters.js";
export type { HandlerRetryPolicy, OnFailure } from "./dispatch/failure.js";
export { createDispatcher, type Dispatcher, type DispatcherSnapshot, type StopResult } from "./dispatch/dispatcher.js";
export type { DispatcherOptions } from "./dispatch/options.js";
export { HandlerTimeout } from "./dispatch/context.js";
export type { LaneName, Task } from "./dispatch/context.js";
export { EventsEndedError, isEventsEnded } from "./ended-error.js";
export { contentIdentity, laneOf, orderKeyOf, type StreamEvent } from "./event-kinds.js";
export { type CloseOptions, type CloseResult, type EventStream, openEvents } from "./event-stream.js";
export type { EventsOptions, Intents } from "./options.js";
export type { AckableEvent, ReceivedEvent } from "./queue/queued-event.js";
export type { ReconnectBackoff, EndReason } from "./reconnect.js";
export type { EventsCounters, StreamPhase } from "./reporter.js";
export type { ConnectionSlots } from "./slots.js";
export type { EventsState } from "./reporter.js";
