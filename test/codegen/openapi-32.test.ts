import { expect, test } from "vitest";
import { DescriptionError } from "../../codegen/load/problems.js";
import { fileOf, modelOf } from "./support/describe.js";
import { guardsOf } from "./support/guards.js";

const responses = { "200": { description: "Found." } };
const document = (paths: object, components: object = {}): object => ({
  openapi: "3.2.0",
  info: { title: "Books", version: "1" },
  paths,
  components,
});
const filter = (content: object): object =>
  document({
    "/books": {
      get: { operationId: "findBooks", parameters: [{ name: "filter", in: "querystring", content }], responses },
    },
  });

test("the method query and methods without a field of their own are operations like any other", async () => {
  const files = {
    "openapi.yaml": document({
      "/books": {
        query: { operationId: "findBooks", responses },
        additionalOperations: { COPY: { operationId: "copyBooks", responses } },
      },
    }),
  };
  const { model, problems } = await modelOf(files);
  expect(problems.all).toEqual([]);
  expect(model.operations.map(({ id, method, retry }) => [id, method, retry])).toEqual([
    ["copyBooks", "COPY", "never"],
    ["findBooks", "QUERY", "safe"],
  ]);
  expect(await fileOf("routes.ts", files)).toContain('method: "COPY"');
});

test("a whole query that is a form gives its fields one by one", async () => {
  const schema = { type: "object", properties: { q: { type: "string" } } };
  const { model } = await modelOf({ "openapi.yaml": filter({ "application/x-www-form-urlencoded": { schema } }) });
  expect(model.operations[0]?.parameters).toMatchObject([{ name: "filter", in: "query", style: "exploded", schema }]);
});

test("a whole query that is anything else is refused with its place", async () => {
  const refused = modelOf({ "openapi.yaml": filter({ "application/json": { schema: {} } }) });
  await expect(refused).rejects.toBeInstanceOf(DescriptionError);
  await expect(refused).rejects.toThrow("a whole query is written as something other than a form");
});

test("a reference to a property named content leads to that property, and gives it its name", async () => {
  const Note = {
    type: "object",
    properties: { content: { type: "object", properties: { text: { type: "string" } } } },
  };
  const Copy = { type: "object", properties: { of: { $ref: "#/components/schemas/Note/properties/content" } } };
  const { model } = await modelOf({ "openapi.yaml": document({}, { schemas: { Note, Copy } }) });
  expect(model.schemas.map(({ name }) => name)).toEqual(["Copy", "Note", "NoteContent"]);
  expect(model.schemas.find(({ name }) => name === "NoteContent")?.schema).toEqual(Note.properties.content);
  expect(model.schemas.find(({ name }) => name === "Copy")?.schema).toMatchObject({
    properties: { of: { $ref: "NoteContent" } },
  });
});

test("fields that are new in 3.2 are known, and itemSchema is checked as a schema", async () => {
  const oauth2 = {
    authorizationUrl: "https://a",
    deviceAuthorizationUrl: "https://d",
    tokenUrl: "https://t",
    scopes: {},
  };
  const parts = { prefixEncoding: [{ contentType: "text/plain" }], itemEncoding: { encoding: {} } };
  const given = {
    ...document(
      {
        "/books": {
          get: {
            operationId: "streamBooks",
            parameters: [{ name: "c", in: "cookie", style: "cookie", schema: { type: "array", items: {} } }],
            responses: {
              "200": {
                summary: "Books.",
                description: "",
                content: {
                  "application/jsonl": { itemSchema: { type: "strnig" } },
                  "multipart/mixed": { $ref: "#/components/mediaTypes/Parts" },
                },
              },
            },
          },
        },
      },
      {
        mediaTypes: { Parts: { schema: {}, ...parts } },
        securitySchemes: {
          o: {
            type: "oauth2",
            flows: { deviceAuthorization: oauth2 },
            oauth2MetadataUrl: "https://m",
            deprecated: true,
          },
        },
        schemas: { Book: { type: "object", xml: { nodeType: "element" } } },
      },
    ),
    $self: "https://books.example/openapi.yaml",
    servers: [{ url: "https://books.example", name: "main" }],
    tags: [{ name: "books", summary: "Books.", kind: "nav", parent: "all" }, { name: "all" }],
  };
  const { model, problems } = await modelOf({ "openapi.yaml": given }, { strict: false });
  expect(problems.all.map(({ message }) => message)).toEqual(['"strnig" is no value of `type`']);
  expect(model.operations[0]?.parameters).toMatchObject([{ in: "cookie", repeated: true }]);
});

test("a discriminator with a default mapping lets through values that nothing is mapped to", async () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const { Shape } = await guardsOf({
    Shape: {
      oneOf: [ref("Round"), ref("Other")],
      discriminator: { propertyName: "kind", mapping: { round: "Round" }, defaultMapping: "Other" },
    },
    Round: { type: "object", required: ["radius"], properties: { kind: { type: "string" } } },
    Other: { type: "object", required: ["corners"], properties: { kind: { type: "string" } } },
  });
  const asked = [{ kind: "round", radius: 1 }, { kind: "square", corners: 4 }, { corners: 3 }, { kind: "round" }];
  expect(asked.map((value) => Shape?.(value))).toEqual([true, true, true, false]);
});
