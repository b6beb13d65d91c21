import { describe, expect, test } from "vitest";
import { declaration, fileOf, withSchemas } from "./support/describe.js";

/** The type that a schema becomes, on one line. */
async function typeOf(schema: unknown, others: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const text = await fileOf("types.ts", withSchemas({ Given: schema, ...others }));
  return declaration(text, "Given")
    .replace(/\s+/g, " ")
    .replace(/^export (type Given = |interface Given )/, "")
    .replace(/;$/, "");
}

const table: readonly (readonly [says: string, given: unknown, want: string])[] = [
  ["true is anything", true, "unknown"],
  ["false is nothing", false, "never"],
  ["an empty schema is anything", {}, "unknown"],
  ["text", { type: "string" }, "string"],
  ["an integer is a number", { type: "integer" }, "number"],
  ["several types are a union", { type: ["string", "null"] }, "string | null"],
  ["number and integer together are said once", { type: ["number", "integer"] }, "number"],
  ["a constant is its literal", { const: "a" }, '"a"'],
  ["a constant null is null", { const: null }, "null"],
  ["a constant object is spelled out", { const: { a: [1] } }, "{ readonly a: readonly [1] }"],
  ["an enum is a union of literals", { enum: ["a", 1, null] }, '"a" | 1 | null'],
  ["an enum keeps only values of its type", { type: "string", enum: ["a", 1] }, '"a"'],
  ["an open enum takes other text too", { type: "string", enum: ["a"], "x-open": true }, '"a" | (string & {})'],
  ["an open enum of numbers takes other numbers", { type: "integer", enum: [1], "x-open": true }, "1 | (number & {})"],
  ["a constant that an enum does not list is nothing", { const: "a", enum: ["b"] }, "never"],
  ["a constant that an enum lists too is that one", { const: "a", enum: ["a", "b"] }, '"a"'],
  ["a list", { type: "array", items: { type: "string" } }, "readonly string[]"],
  [
    "a list of unions is bracketed",
    { type: "array", items: { type: ["string", "null"] } },
    "readonly (string | null)[]",
  ],
  [
    "a list of lists is bracketed",
    { type: "array", items: { type: "array", items: {} } },
    "readonly (readonly unknown[])[]",
  ],
  [
    "a tuple keeps its tail open",
    { type: "array", prefixItems: [{ type: "string" }], minItems: 1 },
    "readonly [string, ...unknown[]]",
  ],
  [
    "a closed tuple has no tail, and slots beyond the least are optional",
    { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], minItems: 1, items: false },
    "readonly [string, number?]",
  ],
  [
    "required fields stand without a question mark",
    { type: "object", required: ["a"], properties: { a: { type: "string" }, b: { type: "number" } } },
    "{ readonly a: string; readonly b?: number; }",
  ],
  ["a field that is only required is unknown", { type: "object", required: ["a"] }, "{ readonly a: unknown; }"],
  [
    "a field name that is no identifier is quoted",
    { type: "object", properties: { "a-b": {} } },
    '{ readonly "a-b"?: unknown; }',
  ],
  ["an object without fields", { type: "object" }, "{ readonly [key: string]: unknown }"],
  [
    "an object that may have no field",
    { type: "object", additionalProperties: false },
    "{ readonly [key: string]: never }",
  ],
  ["a map", { type: "object", additionalProperties: { type: "number" } }, "{ readonly [key: string]: number; }"],
  [
    "a map with fields admits the types of the fields",
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "number" } },
    "{ readonly a?: string; readonly [key: string]: number | string | undefined; }",
  ],
  [
    "patterns of keys are a map too",
    { type: "object", patternProperties: { "^x": { type: "boolean" } } },
    "{ readonly [key: string]: boolean; }",
  ],
  [
    "allOf is an intersection",
    { allOf: [{ type: "object", properties: { a: {} } }, { $ref: "#/components/schemas/Other" }] },
    "{ readonly a?: unknown; } & Other",
  ],
  [
    "a union inside an intersection is bracketed",
    { allOf: [{ $ref: "#/components/schemas/Other" }, { type: ["string", "null"] }] },
    "Other & (string | null)",
  ],
  ["oneOf is a union", { oneOf: [{ type: "string" }, { $ref: "#/components/schemas/Other" }] }, "string | Other"],
  ["a variant that is anything swallows the others", { anyOf: [{ type: "string" }, {}] }, "unknown"],
  [
    "variants that only require repeat what they require",
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "number" } },
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    },
    "{ readonly a?: string; readonly b?: number; } & ({ readonly a: string; } | { readonly b: number; })",
  ],
  [
    "exclusive groups forbid each other, and one field at least is required",
    {
      type: "object",
      required: ["id"],
      properties: {
        id: { type: "string" },
        move: { type: "string" },
        name: { type: "string" },
        size: { type: "number" },
      },
      "x-exclusive": [["move"], ["name", "size"]],
      "x-at-least-one": true,
    },
    "{ readonly id: string; readonly move: string; readonly name?: never; readonly size?: never; } | " +
      "{ readonly id: string; readonly move?: never; readonly name: string; readonly size?: number; } | " +
      "{ readonly id: string; readonly move?: never; readonly name?: string; readonly size: number; }",
  ],
  [
    "exclusive groups without the duty leave all optional",
    { type: "object", properties: { a: {}, b: {} }, "x-exclusive": [["a"], ["b"]] },
    "{ readonly a?: unknown; readonly b?: never; } | { readonly a?: never; readonly b?: unknown; }",
  ],
  [
    "an undocumented object stays open",
    { type: "object", properties: { a: { type: "string" } }, "x-undocumented": "more" },
    "{ /** @see */ readonly a?: string; readonly [extra: string]: unknown; }".replace("/** @see */ ", ""),
  ],
  ["text with a line separator stays one literal", { const: "\u2028" }, '"\\u2028"'],
];

describe("a schema becomes a plain type", () => {
  test.each(table)("%s", async (_says, given, want) => {
    const named = typeof given === "boolean" || (typeof given === "object" && given !== null) ? given : {};
    expect(await typeOf(named, { Other: { type: "object", properties: { o: {} } } })).toBe(want);
  });

  test("GEN-14 what only the service sends keeps undescribed fields readable; what a caller sends is closed", async () => {
    const thing = { type: "object", properties: { a: { type: "string" } } };
    const text = await fileOf("types.ts", {
      "openapi.yaml": {
        openapi: "3.1.0",
        info: { title: "T", version: "1" },
        paths: {
          "/things": {
            post: {
              operationId: "makeThing",
              requestBody: {
                required: true,
                content: { "application/json": { schema: { $ref: "#/components/schemas/Sent" } } },
              },
              responses: {
                "200": {
                  description: "",
                  content: { "application/json": { schema: { $ref: "#/components/schemas/Received" } } },
                },
              },
            },
          },
        },
        components: { schemas: { Sent: thing, Received: thing } },
      },
    });
    expect(declaration(text, "Received")).toContain("[extra: string]: unknown");
    expect(declaration(text, "Sent")).not.toContain("[extra: string]");
  });

  test("a branded text has a type of its own, and a map keyed by it admits missing entries", async () => {
    const text = await fileOf(
      "types.ts",
      withSchemas({
        ThingId: { type: "string", pattern: "^[0-9]+$", "x-brand": "ThingId", description: "Id of a thing." },
        Counts: {
          type: "object",
          propertyNames: { $ref: "#/components/schemas/ThingId" },
          additionalProperties: { type: "number" },
        },
      }),
    );
    expect(declaration(text, "ThingId")).toBe('export type ThingId = string & { readonly [brand]: "ThingId" };');
    expect(declaration(text, "Counts")).toContain("readonly [key: ThingId]: number | undefined;");
  });

  test("description, reason, default and deprecation reach the doc comment, and none can end it early", async () => {
    const text = await fileOf(
      "types.ts",
      withSchemas({
        Given: {
          type: "object",
          description: "A thing */ alert(1)",
          properties: {
            a: {
              type: "number",
              default: 5,
              deprecated: true,
              description: "How\nmany.",
              "x-undocumented": ["unit unknown"],
            },
          },
        },
      }),
    );
    expect(text).toContain(" * A thing *\\/ alert(1)");
    expect(text).toContain(
      [
        "  /**",
        "   * How",
        "   * many.",
        "   *",
        "   * Not documented: unit unknown.",
        "   *",
        "   * @defaultValue `5`",
        "   * @deprecated Marked so in the description.",
        "   */",
      ].join("\n"),
    );
    expect(text).toContain("@see openapi.yaml#/components/schemas/Given");
  });

  test("who sets a field, and who is never told it, reaches the doc comment", async () => {
    const fields = { id: { type: "string", readOnly: true }, secret: { type: "string", writeOnly: true } };
    const text = await fileOf("types.ts", withSchemas({ Given: { type: "object", properties: fields } }));
    expect(text).toContain("  /** Read-only: the service sets it. */\n  readonly id?: string;");
    expect(text).toContain("  /** Write-only: the service never sends it. */\n  readonly secret?: string;");
  });

  test("a schema with a name that is no type name gets one, and references follow", async () => {
    const text = await fileOf(
      "types.ts",
      withSchemas({
        "simple-user": { type: "string" },
        pair: { type: "array", items: { $ref: "#/components/schemas/simple-user" } },
      }),
    );
    expect(declaration(text, "Pair")).toBe("export type Pair = readonly SimpleUser[];");
  });
});
