/**
 * Where an App writes what it does. The shape of pino and its kin: fields first, sentence second. What went wrong is the
 * field `err`, the error itself, which they write with its stack.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Whether entries of a level are written at all; pino has it. Default: all are. */
  isLevelEnabled?(level: LogLevel): boolean;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

export interface ConsoleLoggerOptions {
  /** Lowest level written. Default: `info`. */
  readonly level?: LogLevel;
  /**
   * Takes what is written at once: one line, and below it the places of an error. Default: standard error, so that
   * standard output stays the program's own.
   */
  readonly write?: (line: string) => void;
  /** Milliseconds since the Unix epoch. Default: the machine's. */
  readonly now?: () => number;
}

/**
 * Lines for people: time, level, sentence, then the fields as `name=value`. Errors show their message, and below the
 * line the places in your own code that they came through; never what else they carry.
 */
export function consoleLogger(options: ConsoleLoggerOptions = {}): Logger {
  const lowest = LEVELS.indexOf(options.level ?? "info");
  const write = options.write ?? ((line: string) => console.error(line));
  const now = options.now ?? (() => Date.now());
  const at = (level: LogLevel) => (fields: object, message: string) => {
    if (LEVELS.indexOf(level) < lowest) return;
    const time = new Date(now()).toISOString().slice(11, 23);
    write(`${time} ${level.padEnd(5)} ${oneLine(message)}${fieldsText(fields)}${placesText(fields)}`);
  };
  const isLevelEnabled = (level: LogLevel) => LEVELS.indexOf(level) >= lowest;
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error"), isLevelEnabled };
}

/** The fields of a notice, with its error under the name by which loggers know one, and milliseconds whole. */
export function withErr({ error, ...fields }: Readonly<Record<string, unknown>>): object {
  const whole = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, wholeMs(name, value)]));
  return error === undefined ? whole : { ...whole, err: error };
}

const wholeMs = (name: string, value: unknown): unknown =>
  typeof value === "number" && name.endsWith("Ms") ? Math.round(value) : value;

/** Says nothing. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The logger of an App: lines for people by default, nothing where it is `false`. */
export const loggerOf = ({ logger = consoleLogger() }: { readonly logger?: Logger | false }): Logger =>
  logger === false ? silentLogger : logger;

function fieldsText(fields: object): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}=${valueText(value)}`)
    .join("");
}

/** Files of packages, this one's among them. */
const FOREIGN = /[\\/]node_modules[\\/]|[( ]node:|<anonymous>\)?$/;

function placesText(fields: object): string {
  return Object.values(fields)
    .flatMap((value: unknown) => (value instanceof Error ? attempt(() => placesOf(value), []) : []))
    .map((place) => `\n    ${place}`)
    .join("");
}

/** What stands above its places repeats the message, which is not to look like one of them. */
function placesOf({ message, stack }: Error): readonly string[] {
  if (typeof stack !== "string") return []; // the code that throws may have changed it
  const at = stack.indexOf(message);
  const lines = stack.slice(at < 0 ? 0 : at + message.length).split("\n");
  const places = lines.slice(lines.findLastIndex((line) => !/^ +at /.test(line)) + 1);
  return places.filter((line) => !FOREIGN.test(line)).map((line) => oneLine(line.trim()));
}

const valueText = (value: unknown): string => attempt(() => oneLine(printed(value)), "[unprintable]");

/** A value may be circular, or throw when it is read: logging must not fail by that. */
function attempt<Result>(look: () => Result, otherwise: Result): Result {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

function printed(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(`${value.name}: ${value.message}`);
  if (typeof value === "object" && value !== null) return JSON.stringify(value, bigintAsText);
  const text = String(value);
  return typeof value !== "string" || /^[\w.:/-]+$/.test(text) ? text : JSON.stringify(text);
}

const bigintAsText = (_name: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

/** What could end the line, or act on a terminal, is shown by its number. */
const oneLine = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
