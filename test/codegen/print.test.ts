import { type StatementStructures, StructureKind } from "ts-morph";
import { expect, test } from "vitest";
import { printStatements } from "../../codegen/emit/print.js";

test("any number of statements is printed, with one empty line between two, and two spaces further in", () => {
  const statements = Array.from({ length: 200 }, (_, index): StatementStructures => ({
    kind: StructureKind.Function,
    name: `f${index}`,
    leadingTrivia: "\n\n",
    statements: ["return;"],
  }));
  const want = statements.map((_, index) => `function f${index}() {\n  return;\n}`).join("\n\n");
  expect(printStatements(statements)).toBe(want);
  expect(printStatements(statements)).toBe(want);
  expect(printStatements(statements.slice(1, 2))).toBe("function f1() {\n  return;\n}");
  expect(printStatements([])).toBe("");
});
