import { checkCommandText, checkCommandOptions, checkInput, refuseDefinition } from "./check.js";
import type { ChatContext, MessageContext, UserContext } from "./contexts.js";
import type { ArgsOf, AutocompleteOption, CheckedOptions, OptionSpec } from "./options.js";

export type CommandType = "chat" | "user" | "message";

declare const inferred: unique symbol;

/**
 * A command as it is registered. Its type also says what its handlers receive: `Context` the one that carries it out,
 * `Suggested` which options ask for suggestions.
 */
export interface AppCommand<
  out Type extends CommandType = CommandType,
  out Context = unknown,
  out Suggested = unknown,
> {
  readonly type: Type;
  readonly name: string;
  readonly description: string;
  readonly requiredPermission?: string | null;
  /** Only on chat commands, and always on them. */
  readonly options?: readonly OptionSpec[];
  readonly [inferred]?: readonly [context: Context, suggested: Suggested];
}

/** A command typed as `/name`, with options: its handler receives their values as `interaction.args`. */
export type ChatCommand<Args = unknown, Suggested = unknown> = AppCommand<"chat", ChatContext<Args>, Suggested>;

/** A command in the menu of a person. It has no arguments: whom it was used on arrives as `interaction.target`. */
export type UserCommand<Target = unknown> = AppCommand<"user", UserContext<Target>, never>;

/** A command in the menu of a message. It has no arguments: the message arrives as `interaction.target`. */
export type MessageCommand<Target = unknown> = AppCommand<"message", MessageContext<Target>, never>;

interface CommandText {
  /** What people see and what interactions are routed by, together with the type. Not empty. */
  readonly name: string;
  readonly description: string;
  /** A role permission a person needs to trigger the command; null or absent: none. */
  readonly requiredPermission?: string | null;
}

export interface ChatCommandInput<Option extends OptionSpec> extends CommandText {
  /** In the order shown to people. Default: none. */
  readonly options?: CheckedOptions<Option>;
}

export interface TargetCommandInput<Target> extends CommandText {
  /** Reads the interaction's `data`, whose shape the platform does not state. Default: the data as it came. */
  readonly target?: (data: unknown) => Target;
  /** Only chat commands have options. */
  readonly options?: never;
}

const FIELDS: readonly string[] = [
  "name",
  "description",
  "requiredPermission",
  "options",
] satisfies readonly (keyof ChatCommandInput<OptionSpec>)[];
const TARGET_FIELDS: readonly string[] = [...FIELDS, "target"];

/**
 * Defines a slash command. The types of `interaction.args` follow from `options`.
 *
 * @throws ArgumentError when a name is empty or used twice, a field is misspelled, or the bounds of an integer option are
 *   not whole numbers in order.
 */
export function chatCommand<const Option extends OptionSpec = never>(
  input: ChatCommandInput<Option>,
): ChatCommand<ArgsOf<Option>, AutocompleteOption<Option>>;
export function chatCommand(input: CommandText & { readonly options?: readonly OptionSpec[] }): ChatCommand {
  checkInput("chatCommand", input, "{ name, description, options }", FIELDS);
  checkCommandText("chatCommand", input);
  const { options = [] } = input;
  checkCommandOptions(input.name, options);
  return Object.freeze({ type: "chat", ...textOf(input), options: Object.freeze([...options]) });
}

/**
 * Defines a command in the menu of a person.
 *
 * @throws ArgumentError when the name is empty, a field is misspelled, or options are given.
 */
export function userCommand<Target = unknown>(input: TargetCommandInput<Target>): UserCommand<Target> {
  return targetCommand("user", input);
}

/**
 * Defines a command in the menu of a message.
 *
 * @throws ArgumentError when the name is empty, a field is misspelled, or options are given.
 */
export function messageCommand<Target = unknown>(input: TargetCommandInput<Target>): MessageCommand<Target> {
  return targetCommand("message", input);
}

/** Decoders stand beside the definitions, not in them: a definition is exactly what is registered. */
const decoders = new WeakMap<object, (data: unknown) => unknown>();

/** The decoder given to {@link userCommand} or {@link messageCommand}, when there is one. */
export function targetDecoder(command: AppCommand): ((data: unknown) => unknown) | undefined {
  return decoders.get(command);
}

function targetCommand<Type extends "user" | "message", Target>(
  type: Type,
  input: TargetCommandInput<Target>,
): AppCommand<Type, never, never> {
  checkInput(`${type}Command`, input, "{ name, description, target }", TARGET_FIELDS);
  checkCommandText(`${type}Command`, input);
  if (input.options !== undefined)
    refuseDefinition(`${type}Command "${input.name}"`, "has options; only chat commands have");
  if (input.target !== undefined && typeof input.target !== "function")
    refuseDefinition(`${type}Command "${input.name}"`, "has a target that is not a function");
  const command = Object.freeze({ type, ...textOf(input) });
  if (input.target) decoders.set(command, input.target);
  return command;
}

function textOf({ name, description, requiredPermission }: CommandText): CommandText {
  return { name, description, ...(requiredPermission === undefined ? {} : { requiredPermission }) };
}
