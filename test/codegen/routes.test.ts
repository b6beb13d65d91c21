import { describe, expect, test } from "vitest";
import { declaration, fileOf, modelOf } from "./support/describe.js";
import { json, ok, one, text, types } from "./support/operation.js";
import { descriptorFields } from "../../codegen/emit/routes.js";

/** What a route function hands to its caller, for one operation. */
async function descriptor(...given: Parameters<typeof one>): Promise<Record<string, unknown>> {
  const { model } = await modelOf(one(...given));
  const [operation] = model.operations;
  if (operation === undefined) throw new Error("no operation");
  return descriptorFields(operation);
}

const table: readonly (readonly [says: string, given: Parameters<typeof one>, want: object])[] = [
  ["the least there is", [{}], { id: "doThing", method: "POST", path: "/things", retry: "never" }],
  [
    "a read is safe to repeat unless told otherwise",
    [{}, "/things", "get"],
    { id: "doThing", method: "GET", path: "/things", retry: "safe" },
  ],
  [
    "path parameters in template order, renamed by x-name",
    [
      {
        parameters: [
          { name: "coisa", in: "path", required: true, schema: text, "x-name": "thingId" },
          { name: "lugar", in: "path", required: true, schema: text, "x-name": "aPlaceId" },
        ],
      },
      "/{lugar}/things/{coisa}",
    ],
    {
      id: "doThing",
      method: "POST",
      path: "/{lugar}/things/{coisa}",
      pathParams: { lugar: "aPlaceId", coisa: "thingId" },
      retry: "never",
    },
  ],
  [
    "query and header parameters; lists are repeated unless they explode into commas",
    [
      {
        parameters: [
          { name: "tag", in: "query", schema: { type: "array", items: text } },
          { name: "families", in: "query", explode: false, schema: { type: "array", items: text } },
          { name: "x-mark", in: "header", schema: text },
        ],
      },
    ],
    {
      id: "doThing",
      method: "POST",
      path: "/things",
      queryParams: { families: "families", tag: "tag" },
      repeated: ["tag"],
      headerParams: { "x-mark": "xMark" },
      retry: "never",
    },
  ],
  [
    "values that are neither texts nor lists say how they are written",
    [
      {
        parameters: [
          { name: "deep", in: "query", style: "deepObject", schema: { type: "object" } },
          { name: "fields", in: "query", schema: { anyOf: [text, { properties: { a: text } }] } },
          { name: "blanks", in: "query", style: "spaceDelimited", schema: { type: ["array", "null"] } },
          { name: "bars", in: "query", style: "pipeDelimited", schema: { items: text } },
          { name: "pairs", in: "query", style: "pipeDelimited", explode: true, schema: { type: "array" } },
          { name: "json", in: "query", content: { "application/json": { schema: { type: "array" } } } },
          { name: "plain", in: "query", style: "spaceDelimited", schema: text },
        ],
      },
    ],
    {
      id: "doThing",
      method: "POST",
      path: "/things",
      queryParams: {
        bars: "bars",
        blanks: "blanks",
        deep: "deep",
        fields: "fields",
        json: "json",
        pairs: "pairs",
        plain: "plain",
      },
      repeated: ["pairs"],
      styles: { bars: "pipeDelimited", blanks: "spaceDelimited", deep: "deepObject", fields: "exploded", json: "json" },
      retry: "never",
    },
  ],
  [
    "a body of fields",
    [{ requestBody: json({ type: "object", properties: { a: text } }) }],
    { id: "doThing", method: "POST", path: "/things", body: "optional", retry: "never" },
  ],
  [
    "a body that is not an object is one parameter",
    [{ requestBody: json({ type: "array", items: text }) }],
    { id: "doThing", method: "POST", path: "/things", body: true, bodyParam: "body", retry: "never" },
  ],
  [
    "a body of fields and whatever else is one parameter, since what else might be a parameter's name",
    [{ requestBody: json({ type: "object", properties: { a: text }, additionalProperties: text }) }],
    { id: "doThing", method: "POST", path: "/things", body: true, bodyParam: "body", retry: "never" },
  ],
  [
    "any media type is JSON where it is sent and where it is asked for",
    [
      {
        requestBody: { content: { "*/*": { schema: { type: "object", properties: { a: text } } } } },
        responses: { "200": { description: "", content: { "*/*": { schema: text } } } },
      },
    ],
    { id: "doThing", method: "POST", path: "/things", body: "optional", retry: "never" },
  ],
  [
    "a body that is not JSON says what it is",
    [{ requestBody: { content: { "text/plain": { schema: text } } } }],
    {
      id: "doThing",
      method: "POST",
      path: "/things",
      body: true,
      bodyParam: "body",
      bodyType: "text/plain",
      retry: "never",
    },
  ],
  [
    "what the runtime has to know besides",
    [
      {
        "x-retry": "with-client-ref",
        "x-idempotency-key": "ref",
        "x-urgent": true,
        "x-placement": { revision: "revisionPlace" },
        "x-route-assumption": "whereItIs",
        security: [],
      },
    ],
    {
      id: "doThing",
      method: "POST",
      path: "/things",
      retry: "with-client-ref",
      idempotencyKey: "ref",
      auth: false,
      placement: { revision: "revisionPlace" },
      routeAssumption: "whereItIs",
      urgent: true,
    },
  ],
  [
    "an answer that is not JSON is asked for by name",
    [{ responses: { "200": { description: "", content: { "text/csv": { schema: text } } } } }],
    { id: "doThing", method: "POST", path: "/things", retry: "never", accept: "text/csv" },
  ],
  [
    "an answer that may be JSON is asked for as JSON",
    [{ responses: { ...ok(text), "202": { description: "", content: { "text/csv": { schema: text } } } } }],
    { id: "doThing", method: "POST", path: "/things", retry: "never" },
  ],
];

describe("an operation becomes data", () => {
  test.each(table)("%s", async (_says, given, want) => {
    expect(await descriptor(...given)).toEqual(want);
  });

  test("a transport header is nobody's parameter", async () => {
    const found = await descriptor({
      parameters: [{ name: "x-version", in: "header", schema: text, "x-transport": true }],
    });
    expect(found).not.toHaveProperty("headerParams");
  });
});

describe("an operation becomes a function", () => {
  const files = one({
    summary: "Does it.",
    description: "At once.",
    "x-error-codes": ["B", "A"],
    "x-possible-codes": ["C"],
    "x-tensions": "at once, and later",
    "x-undocumented": "when is not known",
    parameters: [{ name: "limit", in: "query", schema: { type: "integer", default: 5 }, description: "How many." }],
    requestBody: { required: true, ...json({ type: "object", required: ["a"], properties: { a: text, b: text } }) },
    responses: ok({ type: "object", properties: { id: text } }),
  });

  test("with one flat parameter object, a result and its codes", async () => {
    expect(declaration(await fileOf("routes.ts", files), "doThing(?=\\()").replace(/\s+/g, " ")).toBe(
      "export function doThing( client: Caller, params: T.DoThingParams, options?: CallOptions, ): " +
        "Call<T.DoThingResult, T.DoThingCode> { return send$(client, doThingOperation, params, options); }",
    );
    expect(await types(files, "DoThingParams")).toContain(
      "readonly limit?: number | undefined; readonly a: string; readonly b?: string | undefined;",
    );
    expect(await types(files, "DoThingResult")).toContain("readonly id?: string; }");
  });

  test("ERR-10 its codes are those documented for it and those that may come too, and stay open", async () => {
    expect(await types(files, "DoThingCode")).toBe('export type DoThingCode = "A" | "B" | "C" | (string & {});');
    expect(await fileOf("types.ts", one({}))).not.toContain("DoThingCode");
  });

  test("whose doc comment tells summary, refusals and source", async () => {
    const routes = await fileOf("routes.ts", files);
    for (const part of [
      " * Does it.",
      " * At once.",
      " * Not documented: when is not known.",
      " * Statements disagree: at once, and later.",
      " * Refused with `A`, `B`. Possible, though not documented here: `C`.",
      " * @see openapi.yaml#/paths/~1things/post",
    ]) {
      expect(routes).toContain(part);
    }
    expect(await fileOf("types.ts", files)).toContain("   * How many.\n   *\n   * @defaultValue `5`");
  });

  test("that can be called without parameters exactly when none is needed", async () => {
    const bare = async (operation: object): Promise<boolean> =>
      (await fileOf("routes.ts", one(operation))).includes("params: T.DoThingParams = {}");
    const body = (required: boolean, schema: object): object => ({ requestBody: { required, ...json(schema) } });
    expect(await bare({})).toBe(true);
    expect(await bare({ parameters: [{ name: "q", in: "query", schema: text }] })).toBe(true);
    expect(await bare({ parameters: [{ name: "q", in: "query", required: true, schema: text }] })).toBe(false);
    expect(await bare(body(false, { type: "object", properties: { a: text } }))).toBe(true);
    expect(await bare(body(false, { type: "object", required: ["a"], properties: { a: text } }))).toBe(false);
    expect(await bare(body(true, { type: "object", properties: { a: text } }))).toBe(false);
  });

  test("an optional body with required fields is all there or not there", async () => {
    const body = json({ type: "object", required: ["a"], properties: { a: text, b: text } });
    expect(await types(one({ requestBody: body }), "DoThingParams")).toBe(
      "export type DoThingParams = ({ readonly a: string; readonly b?: string | undefined; } | { readonly a?: undefined; readonly b?: undefined });",
    );
  });

  test("results: no content is void, several answers are a union, only 2xx count", async () => {
    const result = (responses: object): Promise<string> => types(one({ responses }), "DoThingResult");
    expect(await result({ "204": { description: "" } })).toBe("export type DoThingResult = void;");
    expect(await result({ "200": { description: "", ...json(text) }, "204": { description: "" } })).toBe(
      "export type DoThingResult = string | undefined;",
    );
    expect(
      await result({
        "2XX": { description: "", ...json(text) },
        "404": { description: "", ...json({ type: "number" }) },
      }),
    ).toBe("export type DoThingResult = string;");
    expect(await result({ default: { description: "", ...json(text) } })).toBe("export type DoThingResult = string;");
  });

  test("a stream is opened instead of awaited", async () => {
    const stream = one(
      { responses: { "200": { description: "", content: { "text/event-stream": { schema: text } } } } },
      "/things",
      "get",
    );
    expect(declaration(await fileOf("routes.ts", stream), "doThing(?=\\()")).toContain(
      "return open$(client, doThingOperation, params, options);",
    );
  });

  test("the answer may depend on the field that is sent", async () => {
    const answer = one(
      {
        requestBody: {
          required: true,
          ...json({ type: "object", properties: { move: text, name: text }, "x-exclusive": [["move"], ["name"]] }),
        },
        responses: ok({ anyOf: [{ $ref: "#/components/schemas/Moved" }, { $ref: "#/components/schemas/Changed" }] }),
        "x-answer-by": { move: "Moved", otherwise: "Changed" },
      },
      "/things",
      "post",
      { components: { schemas: { Moved: { type: "object" }, Changed: { type: "object" } } } },
    );
    const routes = (await fileOf("routes.ts", answer)).replace(/\s+/g, " ");
    expect(routes).toContain(
      "params: T.DoThingParams & { readonly move: unknown }, options?: CallOptions, ): Call<T.Moved>;",
    );
    expect(routes).toContain(
      "params: T.DoThingParams & { readonly move?: never }, options?: CallOptions, ): Call<T.Changed>;",
    );
  });
});
