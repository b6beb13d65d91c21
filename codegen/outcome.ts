/** What a command made of a description: for people a sentence, for programs one JSON document. */
import { DescriptionError, formatProblems, plainProblems, type Problem } from "./load/problems.js";

/** Warnings of different words that are printed unless all are asked for. */
const MOST_WARNINGS = 25;

/** Files that a command wrote, or would have written. */
export interface Outcome {
  /** Paths in the folder of the output, of those that changed. */
  readonly changed: readonly string[];
  /** How many files there are. */
  readonly files: number;
  /** The same in words. */
  readonly says: string;
  /** What is wrong, in words, where something is. */
  readonly wrong?: string;
}

export interface Ways {
  readonly json?: boolean | undefined;
  /** Every warning. */
  readonly verbose?: boolean | undefined;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/**
 * Does `work`, and prints what came of it: with `json` one document with `changed`, `files` and `problems`. Resolves with
 * undefined where the description has errors. Whatever else goes wrong is thrown.
 */
export async function printOutcome(
  { json, verbose, out, err }: Ways,
  problemsOf: () => readonly Problem[],
  work: () => Promise<Outcome>,
): Promise<Outcome | undefined> {
  const asData = (found: readonly Problem[], { changed, files }: Pick<Outcome, "changed" | "files">): void =>
    out(`${JSON.stringify({ changed, files, problems: plainProblems(found) }, undefined, 2)}\n`);
  try {
    const outcome = await work();
    const problems = problemsOf();
    if (json === true) asData(problems, outcome);
    else {
      if (problems.length > 0) err(`${formatProblems(problems, verbose === true ? Infinity : MOST_WARNINGS)}\n`);
      if (outcome.says !== "") out(outcome.says);
      if (outcome.wrong !== undefined) err(outcome.wrong);
    }
    return outcome;
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    if (json === true) asData(error.problems, { changed: [], files: 0 });
    else err(`${error.message}\n`);
    return undefined;
  }
}
