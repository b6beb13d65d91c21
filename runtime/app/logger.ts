/** Where an App writes what it does. The shape of pino and its kin: fields first, sentence second. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

export interface ConsoleLoggerOptions {
  /** Lowest level written. Default: `info`. */
  readonly level?: LogLevel;
  /** Takes one finished line. Default: standard error, so that standard output stays the program's own. */
  readonly write?: (line: string) => void;
  /** Milliseconds since the Unix epoch. Default: the machine's. */
  readonly now?: () => number;
}

/** Lines for people: time, level, sentence, then the fields as `name=value`. Errors show their message, never more. */
export function consoleLogger(options: ConsoleLoggerOptions = {}): Logger {
  const lowest = LEVELS.indexOf(options.level ?? "info");
  const write = options.write ?? ((line: string) => console.error(line));
  const now = options.now ?? (() => Date.now());
  const at = (level: LogLevel) => (fields: object, message: string) => {
    if (LEVELS.indexOf(level) < lowest) return;
    const time = new Date(now()).toISOString().slice(11, 23);
    write(`${time} ${level.padEnd(5)} ${message}${fieldsText(fields)}`);
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Says nothing. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

function fieldsText(fields: object): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}=${valueText(value)}`)
    .join("");
}

function valueText(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(`${value.name}: ${value.message}`); // one line, whatever it says
  if (typeof value === "string") return /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value);
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return String(value);
}
