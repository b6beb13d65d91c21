import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { UsageError } from "./usage-error.js";

const flag = "--env-file";

/**
 * Loads every `--env-file` of a command line, in order, and gives the other words. Behind `--` the words belong to
 * somebody else.
 *
 * @throws UsageError when no file is named behind it
 */
export function withEnvironment(argv: readonly string[], load: (file: string) => void): readonly string[] {
  const end = argv.indexOf("--");
  const own = end === -1 ? argv : argv.slice(0, end);
  const rest: string[] = [];
  for (let at = 0; at < own.length; at++) {
    const word = own[at] ?? "";
    if (word !== flag && !word.startsWith(`${flag}=`)) {
      rest.push(word);
      continue;
    }
    const file = word === flag ? own[++at] : word.slice(flag.length + 1);
    if (file === undefined || file === "") throw new UsageError(`${flag} needs a file`);
    load(file);
  }
  return end === -1 ? rest : [...rest, ...argv.slice(end)];
}

/** Puts the variables of a file into an environment; what is set there already stands, as with Node's own option. */
export function loadEnv(file: string, environment: NodeJS.ProcessEnv): void {
  const text = (() => {
    try {
      return readFileSync(file, "utf8");
    } catch (error) {
      const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
      throw new UsageError(`${flag} ${file} cannot be read: ${why}`, { cause: error });
    }
  })();
  for (const [name, value] of Object.entries(parseEnv(text))) environment[name] ??= value;
}
