import { describe, expect, test } from "vitest";
import { emitAll, OPTIONAL } from "../../codegen/emit/index.js";
import { formatProblems } from "../../codegen/load/problems.js";
import { fileOf, modelOf, openapi } from "./support/describe.js";
import { json, ok, one, text, types } from "./support/operation.js";

const lenient = { strict: false } as const;

describe("names that collide are settled", () => {
  const parameter = (name: string, place: string): object => ({ name, in: place, required: true, schema: text });

  test("two operations of one name: the later path has a number, and it is said", async () => {
    const get = (operationId: string): object => ({ get: { operationId, responses: ok(text) } });
    const files = {
      "openapi.yaml": openapi({ paths: { "/b": get("getThing"), "/a": get("get_thing"), "/c": get("getThing") } }),
    };
    const { model, problems } = await modelOf(files, lenient);
    expect(model.operations.map(({ id, functionName, path }) => [path, id, functionName])).toEqual([
      ["/b", "getThing", "getThing2"],
      ["/c", "getThing3", "getThing3"],
      ["/a", "get_thing", "getThing"],
    ]);
    expect(formatProblems(problems.all)).toContain(
      "warning: the function of getThing would be called getThing, as the function of get_thing already is",
    );
    expect(formatProblems(problems.all)).toContain("it is called getThing2");
  });

  test("of two schemas the one that is written as its type is called keeps the name, whoever is listed or used first", async () => {
    const files = {
      "openapi.yaml": openapi({
        paths: { "/a": { get: { operationId: "a", responses: ok({ $ref: "#/components/schemas/start-time" }) } } },
        components: {
          schemas: { "start-time": text, "StartTime<": { type: "number" }, StartTime: { type: "boolean" } },
        },
      }),
    };
    expect(await types(files, "StartTime", lenient)).toBe("export type StartTime = boolean;");
    expect(await types(files, "StartTime2", lenient)).toBe("export type StartTime2 = number;");
    expect(await types(files, "StartTime3", lenient)).toBe("export type StartTime3 = string;");
    expect(await types(files, "AResult", lenient)).toBe("export type AResult = StartTime3;");
  });

  test("a schema that is called as a type of an operation renames no function", async () => {
    const files = one({ responses: ok(text) }, "/things", "post", { components: { schemas: { DoThingResult: text } } });
    const { model } = await modelOf(files, lenient);
    expect(model.operations.map(({ functionName, typeName }) => [functionName, typeName])).toEqual([
      ["doThing", "DoThing2"],
    ]);
    expect(await fileOf("routes.ts", files, lenient)).toContain("params: T.DoThing2Params");
  });

  test("two parameters of one name: those of the path keep it", async () => {
    const files = one(
      { parameters: [parameter("id", "query"), parameter("id", "path"), parameter("toString", "header")] },
      "/things/{id}",
    );
    expect(await types(files, "DoThingParams", lenient)).toBe(
      "export interface DoThingParams { readonly id: string; readonly headerToString: string; readonly queryId: string; }",
    );
  });

  test("a parameter of the path that nobody described keeps its name too, and two of one name are two", async () => {
    const files = one({ parameters: [parameter("id", "query")] }, "/things/{id}/{...}/{!}/{id}");
    expect(await types(files, "DoThingParams", lenient)).toBe(
      "export interface DoThingParams { readonly id: string; readonly _: string; readonly __: string; readonly queryId: string; }",
    );
  });

  test("a field of a body that shares a name with a parameter is called after the body", async () => {
    const body = json({ type: "object", properties: { id: { type: "number" } } });
    const files = one(
      { parameters: [parameter("id", "path"), parameter("body", "query")], requestBody: body },
      "/things/{id}",
    );
    expect(await types(files, "DoThingParams", lenient)).toContain(
      "readonly id: string; readonly body: string; readonly bodyId?: number | undefined; }",
    );
  });

  test("a body may require a field of a parameter's name of which it says nothing else", async () => {
    const body = json({ type: "object", required: ["id"], properties: { name: text } });
    const files = one({ parameters: [parameter("id", "path")], requestBody: body }, "/things/{id}");
    expect(await types(files, "DoThingParams", lenient)).toBe(
      "export type DoThingParams = { readonly id: string; } & ({ readonly name?: string | undefined; readonly bodyId: unknown; } | { readonly bodyId?: undefined; readonly name?: undefined });",
    );
  });

  test("two webhooks of one name, or two methods of one: the later has a number, and it is said", async () => {
    const by = (method: string, body: object): object => ({ [method]: { requestBody: json(body), responses: {} } });
    const parameters = [{ name: "x-signature", in: "header", schema: text }];
    const webhooks = {
      "pet-sold": { parameters, ...by("put", text), ...by("post", { type: "integer" }) },
      petSold: by("post", { type: "boolean" }),
    };
    const files = { "openapi.yaml": openapi({ webhooks }) };
    const { model, problems } = await modelOf(files, lenient);
    expect(
      model.webhooks.map(({ functionName, method, headers }) => [functionName, method, Object.keys(headers)]),
    ).toEqual([
      ["petSold", "PUT", ["x-signature"]],
      ["petSold2", "POST", ["x-signature"]],
      ["petSold3", "POST", []],
    ]);
    expect(formatProblems(problems.all)).toContain(
      "the webhook POST petSold would be called petSold, as the webhook PUT pet-sold already is",
    );
    const emitted = emitAll(model, { runtime: "./abi.js" }, OPTIONAL).find(({ path }) => path.endsWith("webhooks.ts"));
    expect(emitted?.text).toContain("readonly petSold3: PetSold3Webhook;");
  });

  test("the configuration chooses", async () => {
    const files = one({}, "/things", "post", { components: { schemas: { "a-b": text, AB: text } } });
    const rename = { doThing: "makeThing", "#/components/schemas/a-b": "Hyphenated" };
    const { model, problems } = await modelOf(files, { rename });
    expect(problems.all).toEqual([]);
    expect(model.operations[0]?.functionName).toBe("makeThing");
    expect(model.schemas.map(({ name }) => name)).toEqual(["AB", "Hyphenated"]);
  });

  test("a property that every object inherits is told from what is inherited", async () => {
    const files = {
      "openapi.yaml": openapi({
        components: { schemas: { A: { type: "object", properties: { constructor: text } } } },
      }),
    };
    expect(await fileOf("validators/guards.ts", files, lenient)).toContain('Object.hasOwn(value, "constructor")');
  });
});

describe("what is left out", () => {
  const paths = {
    "/good": { get: { operationId: "good", tags: ["a"], responses: ok({ $ref: "#/components/schemas/Good" }) } },
    "/bad": { get: { operationId: "bad", tags: ["b"], responses: ok({ $ref: "#/components/schemas/Nowhere" }) } },
  };
  const files = { "openapi.yaml": openapi({ paths, components: { schemas: { Good: text, Other: text } } }) };

  test("what cannot be generated, by name, when asked", async () => {
    const { model, problems } = await modelOf(files, { ...lenient, skipUnsupported: true });
    expect(model.operations.map(({ id }) => id)).toEqual(["good"]);
    expect(formatProblems(problems.all)).toContain("warning: GET /bad is left out");
  });

  test.each([
    ["a tag", { tags: ["a"], paths: [], operations: [] }],
    ["a path", { tags: [], paths: ["/go*"], operations: [] }],
    ["an operation", { tags: [], paths: [], operations: ["good"] }],
  ])("by %s: other operations are not read, nor schemas that only they use", async (_says, include) => {
    const { model } = await modelOf(
      {
        "openapi.yaml": openapi({
          paths: {
            "/good": paths["/good"],
            "/other": { get: { operationId: "other", responses: ok({ $ref: "#/components/schemas/Other" }) } },
          },
          components: { schemas: { Good: text, Other: text } },
        }),
      },
      { include },
    );
    expect(model.operations.map(({ id }) => id)).toEqual(["good"]);
    expect(model.schemas.map(({ name }) => name)).toEqual(["Good"]);
  });

  test("what is excluded is left out of what is included", async () => {
    const nothing = { tags: [], paths: [], operations: [] };
    const { model } = await modelOf(files, {
      ...lenient,
      skipUnsupported: true,
      include: { ...nothing, paths: ["*"] },
      exclude: { ...nothing, tags: ["b"] },
    });
    expect(model.operations.map(({ id }) => id)).toEqual(["good"]);
  });

  test("a choice that fits no operation is told, with what was probably meant", async () => {
    const chosen = { tags: ["a", "public"], paths: ["/godo"], operations: ["*"] };
    const { problems } = await modelOf(
      {
        "openapi.yaml": openapi({
          paths: { "/good": { get: { operationId: "good", tags: ["a"], responses: ok(text) } } },
        }),
      },
      { include: chosen, exclude: { tags: [], paths: [], operations: ["debug*"] } },
    );
    const told = formatProblems(problems.all);
    expect(told).toContain("warning: no operation has the tag public that is chosen by");
    expect(told).toMatch(/the path \/godo that is chosen by\n\s+Did you mean \/good\?/);
    expect(told).toContain("no operation has the operationId debug* that is chosen by");
    expect(problems.all).toHaveLength(3);
  });
});
