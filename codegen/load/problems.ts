import { plain } from "../printable.js";
import type { SourceFile } from "./source.js";

/** Where a fact stands: a file of the description and a JSON pointer in it. */
export interface Origin {
  readonly file: SourceFile;
  readonly pointer: string;
}

export type Severity = "error" | "warning";

/** One thing wrong with a description, with the place and the way out. */
export interface Problem {
  readonly severity: Severity;
  /** What is wrong, as one sentence without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
  readonly origin: Origin;
  /** True when the key is at fault rather than its value. */
  readonly atKey?: boolean;
  /** Line and column, both from 1, where the finder already knows them. */
  readonly at?: { readonly line: number; readonly column: number };
}

/** How grave the lesser problems are. */
export interface ProblemOptions {
  /** True to refuse whatever the format forbids. Default: false, a warning where code can come of it. */
  readonly strict?: boolean;
  /** True to leave out what cannot be generated, with a warning each. Default: false. */
  readonly skipUnsupported?: boolean;
}

/** Collects problems so that all of them are reported at once. */
export class Problems {
  readonly #found: Problem[] = [];
  readonly #seen = new Set<string>();
  readonly #strict: boolean;
  readonly #skip: boolean;
  #left = 0;

  constructor(options: ProblemOptions = {}) {
    this.#strict = options.strict ?? false;
    this.#skip = options.skipUnsupported ?? false;
  }

  error(origin: Origin, message: string, advice: string, atKey = false): void {
    this.add({ severity: "error", message, advice, origin, atKey });
  }

  warning(origin: Origin, message: string, advice: string, atKey = false): void {
    this.add({ severity: "warning", message, advice, origin, atKey });
  }

  /** What the format forbids though code can come of it all the same: an error where `strict` is on. */
  violation(origin: Origin, message: string, advice: string, atKey = false): void {
    this.add({ severity: this.#strict ? "error" : "warning", message, advice, origin, atKey });
  }

  /** What no code can come of: an error, unless such things are to be left out. */
  unsupported(origin: Origin, message: string, advice: string, atKey = false): void {
    this.#left++;
    this.add({ severity: this.#skip ? "warning" : "error", message, advice, origin, atKey });
  }

  /** Reads one thing of a document; undefined where part of it is unsupported and such things are to be left out. */
  attempt<Value>(what: string, origin: Origin, read: () => Value): Value | undefined {
    const before = this.#left;
    const value = read();
    if (!this.#skip || this.#left === before) return value;
    this.warning(origin, `${what} is left out`, "It cannot be generated, for the reason reported beside this.", true);
    return undefined;
  }

  add(problem: Problem): void {
    const at = problem.at === undefined ? problem.origin.pointer : `${problem.at.line}:${problem.at.column}`;
    const key = [problem.origin.file.path, at, problem.message].join("\n");
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#found.push(problem);
  }

  get all(): readonly Problem[] {
    return this.#found;
  }

  get errors(): readonly Problem[] {
    return this.#found.filter((problem) => problem.severity === "error");
  }

  /** Throws everything found so far when one of it is an error. */
  throwIfErrors(): void {
    if (this.errors.length > 0) throw new DescriptionError(this.#found);
  }
}

/** The description cannot be turned into code; `problems` says why, all at once. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(formatProblems(problems));
    this.problems = problems;
  }
}

interface Placed {
  readonly problem: Problem;
  /** The file that the place was written in, which may be an overlay. */
  readonly file: SourceFile;
  readonly at: { readonly line: number; readonly column: number };
}

/**
 * Prints problems as a compiler does: `file:line:column - error: …`, sorted by place, with advice. A warning that comes
 * again in the same file is told once, with its places; of different ones `mostWarnings` are printed, the rest counted.
 */
export function formatProblems(problems: readonly Problem[], mostWarnings = Infinity): string {
  const placed = problems.map((problem): Placed => {
    const { file, pointer } = problem.origin;
    return { problem, file: file.written(pointer).file, at: problem.at ?? place(problem) };
  });
  placed.sort(
    (a, b) =>
      compare(a.file.path, b.file.path) ||
      a.at.line - b.at.line ||
      a.at.column - b.at.column ||
      compare(a.problem.message, b.problem.message),
  );
  const groups = new Map<string, [first: Placed, ...rest: Placed[]]>();
  for (const one of placed) {
    const { severity, message } = one.problem;
    const same = severity === "error" ? `${groups.size}` : `${one.file.path}\n${message}`;
    const group = groups.get(same);
    if (group === undefined) groups.set(same, [one]);
    else group.push(one);
  }
  const isWarning = (group: readonly Placed[]): boolean => group[0]?.problem.severity === "warning";
  const warned = [...groups.values()].filter(isWarning);
  const hidden = new Set(warned.slice(mostWarnings));
  const shown = [...groups.values()].filter((group) => !hidden.has(group));
  const lines = shown.map(([{ problem, file, at }, ...rest]) => {
    const where = `${plain(file.shown)}:${at.line}:${at.column}`;
    return `${where} - ${problem.severity}: ${short(problem.message)}\n    ${short(problem.advice)}${alsoAt(rest)}`;
  });
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const warnings = problems.length - errors;
  const count = [plural(errors, "error"), plural(warnings, "warning")].filter((part) => part !== "").join(", ");
  const rest = hidden.size === 0 ? "" : `; ${plural(hidden.size, "kind")} of warnings not shown, --verbose shows all`;
  return [...lines, "", `${count}${rest}`].join("\n");
}

/** A problem as data, with its place. */
export interface PlainProblem extends Pick<Problem, "severity" | "message" | "advice"> {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Problems for programs, in the order in which they were found. */
export const plainProblems = (problems: readonly Problem[]): readonly PlainProblem[] =>
  problems.map((problem) => {
    const { severity, message, advice, origin } = problem;
    const { line, column } = problem.at ?? place(problem);
    return { severity, message, advice, file: origin.file.written(origin.pointer).file.shown, line, column };
  });

/** Characters of a sentence that is printed: a document chooses part of it. */
const MOST_CHARACTERS = 600;

function short(sentence: string): string {
  const line = plain(sentence);
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}

/** Places of one warning that are worth reading. */
const MOST_PLACES = 8;

function alsoAt(rest: readonly Placed[]): string {
  const places = rest.slice(0, MOST_PLACES).map(({ at }) => `${at.line}:${at.column}`);
  const more = rest.length - places.length;
  if (places.length === 0) return "";
  return `\n    The same at ${places.join(", ")}${more > 0 ? ` and ${more} more places` : ""}.`;
}

function place(problem: Problem): Placed["at"] {
  const { file, pointer } = problem.origin;
  return problem.atKey === true ? file.keyPosition(pointer) : file.position(pointer);
}

function plural(count: number, word: string): string {
  return count === 0 ? "" : `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Code-unit order: the same on every machine, whatever its locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
