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

/** Collects problems so that all of them are reported at once. */
export class Problems {
  readonly #found: Problem[] = [];
  readonly #seen = new Set<string>();

  error(origin: Origin, message: string, advice: string, atKey = false): void {
    this.add({ severity: "error", message, advice, origin, atKey });
  }

  warning(origin: Origin, message: string, advice: string, atKey = false): void {
    this.add({ severity: "warning", message, advice, origin, atKey });
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
  readonly at: { readonly line: number; readonly column: number };
}

/**
 * Prints problems as a compiler does: `file:line:column - error: …`, sorted by place, with advice. A warning that comes
 * again in the same file is told once, with all its places.
 */
export function formatProblems(problems: readonly Problem[]): string {
  const placed = problems.map((problem): Placed => ({ problem, at: problem.at ?? place(problem) }));
  placed.sort(
    (a, b) =>
      compare(a.problem.origin.file.path, b.problem.origin.file.path) ||
      a.at.line - b.at.line ||
      a.at.column - b.at.column ||
      compare(a.problem.message, b.problem.message),
  );
  const groups = new Map<string, [first: Placed, ...rest: Placed[]]>();
  for (const one of placed) {
    const { severity, message, origin } = one.problem;
    const same = severity === "error" ? `${groups.size}` : `${origin.file.path}\n${message}`;
    const group = groups.get(same);
    if (group === undefined) groups.set(same, [one]);
    else group.push(one);
  }
  const lines = [...groups.values()].map(([{ problem, at }, ...rest]) => {
    const where = `${problem.origin.file.shown}:${at.line}:${at.column}`;
    return `${where} - ${problem.severity}: ${problem.message}\n    ${problem.advice}${alsoAt(rest)}`;
  });
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const warnings = problems.length - errors;
  const count = [plural(errors, "error"), plural(warnings, "warning")].filter((part) => part !== "").join(", ");
  return [...lines, "", count].join("\n");
}

function alsoAt(rest: readonly Placed[]): string {
  const places = rest.map(({ at }) => `${at.line}:${at.column}`);
  return places.length === 0 ? "" : `\n    The same at ${places.join(", ")}.`;
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
