import { describe, expect, test } from "vitest";
import { fileOf, type Files, openapi, withSchemas } from "./support/describe.js";
import { descriptor, json, object, ok, one, ref, text, types } from "./support/operation.js";

const lenient = { strict: false } as const;
const parameter = (name: string, place: string, rest: object): object => ({
  parameters: [{ name, in: place, required: true, schema: text, ...rest }],
});
const body = (mediaType: string, schema?: object, rest: object = {}): object => ({
  requestBody: { required: true, content: { [mediaType]: { ...(schema === undefined ? {} : { schema }), ...rest } } },
});
const answers = (content: object): object => ({ responses: { 200: { description: "", content } } });
const binary = { type: "string", format: "binary" };

const typed: readonly (readonly [says: string, files: Files, name: string, want: string])[] = [
  [
    "bytes are sent as a Blob",
    one(body("application/octet-stream", binary)),
    "DoThingParams",
    "export interface DoThingParams { readonly body: Blob | ReadableStream<Uint8Array>; }",
  ],
  [
    "bytes without a schema too",
    one(body("image/png")),
    "DoThingParams",
    "export interface DoThingParams { readonly body: Blob | ReadableStream<Uint8Array>; }",
  ],
  [
    "bytes are answered as a Blob",
    one(answers({ "application/pdf": {} })),
    "DoThingResult",
    "export type DoThingResult = Blob;",
  ],
  [
    "bytes as 3.1 says it",
    one(body("multipart/form-data", object({ a: { type: "string", contentMediaType: "image/png" } }))),
    "DoThingParams",
    "export interface DoThingParams { readonly a?: Blob | undefined; }",
  ],
  [
    "text in base64 is text",
    one(
      body(
        "multipart/form-data",
        object({ a: { type: "string", contentEncoding: "base64", contentMediaType: "image/png" } }),
      ),
    ),
    "DoThingParams",
    "export interface DoThingParams { readonly a?: string | undefined; }",
  ],
  [
    "text is answered as text",
    one(answers({ "text/csv": {} })),
    "DoThingResult",
    "export type DoThingResult = string;",
  ],
  [
    "JSON is asked for where there is a choice",
    one(
      answers({
        "application/xml": { schema: object({}) },
        "application/json": { schema: object({ a: text }, ["a"]) },
      }),
    ),
    "DoThingResult",
    "export type DoThingResult = { readonly a: string; };",
  ],
  [
    "fields of a form are parameters",
    one(body("application/x-www-form-urlencoded", object({ a: text }, ["a"]))),
    "DoThingParams",
    "export interface DoThingParams { readonly a: string; }",
  ],
  [
    "a multipart body with a file and a list of them",
    one(body("multipart/form-data", object({ file: binary, more: { type: "array", items: binary } }, ["file"]))),
    "DoThingParams",
    "export interface DoThingParams { readonly file: Blob; readonly more?: readonly Blob[] | undefined; }",
  ],
  [
    "media types with schemas of their own are told apart by what is sent",
    one({
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: object({ url: text }, ["url"]) },
          "multipart/form-data": { schema: object({ file: binary }, ["file"]) },
        },
      },
    }),
    "DoThingParams",
    'export type DoThingParams = { readonly body: { readonly url: string; }; readonly contentType?: "application/json" | undefined; } | { readonly body: { readonly file: Blob; }; readonly contentType: "multipart/form-data"; };',
  ],
  [
    "media types with one schema are not",
    one({
      requestBody: {
        content: {
          "application/json": { schema: object({ a: text }) },
          "application/x-www-form-urlencoded": { schema: object({ a: text }) },
        },
      },
    }),
    "DoThingParams",
    "export interface DoThingParams { readonly a?: string | undefined; }",
  ],
  [
    "a cookie is a parameter",
    one(parameter("session", "cookie", {})),
    "DoThingParams",
    "export interface DoThingParams { readonly session: string; }",
  ],
  [
    "failures by status, range and default",
    one({
      responses: {
        ...ok(text),
        404: { description: "Not here.", ...json(object({ a: text })) },
        "5XX": { description: "", ...json(text) },
        default: { description: "", ...json({ type: "number" }) },
      },
    }),
    "DoThingErrors",
    'export interface DoThingErrors { /** Not here. */ readonly 404: { readonly a?: string; }; readonly "5XX": string; readonly default: number; }',
  ],
  [
    "a deprecated parameter",
    one(parameter("a", "query", { deprecated: true })),
    "DoThingParams",
    "export interface DoThingParams { /** @deprecated Marked so in the description. */ readonly a: string; }",
  ],
  [
    "a discriminator with a mapping narrows, though the variants have plain texts",
    withSchemas({
      Pet: {
        oneOf: [ref("Cat"), ref("Dog")],
        discriminator: { propertyName: "kind", mapping: { c: "#/components/schemas/Cat", k: "Cat" } },
      },
      Cat: object({ kind: text }, ["kind"]),
      Dog: object({ kind: text }, ["kind"]),
    }),
    "Pet",
    'export type Pet = (Cat & { readonly kind: "c" | "k" }) | (Dog & { readonly kind: "Dog" });',
  ],
  [
    "a discriminator adds nothing to variants with constants",
    withSchemas({
      Pet: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
      Cat: object({ kind: { const: "Cat" } }, ["kind"]),
      Dog: object({ kind: { const: "Dog" } }, ["kind"]),
    }),
    "Pet",
    "export type Pet = Cat | Dog;",
  ],
];

describe("types", () => {
  test.each(typed)("%s", async (_says, files, name, want) => {
    expect(await types(files, name, lenient)).toBe(want);
  });
});

const array = { schema: { type: "array", items: text } };
const map = { schema: object({ a: text }) };

const written: readonly (readonly [says: string, files: Files, want: object])[] = [
  ["a list in the path", one(parameter("a", "path", array), "/{a}"), {}],
  ["an object in the path", one(parameter("a", "path", map), "/{a}"), { styles: { a: "simple" } }],
  [
    "an object in the path, spelled out",
    one(parameter("a", "path", { ...map, explode: true }), "/{a}"),
    { styles: { a: "simpleExploded" } },
  ],
  ["a label", one(parameter("a", "path", { style: "label" }), "/{a}"), { styles: { a: "label" } }],
  [
    "a matrix, spelled out",
    one(parameter("a", "path", { style: "matrix", explode: true }), "/{a}"),
    { styles: { a: "matrixExploded" } },
  ],
  ["a list in the query", one(parameter("a", "query", array)), { repeated: ["a"] }],
  ["an object in the query", one(parameter("a", "query", map)), { styles: { a: "exploded" } }],
  [
    "an object in one pair of the query",
    one(parameter("a", "query", { ...map, explode: false })),
    { styles: { a: "form" } },
  ],
  ["a deep object", one(parameter("a", "query", { ...map, style: "deepObject" })), { styles: { a: "deepObject" } }],
  [
    "bars",
    one(parameter("a", "query", { ...array, style: "pipeDelimited", explode: false })),
    { styles: { a: "pipeDelimited" } },
  ],
  [
    "an object with bars",
    one(parameter("a", "query", { ...map, style: "pipeDelimited", explode: false })),
    { styles: { a: "pipeDelimited" } },
  ],
  ["reserved characters", one(parameter("a", "query", { allowReserved: true })), { reserved: ["a"] }],
  ["an object in a header", one(parameter("a", "header", map)), { headerParams: { a: "a" }, styles: { a: "simple" } }],
  ["a cookie", one(parameter("a", "cookie", {})), { cookieParams: { a: "a" } }],
  ["JSON in a cookie", one({ parameters: [{ name: "a", in: "cookie", ...json({}) }] }), { styles: { a: "json" } }],
  [
    "a body of bytes",
    one(body("application/octet-stream")),
    { bodyParam: "body", bodyType: "application/octet-stream" },
  ],
  [
    "a form with fields of other kinds",
    one(
      body("multipart/form-data", object({ a: text, b: map.schema }), {
        encoding: { a: { contentType: "image/png" }, b: { explode: false } },
      }),
    ),
    {
      body: true,
      bodyType: "multipart/form-data",
      encoding: { a: { contentType: "image/png" }, b: { style: "form" } },
    },
  ],
  [
    "security of its own",
    one({ security: [{ key: [] }, { oauth: ["read"] }] }),
    { security: [{ key: [] }, { oauth: ["read"] }] },
  ],
  ["no security", one({ security: [] }), { auth: false }],
];

describe("what a client is told", () => {
  test.each(written)("%s", async (_says, files, want) => {
    expect(await descriptor(files)).toMatchObject(want);
  });
});

const both = one(
  {
    responses: {
      200: {
        description: "",
        content: { "application/json": { schema: object({ a: text }) }, "text/event-stream": { schema: ref("Piece") } },
      },
    },
  },
  "/things",
  "post",
  { components: { schemas: { Piece: object({ delta: text }, ["delta"]) } } },
);

describe("answers that can be read while they come", () => {
  const routes = async (files: Files): Promise<string> =>
    (await fileOf("routes.ts", files, lenient)).replace(/\s+/g, " ");

  test("JSON or events: one function for each, and a type and a guard of an event", async () => {
    const emitted = await routes(both);
    expect(emitted).toContain("return send$(client, doThingOperation, params, options);");
    expect(emitted).toContain(
      "export function doThingStream( client: StreamCaller, params: T.DoThingParams = {}, options?: StreamOptions, ): Promise<StreamAnswer>",
    );
    expect(emitted).toMatch(/doThingStreamOperation: Operation = \{[^}]*accept: "text\/event-stream"/);
    expect(await types(both, "DoThingEvent", lenient)).toBe("export type DoThingEvent = Piece;");
    expect(await fileOf("validators/operations.ts", both, lenient)).toContain("event: isPiece");
  });

  test("bytes: the second function sends what the first does", async () => {
    const emitted = await routes(one(answers({ "application/pdf": {} })));
    expect(emitted).toContain("return send$(client, doThingOperation, params, options);");
    expect(emitted).toContain("return open$(client, doThingOperation, params, options);");
  });

  test("JSON alone: there is no second function", async () => {
    expect(await routes(one({ responses: ok(text) }))).not.toContain("Stream");
  });
});

test("an operation without failures that are described has no type for them", async () => {
  const files = {
    "openapi.yaml": openapi({
      paths: { "/a": { get: { operationId: "getA", responses: { ...ok(text), 404: { description: "" } } } } },
    }),
  };
  await expect(types(files, "GetAErrors")).rejects.toThrow("GetAErrors is not declared");
});
