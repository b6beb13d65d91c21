import { columns, type OptionSyntax, optionRows, wrapped } from "../codegen/help.js";
import { HELP_OPTION } from "../codegen/options.js";

/** One way to call a command that has several. */
export interface VerbSyntax {
  /** What follows the name of the command, such as `plan <file>`. */
  readonly usage: string;
  readonly says: string;
  /** Names of the options that it takes. */
  readonly options: readonly string[];
  /** What its own help page adds. */
  readonly notes?: string;
}

/**
 * How a command is called, as data: parsing, help, completion and the suggestions for misspelled options all read this
 * one table.
 */
export interface Syntax {
  /** What the command does, for the first lines of its help. */
  readonly says: string;
  /** What follows the name of the command; several where there are several ways. */
  readonly usage: readonly string[];
  readonly options: Readonly<Record<string, OptionSyntax>>;
  /** Its ways by the word or words that follow its name, such as `plan`. */
  readonly verbs?: Readonly<Record<string, VerbSyntax>>;
  /** Paragraphs behind the options. */
  readonly notes?: string;
  /** What the exit codes mean. */
  readonly exit: string;
}

/** The help page of a command, or of one of its verbs. */
export function helpOf(call: string, syntax: Syntax, verb?: string): string {
  const one = verb === undefined ? undefined : syntax.verbs?.[verb];
  const own = Object.entries(syntax.options).filter(([name]) => one?.options.includes(name) ?? true);
  const usages = (one === undefined ? syntax.usage : [one.usage]).map(
    (usage, at) => `${at === 0 ? "Usage: " : "       "}${call} ${usage}`,
  );
  const verbs = one === undefined ? Object.values(syntax.verbs ?? {}) : [];
  const parts = [
    usages.join("\n"),
    wrapped(one === undefined ? syntax.says : sentence(one.says)).join("\n"),
    columns(verbs.map(({ usage, says }) => [usage, says])),
    optionRows({ ...Object.fromEntries(own), ...HELP_OPTION }),
    wrapped((one ?? syntax).notes ?? "").join("\n"),
    wrapped(`Exit code: ${syntax.exit}`).join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The verb that the words of a call begin with, if any: the longest that fits. */
export function verbOf({ verbs = {} }: Syntax, words: readonly string[]): string | undefined {
  const said = words.join(" ");
  const fitting = Object.keys(verbs).filter((verb) => said === verb || said.startsWith(`${verb} `));
  return fitting.toSorted((a, b) => b.length - a.length)[0];
}
