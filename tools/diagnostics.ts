/**
 * `npm run diagnostics`: writes docs/diagnostics.md, every diagnostic with its level, when it is reported and its fields.
 * All of it is read from the types in runtime/diagnostics and from the tables of levels beside the reporters, so that
 * the page cannot say anything else than the code. With `--check` it only compares.
 */
import { readFile, writeFile } from "node:fs/promises";
import { type InterfaceDeclaration, type Node, Project, type PropertySignature, SyntaxKind } from "ts-morph";
import { format, resolveConfig } from "prettier";

const PAGE = "docs/diagnostics.md";

/** What every diagnostic has. */
const COMMON = new Set(["type", "level", "message"]);

interface Row {
  readonly type: string;
  readonly when: string;
  readonly fields: readonly string[];
}

const AREAS: readonly (readonly [area: string, title: string])[] = [
  ["http", "Calls"],
  ["events", "Events"],
  ["interaction", "Interactions"],
  ["delivery", "The signed endpoint"],
  ["keys", "Signing keys"],
  ["app", "The App"],
  ["fleet", "The fleet"],
  ["store", "Stores"],
];

const HEAD = `# Diagnostics

Everything that a running App, client, stream or endpoint reports is one union, \`Diagnostic\`, distinguished by \`type\`.
Pass \`onDiagnostic\` wherever there are options; the logger and OpenTelemetry
([App](app-reference.md#seeing-what-happens)) are two listeners of it. Each diagnostic has a \`level\`, a \`message\` for
humans, which may change, and the fields named here. None holds a token, or the text or an argument of a user. The level
\`debug\` is for what happens in normal operation.
`;

/** The text of the page. */
async function diagnosticsPage(): Promise<string> {
  // Nothing outside runtime/ is read: whole packages would be, for the names of no field.
  const project = new Project({ compilerOptions: { noResolve: true, noLib: true, types: [] } });
  project.addSourceFilesAtPaths("runtime/**/*.ts");
  const levels = levelsIn(project);
  const rows = project
    .getSourceFiles("runtime/diagnostics/*.ts")
    .flatMap((file) => file.getInterfaces().flatMap(rowsOf));
  const sections = AREAS.map(([area, title]) => {
    const own = rows.filter(({ type }) => type.startsWith(`${area}.`));
    const lines = own.map(
      (row) => `| \`${row.type}\` | ${levelOf(levels, row)} | ${row.when} | ${row.fields.join(", ")} |`,
    );
    return [`## ${title}`, "", "| Type | Level | When | Fields |", "| --- | --- | --- | --- |", ...lines, ""].join(
      "\n",
    );
  });
  const text = [HEAD, ...sections].join("\n");
  return format(text, { ...(await resolveConfig(PAGE)), parser: "markdown" });
}

/** An interface that is one diagnostic, or one whose properties are the facts of one each. */
function rowsOf(declaration: InterfaceDeclaration): Row[] {
  const base = declaration.getExtends().find((one) => one.getText().startsWith("DiagnosticBase<"));
  if (base !== undefined) {
    const type = base.getTypeArguments()[0]?.getText().slice(1, -1) ?? "";
    return [{ type, when: sentenceOf(declaration, type), fields: fieldsOf(declaration) }];
  }
  const area = /^(\w+)Facts$/.exec(declaration.getName())?.[1]?.toLowerCase();
  if (area === undefined || !AREAS.some(([known]) => known === area)) return [];
  return declaration.getProperties().map((property) => {
    const type = `${area}.${property.getName()}`;
    return { type, when: sentenceOf(property, type), fields: fieldsOf(property) };
  });
}

/** The comment above it. One without is a fact without its moment. */
function sentenceOf(node: InterfaceDeclaration | PropertySignature, type: string): string {
  const text = node.getJsDocs()[0]?.getCommentText()?.replace(/\s+/g, " ").trim();
  if (text === undefined || text === "") throw new Error(`${type} has no comment that says when it is reported`);
  return text.replaceAll("|", "\\|");
}

function fieldsOf(node: Node & { getType(): import("ts-morph").Type }): string[] {
  const names = node
    .getType()
    .getProperties()
    .map((symbol) => symbol.getName());
  return names.filter((name) => !COMMON.has(name)).map((name) => `\`${name}\``);
}

/** The usual level of each: from the tables beside the reporters, and where one is made in place, from there. */
function levelsIn(project: Project): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (type: string, level: string): void => void found.set(type, (found.get(type) ?? new Set()).add(level));
  for (const file of project.getSourceFiles()) {
    for (const literal of file.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression)) {
      const declared = literal.getParentIfKind(SyntaxKind.VariableDeclaration)?.getTypeNode()?.getText() ?? "";
      const area = /\b(\w+)Facts\b/.exec(declared)?.[1]?.toLowerCase();
      if (area !== undefined) for (const [name, level] of tableOf(literal)) add(`${area}.${name}`, level);
      const [type] = stringsAt(literal, "type");
      if (type?.includes(".") === true) for (const level of stringsAt(literal, "level")) add(type, level);
    }
  }
  return found;
}

type ObjectLiteral = import("ts-morph").ObjectLiteralExpression;

function tableOf(literal: ObjectLiteral): (readonly [name: string, level: string])[] {
  return literal.getProperties().flatMap((property) => {
    const value = property.asKind(SyntaxKind.PropertyAssignment)?.getInitializer();
    const first = value?.asKind(SyntaxKind.ArrayLiteralExpression)?.getElements()[0] ?? value;
    const level = first?.asKind(SyntaxKind.StringLiteral)?.getLiteralValue();
    const name = property.asKind(SyntaxKind.PropertyAssignment)?.getName();
    return level === undefined || name === undefined ? [] : [[name, level] as const];
  });
}

/** The string that a property is, or those that it chooses between. */
function stringsAt(literal: ObjectLiteral, name: string): string[] {
  const value = literal.getProperty(name)?.asKind(SyntaxKind.PropertyAssignment)?.getInitializer();
  const choice = value?.asKind(SyntaxKind.ConditionalExpression);
  const values = choice === undefined ? [value] : [choice.getWhenFalse(), choice.getWhenTrue()];
  return values.flatMap((one) => one?.asKind(SyntaxKind.StringLiteral)?.getLiteralValue() ?? []);
}

function levelOf(levels: ReadonlyMap<string, ReadonlySet<string>>, { type }: Row): string {
  const known = levels.get(type);
  if (known === undefined) throw new Error(`${type} is reported nowhere, or with no level that can be read`);
  return [...known].join(", ");
}

const text = await diagnosticsPage();
if (!process.argv.includes("--check")) await writeFile(PAGE, text);
else if ((await readFile(PAGE, "utf8")) !== text) {
  console.error(`${PAGE} is not what the code says: run npm run diagnostics.`);
  process.exitCode = 1;
}
