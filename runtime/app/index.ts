export { App } from "./app.js";
export type { BoundApi } from "./api.js";
export {
  type ChatCommand,
  chatCommand,
  type AppCommand,
  type MessageCommand,
  messageCommand,
  type UserCommand,
  userCommand,
} from "./definitions/commands.js";
export { fillId, type TemplateParams, type TemplateValues } from "./definitions/ids.js";
export { type FieldSpec, type FormValues, modal, type ModalDefinition } from "./definitions/modal.js";
export type { ArgsOf, OptionSpec } from "./definitions/options.js";
export {
  ArgumentsMismatchError,
  HandlerError,
  InteractionClosedError,
  isHandlerError,
  isInteractionClosed,
} from "./errors.js";
export type { CommandContext, ErrorHandler, EventContext, MiddlewareContext, ModalContext } from "./handlers.js";
export type { Health } from "./health.js";
export type { AppHooks, AppNotice, Around, InteractionRef, Work } from "./hooks.js";
export type { RawArgs } from "./interaction/args.js";
export type { ComponentData, Decoders, FormData } from "./interaction/decoders.js";
export type { InteractionState as LocalInteractionState, LocalRefusal } from "./interaction/machine.js";
export type {
  Answered,
  AnswerInput,
  AutocompleteContext,
  ChatContext,
  ComponentContext,
  ConfirmableContext,
  FormContext,
  HandlerContext,
  InteractionContext,
  MessageContext,
  Source,
  Suggestion,
  UserContext,
} from "./interaction/types.js";
export { consoleLogger, type ConsoleLoggerOptions, type Logger, type LogLevel, silentLogger } from "./logger.js";
export type {
  AppCommandsOptions,
  AppDeliveryOptions,
  AppEventsOptions,
  AppOptions,
  StartOptions,
  StopOptions,
  StopReason,
} from "./options.js";
export type { IdMatcher } from "./routing/matcher.js";
export type { Continued, Middleware, Next } from "./routing/middleware.js";
