import { expect, test } from "vitest";
import { emitAll } from "../../codegen/emit/index.js";
import { modelOf } from "./support/describe.js";

const HEAD = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\n";
const lists = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each([
  ["lists of YAML", `${HEAD}x-a: ${lists(20_000)}\n`],
  ["maps of YAML", `${HEAD}x-a: ${"{a: ".repeat(20_000)}1${"}".repeat(20_000)}\n`],
  ["dashes of YAML", `${HEAD}x-a:\n  ${"- ".repeat(20_000)}a\n`],
  ["indentation of YAML", `${HEAD}${Array.from({ length: 2_000 }, (_, at) => `${" ".repeat(at)}x-a:\n`).join("")}`],
  ["lists of JSON", `{"openapi":"3.1.0","x-a":${lists(1_500)}}`],
  ["objects of JSON", `{"openapi":"3.1.0","x-a":${'{"a":'.repeat(1_500)}1${"}".repeat(1_500)}}`],
])("a text that is nested without end is refused, and that is the reason: %s", async (_, text) => {
  await expect(modelOf({ "openapi.yaml": text })).rejects.toThrow(
    /error: this is nested too deeply\n    Mend the YAML or JSON/,
  );
});

test("data of fourteen hundred levels is written to every file that it belongs to", async () => {
  const data = lists(1_400);
  const schema = `{"const":${data},"default":${data},"examples":[${data}],"enum":[${data}]}`;
  const text = `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"x-tables":{"t":{"value":${data}}},
    "components":{"schemas":{"A":${schema}}}}`;
  const { model } = await modelOf({ "openapi.yaml": text });
  const written = emitAll(model, { runtime: "../abi/index.js" }).filter((file) => file.text.includes(lists(1_400)));
  expect(written.map(({ path }) => path)).toContain("tables.ts");
});
