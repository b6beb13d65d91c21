import { createCaller } from "svc-apps/rest";
import { describe, expect, test, vi } from "vitest";
import { emitAll } from "../../codegen/emit/index.js";
import { compile, project } from "./support/compile.js";
import { modelOf, openapi, type DescribeOptions } from "./support/describe.js";
import { load } from "./support/guards.js";
import { json, object, one, ref, text, types } from "./support/operation.js";

const parameter = (name: string, place: string, required = false): object => ({
  name,
  in: place,
  required,
  schema: text,
});
const lenient = { strict: false } as const;

/** A call of the only function of a document, as it leaves. */
async function sent(files: ReturnType<typeof one>, params: object, options: DescribeOptions = lenient) {
  const { model } = await modelOf(files, options);
  const routes = await load(model, "routes.ts");
  const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 204 }));
  try {
    const call = routes["doThing"] as (client: unknown, params: object) => Promise<unknown>; // an emitted function
    await call(createCaller({ baseUrl: "https://api.example" }), params);
    const [url, init] = fetched.mock.calls[0] ?? [];
    const request = new Request(url ?? "", init);
    return {
      path: request.url.replace("https://api.example", ""),
      header: request.headers.get("x-id"),
      text: await request.text(),
    };
  } finally {
    fetched.mockRestore();
  }
}

const thing = (fields: object, parameters: readonly object[] = [], required: readonly string[] = []) =>
  one(
    {
      parameters: [parameter("id", "path", true), ...parameters],
      requestBody: { required: true, ...json(object(fields, required)) },
      responses: { "204": { description: "" } },
    },
    "/things/{id}",
  );

describe("the parameters of a call, flat", () => {
  test("a field of the body that has the name of a parameter is called after the body", async () => {
    expect(await types(thing({ id: text, name: text }), "DoThingParams", lenient)).toBe(
      "export interface DoThingParams { readonly id: string; readonly bodyId?: string | undefined; readonly name?: string | undefined; }",
    );
    expect(await sent(thing({ id: text, name: text }), { id: "a", bodyId: "b", name: "c" })).toMatchObject({
      path: "/things/a",
      text: '{"id":"b","name":"c"}',
    });
  });

  test("a call written for fewer optional fields goes on compiling, and sends the same", async () => {
    const before = thing({ name: text });
    const after = thing({ name: text, id: text, bodyId: text });
    const call = { id: "a", name: "c" };
    expect(await sent(after, call)).toEqual(await sent(before, call));
    const emitted = emitAll((await modelOf(after, lenient)).model, { runtime: "../abi/index.js" });
    const uses = `import type { DoThingParams } from "./after/types.js";\nexport const params: DoThingParams = ${JSON.stringify(call)};\n`;
    expect(await compile(await project({ after: emitted }, { "uses.ts": uses }), "7.0")).toEqual("");
  });

  test("fields are renamed wherever a composed body has them, and required ones stay required", async () => {
    const files = one(
      {
        parameters: [parameter("id", "query", true)],
        requestBody: { required: true, ...json({ allOf: [ref("Base"), object({ size: text })] }) },
        responses: {},
      },
      "/things",
      "post",
      { components: { schemas: { Base: object({ id: text, name: text }, ["id"]) } } },
    );
    expect(await types(files, "DoThingParams", lenient)).toBe(
      "export type DoThingParams = { readonly id: string; } & (Fields$<{ readonly bodyId: string; readonly name?: string | undefined; } & { readonly size?: string | undefined; }>);",
    );
    const { model } = await modelOf(files, lenient);
    expect(model.operations[0]?.needs).toEqual(["bodyId", "id"]);
  });
});

describe("the parameters of a call, grouped", () => {
  const grouped = { params: "grouped", ...lenient } as const;
  const all = (fields: object): ReturnType<typeof one> =>
    thing(fields, [parameter("id", "query"), parameter("x-id", "header"), parameter("sid", "cookie", true)]);

  test("are one object with an object for each place", async () => {
    expect(await types(all({ id: text }), "DoThingParams", grouped)).toBe(
      "export interface DoThingParams { readonly path: { readonly id: string; }; readonly query?: { readonly id?: string | undefined; } | undefined; readonly headers?: { readonly xId?: string | undefined; } | undefined; readonly cookies: { readonly sid: string; }; readonly body: { readonly id?: string | undefined; }; }",
    );
  });

  test("go where they are put, whatever names they share", async () => {
    const params = {
      path: { id: "p" },
      query: { id: "q" },
      headers: { xId: "h" },
      cookies: { sid: "c" },
      body: { id: "b" },
    };
    expect(await sent(all({ id: text }), params, grouped)).toEqual({
      path: "/things/p?id=q",
      header: "h",
      text: '{"id":"b"}',
    });
  });

  test("are refused by the names that they are written with", async () => {
    const params = { path: { id: "p" }, cookies: {}, body: {} };
    await expect(sent(all({ id: text }), params, grouped)).rejects.toThrow("doThing: cookie.sid is missing");
  });

  test.each([
    ["further properties", { additionalProperties: text }],
    ["no properties", {}],
    ["a list", { type: "array", items: text }],
  ])("keep their form for a body with %s", async (_name, schema) => {
    const files = thing({}, []);
    const changed = one(
      {
        parameters: [parameter("id", "path", true)],
        requestBody: { required: true, ...json({ type: "object", ...schema }) },
        responses: {},
      },
      "/things/{id}",
    );
    for (const one of [files, changed])
      expect(await types(one, "DoThingParams", grouped)).toMatch(
        /^export interface DoThingParams \{ readonly path: \{ readonly id: string; \}; readonly body: .*; \}$/,
      );
  });

  test("fill in the key of a repetition, in the body or in a header", async () => {
    const keyed = (extra: object, fields: object): ReturnType<typeof one> =>
      one({
        requestBody: json(object(fields)),
        "x-retry": "with-client-ref",
        responses: { "204": { description: "" } },
        ...extra,
      });
    const inBody = await sent(
      keyed({ "x-idempotency-key": "ref" }, { ref: text, a: text }),
      { body: { a: "1" } },
      grouped,
    );
    expect(JSON.parse(inBody.text)).toEqual({ a: "1", ref: expect.stringMatching(/^[\da-f-]{36}$/) });
    const inHeader = keyed({ "x-idempotency-key": "xId", parameters: [parameter("x-id", "header")] }, { a: text });
    expect((await sent(inHeader, { body: { a: "1" } }, grouped)).header).toMatch(/^[\da-f-]{36}$/);
  });

  test("compile where a body may have several forms, where nothing is needed, and where an answer depends on the body", async () => {
    const files = {
      "openapi.yaml": openapi({
        paths: {
          "/forms": {
            post: {
              operationId: "sendForms",
              parameters: [parameter("id", "query")],
              requestBody: {
                required: true,
                content: {
                  "application/json": { schema: object({ a: text }) },
                  "multipart/form-data": { schema: object({ b: text }) },
                },
              },
              responses: {},
            },
          },
          "/list": { get: { operationId: "list", parameters: [parameter("id", "query")], responses: {} } },
        },
      }),
    };
    const uses = `import type { Caller } from "./abi/index.js";
import { list, sendForms } from "./made/routes.js";
export const calls = (client: Caller) => [
  list(client), list(client, { query: { id: "a" } }),
  sendForms(client, { body: { a: "1" } }),
  sendForms(client, { query: { id: "a" }, body: { b: "1" }, contentType: "multipart/form-data" }),
];
`;
    const emitted = emitAll((await modelOf(files, grouped)).model, { runtime: "../abi/index.js" });
    expect(await compile(await project({ made: emitted }, { "uses.ts": uses }), "7.0")).toEqual("");
  });
});
