import type { GatewayEvent, Interaction, UnknownEvent } from "../../generated/types.js";
import type { AppCommand, CommandType } from "./definitions/commands.js";
import type { OptionSpec, OptionValue } from "./definitions/options.js";
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
} from "./definitions/contexts.js";

/** What a handler may give back: nothing that anybody reads. */
export type Handled = unknown;

/** The context of a command's handler: `CommandContext<typeof roll>`. */
export type CommandContext<Definition extends AppCommand> =
  Definition extends AppCommand<CommandType, infer Context> ? Context : never;

type SuggestedValue<Option extends OptionSpec> =
  Extract<OptionValue<Option>, SuggestionValue> extends never
    ? SuggestionValue
    : Extract<OptionValue<Option>, SuggestionValue>;

type ArgsIn<Context> = Context extends { readonly args: infer Args } ? Args : never;

/** The context of the handler that suggests values for one option of a command. */
export type SuggestContext<Context, Option extends OptionSpec> = AutocompleteContext<
  Omit<ArgsIn<Context>, Option["name"]>,
  Option["name"],
  SuggestedValue<Option>
>;

/** One handler for each option marked `autocomplete: true`; no more, no fewer. */
export type SuggestHandlers<Context, Suggested extends OptionSpec, Extra> = {
  readonly [Option in Suggested as Option["name"]]: (interaction: SuggestContext<Context, Option> & Extra) => Handled;
};

/** Nothing is of this type: it is what the compiler says of a command without its handlers of suggestions. */
export type MissingSuggestions<Name extends string> =
  `Option "${Name}" has autocomplete: true, so app.command() needs its handler in a third argument`;

/** The third argument of `app.command()`: demanded when an option asks for suggestions, refused otherwise. */
export type SuggestArgument<Context, Suggested extends OptionSpec, Extra> = [Suggested] extends [never]
  ? []
  : [suggestions: SuggestHandlers<Context, Suggested, Extra>];

/** Contexts by the wire type of the interaction. */
export interface ContextByType {
  command: ChatContext;
  command_on_user: UserContext;
  command_on_message: MessageContext;
  autocomplete: AutocompleteContext;
  component: ComponentContext;
  form: FormContext;
}

export type InteractionType = Interaction["type"] & keyof ContextByType;

/** Events by the `type` they have on the wire, `unknown` for all others; interactions have handlers of their own. */
export type EventType = Exclude<GatewayEvent["type"], "interaction_create"> | UnknownEvent["type"];
export type EventOf<Type extends EventType> = Extract<GatewayEvent | UnknownEvent, { readonly type: Type }>;

/** What stands beside an event. */
export interface EventContext<Event = GatewayEvent> extends HandlerContext {
  /** Tells it from the contexts of interactions, which have the interaction's type here. */
  readonly type: "event";
  readonly event: Event;
  /** The same for every delivery of the same event: what to deduplicate by where doing something twice would matter. */
  readonly identity: string;
  /** Whether it was read by history after a gap, and not sent by the service: see `events.onGap`. */
  readonly backfilled: boolean;
}

export type EventHandler<Event, Extra> = (event: Event, context: EventContext<Event> & Extra) => Handled;

/** What middleware sees: an interaction's context, or an event's; `type` tells them apart. */
export type MiddlewareContext = ConfirmableContext | AutocompleteContext | EventContext<GatewayEvent | UnknownEvent>;

/** Told of handlers that threw; `context` is that of the interaction or event. */
export type ErrorHandler = (error: HandlerError, context: MiddlewareContext) => Handled;
