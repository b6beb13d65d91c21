import { IndentationText, Project, type StatementStructures } from "ts-morph";

/** Statements that are printed at a time: a source file of a list costs next to nothing, one for each statement does. */
const AT_A_TIME = 100;

/** What was printed last, by the statements: when a description changes, most of them stay as they are. */
let printed: ReadonlyMap<string, string> = new Map();

/** Prints declarations given as data, indented by two spaces. */
export function printStatements(statements: readonly StatementStructures[]): string {
  const now = new Map<string, string>();
  const parts: string[] = [];
  for (let at = 0; at < statements.length; at += AT_A_TIME) {
    const some = statements.slice(at, at + AT_A_TIME);
    const key = JSON.stringify(some);
    const text = printed.get(key) ?? print(some);
    now.set(key, text);
    parts.push(text);
  }
  printed = now;
  return parts.join("\n\n");
}

/** Columns that a line may have. */
const MOST_COLUMNS = 100;

/** A signature, each parameter on a line of its own where one line is too short for all. */
function broken(line: string, head: string, parameters: string, tail: string): string {
  if (line.length <= MOST_COLUMNS) return line;
  const list = parameters.split(/, (?=\w+\??: )/u);
  return `${head}(\n${list.map((one) => `  ${one},`).join("\n")}\n)${tail}`;
}

function print(statements: StatementStructures[]): string {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  return project
    .createSourceFile("statements.ts", { statements })
    .getFullText()
    .replace(/\n{3,}/g, "\n\n") // before an overload it leaves two empty lines
    .replace(/^(export function \w+)\((.+)\)(: .+)$/gmu, broken)
    .trim();
}
