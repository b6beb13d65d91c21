import type { DiagnosticOf } from "./base.js";
import type { InteractionSource } from "./interaction.js";

/** What each diagnostic of an App says besides its level and message. */
export interface AppFacts {
  /** A handler ended without throwing. */
  handled: { readonly handler: string; readonly source: InteractionSource; readonly tookMs: number };
  /** A handler threw. `error` is what it threw. Level `debug` if `onError()` receives it. */
  handler_failed: {
    readonly handler: string;
    readonly source: InteractionSource;
    readonly error: unknown;
    readonly interactionId?: string;
  };
  /** The function passed to `onError()` threw. */
  error_handler_failed: { readonly handler: string; readonly error: unknown };
  /** An event could not be handled for a reason outside of the handlers. */
  event_failed: { readonly error: unknown };
  /**
   * All places for handlers of events have been taken for a quarter of `handlerTimeoutMs`: no other event is handled.
   */
  events_stuck: {
    readonly holders: readonly { readonly handler: string; readonly event: string; readonly channelId?: string }[];
  };
  /** An interaction of a type, or with a content, that this version does not know: it was declined. */
  interaction_unknown: { readonly wireType: string; readonly source: InteractionSource };
  /** An interaction of an unknown type could not even be declined. */
  unknown_not_declined: { readonly wireType: string; readonly error: unknown };
  /** A definition is probably a mistake. */
  definition_warning: object;
  /** A listener or hook threw; the work that it watches continued. */
  hook_failed: { readonly error: unknown };
  /** Autocomplete arrives by mailbox, which may be slower than its one second. */
  autocomplete_undependable: object;
  /** Commands have handlers but are not registered: the App was not started, or `syncCommands` is missing. */
  commands_unregistered: object;
  /** A command differs from the registered one in a way that this sync may not change. */
  command_blocked: { readonly problem: string };
  /** A command was created, edited or deleted. */
  command_synced: object;
  /** A command could not be created, edited or deleted. */
  command_failed: { readonly error: unknown };
  /**
   * The store of conversations failed. Handlers continue; conversations that could not be written or read do not
   * continue after a restart.
   */
  conversation_store_failed: { readonly operation: "read" | "write"; readonly error: unknown };
  /** A delivery arrived before the credential was known. */
  credential_missing: { readonly error: unknown };
  /** The App received a signal and stops: it waits for running handlers. */
  stopping: { readonly signal: string; readonly running: number };
  /** The service ended the connection permanently. */
  ended: { readonly error: unknown };
}

/** What an App reports about itself, as it happens. */
export type AppDiagnostic = DiagnosticOf<"app", AppFacts>;
