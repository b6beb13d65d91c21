/** What every option of a chat command has. */
interface OptionBase {
  /** Name under which the value arrives in `interaction.args`. */
  readonly name: string;
  readonly description: string;
  /** Only a literal `true` makes the argument non-optional in the handler. Default: false. */
  readonly required?: boolean;
  /** The service asks for suggestions while the person types; a handler must then be registered. Default: false. */
  readonly autocomplete?: boolean;
}

/** An option whose value is a text. */
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
export interface OtherOption extends OptionBase {
  readonly type: string & {};
  readonly minValue?: never;
  readonly maxValue?: never;
  readonly [field: string]: unknown;
}

/** One option of a chat command. */
export type OptionSpec = StringOption | IntegerOption | OtherOption;

/** Refuses fields that the option's type does not have, which the open {@link OtherOption} would let through. */
export type CheckedOptions<Options extends readonly OptionSpec[]> = {
  readonly [Index in keyof Options]: CheckedOption<Options[Index]>;
};

type CheckedOption<Option> = Option extends { readonly type: "string" }
  ? Only<Option, keyof StringOption>
  : Option extends { readonly type: "integer" }
    ? Only<Option, keyof IntegerOption>
    : Option;

type Only<Option, Key extends PropertyKey> =
  Exclude<keyof Option, Key> extends never ? unknown : { readonly [Extra in Exclude<keyof Option, Key>]: never };

/** The type of the value that an option delivers. */
export type OptionValue<Option> = Option extends { readonly type: "string" }
  ? string
  : Option extends { readonly type: "integer" }
    ? number
    : unknown;

type Flatten<Shape> = { [Key in keyof Shape]: Shape[Key] };

/** The arguments a handler receives: required options always there, the others optional. */
export type ArgsOf<Options extends readonly OptionSpec[]> = Flatten<
  {
    readonly [Option in Options[number] as Option extends { readonly required: true }
      ? Option["name"]
      : never]: OptionValue<Option>;
  } & {
    readonly [Option in Options[number] as Option extends { readonly required: true }
      ? never
      : Option["name"]]?: OptionValue<Option>;
  }
>;

/** The options of a command for which the service asks suggestions. */
export type AutocompleteOption<Options extends readonly OptionSpec[]> = Extract<
  Options[number],
  { readonly autocomplete: true }
>;
