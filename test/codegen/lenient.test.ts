import { describe, expect, test } from "vitest";
import { DescriptionError, formatProblems } from "../../codegen/load/problems.js";
import { type DescribeOptions, fileOf, type Files, modelOf } from "./support/describe.js";
import { one, text, types } from "./support/operation.js";
import { HEAD } from "./support/said.js";

const lenient = { strict: false } as const;

/** What is said about a description that is let pass. */
async function warned(files: Files, options: DescribeOptions = {}): Promise<string> {
  const { problems } = await modelOf(files, { ...lenient, ...options });
  return problems.all.length === 0 ? "" : formatProblems(problems.all);
}

async function refusal(files: Files, options: DescribeOptions = {}): Promise<string> {
  const refused = await modelOf(files, options).then(
    () => "",
    (error: unknown) => (error instanceof DescriptionError ? error.message : Promise.reject(error)),
  );
  return refused;
}

const schema = (schemas: string, version = "3.0.3"): Files => ({
  "openapi.yaml": `openapi: ${version}\ninfo: { title: T, version: '1' }\ncomponents:\n  schemas:\n${schemas}`,
});

describe("documents of other versions", () => {
  test("3.0 is taken as it is: its words are known, and nothing is said about them", async () => {
    const files = schema(
      "    A: { type: object, properties: { a: { type: string, nullable: true, example: x } } }\n" +
        "    B: { type: number, minimum: 0, exclusiveMinimum: true }\n",
    );
    expect(await refusal(files)).toBe("");
    expect(await types(files, "A", lenient)).toBe("export interface A { readonly a?: string | null; }");
    expect(await fileOf("validators/guards.ts", files)).toContain("value > 0");
  });

  test("3.0 ignores what stands beside a reference", async () => {
    const files = schema(
      "    A: { type: string }\n    B: { type: object, properties: { a: { $ref: '#/components/schemas/A', enum: [x] } } }\n",
    );
    expect(await types(files, "B", lenient)).toBe("export interface B { readonly a?: A; }");
  });

  test("a schema in another file is read by the rules of the document that leads to it", async () => {
    const files = { ...schema("    A: { $ref: 'a.yaml' }\n"), "a.yaml": "{ type: string, nullable: true }" };
    expect(await types(files, "A", lenient)).toBe("export type A = string | null;");
  });

  test.each(["3.1", "3.0", '"3.2.0"', "3.1.1"])("a version may be written as %s", async (version) => {
    expect(await warned(schema("    A: { type: string }\n", version))).not.toContain("error");
  });

  test("Swagger 2 is upgraded, and what is wrong keeps its place", async () => {
    const swagger = `swagger: "2.0"
info: { title: T, version: "1" }
host: example.com
paths:
  /things:
    post:
      operationId: addThing
      schemes: [https]
      parameters: [{ $ref: "#/parameters/thing" }]
      responses: { 200: { description: "", schema: { $ref: "#/definitions/Thing" } } }
    get:
      operationId: listThings
      parameters: [{ name: ids, in: query, type: array, items: { type: string }, collectionFormat: multi }]
      responses: { 200: { description: "", schema: { type: array, items: { $ref: "#/definitions/Thing" } } } }
parameters:
  thing: { in: body, name: body, schema: { $ref: "#/definitions/Thing" } }
definitions:
  Thing: { type: object, required: [id], properties: { id: { type: string, x-nullable: true }, size: { type: integer, minimum: wide } } }
`;
    const files = { "openapi.yaml": swagger };
    expect(await warned(files)).toContain("openapi.yaml:18:128 - warning: `minimum` is the text");
    expect(await types(files, "Thing", lenient)).toBe(
      "export interface Thing { readonly id: string | null; readonly size?: number; }",
    );
    expect(await types(files, "AddThingParams", lenient)).toContain("readonly id: string | null");
    expect(await types(files, "ListThingsResult", lenient)).toBe("export type ListThingsResult = readonly Thing[];");
  });

  test("forms of Swagger 2 keep all that is said of their fields", async () => {
    const field = (name: string, rest: object): object => ({ name, in: "formData", ...rest });
    const list = (collectionFormat?: string): object => ({
      type: "array",
      items: { type: "integer" },
      ...(collectionFormat === undefined ? {} : { collectionFormat }),
    });
    const operation = (operationId: string, parameters: readonly object[], rest: object = {}): object => ({
      post: { operationId, parameters, responses: { 200: { description: "Sent." } }, ...rest },
    });
    const files = {
      "openapi.yaml": {
        swagger: "2.0",
        info: { title: "T", version: "1" },
        parameters: { kind: field("kind", { type: "string", enum: ["a", "b"], required: true }) },
        paths: {
          "/form": operation("sendForm", [
            { $ref: "#/parameters/kind" },
            field("csv", list()),
            field("multi", list("multi")),
            field("pipes", list("pipes")),
            { name: "page", in: "query", type: "integer" },
          ]),
          "/file/{id}": {
            parameters: [{ name: "id", in: "path", required: true, type: "string" }, field("note", { type: "string" })],
            ...operation("sendFile", [field("file", { type: "file", description: "F." })], {
              consumes: ["multipart/form-data", "application/json"],
            }),
          },
          "/both": operation("sendBoth", [field("a", { type: "string" })], {
            consumes: ["application/x-www-form-urlencoded", "multipart/form-data"],
          }),
        },
        definitions: { Pet: { type: "object", discriminator: "kind", properties: { kind: { type: "string" } } } },
      },
    };
    const { model, problems } = await modelOf(files);
    expect(problems.all).toEqual([]);
    const of = (id: string) => model.operations.find((one) => one.id === id);
    expect(of("sendForm")).toMatchObject({
      parameters: [{ name: "page" }],
      body: {
        mediaType: "application/x-www-form-urlencoded",
        required: true,
        encoding: { csv: { style: "form" }, multi: { style: "exploded" }, pipes: { style: "pipeDelimited" } },
      },
    });
    expect(await types(files, "SendFormParams")).toBe(
      'export interface SendFormParams { readonly page?: number | undefined; readonly kind: "a" | "b"; readonly csv?: readonly number[] | undefined; readonly multi?: readonly number[] | undefined; readonly pipes?: readonly number[] | undefined; }',
    );
    expect(await types(files, "SendFileParams")).toBe(
      "export interface SendFileParams { readonly id: string; readonly note?: string | undefined; /** F. */ readonly file?: Blob | undefined; }",
    );
    expect(["sendFile", "sendBoth"].map((id) => of(id)?.body?.mediaType)).toEqual([
      "multipart/form-data",
      "multipart/form-data",
    ]);
  });
});

const tolerated: readonly (readonly [says: string, files: Files, want: string])[] = [
  [
    "a numeric version",
    { "openapi.yaml": "openapi: 3.1\ninfo: { title: T, version: 1 }\n" },
    "openapi.yaml:1:10 - warning: `openapi` is not a string",
  ],
  [
    "a response without a description",
    { "openapi.yaml": `${HEAD}paths: { /a: { get: { operationId: a, responses: { 200: {} } } } }\n` },
    "openapi.yaml:3:52 - warning: this response has no `description`",
  ],
  [
    "examples as an object",
    { "openapi.yaml": `${HEAD}components: { schemas: { A: { type: string, examples: { a: { value: x } } } } }\n` },
    "openapi.yaml:3:55 - warning: `examples` is an object where a list must stand",
  ],
  [
    "a flag for an exclusive bound",
    {
      "openapi.yaml": `${HEAD}components: { schemas: { A: { type: integer, minimum: 1, exclusiveMinimum: true } } }\n`,
    },
    "openapi.yaml:3:76 - warning: `exclusiveMinimum` is true where a number must stand",
  ],
  [
    "a pattern of another language",
    { "openapi.yaml": `${HEAD}components: { schemas: { A: { type: string, pattern: '(?P<x>a)' } } }\n` },
    "openapi.yaml:3:54 - warning: the pattern is no regular expression",
  ],
  [
    "a path parameter that is not described",
    one({}, "/things/{id}"),
    "warning: the path parameter {id} is not described",
  ],
  [
    "a path parameter that the path has not",
    one({ parameters: [{ name: "id", in: "path", required: true, schema: text }] }),
    "warning: the path has no {id}",
  ],
  ["a field that nobody knows", one({ colour: "red" }), "warning: an operation has no field `colour`"],
];

describe("what other tools let pass is a warning with its place, and an error with strict", () => {
  test.each(tolerated)("%s", async (_says, files, want) => {
    expect(await warned(files)).toContain(want);
    expect(await refusal(files)).toContain(want.replace("warning", "error"));
  });

  test("a reference in an extension or an example is not followed", async () => {
    const files = one({
      "x-code": { $ref: "./code.rb" },
      requestBody: { content: { "application/json": { example: { $ref: "./x.json" } } } },
    });
    expect(await warned(files)).toBe("");
  });

  test("a path parameter that nobody described is a string that has to be given", async () => {
    const files = one({}, "/things/{id}");
    expect(await types(files, "DoThingParams", lenient)).toBe(
      "export interface DoThingParams { readonly id: string; }",
    );
  });

  test("a reference that leads nowhere stays an error", async () => {
    expect(await refusal(one({ requestBody: { $ref: "#/nowhere" } }), lenient)).toContain(
      "error: the reference #/nowhere",
    );
  });
});

describe("documents of events", () => {
  const events = (rest: string): Files => ({ "asyncapi.yaml": rest });

  test("stand alone, with messages that are written into their channels", async () => {
    const { model } = await modelOf(
      events(
        "asyncapi: 3.0.0\ninfo: { title: E, version: '1' }\nchannels: { c: { address: a, messages: { hello: { payload: { type: object } } } } }\n",
      ),
      lenient,
    );
    expect([model.title, model.sources]).toEqual(["E", ["asyncapi.yaml"]]);
    expect(model.messages).toEqual([{ type: "hello", schemaName: "CHelloPayload" }]);
  });

  test("of version 2 are converted", async () => {
    const { model } = await modelOf(
      events(
        "asyncapi: 2.6.0\ninfo: { title: E, version: '1' }\nchannels: { a: { subscribe: { message: { name: hello, payload: { type: string } } } } }\n",
      ),
      lenient,
    );
    expect(model.messages.map(({ type }) => type)).toEqual(["hello"]);
    expect(model.schemas.map(({ schema: one }) => one)).toEqual([{ type: "string" }]);
  });

  test("may wrap schemas to name their format, listed ones too, which keep their names", async () => {
    const wrapped = (schema: object): object => ({ schemaFormat: "application/schema+json;version=draft-07", schema });
    const schemas = {
      Hello: wrapped({ type: "object", properties: { to: { $ref: "#/components/schemas/Name" } } }),
      Name: wrapped({ type: "string" }),
      Alias: wrapped({ $ref: "#/components/schemas/Name" }),
    };
    const messages = { hello: { payload: { $ref: "#/components/schemas/Hello" } } };
    const document = { asyncapi: "3.0.0", info: { title: "E", version: "1" }, components: { schemas, messages } };
    const { model, problems } = await modelOf({ "asyncapi.yaml": document });
    expect(problems.all.map((one) => `${one.message} ${one.origin.pointer}`)).toEqual([]);
    expect(model.messages).toEqual([{ type: "hello", schemaName: "Hello" }]);
    expect(model.schemas.map(({ name, schema }) => [name, schema])).toEqual([
      ["Alias", { $ref: "Name" }],
      ["Hello", { type: "object", properties: { to: { $ref: "Name" } } }],
      ["Name", { type: "string" }],
    ]);
  });

  test("may have schemas of other languages, which are anything", async () => {
    const given = events(
      "asyncapi: 3.0.0\ninfo: { title: E, version: '1' }\ncomponents: { messages: { m: { payload: { schemaFormat: application/vnd.apache.avro, schema: { $ref: 'https://x.example/a.avsc' } } } } }\n",
    );
    expect(await warned(given)).toContain(
      "asyncapi.yaml:3:57 - warning: a schema in application/vnd.apache.avro is not read",
    );
  });
});
