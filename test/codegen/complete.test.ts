import { describe, expect, test } from "vitest";
import { emitAll, OPTIONAL } from "../../codegen/emit/index.js";
import { declaration, type Files, modelOf, openapi } from "./support/describe.js";
import { type Guard, load } from "./support/guards.js";
import { json, object, ok, one, ref, text, types } from "./support/operation.js";

const hook = (body: object): Files => ({
  "openapi.yaml": openapi({
    webhooks: { sold: { post: { requestBody: { required: true, ...json(body) }, responses: {} } } },
    components: { schemas: { Pet: object({ id: text }) } },
  }),
});
const both = (schema: object): Files =>
  one({ requestBody: { required: true, ...json(ref("A")) }, responses: ok(ref("A")) }, "/a", "post", {
    components: { schemas: { A: schema } },
  });
const readOnly = object({ id: { ...text, readOnly: true }, a: text }, ["id", "a"]);
const writeOnly = object({ a: text, secret: { ...text, writeOnly: true } }, ["a", "secret"]);

/** What is declared for it. Bodies, forms, bytes, cookies, failures and deprecation: features.test.ts; options: represent.test.ts. */
const declared: readonly (readonly [says: string, files: Files, name: string, want: string])[] = [
  [
    "what is read has what only the service sets",
    both(readOnly),
    "A",
    `export interface A { /** Read-only: the service sets it. */ readonly id: string; readonly a: string; }`,
  ],
  ["what is written has not", both(readOnly), "AInput", "export interface AInput { readonly a: string; }"],
  [
    "a required field that is only written is not read",
    both(writeOnly),
    "A",
    `export interface A { readonly a: string; }`,
  ],
  [
    "and has to be written",
    both(writeOnly),
    "AInput",
    "export interface AInput { readonly a: string; /** Write-only: the service never sends it. */ readonly secret: string; }",
  ],
];

test.each(declared)("%s", async (_says, files, name, want) => {
  expect(await types(files, name, { strict: false })).toBe(want);
});

test.each([
  [
    "an inline body of a webhook has a type",
    object({ id: { type: "integer" } }, ["id"]),
    `export type SoldWebhook = { readonly id: number; };`,
  ],
  ["a webhook that refers to a schema is of its type", ref("Pet"), "export type SoldWebhook = T.Pet;"],
])("%s", async (_says, body, want) => {
  const { model } = await modelOf(hook(body), { strict: false });
  const emitted = emitAll(model, { runtime: "./abi.js" }, OPTIONAL).find(({ path }) => path.endsWith("webhooks.ts"));
  expect(declaration(emitted?.text ?? "", "SoldWebhook").replace(/\s+/g, " ")).toBe(want);
});

describe("guards", () => {
  const fit = async (schema: object, name: string, values: readonly unknown[]): Promise<readonly unknown[]> => {
    const { model } = await modelOf(both(schema), { strict: false });
    const guards = (await load(model, "validators/guards.ts")) as Record<string, Guard>; // the compiler has checked elsewhere
    return values.map((value) => guards[`is${name}`]?.(value));
  };
  const given = [{ a: "1" }, { a: "1", id: "1" }, { a: "1", secret: "1" }];

  test.each([
    ["an answer must have what is read-only", readOnly, "A", [false, true, false]],
    ["a request need not", readOnly, "AInput", [true, true, true]],
    ["an answer need not have what is only written", writeOnly, "A", [true, true, true]],
    ["a request must", writeOnly, "AInput", [false, false, true]],
  ])("%s", async (_says, schema, name, want) => {
    expect(await fit(schema, name, given)).toEqual(want);
  });
});

test("operations are grouped by tag where that is asked for", async () => {
  const operation = (tags?: readonly string[]): object => ({ responses: {}, ...(tags === undefined ? {} : { tags }) });
  const paths = {
    "/a": { get: { operationId: "getA", ...operation(["Big cats", "dogs"]) } },
    "/b": { get: { operationId: "getB", ...operation(["dogs"]) } },
  };
  const { model } = await modelOf({ "openapi.yaml": openapi({ paths }) }, { strict: false });
  const groups = await load(model, "groups.ts", OPTIONAL);
  const functions = Object.entries(groups).map(([name, group]) => [name, Object.keys(group as object)]);
  expect(functions).toEqual([
    ["bigCats", ["getA"]],
    ["dogs", ["getA", "getB"]],
  ]);
});
