import { describe, expect, test } from "vitest";
import { descriptorFields } from "../../codegen/emit/routes.js";
import { modelOf } from "./support/describe.js";
import { ok, one, text, types } from "./support/operation.js";

describe("GEN-21 one route that is several operations", () => {
  const files = one(
    {
      "x-query-variants": [
        { operationId: "openIt", params: ["names"], accept: "text/event-stream" },
        {
          operationId: "listIt",
          const: { format: "json" },
          params: ["names"],
          answer: { $ref: "#/components/schemas/List" },
        },
        {
          operationId: "readIt",
          const: { format: "json" },
          params: ["boxId"],
          answer: { $ref: "#/components/schemas/Item" },
        },
      ],
      parameters: [
        { name: "format", in: "query", schema: { enum: ["json"] } },
        { name: "names", in: "query", "x-required-in": ["listIt"], schema: text },
        { name: "box", in: "query", "x-name": "boxId", "x-required-in": ["readIt"], schema: text },
      ],
      responses: ok({}),
    },
    "/it",
    "get",
    { components: { schemas: { List: { type: "object" }, Item: { type: "object" } } } },
  );

  test("becomes one function each, told apart by constants that nobody passes", async () => {
    const { model } = await modelOf(files);
    expect(model.operations.map((operation) => [operation.id, descriptorFields(operation)["queryConst"]])).toEqual([
      ["listIt", { format: "json" }],
      ["openIt", undefined],
      ["readIt", { format: "json" }],
    ]);
  });

  test("each with its own parameters and its own answer", async () => {
    expect(await types(files, "OpenItParams")).toBe(
      "export interface OpenItParams { readonly names?: string | undefined; }",
    );
    expect(await types(files, "ListItParams")).toBe("export interface ListItParams { readonly names: string; }");
    expect(await types(files, "ReadItParams")).toBe("export interface ReadItParams { readonly boxId: string; }");
    expect(await types(files, "ListItResult")).toBe("export type ListItResult = List;");
    expect(await types(files, "ReadItResult")).toBe("export type ReadItResult = Item;");
  });
});
