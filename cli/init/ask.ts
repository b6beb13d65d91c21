import { createInterface } from "node:readline/promises";
import { UsageError } from "../usage-error.js";

/** Asks one question after the other. */
export interface Ask {
  question(text: string): Promise<string>;
  close(): void;
}

/** Asks on the terminal of this process; undefined where there is none. */
export function terminalAsk(): Ask | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return createInterface({ input: process.stdin, output: process.stdout });
}

/**
 * One of several words: as the option says, or as the terminal answers, or the default.
 *
 * @throws UsageError for an option whose value is none of them
 */
export async function askFor<Word extends string>({
  name,
  value,
  words,
  byDefault,
  ask,
}: {
  readonly name: string;
  readonly value: string | boolean | undefined;
  readonly words: readonly Word[];
  readonly byDefault: Word;
  readonly ask: Ask | undefined;
}): Promise<Word> {
  const find = (text: unknown): Word | undefined => words.find((word) => word === text);
  if (value !== undefined) {
    const found = find(value);
    if (found === undefined)
      throw new UsageError(`--${name} must be one of ${words.join(", ")}, got ${JSON.stringify(value)}`);
    return found;
  }
  if (ask === undefined) return byDefault;
  for (;;) {
    const answer = (await ask.question(`${name} (${words.join(", ")}) [${byDefault}]: `)).trim();
    const found = answer === "" ? byDefault : find(answer);
    if (found !== undefined) return found;
  }
}
