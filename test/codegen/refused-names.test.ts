import { expect, test } from "vitest";
import { emitAll } from "../../codegen/emit/index.js";
import { type DescribeOptions, fileOf, modelOf, openapi, withSchemas } from "./support/describe.js";
import { load } from "./support/guards.js";
import { json, one, text } from "./support/operation.js";
import { syntaxOf } from "./support/hostile-text.js";

/** Code without a lower-case letter, so that a name in capitals would run as it is. */
const CODE = '2(){};ZZ["Z"]=1;0,{A:{C:{D:`//\n+[]+A';
const responses = (key: string): object => ({ responses: { [key]: { description: "", ...json(text) } } });
const object = { type: "object", properties: { kind: { const: "a" } }, required: ["kind"] };
const decoders = (decoder: unknown): object =>
  openapi({
    components: { schemas: { A: object, U: { oneOf: [{ $ref: "#/components/schemas/A" }] } } },
    "x-union-decoders": { U: decoder },
  });
const assumption = { key: "a", unknown: "b", alternatives: { a: "b", c: "d" }, default: "a" };

test.each([
  ["a key of responses with code", one(responses(CODE)), '"2(){};', "no status"],
  ["a status with a space", one(responses("200 ")), '"200 "', "no status"],
  ["a status of six hundred", one(responses("600")), '"600"', "no status"],
  [
    "a pattern of properties that is none",
    withSchemas({ A: { type: "object", patternProperties: { "a/;ZZ;[": text } } }),
    "the pattern is no regular expression",
    "",
  ],
  ["a decoder's type with code", { "openapi.yaml": decoders({ of: ["U"], unknown: CODE }) }, "cannot be the name", ""],
  ["a brand with code", withSchemas({ A: { type: "string", "x-brand": CODE } }), "cannot be the name", ""],
  [
    "two scopes of one name",
    {
      "openapi.yaml": openapi({}),
      "assumptions.yaml": JSON.stringify([{ ...assumption, scope: ["a b", "a-b"] }]),
    },
    "as what is assumed of the scope a b already is",
    "",
  ],
] as const)("%s is refused, whether strict or not", async (_, files, message, more) => {
  for (const strict of [false, true]) {
    const refused = modelOf(files, { strict });
    await expect(refused).rejects.toThrow(message);
    if (more !== "") await expect(refused).rejects.toThrow(more);
    await expect(refused).rejects.toThrow(/- error: /);
  }
});

test("a name of the configuration is refused when it is none", async () => {
  const files = withSchemas({ A: text });
  const named = (name: string): DescribeOptions => ({ rename: { "#/components/schemas/A": name } });
  await expect(modelOf(files, named("A;ZZ"))).rejects.toThrow('would be called "A;ZZ", which is no name in code');
  await expect(modelOf(files, named("class"))).rejects.toThrow("no name in code");
  await expect(modelOf(files, named("Renamed"))).resolves.toBeDefined();
});

test("what is refused is left out where the caller asks for that, and nothing of it runs", async () => {
  const { model, problems } = await modelOf(one(responses(CODE)), { strict: false, skipUnsupported: true });
  expect(problems.all.map(({ severity }) => severity)).toEqual(["warning"]);
  await load(model, "validators.ts");
  for (const { path, text: made } of emitAll(model, { runtime: "./abi.js" })) {
    expect(made).not.toContain("ZZ");
    expect(() => syntaxOf(path, made)).not.toThrow();
  }
});

test.each(["200", "2XX", "2xx", "default", "DEFAULT", "599", "100"])("the status %s is one", async (status) => {
  await expect(modelOf(one(responses(status)))).resolves.toBeDefined();
});

test("no comment of a description is an order to a compiler or bundler", async () => {
  const says = (description: string): Promise<string> =>
    fileOf("types.ts", withSchemas({ A: { ...text, description } }));
  expect(await says("@ts-expect-error")).toContain("@\\ts-expect-error");
  expect(await says("#__NO_SIDE_EFFECTS__")).toContain("#\\__NO_SIDE_EFFECTS__");
  expect(await says("@__PURE__")).not.toContain("@__PURE__ ");
  expect(await says("ask ts-node")).toContain("ask ts-node");
});
