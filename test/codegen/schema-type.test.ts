import { describe, expect, test } from "vitest";
import { fieldText, schemaDoc, schemaType, type TypeContext } from "../../codegen/emit/schema-type.js";
import type { Schema, SchemaObject } from "../../codegen/model/model.js";
import { arrayRows, constantRows, others, plainRows, unionRows } from "./support/type-rows.js";
import { exclusiveRows, objectRows, openRows } from "./support/type-rows-objects.js";

const schemas = new Map<string, Schema>(Object.entries(others));
const context: TypeContext = {
  open: false,
  marked: true,
  reference: (name) => `T.${name}`,
  brand: (name) => `B.${name}`,
  lookUp: (name) => schemas.get(name.toString()),
};

const rows = [plainRows, constantRows, arrayRows, unionRows, objectRows, exclusiveRows].flat();

test.each(rows)("a schema becomes a plain type: %s", (_says, schema, want) => {
  expect(schemaType(schema, context)).toBe(want);
});

test.each(openRows)("what is sent by the service may be more: %s", (_says, schema, want) => {
  expect(schemaType(schema, { ...context, open: true })).toBe(want);
});

test("types of the language give way to schemas of their names", () => {
  const taken: TypeContext = {
    ...context,
    lookUp: (name) =>
      new Map([
        ["Date", true],
        ["Blob", true],
      ]).get(name),
  };
  const types = [
    { type: "string", "x-as": "date" },
    { type: "integer", "x-as": "bigint" },
    { type: "string", format: "binary" },
  ].map((schema) => schemaType(schema, taken));
  expect(types).toEqual(["globalThis.Date", "bigint", "globalThis.Blob"]);
});

describe("what a schema tells a reader", () => {
  test.each<readonly [schema: SchemaObject, want: readonly string[]]>([
    [{}, []],
    [{ title: "Thing", description: "A thing.", default: 5 }, ["A thing.", "@defaultValue `5`"]],
    [{ title: "Thing", default: { a: [] }, const: 1 }, ["Thing"]],
    [{ default: null }, ["@defaultValue `null`"]],
    [
      { "x-undocumented": ["unit", "scale"], "x-tensions": "5 or 6" },
      ["Not documented: unit.", "Not documented: scale.", "Statements disagree: 5 or 6."],
    ],
    [
      { enum: ["a", 2, "c"], "x-enum-varnames": ["FIRST", "2", "c"], "x-enum-descriptions": ["One.", "Two.", ""] },
      ['- FIRST, `"a"`: One.\n- `2`: Two.\n- `"c"`'],
    ],
    [{ readOnly: true, writeOnly: false }, ["Read-only: the service sets it."]],
    [{ writeOnly: true, readOnly: "yes" }, ["Write-only: the service never sends it."]],
    [{ deprecated: true }, ["@deprecated Marked so in the description."]],
    [{ deprecated: "yes", writeOnly: "yes" }, []],
  ])("%j", (schema, want) => {
    expect(schemaDoc(schema).filter((part) => part !== "")).toEqual(want);
  });

  test("stands before its field, as far in, and before no field that must not come", () => {
    const field = { name: "a", schema: { type: "string", title: "A." }, required: true };
    expect(fieldText(field, context, "  ")).toBe("  /** A. */\n  readonly a: string;");
    expect(fieldText({ ...field, required: false }, context, "", true)).toBe("readonly a?: never;");
    expect(fieldText({ ...field, schema: true }, context, "")).toBe("readonly a: unknown;");
  });
});
