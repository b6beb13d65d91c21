export type {
  CloseReason,
  EventsDiagnostic,
  EventsFacts,
  EventsHappening,
  GapReason,
  TransportName,
} from "../diagnostics/events.js";
export type { BackfillOptions, EventsAssumptions, EventsClient } from "./options.js";
export { clientRefs } from "./dispatch/context.js";
export type { DispatchContext } from "./dispatch/context.js";
export { type DeadLetter, type DeadLetters, deadLetters } from "./dispatch/dead-letters.js";
export type { HandlerRetryPolicy, OnFailure } from "./dispatch/failure.js";
export type { Dispatcher, DispatcherOptions, DispatcherSnapshot, StopResult } from "./dispatch/dispatcher.js";
export { HandlerTimeout } from "./dispatch/context.js";
export type { LaneName, Task } from "./dispatch/context.js";
export { EventsEndedError, isEventsEnded } from "./ended-error.js";
export { contentIdentity, laneOf, orderKeyOf, type StreamEvent } from "./event-kinds.js";
export type { CloseOptions, CloseResult, EventStream } from "./event-stream.js";
export { createDispatcher, openEvents } from "./checked.js";
export type { EventsOptions, Intents } from "./options.js";
export type { AckableEvent, ReceivedEvent } from "./queue/queued-event.js";
export type { ReconnectBackoff, EndReason } from "./reconnect.js";
export type { EventsCounters, StreamPhase } from "./reporter.js";
export type { ConnectionSlots } from "./slots.js";
export type { EventsState } from "./reporter.js";
