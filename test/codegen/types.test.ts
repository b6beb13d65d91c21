import { describe, expect, test } from "vitest";
import { emitTypes } from "../../codegen/emit/types.js";
import { declaration, modelOf, fileOf, withSchemas } from "./support/describe.js";

describe("a schema becomes a plain type", () => {
  test("GEN-14 what only the service sends keeps undescribed fields readable; what a caller sends is closed", async () => {
    const thing = { type: "object", properties: { a: { type: "string" } } };
    const files = {
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
    };
    const text = await fileOf("types.ts", files);
    expect(declaration(text, "Received")).not.toContain("[extra: string]");
    expect(declaration(text, "Sent")).not.toContain("[extra: string]");
    const opened = emitTypes((await modelOf(files)).model, { open: true }).toString();
    expect(declaration(opened, "Received")).toContain("[extra: string]: unknown");
    expect(declaration(opened, "Sent")).not.toContain("[extra: string]");
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
