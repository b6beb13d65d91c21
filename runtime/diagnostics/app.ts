import type { DiagnosticOf } from "./base.js";
import type { InteractionSource } from "./interaction.js";

/** What each diagnostic of an App says besides its level and message. */
export interface AppFacts {
  /** A handler ended without throwing. */
  handled: { readonly handler: string; readonly source: InteractionSource; readonly tookMs: number };
  /** A handler threw. `error` is what it threw. Level `debug` where `onError()` is told. */
  handler_failed: {
    readonly handler: string;
    readonly source: InteractionSource;
    readonly error: unknown;
    readonly interactionId?: string;
  };
  /** What `onError()` was given threw. */
  error_handler_failed: { readonly handler: string; readonly error: unknown };
  /** What came could not be handled for a reason outside of the handlers. */
  event_failed: { readonly error: unknown };
  /** All places for handlers of events have been taken for a quarter of `handlerTimeoutMs`: no other event is handled. */
  events_stuck: {
    readonly holders: readonly { readonly handler: string; readonly event: string; readonly channelId?: string }[];
  };
  /** An interaction of a type, or with a content, that this version does not know: it was declined. */
  interaction_unknown: { readonly wireType: string; readonly source: InteractionSource };
  /** An interaction of an unknown type could not even be declined. */
  unknown_not_declined: { readonly wireType: string; readonly error: unknown };
  /** Something in the definitions was probably meant otherwise. */
  definition_warning: object;
  /** A listener or hook threw; what it watches went on. */
  hook_failed: { readonly error: unknown };
  /** Autocomplete by mailbox is asked for although its second is shorter than reading can promise. */
  autocomplete_undependable: object;
  /** Commands have handlers here and are not registered: the App was never started, or nothing says who registers them. */
  commands_unregistered: object;
  /** A command differs from the registered one in a way that this sync may not change. */
  command_blocked: { readonly problem: string };
  /** A command was created, edited or deleted. */
  command_synced: object;
  /** A command could not be created, edited or deleted. */
  command_failed: { readonly error: unknown };
  /** The store of conversations failed. Handlers go on; what could not be written or read is not taken up after a restart. */
  conversation_store_failed: { readonly operation: "read" | "write"; readonly error: unknown };
  /** A delivery came and there is no credential yet. */
  credential_missing: { readonly error: unknown };
  /** A signal of the system began the end: running handlers are waited for. */
  stopping: { readonly signal: string; readonly running: number };
  /** The service ended the connection for good. */
  ended: { readonly error: unknown };
}

/** What an App reports about itself, as it happens. */
export type AppDiagnostic = DiagnosticOf<"app", AppFacts>;
