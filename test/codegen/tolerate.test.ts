import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tolerate } from "../../codegen/model/tolerate.js";

const NULL = { type: "null" };

const table: readonly (readonly [says: string, given: object, want: object])[] = [
  ["nullable beside a type", { type: "string", nullable: true }, { type: ["string", "null"] }],
  ["nullable false", { type: "string", nullable: false }, { type: "string" }],
  ["the nullable of Swagger 2", { type: "string", "x-nullable": true }, { type: ["string", "null"] }],
  [
    "nullable beside an enum, which lists null then",
    { type: "string", enum: ["a"], nullable: true },
    { type: ["string", "null"], enum: ["a", null] },
  ],
  [
    "nullable beside a reference",
    { $ref: "#/a", nullable: true, description: "d" },
    { description: "d", anyOf: [{ $ref: "#/a" }, NULL] },
  ],
  [
    "nullable beside a composition",
    { allOf: [{ $ref: "#/a" }], nullable: true },
    { anyOf: [{ allOf: [{ $ref: "#/a" }] }, NULL] },
  ],
  [
    "nullable beside fields without a type",
    { properties: { a: true }, nullable: true },
    { anyOf: [{ properties: { a: true } }, NULL] },
  ],
  ["nullable of anything", { nullable: true }, {}],
  ["nullable of anything that is described", { nullable: true, description: "d" }, { description: "d" }],
  ["nullable beside an enum without a type", { enum: ["a"], nullable: true }, { enum: ["a", null] }],
  ["an exclusive bound that is a flag", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ["an exclusive bound that is off", { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  ["an exclusive flag without a bound", { exclusiveMaximum: true }, {}],
  ["bounds of 2020-12", { exclusiveMinimum: 1, maximum: 2 }, { exclusiveMinimum: 1, maximum: 2 }],
  ["numbers in quotes", { minLength: "5", maximum: "1.5" }, { minLength: 5, maximum: 1.5 }],
  ["what is not a number", { minLength: "many", maximum: null, maxItems: -1, multipleOf: 0 }, {}],
  ["a tuple of older drafts", { items: [{ type: "string" }] }, { prefixItems: [{ type: "string" }] }],
  [
    "a tuple with more items",
    { items: [true], additionalItems: { type: "string" } },
    { prefixItems: [true], items: { type: "string" } },
  ],
  [
    "dependencies of older drafts",
    { dependencies: { a: ["b"], c: { minProperties: 2 } } },
    { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { minProperties: 2 } } },
  ],
  ["a file of Swagger 2", { type: "file" }, { type: "string", format: "binary" }],
  ["a type that nobody knows", { type: "any" }, {}],
  ["a type that nobody knows among others", { type: ["string", "any"] }, { type: ["string"] }],
  ["required that is a flag", { type: "string", required: true }, { type: "string" }],
  ["required that names one twice", { required: ["a", "a"] }, { required: ["a"] }],
  ["a pattern that is none", { pattern: "(" }, {}],
  ["properties that are nothing", { properties: null, allOf: [], oneOf: {} }, {}],
  ["the discriminator of Swagger 2", { discriminator: "kind" }, { discriminator: { propertyName: "kind" } }],
  ["an enum that YAML took for numbers", { type: "string", enum: [1, 2.5] }, { type: "string", enum: ["1", "2.5"] }],
  ["an enum of numbers in quotes", { type: "integer", enum: ["1", "2"] }, { type: "integer", enum: [1, 2] }],
  ["an enum of flags in quotes", { type: "boolean", enum: ["true"] }, { type: "boolean", enum: [true] }],
  ["an enum of which one value fits", { type: "string", enum: ["a", 1] }, { type: "string", enum: ["a", 1] }],
];

describe("a schema of another dialect becomes one of 2020-12", () => {
  test.each(table)("%s", (_says, given, want) => {
    expect(tolerate({ ...given }, "3.1")).toEqual(want);
  });

  test("in 3.0 nothing counts beside a reference but what describes it, in 3.1 all does", () => {
    const given = { $ref: "#/a", description: "d", required: ["x"] };
    expect(tolerate(given, "3.0")).toEqual({ $ref: "#/a", description: "d" });
    expect(tolerate(given, "3.1")).toEqual(given);
  });

  test("done twice it changes nothing more, and what was given stays as it was", () => {
    const value = fc.jsonValue();
    const keyword = fc.constantFrom(
      ..."type enum nullable items required properties minimum exclusiveMinimum allOf oneOf pattern $ref maxLength".split(
        " ",
      ),
    );
    const schema = fc.dictionary(keyword, fc.oneof(value, fc.boolean(), fc.constantFrom("string", "array", 3)));
    fc.assert(
      fc.property(schema, (given) => {
        const before = structuredClone(given);
        const once = tolerate(given, "3.1");
        expect(given).toEqual(before);
        expect(tolerate(once, "3.1")).toEqual(once);
      }),
    );
  });
});
