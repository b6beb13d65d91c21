import { expect, test } from "vitest";
import { descriptorFields } from "../../codegen/emit/routes.js";
import { modelOf } from "./support/describe.js";
import { json, one, text } from "./support/operation.js";

/** What the descriptor of an operation says that a call of it cannot do without. */
async function needs(...given: Parameters<typeof one>): Promise<unknown> {
  const { model } = await modelOf(one(...given));
  return model.operations.map((operation) => descriptorFields(operation)["needs"])[0];
}

const fields = { type: "object", required: ["a"], properties: { a: text, ref: text, b: text, c: text } };

test("parameters that have to be given are listed, those of the path apart, which are in its template", async () => {
  const parameters = [
    { name: "thing", in: "path", required: true, schema: text },
    { name: "since", in: "query", required: true, schema: text },
    { name: "x-mark", in: "header", required: true, schema: text },
    { name: "limit", in: "query", schema: text },
  ];
  expect(await needs({ parameters }, "/things/{thing}")).toEqual(["since", "xMark"]);
});

test("so are fields that every reading of the body has; the key of a repetition is filled in where it is absent", async () => {
  const schema = {
    required: ["ref", "b"],
    allOf: [fields],
    oneOf: [{ required: ["c"], properties: { c: text } }, { properties: { d: text } }],
  };
  const requestBody = { required: true, ...json(schema) };
  expect(await needs({ "x-idempotency-key": "ref", requestBody })).toEqual(["a", "b"]);
  expect(await needs({ requestBody })).toEqual(["a", "b", "ref"]);
});

test("a body that may be left out needs no field, and one that may not is needed whole where it has none", async () => {
  expect(await needs({ requestBody: json(fields) })).toBeUndefined();
  expect(await needs({ requestBody: { required: true, ...json({ type: "array", items: text }) } })).toEqual(["body"]);
});
