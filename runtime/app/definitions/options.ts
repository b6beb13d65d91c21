import type { CheckedList } from "./checked.js";

interface OptionBase {
  /** Name under which the value arrives in `interaction.args`. */
  readonly name: string;
  readonly description: string;
  /** Only a literal `true` makes the argument non-optional in the handler. Default: false. */
  readonly required?: boolean;
  /** The service asks for suggestions while the person types; a handler must then be registered. Default: false. */
  readonly autocomplete?: boolean;
}

/** An option whose value is a string. */
export interface StringOption extends OptionBase {
  readonly type: "string";
  readonly minValue?: never;
  readonly maxValue?: never;
}

/** An option whose value is a whole number, with inclusive bounds. */
export interface IntegerOption extends OptionBase {
  readonly type: "integer";
  /** Smallest value accepted, inclusive. A whole number, at most `maxValue`. */
  readonly minValue?: number;
  /** Largest value accepted, inclusive. A whole number, at least `minValue`. */
  readonly maxValue?: number;
}

/** An option type the description does not name: kept as written, its value handed on as `unknown`. */
export interface OtherOption<Type extends string = string & {}> extends OptionBase {
  readonly type: Type;
  readonly minValue?: never;
  readonly maxValue?: never;
  readonly [field: string]: unknown;
}

type KnownOption = StringOption | IntegerOption;

/** One option of a chat command. */
export type OptionSpec = KnownOption | OtherOption;

/** A list of options: known types with the fields they have, other types with any. */
export type CheckedOptions<Option extends OptionSpec> = CheckedList<
  Option,
  keyof StringOption | keyof IntegerOption,
  OptionsOutcome<Option["type"]>
>;

interface OptionsOutcome<Type extends string> {
  readonly fine: unknown;
  readonly unlisted: readonly (KnownOption | OtherOption<Exclude<Type, KnownOption["type"]>>)[];
}

interface OptionValues {
  readonly string: string;
  readonly integer: number;
  readonly [other: string]: unknown;
}

/** The type of the value that an option delivers. */
export type OptionValue<Option extends OptionSpec> = OptionValues[Option["type"]];

/** The arguments a handler receives, from the union of a command's options: required ones always there, others optional. */
export type ArgsOf<Option extends OptionSpec> = {
  readonly [One in Option as One["required"] extends true ? One["name"] : never]: OptionValue<One>;
} & {
  readonly [One in Option as One["required"] extends true ? never : One["name"]]?: OptionValue<One>;
};

/** The options of a command for which the service asks suggestions. */
export type AutocompleteOption<Option extends OptionSpec> = Option extends { readonly autocomplete: true }
  ? Option
  : never;
