import { tokenPrefix } from "../generated/tables.js";
import { columns } from "../codegen/help.js";
import { nearest } from "../runtime/base/nearest.js";
import { completionOf, isShell, shells } from "./completion.js";
import { withEnvironment } from "./env-file.js";
import { codeOf, messageOf } from "./message.js";
import { showProgress, type Terminal } from "./progress.js";
import { helpOf, type Syntax, verbOf } from "./syntax.js";
import { unknownWord, UsageError } from "./usage-error.js";

/** What the module of a command exports. */
export interface CommandModule {
  readonly syntax: Syntax;
  /** Does the work. Resolves with the exit code: 0 done, 1 not done, 2 called wrongly. */
  run(argv: readonly string[]): Promise<number>;
}

/** One command as data; its module is loaded when it is called. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Optional peer packages without which only `--help` works, which loads none of them. */
  readonly needs?: readonly string[];
  /** Further ones, by the option that asks for them. */
  readonly needsFor?: Readonly<Record<string, readonly string[]>>;
  /** True where it says nothing until it is done: a terminal shows for how long it has been working. */
  readonly isSilent?: true;
  readonly load: () => Promise<CommandModule>;
}

/** Where a command line is run: the table, and the ways out to the world. */
export interface Frame {
  /** The program's own name, as a user types it. */
  readonly program: string;
  readonly version: string;
  readonly commands: readonly Command[];
  /** Range of versions that fit, of each optional package. */
  readonly optional: Readonly<Record<string, string>>;
  readonly isInstalled: (packageName: string) => boolean;
  /** What adds packages for development to the project in the working folder, before their names. */
  readonly add: string;
  /** Puts the variables of a file into the environment. @throws UsageError when it cannot be read */
  readonly loadEnv: (file: string) => void;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Where progress is shown. Default: nowhere. */
  readonly terminal?: Terminal;
}

const EVERYWHERE = {
  "--env-file <file>": "with any command: read environment variables from a file; variables that are set are kept",
};

function help({ program, commands }: Frame): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return `Usage: ${program} <command> [options]

${columns([...rows, ["completion", `completion for a shell: ${shells.join(", ")}`]])}

${program} <command> --help shows the options of one command.

${columns(Object.entries(EVERYWHERE))}

Exit code: 0 done, and nothing is wrong; 1 failed, or something is wrong; 2 wrong usage. diff and learn have also 3, diff has 4.
`;
}

/** The package that an import could not find, when that is what `error` says. */
function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error) || codeOf(error) !== "ERR_MODULE_NOT_FOUND") return undefined;
  return /Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(error.message)?.[1];
}

function toInstall(frame: Frame, name: string, packages: readonly string[]): string {
  const line = (one: string) => /(?:0\.)?\d+/.exec(frame.optional[one] ?? "")?.[0]; // the oldest of the range, in its newest version
  const wanted = packages.map((one) => [one, line(one)].filter(Boolean).join("@"));
  const what = packages.length === 1 ? `${packages[0]}, which is` : `${packages.join(", ")}, which are`;
  return `${frame.program} ${name} needs ${what} not installed here: ${frame.add} ${wanted.join(" ")}\n`;
}

/** Errors in one line: no stack, no line breaks. */
function oneLine(error: unknown): string {
  const text = error instanceof Error && error.message === "" ? error.name : messageOf(error);
  return text.replace(/\s*\n\s*/g, " ").trim();
}

function explain(frame: Frame, { name, needsFor = {} }: Command, syntax: Syntax | undefined, error: unknown): number {
  const absent = missingPackage(error);
  if (absent !== undefined && Object.hasOwn(frame.optional, absent)) {
    const together = Object.values(needsFor).find((packages) => packages.includes(absent)) ?? [];
    const others = together.filter((one) => one !== absent && !frame.isInstalled(one));
    frame.err(toInstall(frame, name, [absent, ...others]));
    return 1;
  }
  if (isOptionError(error)) {
    const what = withoutAdvice(oneLine(error)) + meantOption(oneLine(error), syntax);
    frame.err(`${frame.program} ${name}: ${what}; ${frame.program} ${name} --help lists the options\n`);
    return 2;
  }
  frame.err(`${frame.program} ${name}: ${oneLine(error)}\n`);
  return isMisuse(error) ? 2 : 1;
}

const isOptionError = (error: unknown): boolean => codeOf(error).startsWith("ERR_PARSE_ARGS");

/** Whether it was a fault of whoever called. */
export const isMisuse = (error: unknown): boolean => error instanceof UsageError || isOptionError(error);

/**
 * What Node says of an option, without a full stop, since the line goes on, and without its advice on arguments that begin
 * with a dash: there are none here.
 */
export const withoutAdvice = (text: string): string => text.replace(/\. To specify a positional argument .*|\.$/, "");

/** The option that was probably meant by an unknown one. */
function meantOption(text: string, syntax: Syntax | undefined): string {
  const unknown = /^Unknown option '--([^']+)'/.exec(text)?.[1];
  const meant = unknown === undefined ? undefined : nearest(unknown, Object.keys(syntax?.options ?? {}));
  return meant === undefined ? "" : `; did you mean --${meant}?`;
}

/** The words of a command line that are the command's own: those behind `--` belong to another program. */
function ownWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}

const isHelp = (argv: readonly string[]): boolean => ownWords(argv).some((word) => word === "--help" || word === "-h");

const neededBy = ({ needs = [], needsFor = {} }: Command, argv: readonly string[]): readonly string[] => [
  ...needs,
  ...Object.entries(needsFor).flatMap(([option, packages]) => (argv.includes(option) ? packages : [])),
];

/** Does the work of a command, and shows for how long where it says nothing itself. */
async function working(
  { terminal }: Frame,
  { name, isSilent }: Command,
  argv: readonly string[],
  work: () => Promise<number>,
): Promise<number> {
  if (terminal === undefined || isSilent !== true || argv.includes("--watch")) return work();
  const end = showProgress(name, terminal);
  try {
    return await work();
  } finally {
    end();
  }
}

async function runCommand(frame: Frame, command: Command, argv: readonly string[]): Promise<number> {
  const absent = isHelp(argv) ? [] : neededBy(command, argv).filter((name) => !frame.isInstalled(name));
  if (absent.length > 0) {
    frame.err(toInstall(frame, command.name, absent));
    return 1;
  }
  let syntax: Syntax | undefined;
  try {
    const module = await command.load();
    ({ syntax } = module);
    if (!isHelp(argv)) return await working(frame, command, argv, async () => module.run(argv));
    frame.out(helpOf(`${frame.program} ${command.name}`, syntax, verbOf(syntax, ownWords(argv))));
    return 0;
  } catch (error) {
    return explain(frame, command, syntax, error);
  }
}

const CREDENTIAL = new RegExp(`\\b(${tokenPrefix}\\.\\d+)\\.[!#-&(-~]+`, "g");

/** What is said of a wrong word of a command line may be a credential that was typed in another's place. */
const withoutCredentials = (text: string): string => text.replace(CREDENTIAL, "$1.***");

/**
 * Runs one command line and resolves with its exit code. It never rejects: whatever a command throws becomes one
 * line on the error output.
 */
export async function runCommandLine(given: Frame, argv: readonly string[]): Promise<number> {
  const frame: Frame = { ...given, err: (text) => given.err(withoutCredentials(text)) };
  try {
    return await runWords(frame, withEnvironment(argv, frame.loadEnv));
  } catch (error) {
    frame.err(`${frame.program}: ${oneLine(error)}\n`);
    return isMisuse(error) ? 2 : 1;
  }
}

async function runWords(frame: Frame, argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === "--help" || name === "-h" || (name === "help" && rest.length === 0)) {
    frame.out(help(frame));
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    frame.out(`${frame.version}\n`);
    return 0;
  }
  const [wanted = "", ...words] = name === "help" ? [...rest, "--help"] : argv;
  if (wanted === "completion") return complete(frame, words);
  const command = frame.commands.find((one) => one.name === wanted);
  if (command !== undefined) return runCommand(frame, command, words);
  const names = frame.commands.map((one) => one.name);
  frame.err(`${frame.program}: ${unknownWord("command", wanted, names)}\n`);
  return 2;
}

async function complete(frame: Frame, [shell = "", ...others]: readonly string[]): Promise<number> {
  if (!isShell(shell) || others.length > 0)
    throw new UsageError(
      shell === "" || others.length > 0
        ? `completion takes one shell: ${shells.join(", ")}`
        : unknownWord("shell", shell, shells),
    );
  const modules = await Promise.all(frame.commands.map(({ load }) => load()));
  const table = frame.commands.map(({ name, summary }, at) => ({ name, summary, syntax: modules[at]?.syntax }));
  frame.out(completionOf(shell, frame.program, table));
  return 0;
}
