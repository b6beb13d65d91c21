import { expect, test } from "vitest";
import { type FunctionText, printStatements } from "../../codegen/emit/print.js";

const parameter = (name: string, type: string) => ({ name, type });
const get: FunctionText = {
  kind: "function",
  name: "get",
  doc: "",
  parameters: [parameter("client", "Caller"), { ...parameter("options", "CallOptions"), hasQuestionToken: true }],
  returnType: "Call<T.GetResult>",
  overloads: [],
  statement: "return 1;",
};

test("a function has its statement, a constant its fields, two spaces further in", () => {
  expect(printStatements([get, { kind: "constant", name: "a", type: "A", fields: ["b: 1", "c: 2"] }])).toBe(
    `export function get(client: Caller, options?: CallOptions): Call<T.GetResult> {
  return 1;
}

export const a: A = {
  b: 1,
  c: 2,
};`,
  );
});

test("a signature that fits has one line, any other a line for each parameter", () => {
  const long = [...get.parameters, parameter("params", `T.${"x".repeat(60)}`)];
  const text = printStatements([{ ...get, doc: "/** Gets. */\n", overloads: [{ ...get, parameters: long }] }]);
  expect(text).toContain(
    `/** Gets. */\nexport function get(\n  client: Caller,\n  options?: CallOptions,\n  params: T.${"x".repeat(60)},\n): Call<T.GetResult>;\n`,
  );
  expect(text.match(/Gets/g)).toHaveLength(1);
});

test("any number of statements is printed, with one empty line between two", () => {
  const statements = Array.from({ length: 201 }, (_, index) => ({ ...get, name: `f${index}` }));
  const text = printStatements(statements);
  expect(text.split("\n\n")).toHaveLength(201);
  expect(text).not.toContain("\n\n\n");
  expect(printStatements(statements)).toBe(text);
  expect(printStatements(statements.slice(200))).toBe(text.split("\n\n")[200]);
  expect(printStatements([])).toBe("");
});
