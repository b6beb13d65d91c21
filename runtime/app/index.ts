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
export {
  button,
  type BuiltComponent,
  component,
  type ComponentDefinition,
  type ComponentTarget,
  select,
  type SelectOption,
} from "./definitions/components.js";
export {
  type BrokenTemplate,
  type CheckedTemplate,
  fillId,
  type TemplateParams,
  type TemplateValues,
} from "./definitions/ids.js";
export { type FieldSpec, type FormValues, modal, type ModalDefinition } from "./definitions/modal.js";
export type { ArgsOf, OptionSpec } from "./definitions/options.js";
export { ArgumentsMismatchError, HandlerError, isHandlerError } from "./errors.js";
export { InteractionClosedError, isInteractionClosed, type TimeSpent } from "../interaction/errors.js";
export type { CommandContext, ErrorHandler, EventContext, MiddlewareContext } from "./handlers.js";
export type { ConversationOptions } from "./conversations/conversations.js";
export type { ModalContext, TargetContext, WaitedContext, WaitOptions, WaitTarget } from "./definitions/contexts.js";
export type { Health } from "./health.js";
export { sessions, type SessionScope, type SessionsOptions } from "./sessions/sessions.js";
export { type Session, SessionConflictError } from "./sessions/session.js";
export type { Around, Work } from "./around.js";
export type { RawArgs } from "./contexts/args.js";
export type { ComponentData, Decoders, FormData } from "./contexts/decoders.js";
export type { InteractionState as LocalInteractionState, LocalRefusal } from "../interaction/machine.js";
export type { Answered } from "../interaction/session.js";
export type {
  AnswerInput,
  AutocompleteContext,
  ChatContext,
  ComponentContext,
  ConfirmableContext,
  FormContext,
  HandlerContext,
  InteractionContext,
  MessageContext,
  Suggestion,
  UserContext,
} from "./definitions/contexts.js";
export { consoleLogger, type ConsoleLoggerOptions, type Logger, type LogLevel, silentLogger } from "./logger.js";
export type {
  AppCommandsOptions,
  AppDeliveryOptions,
  AppEnvironment,
  AppEventsOptions,
  AppOptions,
  StartOptions,
  StopOptions,
  StopReason,
} from "./options.js";
export type { CheckedMatcher, IdMatcher } from "./definitions/matcher.js";
export type { Continued, Middleware, Next } from "./routing/middleware.js";
