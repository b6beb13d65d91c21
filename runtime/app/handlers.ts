import type { GatewayEvent, Interaction, UnknownEvent } from "../../generated/types.js";
import type { AnyCommand, ChatCommand, MessageCommand, UserCommand } from "./definitions/commands.js";
import type { FormValues, ModalDefinition } from "./definitions/modal.js";
import type { TemplateParams } from "./definitions/ids.js";
import type { ArgsOf, AutocompleteOption, OptionSpec, OptionValue } from "./definitions/options.js";
import type { HandlerError } from "./errors.js";
import type {
  AutocompleteContext,
  ChatContext,
  ComponentContext,
  ConfirmableContext,
  FormContext,
  HandlerContext,
  MessageContext,
  SuggestionValue,
  UserContext,
} from "./interaction/types.js";

/** What a handler may give back: nothing that anybody reads. */
export type Handled = unknown;

/** The context of a command's handler: `CommandContext<typeof roll>`. */
export type CommandContext<Command extends AnyCommand> =
  Command extends ChatCommand<infer Option>
    ? ChatContext<ArgsOf<Option>>
    : Command extends UserCommand<infer Target>
      ? UserContext<Target>
      : Command extends MessageCommand<infer Target>
        ? MessageContext<Target>
        : never;

/** The values suggestions may have: those of the option's type. */
type SuggestedValue<Option> =
  Extract<OptionValue<Option>, SuggestionValue> extends never
    ? SuggestionValue
    : Extract<OptionValue<Option>, SuggestionValue>;

/** The context of the handler that suggests values for one option. */
export type SuggestContext<Option extends OptionSpec, Focus extends OptionSpec> = AutocompleteContext<
  Omit<ArgsOf<Option>, Focus["name"]>,
  Focus["name"],
  SuggestedValue<Focus>
>;

/** One handler for each option marked `autocomplete: true`; no more, no fewer. */
export type SuggestHandlers<Option extends OptionSpec, Extra> = {
  readonly [Focus in AutocompleteOption<Option> as Focus["name"]]: (
    interaction: SuggestContext<Option, Focus> & Extra,
  ) => Handled;
};

/** The third argument of `app.command()`: demanded when an option asks for suggestions, refused otherwise. */
export type SuggestArgument<Option extends OptionSpec, Extra> = [AutocompleteOption<Option>] extends [never]
  ? []
  : [suggest: SuggestHandlers<Option, Extra>];

/** The context of a form's handler: `ModalContext<typeof report>`. */
export type ModalContext<Modal extends ModalDefinition> =
  Modal extends ModalDefinition<infer Id, infer Field> ? FormContext<FormValues<Field>, TemplateParams<Id>> : never;

/** Contexts by the wire type of the interaction. */
export interface ContextByType {
  command: ChatContext;
  command_on_user: UserContext;
  command_on_message: MessageContext;
  autocomplete: AutocompleteContext;
  component: ComponentContext;
  form: FormContext;
}

/** Every type of interaction has its context, and no other has one. */
export type InteractionType = Interaction["type"] & keyof ContextByType;

/** Events by the `type` they have on the wire; interactions have handlers of their own. */
export type EventType = Exclude<GatewayEvent["type"], "interaction_create">;
export type EventOf<Type extends EventType> = Extract<GatewayEvent, { readonly type: Type }>;

/** What stands beside an event. */
export interface EventContext<Event = GatewayEvent> extends HandlerContext {
  /** Tells it from the contexts of interactions, which have the interaction's type here. */
  readonly type: "event";
  readonly event: Event;
  /** The same for every delivery of the same event: what to deduplicate by where doing something twice would matter. */
  readonly identity: string;
}

export type EventHandler<Event, Extra> = (event: Event, context: EventContext<Event> & Extra) => Handled;

/** What middleware sees: an interaction's context, or an event's; `type` tells them apart. */
export type MiddlewareContext = ConfirmableContext | AutocompleteContext | EventContext<GatewayEvent | UnknownEvent>;

/** Told of handlers that threw; `context` is that of the interaction or event. */
export type ErrorHandler = (error: HandlerError, context: MiddlewareContext) => Handled;
