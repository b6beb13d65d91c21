import type { AppFacts } from "../diagnostics/app.js";
import { reporterOf, type DiagnosticSink, type DiagnosticTexts, type Reporter } from "../diagnostics/reporter.js";

const texts: DiagnosticTexts<AppFacts> = {
  handled: ["debug", "A handler is done"],
  handler_failed: ["error", "A handler threw"],
  error_handler_failed: ["error", "The error handler threw as well"],
  event_failed: ["error", "An event could not be handled"],
  events_stuck: ["error", "All places for handlers of events are taken"],
  interaction_unknown: ["warn", "An interaction is of a type, or with a content, that this version does not know"],
  unknown_not_declined: ["warn", "An unknown interaction could not be declined"],
  definition_warning: ["warn", "A definition was probably meant otherwise"],
  hook_failed: ["error", "A hook threw"],
  autocomplete_undependable: [
    "warn",
    "Autocomplete must be answered within a second, which reading a mailbox cannot promise",
  ],
  commands_unregistered: [
    "warn",
    "The commands are not registered: syncCommands does that when the App starts, and a delivery came to one that was " +
      "not started. Call `await app.start()`, which with events: false opens no stream; where no process stays, run " +
      "`svc-apps commands apply` when you deploy.",
  ],
  command_blocked: ["warn", "A command was not registered"],
  command_synced: ["info", "A command was registered"],
  command_failed: ["error", "A command could not be registered"],
  conversation_store_failed: [
    "error",
    "The store of conversations failed: conversations that it does not hold do not go on after a restart",
  ],
  credential_missing: ["error", "A delivery arrived before the token function returned a credential"],
  stopping: ["info", "Stopping"],
  ended: ["error", "The service ended the connection for good"],
};

export function appReporter(sink: DiagnosticSink<never>): Reporter<AppFacts> {
  return reporterOf("app", texts, { sink });
}
