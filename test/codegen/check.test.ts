import { describe, expect, test } from "vitest";
import { formatProblems } from "../../codegen/load/problems.js";
import { modelOf } from "./support/describe.js";
import { type Case, HEAD, inSchema, said } from "./support/said.js";

const OPERATION = `${HEAD}paths:\n  /a/{id}:\n    get:\n      operationId: getA\n`;
const ID = "        - { name: id, in: path, required: true, schema: {} }\n";
const OK = "      responses: { default: { description: '' } }\n";
const inParameters = (...parameters: string[]): string =>
  `${OPERATION}      parameters:\n${ID}${parameters.map((one) => `        - ${one}\n`).join("")}${OK}`;
const inResponses = (responses: string): string =>
  `${OPERATION}      parameters:\n${ID}      responses: ${responses}\n`;

const structure: readonly Case[] = [
  [
    "a misspelled field of an operation",
    `${OPERATION}      paramters: []\n`,
    "openapi.yaml:7:7 - error: an operation has no field `paramters`\n    Did you mean `parameters`?",
  ],
  [
    "a misspelled field beside the right one",
    inParameters("{ name: b, in: query, schema: {}, shcema: {} }"),
    "openapi.yaml:9:45 - error: a parameter has no field `shcema`\n    Did you mean `schema`?",
  ],
  [
    "a field that is required and misspelled is told once",
    inResponses('{ "200": { desciption: "" } }'),
    "openapi.yaml:9:29 - error: a response has no field `desciption`\n    Did you mean `description`?",
  ],
  [
    "a field that nothing comes near to",
    inResponses('{ "200": { description: "", colour: red } }'),
    "openapi.yaml:9:46 - error: a response has no field `colour`\n    Its fields are $ref, content, description, headers, links, summary; what begins with x- is yours.",
  ],
  [
    "a keyword of schemas beside the schema",
    inParameters("{ name: b, in: query, type: string, schema: {} }"),
    "openapi.yaml:9:33 - error: a parameter has no field `type`\n    Put it into `schema`.",
  ],
  [
    "a response without a description",
    inResponses('{ "200": {} }'),
    "openapi.yaml:9:20 - error: this response has no `description`\n    Add it: it has to be there. An empty text will do.",
  ],
  [
    "a parameter in a place that does not exist",
    inParameters("{ name: b, in: pathh, schema: {} }"),
    'openapi.yaml:9:26 - error: "pathh" is no value of `in`\n    Did you mean "path"? Values are path, query, querystring, header, cookie.',
  ],
  [
    "a place that has the name of something every object inherits",
    inParameters("{ name: b, in: constructor, schema: {} }"),
    'openapi.yaml:9:26 - error: "constructor" is no value of `in`\n    Values are path, query, querystring, header, cookie.',
  ],
  [
    "a parameter of which nobody knows what it is",
    inParameters("{ name: b, in: query }"),
    "openapi.yaml:9:11 - error: this parameter has neither `schema` nor `content`\n    Add one of them.",
  ],
  [
    "a path parameter that is not required",
    `${OPERATION}      parameters: [{ name: id, in: path, schema: {} }]\n${OK}`,
    "openapi.yaml:7:20 - error: this parameter has no `required`\n    Write `required: true`: a path parameter always is.",
  ],
  [
    "a path without a slash",
    `${HEAD}paths: { users: {} }\n`,
    'openapi.yaml:3:10 - error: "users" is no path: paths begin with a slash\n    Correct the name.',
  ],
  [
    "a status that is none",
    inResponses('{ defualt: { description: "" } }'),
    'openapi.yaml:9:20 - error: "defualt" is no status: write 200, 2XX or default\n    Did you mean `default`?',
  ],
  [
    "a number where a string must stand",
    "openapi: 3.1.0\ninfo: { title: T, version: 1 }\n",
    "openapi.yaml:2:28 - error: `version` is the number 1 where a string must stand\n    Write a string; what looks like another type needs quotes.",
  ],
  [
    "a list where an object must stand",
    `${HEAD}paths: []\n`,
    "openapi.yaml:3:8 - error: `paths` is a list where a set of paths must stand\n    Correct it, or take it out.",
  ],
  [
    "nothing where something must stand",
    `${HEAD}components:\n  schemas:\n`,
    "openapi.yaml:4:11 - error: `schemas` is nothing where an object must stand\n    Correct it, or take it out.",
  ],
  [
    "an item of a list that is something else",
    `${OPERATION}      tags: [a, 1]\n      parameters:\n${ID}${OK}`,
    "openapi.yaml:7:17 - error: item 2 of `tags` is the number 1 where a string must stand\n    Write a string; what looks like another type needs quotes.",
  ],
  [
    "a security scheme without what its type needs",
    `${HEAD}components: { securitySchemes: { k: { type: apiKey, name: x } } }\n`,
    "openapi.yaml:3:34 - error: this security scheme has no `in`\n    Add it: it has to be there.",
  ],
];

const references: readonly Case[] = [
  [
    "a misspelled name",
    inSchema('{ $ref: "#/components/schemas/Thnig" }\n    Thing: {}'),
    "openapi.yaml:5:16 - error: the reference #/components/schemas/Thnig leads nowhere\n    Did you mean #/components/schemas/Thing?",
  ],
  [
    "a misspelled word on the way",
    inSchema('{ $ref: "#/component/schemas/Thing" }\n    Thing: {}'),
    "openapi.yaml:5:16 - error: the reference #/component/schemas/Thing leads nowhere\n    Did you mean #/components/schemas/Thing?",
  ],
  [
    "an address that would have to be fetched",
    inSchema('{ $ref: "https://example.test/a.yaml" }'),
    "openapi.yaml:5:16 - error: the reference https://example.test/a.yaml leads nowhere\n    Nothing is fetched unless --allow-remote or `remote: true` says so; or keep a copy and refer to that.",
  ],
  [
    "a misspelled $ref in a parameter, which then lacks nothing else",
    inParameters('{ $reff: "#/components/parameters/B" }'),
    "openapi.yaml:9:13 - error: a parameter has no field `$reff`\n    Did you mean `$ref`?",
  ],
  [
    "a misspelled $ref in a schema",
    inSchema('{ $reff: "#/components/schemas/B" }\n    B: {}'),
    "openapi.yaml:5:10 - error: `$reff` is no keyword of JSON Schema: nothing reads it\n    Did you mean `$ref`?",
  ],
  [
    "a $ref that is not a string",
    inParameters("{ $ref: 1 }"),
    "openapi.yaml:9:19 - error: `$ref` is the number 1 where a string must stand\n    Write a string; what looks like another type needs quotes.",
  ],
  [
    "a field beside a $ref, which replaces it",
    `${inParameters('{ $ref: "#/components/parameters/B", required: true }')}components: { parameters: { B: { name: b, in: query, schema: {} } } }\n`,
    "openapi.yaml:9:48 - warning: `required` is not read beside a `$ref`\n    Move it to the schema that the reference points to.",
  ],
];

describe("what does not fit the format is told with place, finding and guess", () => {
  test.each(structure)("%s", async (_says, given, want) => {
    expect(await said({ "openapi.yaml": given })).toContain(want);
  });

  test("nothing that follows from a mistake is told besides", async () => {
    for (const [says, given] of [...structure, ...references]) {
      if (says.startsWith("a misspelled field of an operation")) continue; // its path parameter is gone indeed
      expect([says, (await said({ "openapi.yaml": given })).split("\n").length]).toEqual([says, 2]);
    }
  });
});

describe("references", () => {
  test.each(references)("%s", async (_says, given, want) => {
    expect(await said({ "openapi.yaml": given })).toBe(want);
  });

  test("are followed, and what they lead to is compared as what it stands for", async () => {
    const text = await said({
      "openapi.yaml": inParameters('{ $ref: "./parts.yaml#/B" }'),
      "parts.yaml": "B: { name: b, in: qurey, schema: { type: strng } }\nC: { anything: goes }\n",
    });
    expect(text).toContain('parts.yaml:1:19 - error: "qurey" is no value of `in`');
    expect(text).toContain('parts.yaml:1:42 - error: "strng" is no value of `type`');
    expect(text).not.toContain("anything");
  });

  test("may run in circles", async () => {
    const circle = '{ properties: { a: { $ref: "#/components/schemas/A" } } }';
    expect(await said({ "openapi.yaml": inSchema(circle) })).toBe("");
  });
});

test("a warning that comes again is told once, with all its places, and counted each time", async () => {
  const files = {
    "openapi.yaml": inSchema("{ nullable: true }\n    B: { nullable: true }\n    C: { nullable: true }"),
  };
  const text = formatProblems((await modelOf(files)).problems.all);
  expect(text).toMatch(/^openapi\.yaml:5:10 - warning: `nullable`[^]*\n {4}The same at 6:10, 7:10\.\n\n3 warnings$/);
});

test("the events' document is compared with its own format", async () => {
  const head = "asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\n";
  const openapi = HEAD;
  const told = (asyncapi: string): Promise<string> =>
    said({ "openapi.yaml": openapi, "asyncapi.yaml": head + asyncapi });
  expect(await told("components: { messages: { m: { paylod: {} } } }\n")).toBe(
    "asyncapi.yaml:3:32 - error: a message has no field `paylod`\n    Did you mean `payload`?",
  );
  expect(await told("components: { messages: { m: { payload: { type: strng } } } }\n")).toContain(
    '"strng" is no value',
  );
  expect(
    await told("operations: { o: { action: recieve, channel: { $ref: '#/channels/c' } } }\nchannels: { c: {} }\n"),
  ).toBe(
    'asyncapi.yaml:3:28 - error: "recieve" is no value of `action`\n    Did you mean "receive"? Values are send, receive.',
  );
  expect(
    await told("operations: { o: { action: send, channel: { $ref: '#/channels/d' } } }\nchannels: { c: {} }\n"),
  ).toContain("the reference #/channels/d leads nowhere");
  const wrapped = "{ schemaFormat: application/vnd.apache.avro, schema: {} }";
  expect(await told(`components: { messages: { m: { payload: ${wrapped} } } }\n`)).toContain(
    "a schema in application/vnd.apache.avro is not read",
  );
  const known = "{ schemaFormat: 'application/schema+json;version=draft-07', schema: { type: string } }";
  expect(await told(`components: { messages: { m: { name: m, payload: ${known} } } }\n`)).toBe("");
});
