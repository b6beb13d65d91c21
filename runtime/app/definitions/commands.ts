import { checkCommandText, checkOptions, refuse } from "./check.js";
import type { CheckedOptions, OptionSpec } from "./options.js";

/** A command typed as `/name`, with options. */
export interface ChatCommand<
  Name extends string = string,
  Options extends readonly OptionSpec[] = readonly OptionSpec[],
> {
  readonly type: "chat";
  readonly name: Name;
  readonly description: string;
  readonly options: Options;
  readonly requiredPermission?: string | null;
}

declare const target: unique symbol;

/** A command on a person or a message; `Target` is what its handler receives as `interaction.target`. */
interface TargetCommand<Type extends "user" | "message", Name extends string, Target> {
  readonly type: Type;
  readonly name: Name;
  readonly description: string;
  readonly requiredPermission?: string | null;
  readonly [target]?: Target;
}

/** A command in the menu of a person. It has no arguments: whom it was used on arrives as `interaction.target`. */
export interface UserCommand<Name extends string = string, Target = unknown> extends TargetCommand<
  "user",
  Name,
  Target
> {}

/** A command in the menu of a message. It has no arguments: the message arrives as `interaction.target`. */
export interface MessageCommand<Name extends string = string, Target = unknown> extends TargetCommand<
  "message",
  Name,
  Target
> {}

/** Any command definition. */
export type AnyCommand = ChatCommand | UserCommand | MessageCommand;

interface CommandText<Name extends string> {
  /** What people see and what interactions are routed by, together with the type. Not empty. */
  readonly name: Name;
  readonly description: string;
  /** A role permission a person needs to trigger the command; null or absent: none. */
  readonly requiredPermission?: string | null;
}

export interface ChatCommandInput<
  Name extends string,
  Options extends readonly OptionSpec[],
> extends CommandText<Name> {
  /** In the order shown to people. Default: none. */
  readonly options?: Options & CheckedOptions<Options>;
}

export interface TargetCommandInput<Name extends string, Target> extends CommandText<Name> {
  /** Reads the interaction's `data`, whose shape the platform does not state. Default: the data as it came. */
  readonly target?: (data: unknown) => Target;
  /** Only chat commands have options. */
  readonly options?: never;
}

/**
 * Defines a slash command. The types of `interaction.args` follow from `options`.
 *
 * @throws TypeError when a name is empty or used twice, or when the bounds of an integer option are not whole
 *   numbers in order.
 */
export function chatCommand<const Name extends string, const Options extends readonly OptionSpec[] = readonly []>(
  input: ChatCommandInput<Name, Options>,
): ChatCommand<Name, Options>;
export function chatCommand(input: ChatCommandInput<string, readonly OptionSpec[]>): ChatCommand {
  checkCommandText("chatCommand", input);
  const options = input.options ?? [];
  checkOptions(input.name, options);
  return Object.freeze({ type: "chat", ...textOf(input), options: Object.freeze([...options]) });
}

/**
 * Defines a command in the menu of a person.
 *
 * @throws TypeError when the name is empty or options are given.
 */
export function userCommand<const Name extends string, Target = unknown>(
  input: TargetCommandInput<Name, Target>,
): UserCommand<Name, Target> {
  return targetCommand("user", input);
}

/**
 * Defines a command in the menu of a message.
 *
 * @throws TypeError when the name is empty or options are given.
 */
export function messageCommand<const Name extends string, Target = unknown>(
  input: TargetCommandInput<Name, Target>,
): MessageCommand<Name, Target> {
  return targetCommand("message", input);
}

/** Decoders stand beside the definitions, not in them: a definition is exactly what is registered. */
const decoders = new WeakMap<object, (data: unknown) => unknown>();

/** The decoder given to {@link userCommand} or {@link messageCommand}, when there is one. */
export function targetDecoder(command: AnyCommand): ((data: unknown) => unknown) | undefined {
  return decoders.get(command);
}

function targetCommand<Type extends "user" | "message", Name extends string, Target>(
  type: Type,
  input: TargetCommandInput<Name, Target>,
): TargetCommand<Type, Name, Target> {
  checkCommandText(`${type}Command`, input);
  if (input.options !== undefined) refuse(`${type}Command "${input.name}"`, "has options; only chat commands have");
  const command = Object.freeze({ type, ...textOf(input) });
  if (input.target) decoders.set(command, input.target);
  return command;
}

function textOf<Name extends string>({ name, description, requiredPermission }: CommandText<Name>): CommandText<Name> {
  return { name, description, ...(requiredPermission === undefined ? {} : { requiredPermission }) };
}
