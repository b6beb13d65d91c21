import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";

/** One place in the tests that names a rule. */
export interface Naming {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The title, or in a file of type tests the comment, that names it. */
  readonly title: string;
}

const idPattern = /\b[A-Z]{1,4}-[0-9]{2}\b/g;

function* idsIn(text: string, areas: ReadonlySet<string>): Generator<string> {
  for (const [id] of text.matchAll(idPattern)) if (areas.has(id.slice(0, id.indexOf("-")))) yield id;
}

const textOf = (node: ts.Node, source: ts.SourceFile): string | undefined => {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.getText(source).slice(1, -1);
  return undefined;
};

/** True for `test(…)`, `test.each(…)(…)`, `describe.skipIf(…)(…)` and the like. */
function isTest(call: ts.CallExpression): boolean {
  let callee: ts.Expression = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee) || ts.isTaggedTemplateExpression(callee))
    callee = ts.isTaggedTemplateExpression(callee) ? callee.tag : callee.expression;
  return ts.isIdentifier(callee) && ["test", "it", "describe"].includes(callee.text);
}

/** Every id in a title, and in the rows of tables from which titles are made. */
function inStrings(file: string, source: ts.SourceFile, areas: ReadonlySet<string>): Naming[] {
  const found: Naming[] = [];
  const visit = (node: ts.Node, names: boolean): void => {
    const title = names ? textOf(node, source) : undefined;
    if (title !== undefined) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      for (const id of idsIn(title, areas)) found.push({ id, file, line, title });
    }
    if (ts.isCallExpression(node) && isTest(node)) {
      visit(node.expression, false);
      node.arguments.forEach((argument, n) => visit(argument, n === 0));
    } else
      ts.forEachChild(node, (child) =>
        visit(child, ts.isArrayLiteralExpression(node) || (names && !ts.isFunctionLike(node))),
      );
  };
  visit(source, false);
  return found;
}

/** Type tests have no titles: there the comment above a case names the rule. */
function inComments(file: string, text: string, areas: ReadonlySet<string>): Naming[] {
  return text.split("\n").flatMap((line, n) => {
    const comment = /^\s*(?:\/\/|\/?\*+)\s*(.*?)\s*(?:\*\/)?$/.exec(line)?.[1] ?? "";
    return [...idsIn(comment, areas)].map((id) => ({ id, file, line: n + 1, title: comment }));
  });
}

/** What the tests in `text` name, of the areas given. */
export function findNamings(file: string, text: string, areas: ReadonlySet<string>): Naming[] {
  if (file.endsWith(".types.ts")) return inComments(file, text, areas);
  if (idsIn(text, areas).next().done === true) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return inStrings(file, source, areas);
}

/** Reads every test of `folder`; files in `without` speak about rules without testing them. */
export async function readNamings(
  folder: string,
  areas: ReadonlySet<string>,
  without: readonly string[],
): Promise<Naming[]> {
  const names = (await readdir(folder, { recursive: true })).sort();
  const files = names.filter((name) => /\.(test|types)\.ts$/.test(name)).map((name) => join(folder, name));
  const read = async (file: string): Promise<Naming[]> => findNamings(file, await readFile(file, "utf8"), areas);
  return (await Promise.all(files.filter((file) => !without.includes(file)).map(read))).flat();
}
