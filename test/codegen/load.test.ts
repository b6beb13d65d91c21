import { describe, expect, test } from "vitest";
import { DescriptionError } from "../../codegen/load/problems.js";
import { type DescribeOptions, type Files, modelOf, openapi, withSchemas } from "./support/describe.js";

/** Everything said about a description, as printed. */
async function complaints(files: Files, options: DescribeOptions = {}): Promise<string> {
  try {
    const { problems } = await modelOf(files, options);
    return problems.all.map((problem) => `${problem.severity}: ${problem.message}`).join("\n");
  } catch (error) {
    if (error instanceof DescriptionError) return error.message;
    throw error;
  }
}

const HEAD = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\n";

const faults: readonly (readonly [says: string, files: Files, want: string])[] = [
  [
    "a reference that leads nowhere",
    { "openapi.yaml": `${HEAD}components:\n  schemas:\n    A:\n      $ref: "#/components/schemas/B"\n` },
    "openapi.yaml:6:13 - error: the reference #/components/schemas/B leads nowhere\n    Check the file name and the pointer; names are case-sensitive.",
  ],
  [
    "a file that is not there",
    { "openapi.yaml": `${HEAD}components:\n  schemas:\n    A: { $ref: "./gone.yaml#/A" }\n` },
    "openapi.yaml:5:16 - error: the file gone.yaml cannot be read (ENOENT)\n    Check the name and the place of the file.",
  ],
  ["text that is no YAML", { "openapi.yaml": `${HEAD}paths: {\n  a: [\n` }, "openapi.yaml:5:1 - error: "],
  [
    "a key that stands twice",
    { "openapi.yaml": `${HEAD}info: {}\n` },
    "openapi.yaml:3:1 - error: Map keys must be unique",
  ],
  [
    "a key that stands twice in JSON, however it is written",
    {
      "openapi.yaml":
        '{ "openapi": "3.1.0", "paths": { "/a": {} },\n  "x-a": ["info", { "info": "info" }],\n  "info": {}, "inf\\u006f": {} }',
    },
    "openapi.yaml:3:15 - error: Map keys must be unique",
  ],
  [
    "another version of the format",
    { "openapi.yaml": "swagger: '1.2'\n" },
    "openapi.yaml:1:10 - error: the document says `swagger: 1.2`\n    Understood are OpenAPI 3, or Swagger 2.0; convert the document first.",
  ],
  [
    "a document that says no version",
    { "openapi.yaml": "info: { title: T, version: '1' }\n" },
    "openapi.yaml:1:1 - error: the document has no `openapi` version\n    Understood are OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0; convert the document first.",
  ],
  [
    "OpenAPI 4",
    { "openapi.yaml": "openapi: 4.0.0\ninfo: { title: T, version: '1' }\n" },
    "openapi.yaml:1:10 - error: the document says `openapi: 4.0.0`",
  ],
  [
    "two schemas of one name, with the place of the other",
    {
      "openapi.yaml": `${HEAD}components:\n  schemas:\n    A: { $ref: "./a.yaml#/Thing" }\n    B: { $ref: "./b.yaml#/Thing" }\n`,
      "a.yaml": "Thing: { type: string }\n",
      "b.yaml": "Other: {}\nThing: { type: number }\n",
    },
    "b.yaml:2:1 - error: the schema at b.yaml#/Thing would be called Thing, as the schema at a.yaml#/Thing already is (a.yaml:1:1)",
  ],
  [
    "a property that every object inherits",
    {
      "openapi.yaml": `${HEAD}components:\n  schemas:\n    A:\n      properties:\n        toString: { type: string }\n`,
    },
    "openapi.yaml:7:9 - error: the property toString has the name of something every object inherits",
  ],
  [
    "a required name that every object inherits",
    { "openapi.yaml": `${HEAD}components:\n  schemas:\n    A:\n      required: [a, constructor]\n` },
    "openapi.yaml:6:21 - error: the property constructor has the name",
  ],
  [
    "a pattern that is no regular expression",
    { "openapi.yaml": `${HEAD}components:\n  schemas:\n    A: { type: string, pattern: "(" }\n` },
    "openapi.yaml:5:33 - error: the pattern is no regular expression",
  ],
  [
    "a path parameter that nobody describes",
    { "openapi.yaml": `${HEAD}paths:\n  /a/{id}:\n    get: { operationId: getA, responses: {} }\n` },
    "openapi.yaml:5:5 - error: the path parameter {id} is not described\n    Add a parameter named id with in: path.",
  ],
  [
    "a described path parameter that the path lacks",
    {
      "openapi.yaml": `${HEAD}paths:\n  /a:\n    get:\n      operationId: getA\n      parameters: [{ name: id, in: path, required: true, schema: {} }]\n      responses: {}\n`,
    },
    "error: the path has no {id}, though a path parameter of that name is described",
  ],
  [
    "a parameter and a body field of one name",
    {
      "openapi.yaml": openapi({
        paths: {
          "/a/{name}": {
            put: {
              operationId: "putA",
              parameters: [{ name: "name", in: "path", required: true, schema: {} }],
              requestBody: { content: { "application/json": { schema: { properties: { name: {} } } } } },
              responses: {},
            },
          },
        },
      }),
    },
    "error: putA has both a path parameter and a body field called name\n    The field is called bodyName. Add an x-name to the parameter, or keep such bodies whole with `clashes: nest`.",
  ],
  [
    "two operations of one name",
    {
      "openapi.yaml": openapi({
        paths: { "/a": { get: { operationId: "get_a", responses: {} }, put: { operationId: "getA", responses: {} } } },
      }),
    },
    "the function of getA would be called getA, as the function of get_a already is",
  ],
  [
    "a retry class that does not exist",
    {
      "openapi.yaml": openapi({ paths: { "/a": { get: { operationId: "getA", "x-retry": "often", responses: {} } } } }),
    },
    'error: "often" is no value of `x-retry`\n    Values are safe, with-client-ref, after-reread, never.',
  ],
  [
    "a limit whose name hides its unit",
    { "openapi.yaml": openapi({ "x-limits": { wait: { value: 5, unit: "ms" } } }) },
    "error: the limit wait does not end in its unit, ms",
  ],
  [
    "a limit that is not a number",
    { "openapi.yaml": openapi({ "x-limits": { waitMs: { value: "5", unit: "ms" } } }) },
    "error: the limit waitMs needs a number as value and a unit",
  ],
  [
    "a decoder for a union without a telling constant",
    {
      "openapi.yaml": openapi({
        "x-union-decoders": { Either: {} },
        components: { schemas: { Either: { oneOf: [{ type: "string" }, { type: "number" }] } } },
      }),
    },
    "error: Either cannot be decoded: no constant property discriminates its variants",
  ],
  [
    "an assumption whose default is not one of its alternatives",
    {
      "openapi.yaml": openapi({}),
      "assumptions.yaml": "- key: place\n  unknown: Where.\n  alternatives: { a: A., b: B. }\n  default: c\n",
    },
    "assumptions.yaml:4:12 - error: the default of place is not one of its alternatives\n    Use one of a, b.",
  ],
];

describe("what is wrong is reported with file, line, column and advice", () => {
  test.each(faults)("%s", async (_says, files, want) => {
    expect(await complaints(files)).toContain(want);
  });

  test("everything at once, sorted by place, and counted", async () => {
    const text = await complaints({
      "openapi.yaml": `${HEAD}components:\n  schemas:\n    A: { $ref: "#/nowhere" }\n    B: { type: string, pattern: "(" }\n    C: { type: string, format: odd }\n`,
    });
    const places = [...text.matchAll(/^openapi\.yaml:(\d+):\d+ - (\w+)/gm)].map(([, line, kind]) => `${line} ${kind}`);
    expect(places).toEqual(["5 error", "6 error", "7 warning"]);
    expect(text.endsWith("2 errors, 1 warning")).toBe(true);
  });

  test("an unknown format is a warning, and none once it is listed", async () => {
    const files = withSchemas({ A: { type: "string", format: "odd" } });
    expect(await complaints(files)).toBe("warning: the format odd is not known and will not be checked");
    expect(await complaints(files, { formats: ["odd"] })).toBe("");
  });

  test("nothing is said about a description that is fine", async () => {
    expect(await complaints(withSchemas({ A: { type: "string", format: "date-time" } }))).toBe("");
  });

  test("the same place is named whatever the line ends of the file", async () => {
    const text = `${HEAD}components:\n  schemas:\n    A:\n      properties:\n        toString: {}\n`;
    const unix = await complaints({ "openapi.yaml": text });
    expect(unix).toContain("openapi.yaml:7:9");
    expect(await complaints({ "openapi.yaml": text.replaceAll("\n", "\r\n") })).toBe(unix);
  });

  test("positions are found in JSON as in YAML", async () => {
    const document = openapi({ components: { schemas: { A: { properties: { toString: {} } } } } });
    expect(await complaints({ "openapi.yaml": JSON.stringify(document, undefined, 2) })).toContain(
      "openapi.yaml:11:11",
    );
  });
});

test("a clash of schema names ends with a rename in the configuration", async () => {
  const files = {
    "openapi.yaml": openapi({ components: { schemas: { "a-b": { type: "string" }, AB: { type: "number" } } } }),
  };
  expect(await complaints(files)).toContain("would be called AB");
  const { model } = await modelOf(files, { rename: { "#/components/schemas/a-b": "Hyphenated" } });
  expect(model.schemas.map(({ name }) => name)).toEqual(["AB", "Hyphenated"]);
});

test("a body that shares a name with a parameter stays whole when asked to", async () => {
  const [, files] = faults.find(([says]) => says === "a parameter and a body field of one name") ?? [];
  const { model } = await modelOf(files ?? {}, { clashes: "nest" });
  expect(model.operations[0]?.body?.flat).toBe(false);
});

test("GEN-01 words between double braces are replaced before anything else is read", async () => {
  const { model } = await modelOf(
    { "openapi.yaml": `${HEAD}x-tables:\n  names: { "{{brand}}-key": "x-{{brand}}", other: "{{unknown}}" }\n` },
    { substitutions: { brand: "acme" } },
  );
  expect(model.tables).toEqual([{ name: "names", doc: "", value: { "acme-key": "x-acme", other: "{{unknown}}" } }]);
});

test("a property called default or example is a property, and its references count", async () => {
  const { model } = await modelOf({
    "openapi.yaml": openapi({
      components: {
        schemas: { A: { properties: { default: { $ref: "./b.yaml#/B" }, example: { $ref: "./b.yaml#/B" } } } },
      },
    }),
    "b.yaml": "B: { type: string }\n",
  });
  expect(model.schemas.map(({ name }) => name)).toEqual(["A", "B"]);
});

test("an example is data: a $ref in it is followed nowhere", async () => {
  expect(
    await complaints(
      withSchemas({ A: { type: "object", examples: [{ $ref: "./gone.yaml" }], default: { $ref: "#/x" } } }),
    ),
  ).toBe("");
});

test("YAML merges one map into another where asked to, and what is merged is compared as if it stood there", async () => {
  const base = "x-base: &base { type: object, properties: { a: { type: strng } } }\n";
  const text = `${HEAD}${base}components:\n  schemas:\n    A: { <<: *base, required: [a] }\n`;
  expect(await complaints({ "openapi.yaml": text })).toContain('"strng" is no value of `type`');
  const { model } = await modelOf({ "openapi.yaml": text.replace("strng", "string") });
  expect(model.schemas[0]?.schema).toEqual({
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
  });
});

test("an anchor that is used in thousands of places is read", async () => {
  const uses = Array.from({ length: 3_000 }, (_, index) => `    S${index}: *base\n`).join("");
  const text = `${HEAD}x-base: &base { type: object }\ncomponents:\n  schemas:\n${uses}`;
  expect(await complaints({ "openapi.yaml": text })).toBe("");
});

test("text made to exhaust whoever reads it is refused", async () => {
  const nested = (levels: number): string => `${'{"properties":{"a":'.repeat(levels)}{}${"}}".repeat(levels)}`;
  const document = (levels: number): string =>
    `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"components":{"schemas":{"A":${nested(levels)}}}}`;
  expect(await complaints({ "openapi.yaml": document(400) })).toBe("");
  expect(await complaints({ "openapi.yaml": document(600) })).toContain("this lies more than 500 levels deep");
  const laughs = "bcdefghi"
    .split("")
    .map((name, n) => `x-${name}: &${name} [${Array(10).fill(`*${"abcdefgh"[n]}`).join()}]\n`);
  expect(await complaints({ "openapi.yaml": `${HEAD}x-a: &a [1,1]\n${laughs.join("")}` })).toContain(
    "its aliases expand to more than fits into memory",
  );
});

test("neither the number of schemas nor the length of a chain of references matters", async () => {
  const size = 3_000;
  const ref = (index: number): object => ({ $ref: `#/components/schemas/S${index}` });
  const chain = Array.from({ length: size }, (_, index) => [
    `S${index}`,
    { type: "object", properties: { next: index + 1 < size ? ref(index + 1) : { type: "string" } } },
  ]);
  const { model } = await modelOf(withSchemas(Object.fromEntries(chain)));
  expect(model.schemas).toHaveLength(size);
});

test("one slip in YAML is told as one, however much the parser stumbles over afterwards", async () => {
  const lines = Array.from({ length: 50 }, (_, n) => `    /path${n}:\n      get: { responses: {} }\n`).join("");
  const text = `${HEAD}x-a: {\n  'one': {\n} }\n'two': 'three' 'four': |-\n${lines}`;
  const told = (await complaints({ "openapi.yaml": text })).split("\n").filter((line) => line.includes(" - error: "));
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThanOrEqual(3);
});

test("every key that stands twice is told", async () => {
  const text = `${HEAD}${Array.from({ length: 8 }, (_, n) => `x-${n}: 1\nx-${n}: 2\n`).join("")}`;
  expect((await complaints({ "openapi.yaml": text })).match(/ - error: Map keys must be unique/g)).toHaveLength(8);
});
