import {
  type FunctionDeclarationOverloadStructure,
  IndentationText,
  Project,
  type StatementStructures,
  StructureKind,
} from "ts-morph";
import { MOST_COLUMNS } from "./writer.js";

/** One parameter of a function. */
export interface ParameterText {
  readonly name: string;
  readonly type: string;
  readonly hasQuestionToken?: boolean;
  readonly initializer?: string;
}

/** What a function is generic in. */
interface TypeParameterText {
  readonly name: string;
  readonly constraint: string;
  readonly default: string;
}

/** The head of a function, without its name. */
export interface Signature {
  readonly parameters: readonly ParameterText[];
  readonly returnType: string;
}

/** An exported function with its only statement; each overload has the same doc comment. */
export interface FunctionText extends Signature {
  readonly kind: "function";
  readonly name: string;
  readonly doc: string;
  readonly typeParameters?: readonly TypeParameterText[];
  readonly overloads: readonly Signature[];
  readonly statement: string;
}

/** An exported constant that is an object, with the text of its fields. */
export interface ConstantText {
  readonly kind: "constant";
  readonly name: string;
  readonly type: string;
  readonly fields: readonly string[];
}

export type StatementText = FunctionText | ConstantText;

/** Statements that are printed at a time: a source file of a list costs next to nothing, one for each statement does. */
const AT_A_TIME = 100;

/** What was printed last, by the statements: when a description changes, most of them stay as they are. */
let printed: ReadonlyMap<string, string> = new Map();

/** Prints declarations, indented by two spaces. */
export function printStatements(statements: readonly StatementText[]): string {
  const now = new Map<string, string>();
  const parts: string[] = [];
  for (let at = 0; at < statements.length; at += AT_A_TIME) {
    const some = statements.slice(at, at + AT_A_TIME);
    const id = JSON.stringify(some);
    const text = printed.get(id) ?? print(some.map(structureOf));
    now.set(id, text);
    parts.push(text);
  }
  printed = now;
  return parts.join("\n\n");
}

/** A constant is written as text: structures indent its object twice. */
function structureOf(statement: StatementText): StatementStructures | string {
  if (statement.kind === "function") return functionOf(statement);
  const { name, type, fields } = statement;
  return `\nexport const ${name}: ${type} = {\n${fields.map((field) => `  ${field},`).join("\n")}\n};`;
}

function functionOf({
  name,
  doc,
  typeParameters = [],
  overloads,
  statement,
  ...signature
}: FunctionText): StatementStructures {
  const headOf = ({ parameters, returnType }: Signature) => ({ parameters: [...parameters], returnType });
  const overload = (one: Signature): FunctionDeclarationOverloadStructure => ({
    kind: StructureKind.FunctionOverload,
    ...headOf(one),
    isExported: true,
    leadingTrivia: doc,
  });
  return {
    kind: StructureKind.Function,
    name,
    isExported: true,
    // A signature that implements others has no comment of its own.
    leadingTrivia: overloads.length === 0 ? `\n${doc}` : "\n",
    ...(overloads.length > 0 && { overloads: overloads.map(overload) }),
    typeParameters: [...typeParameters],
    ...headOf(signature),
    statements: [statement],
  };
}

/** A signature, each parameter on a line of its own where one line is too short for all. */
function broken(line: string, head: string, parameters: string, tail: string): string {
  if (line.length <= MOST_COLUMNS) return line;
  const list = parameters.split(/, (?=\w+\??: )/u);
  return `${head}(\n${list.map((one) => `  ${one},`).join("\n")}\n)${tail}`;
}

function print(statements: (StatementStructures | string)[]): string {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  return project
    .createSourceFile("statements.ts", { statements })
    .getFullText()
    .replace(/\n{3,}/g, "\n\n") // before an overload it leaves two empty lines
    .replace(/^(export function \w+(?:<[^()]+>)?)\((.+)\)(: .+)$/gmu, broken)
    .trim();
}
