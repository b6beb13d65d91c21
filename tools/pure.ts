/**
 * Makes a bundled module one of which other bundlers keep only what is used: at its top level nothing may have effects
 * that they can see. What is computed there stands in a function that is marked as pure; what cannot is refused.
 */
import ts from "typescript";

/** What esbuild makes of `import * as name`: an object that is filled by a call of its own, and so never left out. */
const namespace = /^var (\w+) = \{\};\n__export\(\1, (\{[^]*?\n\})\);$/gm;
const filler = /^(var __export = \(target, all\) => \{\n[^]*?)\n\};$/m;

const isMarked = (node: ts.Node): boolean =>
  /@__PURE__/.test(node.getSourceFile().text.slice(node.getFullStart(), node.getStart()));

/** Whether evaluating a node may run code: operators convert, and what is read may be a getter. */
function mayRun(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isClassLike(node)) return classMayRun(node);
  if (ts.isCallExpression(node) || ts.isNewExpression(node))
    return !isMarked(node) || (node.arguments ?? []).some(mayRun);
  const runs =
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isSpreadAssignment(node);
  return runs || ts.forEachChild(node, (child) => mayRun(child) || undefined) === true;
}

/** Fields and methods run later; names that are computed, static fields and blocks, and most superclasses do not. */
function classMayRun({ heritageClauses, members }: ts.ClassLikeDeclaration): boolean {
  const above = heritageClauses?.flatMap(({ types }) => types.map(({ expression }) => expression)) ?? [];
  const runs = (member: ts.ClassElement): boolean => {
    if (ts.isClassStaticBlockDeclaration(member)) return true;
    if (member.name !== undefined && ts.isComputedPropertyName(member.name)) return true;
    if (!ts.isPropertyDeclaration(member) || member.initializer === undefined) return false;
    const isStatic = member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
    return isStatic === true && mayRun(member.initializer);
  };
  return above.some((expression) => !ts.isIdentifier(expression)) || members.some(runs);
}

interface Change {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

function changesOf(statement: ts.Statement): readonly Change[] {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) || ts.isFunctionDeclaration(statement))
    return [];
  if (!ts.isVariableStatement(statement)) throw new Error(`has effects when it is loaded:\n${statement.getText()}`);
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    if (!ts.isIdentifier(name))
      throw new Error(`takes apart what it is given when it is loaded:\n${statement.getText()}`);
    if (initializer === undefined || !mayRun(initializer)) return [];
    const value = initializer.getText();
    // A class has its name from what it is first assigned to.
    const isClass = ts.isClassExpression(initializer);
    const body = isClass ? `{\n  const ${name.text} = ${value};\n  return ${name.text};\n}` : `(${value})`;
    const text = `/* @__PURE__ */ (() => ${body})()`;
    return [{ at: initializer.getStart(), end: initializer.getEnd(), text }];
  });
}

/** Makes the objects of esbuild's namespaces where they are declared, as values that can be left out. */
export const namespacesAsValues = (text: string): string =>
  text.replace(namespace, "var $1 = /* @__PURE__ */ __export({}, $2);").replace(filler, "$1\n  return target;\n};");

/** @throws where the text of a module has a statement at its top level that can be neither left out nor marked. */
export function withoutEffects(text: string, name: string): string {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const changes = file.statements.flatMap((statement) => changesOf(statement));
  return changes.reduceRight((made, { at, end, text: instead }) => made.slice(0, at) + instead + made.slice(end), text);
}
