export type { EventsAssumptions, EventsClient } from "./client.js";
export { clientRefs } from "./client-ref.js";
export { fileCursorStore } from "./cursor/file-store.js";
export { type CursorRecord, type CursorStore, memoryCursorStore, readCursorRecord } from "./cursor/store.js";
export type { HandlerContext } from "./dispatch/context.js";
export {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type DispatcherSnapshot,
  type StopResult,
} from "./dispatch/dispatcher.js";
export { HandlerTimeout } from "./dispatch/overdue.js";
export type { LaneName, Task } from "./dispatch/task.js";
export { contentIdentity, laneOf, orderKeyOf, type StreamEvent } from "./event-kinds.js";
export type { BackoffOptions } from "./reconnect/backoff.js";
export type { EndReason } from "./reconnect/decide.js";
export type { Ending } from "./reconnect/ending.js";
export { EventsEndedError, isEventsEnded } from "./stream/ended-error.js";
export type { CloseOptions, CloseResult, EventStream, ReceivedEvent } from "./stream/event-stream.js";
export type { EventsNotice, GapReason, TransportName } from "./stream/notices.js";
export { openEvents } from "./stream/open-events.js";
export type { EventsOptions, Intents } from "./stream/options.js";
export type { EventsCounters, Phase } from "./stream/reporter.js";
export type { EventsState } from "./stream/state.js";
