import { expect, test } from "vitest";
import { arraysRows, type Row, scalarsRows } from "./support/guard-rows.js";
import { composedRows, unevaluatedRows } from "./support/guard-rows-composed.js";
import { objectsRows } from "./support/guard-rows-objects.js";
import { guardText, inlineText } from "./support/guard-text.js";

const groups: Readonly<Record<string, readonly Row[]>> = {
  scalars: scalarsRows,
  arrays: arraysRows,
  objects: objectsRows,
  composed: composedRows,
  unevaluated: unevaluatedRows,
};

// What is wanted stands in fixtures/guards, one file for each group; what it means for values is tested elsewhere.
test.each(Object.entries(groups))("guards of %s are emitted as they stand in the fixtures", async (name, rows) => {
  const told = rows.map(([says, schema, others]) => [`# ${says}`, ...guardText(schema, others), ""].join("\n"));
  await expect(told.join("\n")).toMatchFileSnapshot(`fixtures/guards/${name}.txt`);
});

test("a guard of a schema without a name has one of its own, and takes a value only where it looks at it", () => {
  expect(inlineText([{}, { type: "string" }, { not: { type: "array", items: { type: "null" } } }])).toEqual([
    'import { isArray } from "./support.js";',
    "function is$Body_1(_value: unknown): boolean {",
    "return true;",
    "}",
    "function is$Body_2(value: unknown): boolean {",
    'return typeof value === "string";',
    "}",
    "function partBody_1(value: unknown): boolean {",
    "if (!(isArray(value))) return false;",
    "for (const item_ of value) {",
    "if (!(item_ === null)) return false;",
    "}",
    "return true;",
    "}",
    "function is$Body_3(value: unknown): boolean {",
    "return !(partBody_1(value));",
    "}",
  ]);
});

test("parts are found by names in any alphabet, and calls of guards with such names are calls", () => {
  const either = { oneOf: [{ $ref: "Größe" }, { type: "array", items: { type: "null" } }], type: "array" };
  expect(inlineText([either], "Größe")).toEqual([
    'import { isArray } from "./support.js";',
    "function partGröße_1(value: unknown): boolean {",
    "if (!(isArray(value))) return false;",
    "for (const item_ of value) {",
    "if (!(item_ === null)) return false;",
    "}",
    "return true;",
    "}",
    "function is$Größe_1(value: unknown): boolean {",
    "if (!(isArray(value))) return false;",
    "return Number(isGröße(value)) + Number(partGröße_1(value)) === 1;",
    "}",
  ]);
});
