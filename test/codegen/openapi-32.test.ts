import { expect, test } from "vitest";
import { DescriptionError } from "../../codegen/load/problems.js";
import { fileOf, modelOf } from "./support/describe.js";

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
