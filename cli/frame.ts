import { createRequire } from "node:module";
import { withEnvironment } from "./env-file.js";
import { messageOf } from "./message.js";
import { UsageError } from "./usage-error.js";

export { UsageError };

/** What the module of a command exports. */
export interface CommandModule {
  /** Does the work. Resolves with the exit code: 0 done, 1 not done, 2 called wrongly. */
  run(argv: readonly string[]): Promise<number>;
}

/** One command as data; its module is loaded when it is called. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Optional peer packages without which nothing goes but `--help`, which loads none of them. */
  readonly needs?: readonly string[];
  /** Further ones, by the option that asks for them. */
  readonly needsFor?: Readonly<Record<string, readonly string[]>>;
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
  /** Puts the variables of a file into the environment. @throws UsageError when it cannot be read */
  readonly loadEnv: (file: string) => void;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

function help({ program, commands }: Frame): string {
  const width = Math.max(0, ...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    `Usage: ${program} <command> [options]`,
    "",
    ...lines,
    "",
    `${program} <command> --help tells more about one of them.`,
    "",
    "  --env-file <file>  with any command: variables for the environment; those that are set already stand",
    "",
    "Exit code: 0 done, and nothing is wrong; 1 not done, or something is wrong; 2 called wrongly. diff has more: 3, 4.",
    "",
  ].join("\n");
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined; // any Error may carry one
  return typeof code === "string" ? code : "";
};

/** The package that an import could not find, when that is what `error` says. */
function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error) || codeOf(error) !== "ERR_MODULE_NOT_FOUND") return undefined;
  return /Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(error.message)?.[1];
}

function toInstall(frame: Frame, name: string, packages: readonly string[]): string {
  const line = (one: string) => /(?:0\.)?\d+/.exec(frame.optional[one] ?? "")?.[0]; // the oldest of the range, in its newest version
  const wanted = packages.map((one) => [one, line(one)].filter(Boolean).join("@"));
  const what = packages.length === 1 ? `${packages[0]}, which is` : `${packages.join(", ")}, which are`;
  return `${frame.program} ${name} needs ${what} not installed here: npm install --save-dev ${wanted.join(" ")}\n`;
}

/** Errors in one line: no stack, no line breaks. */
function oneLine(error: unknown): string {
  const text = error instanceof Error && error.message === "" ? error.name : messageOf(error);
  return text.replace(/\s*\n\s*/g, " ").trim();
}

function explain(frame: Frame, { name, needsFor = {} }: Command, error: unknown): number {
  const absent = missingPackage(error);
  if (absent !== undefined && Object.hasOwn(frame.optional, absent)) {
    const together = Object.values(needsFor).find((packages) => packages.includes(absent)) ?? [];
    const others = together.filter((one) => one !== absent && !frame.isInstalled(one));
    frame.err(toInstall(frame, name, [absent, ...others]));
    return 1;
  }
  if (isOptionError(error)) {
    const what = withoutAdvice(oneLine(error));
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

const isHelp = (argv: readonly string[]): boolean => argv.includes("--help") || argv.includes("-h");

const neededBy = ({ needs = [], needsFor = {} }: Command, argv: readonly string[]): readonly string[] => [
  ...needs,
  ...Object.entries(needsFor).flatMap(([option, packages]) => (argv.includes(option) ? packages : [])),
];

async function runCommand(frame: Frame, command: Command, argv: readonly string[]): Promise<number> {
  const absent = isHelp(argv) ? [] : neededBy(command, argv).filter((name) => !frame.isInstalled(name));
  if (absent.length > 0) {
    frame.err(toInstall(frame, command.name, absent));
    return 1;
  }
  try {
    const { run } = await command.load();
    return await run(argv);
  } catch (error) {
    return explain(frame, command, error);
  }
}

/**
 * Runs one command line and resolves with its exit code. It never rejects: whatever a command throws becomes one
 * line on the error output.
 */
export async function runCommandLine(frame: Frame, argv: readonly string[]): Promise<number> {
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
  const wanted = name === "help" ? rest[0] : name;
  const command = frame.commands.find((one) => one.name === wanted);
  if (command === undefined) {
    const names = frame.commands.map((one) => one.name).join(", ");
    frame.err(`${frame.program}: there is no command ${JSON.stringify(wanted)}; there are ${names}\n`);
    return 2;
  }
  return runCommand(frame, command, name === "help" ? ["--help"] : rest);
}

/** Tells whether a package can be found from a module, by default this one, whatever that package lets out. */
export function isInstalled(packageName: string, from: string = import.meta.url): boolean {
  try {
    createRequire(from).resolve(packageName);
    return true;
  } catch (error) {
    return codeOf(error) !== "MODULE_NOT_FOUND";
  }
}
