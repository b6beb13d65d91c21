import { openapi } from "./describe.js";
import { json, ok, text } from "./operation.js";

const object = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  required,
  properties,
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
/** Shapes of which each optional emitter makes something. */
export const schemas = {
  Owner: object(
    {
      name: { type: "string", minLength: 6 },
      born: { type: "string", format: "date" },
      pets: { type: "array", items: ref("Pet") },
    },
    ["name"],
  ),
  Pet: object(
    {
      id: { type: "integer", format: "int64", minimum: 10 },
      kind: { enum: ["cat", "dog"] },
      owner: ref("Owner"),
      tags: { type: "array", items: text, minItems: 2 },
    },
    ["id", "kind", "tags"],
  ),
  Either: { oneOf: [object({ a: { const: "x" } }, ["a"]), object({ a: { const: "y" } }, ["a"])] },
  Both: { allOf: [object({ a: text }, ["a"]), object({ b: { type: "number", exclusiveMinimum: 3 } }, ["b"])] },
  Given: { ...object({ a: text }), example: { a: "from the example" } },
  Tree: object({ below: { type: "array", items: ref("Tree") }, up: ref("Tree"), name: text }, ["below", "name"]),
  Text: { type: "string", format: "uuid" },
};
/** A description with a group, a function without an answer, and webhooks. */
export const pets = {
  "openapi.yaml": openapi({
    tags: [{ name: "pets" }],
    paths: {
      "/pets/{id}": {
        get: {
          operationId: "getPet",
          tags: ["pets"],
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          responses: ok(ref("Pet")),
        },
        delete: {
          operationId: "deletePet",
          tags: ["pets"],
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          responses: { 204: { description: "" } },
        },
      },
    },
    webhooks: {
      petSold: { post: { requestBody: json(object({ id: { type: "integer" } }, ["id"])), responses: {} } },
      petBorn: { post: { requestBody: json(ref("Pet")), responses: {} } },
    },
    components: { schemas },
  }),
};
