import { expect, test } from "vitest";
import { emitAll } from "../../codegen/emit/index.js";
import { compile, project } from "./support/compile.js";
import { type Files, modelOf, openapi, withSchemas } from "./support/describe.js";
import { guardsOf, load } from "./support/guards.js";
import { json, ok, one, text } from "./support/operation.js";

/** Whatever could end a comment, a text, a template or a line, and do something after it. */
const EVIL =
  "*/ globalThis.evil = 1; /* `${globalThis.evil = 2}` \" ' \\ \u2028 \r\n \r globalThis.evil = 3 // {@link }";
/** A key that sets a prototype where it is not written with care. */
const proto = (value: unknown): unknown => JSON.parse(`{"__proto__":${JSON.stringify(value)}}`);

const object = (properties: object, rest: object = {}): object => ({ type: "object", properties, ...rest });
const query = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: "query", schema: text })),
});
const operations = (...ids: readonly string[]): Files => ({
  "openapi.yaml": openapi({
    paths: Object.fromEntries(ids.map((id, n) => [`/p${n}`, { get: { operationId: id, responses: ok(text) } }])),
  }),
});
const nested = (levels: number): object =>
  levels === 0
    ? text
    : levels % 2 === 0
      ? { type: "array", items: nested(levels - 1) }
      : object({ a: nested(levels - 1) });

const descriptions: Readonly<Record<string, Files>> = {
  "texts that try to leave the comment or literal they stand in": {
    "openapi.yaml": {
      openapi: "3.1.0",
      info: { title: EVIL, version: EVIL },
      "x-limits": { waitMs: { value: 1, unit: "ms", meaning: EVIL, appliesTo: EVIL } },
      "x-tables": { table: { description: EVIL, value: { [EVIL]: EVIL } } },
      "x-error-codes": { [EVIL]: { condition: EVIL, advice: EVIL } },
      paths: {
        "/a": {
          post: {
            operationId: EVIL,
            summary: EVIL,
            description: EVIL,
            "x-undocumented": EVIL,
            "x-error-codes": [EVIL],
            parameters: [{ name: EVIL, in: "query", description: EVIL, schema: { default: EVIL, enum: [EVIL] } }],
            requestBody: json(
              object({ [`${EVIL}x`]: { ...text, description: EVIL, default: EVIL, pattern: "/`\\*/" } }),
            ),
            responses: ok({ const: EVIL }),
          },
        },
      },
      components: {
        schemas: {
          A: {
            ...object({ [EVIL]: { const: EVIL } }),
            description: EVIL,
            title: EVIL,
            required: [EVIL],
            default: EVIL,
          },
          [EVIL]: { type: "string", pattern: EVIL.replace(/[*+?{}()]/g, "\\$&"), enum: [EVIL, "b"] },
        },
      },
    },
    "asyncapi.yaml": {
      asyncapi: "3.0.0",
      info: { title: EVIL, version: EVIL },
      components: { messages: { m: { name: EVIL, payload: text, "x-family": EVIL } } },
    },
    "assumptions.yaml": JSON.stringify([
      { key: EVIL, unknown: EVIL, alternatives: { [EVIL]: EVIL }, default: EVIL, scope: [EVIL], unit: EVIL },
    ]),
  },
  "a path with a star at its end": one({}, "/files/*"),
  "a path with quotes and a template": one(
    { parameters: [{ name: "globalThis.evil = 4", in: "path", required: true, schema: text }] },
    "/a`${globalThis.evil = 4}\"'\\/*/",
  ),
  "names of parameters in other alphabets or none": one(
    query("class", "a-b", "a_b", "日本", "x²", "1st", "$filter", "filter[a]", "٣", ""),
  ),
  "names of operations in other alphabets, or that are words of the language": operations(
    ..."constructor toString 名前 m² 1st undefined arguments async eval __proto__ globalThis e\u0301 NaN".split(" "),
    "get a thing!",
  ),
  "names of schemas that code has a use for": withSchemas(
    Object.fromEntries(
      ["Issue", "Guard", "ShapeError", "Object", "Promise", "string", "T", "Call", "Record", "名前", "m²", "1st", "٣"]
        .concat("_", "Array", "ReadonlySet", "Set", "Number", "Operation", "brand", "any", "e\u0301", "explain", "Pick")
        .map((name) => [name, object({ [name]: { $ref: "#/components/schemas/Set" } })]),
    ),
  ),
  "schemas that are called as parts of an operation": one(
    {
      ...query("a"),
      requestBody: json({ type: "array", items: text }),
      responses: ok({ items: { $ref: "#/components/schemas/DoThingBody" } }),
    },
    "/things",
    "post",
    {
      components: {
        schemas: { DoThingBody: object({}), DoThingA: text, DoThingAnswer200: text, $DoThingBody_1: text },
      },
    },
  ),
  "a prototype as data": {
    "openapi.yaml": openapi({
      "x-tables": { table: { inner: proto({ a: 1 }) }, __proto__x: 1 },
      "x-error-codes": proto({ condition: "" }),
      components: {
        schemas: { A: { const: proto({ a: 1 }) }, B: { enum: [proto(1), "b"] }, C: { default: proto(1) } },
      },
    }),
  },
  "a body that is a map beside a parameter of another type": one(
    {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "boolean" } }],
      requestBody: json(object({ a: text }, { additionalProperties: { type: "number" } })),
    },
    "/things/{id}",
  ),
  "constants of every kind": withSchemas({
    A: { enum: [] },
    B: { const: -0 },
    C: { const: 1e21 },
    D: { enum: [-1, 1.5, 1e-7, [], {}, [[1]], { a: { b: null } }] },
    E: { type: "integer", enum: [1, 2], "x-open": true },
    F: { const: "a", enum: ["a", "b"], type: ["string", "null"], minLength: 1, properties: { x: { const: 1 } } },
    G: { const: "a", enum: ["b"] },
    H: { type: "object", oneOf: [{ type: "string", enum: ["auto"] }, object({ a: text })] },
  }),
  "schemas that contain themselves in every way a value can": withSchemas({
    List: { type: "array", items: { $ref: "#/components/schemas/List" } },
    Map: { type: "object", additionalProperties: { $ref: "#/components/schemas/Map" } },
    Union: { anyOf: [text, { type: "array", items: { $ref: "#/components/schemas/Union" } }] },
    Both: { allOf: [object({ x: { $ref: "#/components/schemas/Both" } }), object({ y: text })] },
    Tuple: { type: "array", prefixItems: [text, { $ref: "#/components/schemas/Tuple" }] },
  }),
  "a schema of four hundred levels": withSchemas({ A: nested(400) }),
};

test("whatever a description holds, what comes of it compiles, and does nothing when it is loaded", async () => {
  const models = await Promise.all(Object.values(descriptions).map(async (files) => (await modelOf(files)).model));
  const emitted = models.map((model, n) => [`d${n}`, emitAll(model, { runtime: "../abi/index.js" })] as const);
  expect(await compile(await project(Object.fromEntries(emitted)), "7.0")).toBe("");
  for (const model of models) {
    for (const entry of ["validators.ts", "routes.ts", "tables.ts", "validators/schemas.ts"]) await load(model, entry);
  }
  expect(globalThis).not.toHaveProperty("evil");
}, 60_000);

test("data keeps a key that elsewhere sets a prototype", async () => {
  const { model } = await modelOf(descriptions["a prototype as data"] ?? {});
  const { table, errorCodes } = await load(model, "tables.ts");
  expect(JSON.stringify([table, errorCodes])).toBe('[{"inner":{"__proto__":{"a":1}}},{"__proto__":{"condition":""}}]');
  const { isA, isB } = (await load(model, "validators/guards.ts")) as Record<string, (value: unknown) => boolean>;
  expect([isA?.(proto({ a: 1 })), isA?.({}), isB?.(proto(1)), isB?.(proto(2))]).toEqual([true, false, true, false]);
});

test.each([
  ["/", "a/b", "ab"],
  ["^\n$", "\n", "n"],
  ["^[/\\]]$", "]", "a"],
  ["^\\/$", "/", "\\"],
  ["^\\u{1F600}$", "😀", "u"],
  ["`\\$\\{x\\}`", "`${x}`", "x"],
  ["^\u2028$", "\u2028", "\n"],
  ["^a\\\\/b$", "a\\/b", "a/b"],
  ["^[^\\]/]+$", "a", "/"],
  ["^\\p{Lu}+$", "É", "é"],
  ["^(?<!a)b$", "b", "ab"],
  ["", "anything", undefined],
  ["^\\_\\@\\-a$", "_@-a", "\\_@-a"],
  ["^[\\w\\-\\_\\ ]+$", "a-_ b", "\\"],
  ["^a\\\nb$", "a\nb", "anb"],
] as const)("the pattern %j means in the guard what it says", async (pattern, yes, no) => {
  const { A } = await guardsOf({ A: { type: "string", pattern } });
  expect(A?.(yes)).toBe(true);
  if (no !== undefined) expect(A?.(no)).toBe(false);
  const { B } = await guardsOf({
    B: { type: "object", patternProperties: { [pattern]: { const: 1 } }, additionalProperties: false },
  });
  expect([B?.({ [yes]: 1 }), B?.({ [yes]: 2 })]).toEqual([true, false]);
  if (no !== undefined) expect(B?.({ [no]: 1 })).toBe(false);
});
