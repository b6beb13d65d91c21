import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { FileSet } from "../../codegen/load/files.js";
import { applyOverlays } from "../../codegen/load/overlay.js";
import { formatProblems, Problems } from "../../codegen/load/problems.js";
import { buildModel } from "../../codegen/model/build.js";
import { schemaMap } from "../../codegen/model/keywords.js";

const HEAD = "overlay: 1.0.0\ninfo: { title: An overlay, version: 1.0.0 }\nactions:\n";

/** The document after the overlays, each given as its actions or whole, and what was wrong with them. */
async function overlaid(document: string, actions: readonly string[], strict = false) {
  const problems = new Problems({ strict });
  const texts = new Map<string, string>([["/openapi.yaml", document]]);
  for (const [index, text] of actions.entries())
    texts.set(`/overlay${index + 1}.yaml`, text.startsWith("  -") ? HEAD + text : text);
  const files = new FileSet("/", problems, { read: (path) => Promise.resolve(texts.get(path) ?? "") });
  const [file, ...overlays] = await Promise.all([...texts.keys()].map((path) => files.read(path)));
  if (file === undefined) throw new Error("the document is there");
  await applyOverlays(
    file,
    overlays.flatMap((one) => one ?? []),
    problems,
  );
  return { data: file.data, file, problems, told: problems.all.length === 0 ? "" : formatProblems(problems.all) };
}

const PETS = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      description: All of them
      parameters:
        - { name: dummy, in: query, schema: { type: string } }
        - { name: filter, in: query, schema: { type: string } }
      responses: {}
  /toys:
    get:
      responses: {}
    post:
      responses: {}
tags:
  - name: first
`;

/** The examples of section "Examples" of the specification, over a document that they fit. */
describe("the examples of Overlay 1.0", () => {
  test("a structured overlay updates many places from the root", async () => {
    const { data, told } = await overlaid(PETS, [
      `  - target: '$'
    update:
      info:
        x-overlay-applied: structured-overlay
      paths:
        '/':
          summary: 'The root resource'
          get:
            summary: 'Retrieve the root resource'
            x-rate-limit: 100
        '/pets':
          get:
            summary: 'Retrieve a list of pets'
            x-rate-limit: 100
`,
    ]);
    expect(told).toBe("");
    expect(data).toMatchObject({
      info: { title: "Pets", "x-overlay-applied": "structured-overlay" },
      paths: {
        "/": { summary: "The root resource", get: { "x-rate-limit": 100 } },
        "/pets": { get: { description: "All of them", summary: "Retrieve a list of pets", "x-rate-limit": 100 } },
      },
    });
  });

  test("targeted actions come one after the other", async () => {
    const { data } = await overlaid(PETS, [
      `  - target: $.paths['/pets'].get
    update:
      description: This is the new description
  - target: $.paths['/toys'].get
    update:
      description: This is the updated description
  - target: $.paths['/toys']
    update:
      post:
        description: This is an updated description of a child object
        x-safe: false
`,
    ]);
    expect(data).toMatchObject({
      paths: {
        "/pets": { get: { description: "This is the new description" } },
        "/toys": {
          get: { description: "This is the updated description", responses: {} },
          post: { description: "This is an updated description of a child object", "x-safe": false, responses: {} },
        },
      },
    });
  });

  test("wildcards and filters update several nodes by one action", async () => {
    const { data } = await overlaid(PETS, [
      `  - target: $.paths.*.get
    update:
      x-safe: true
  - target: $.paths.*.get.parameters[?@.name=='filter' && @.in=='query']
    update:
      schema:
        $ref: '/components/schemas/filterSchema'
`,
    ]);
    expect(data).toMatchObject({
      paths: {
        "/pets": {
          get: {
            "x-safe": true,
            parameters: [
              { name: "dummy", schema: { type: "string" } },
              { name: "filter", schema: { type: "string", $ref: "/components/schemas/filterSchema" } },
            ],
          },
        },
        "/toys": { get: { "x-safe": true }, post: { responses: {} } },
      },
    });
  });

  test("an entry is appended to a list", async () => {
    const { data } = await overlaid(PETS, [
      "  - target: $.paths.*.get.parameters\n    update: { name: newParam, in: query }\n",
    ]);
    expect(data).toHaveProperty(["paths", "/pets", "get", "parameters", 2], { name: "newParam", in: "query" });
  });

  test("an entry is removed from a list", async () => {
    const { data } = await overlaid(PETS, [
      "  - target: $.paths.*.get.parameters[?@.name == 'dummy']\n    remove: true\n",
    ]);
    expect(data).toHaveProperty(["paths", "/pets", "get", "parameters", "length"], 1);
    expect(data).toHaveProperty(["paths", "/pets", "get", "parameters", 0, "name"], "filter");
  });
});

test("what one action made is there for the next, in the same overlay and in the next one", async () => {
  const { data } = await overlaid(PETS, [
    "  - { target: $.paths, update: { /new: { get: {} } } }\n  - { target: $.paths.*.post, remove: true }\n",
    "  - { target: '$.paths[\"/new\"].get', update: { deprecated: true } }\n",
  ]);
  expect(data).toMatchObject({ paths: { "/new": { get: { deprecated: true } } } });
  expect(data).not.toHaveProperty(["paths", "/toys", "post"]);
});

test("of an action with both, remove is what counts, and several entries of one list go together", async () => {
  const { data, told } = await overlaid(PETS, [
    "  - { target: $.paths.*.get.parameters.*, update: { a: 1 }, remove: true }\n",
  ]);
  expect(told).toBe("");
  expect(data).toHaveProperty(["paths", "/pets", "get", "parameters"], []);
});

test("lists inside an update are joined, and keys that every object inherits are keys like any other", async () => {
  const { data } = await overlaid(PETS, [
    "  - { target: $, update: { tags: [{ name: second }], __proto__: { a: 1 } } }\n",
  ]);
  expect(data).toMatchObject({ tags: [{ name: "first" }, { name: "second" }] });
  expect(Object.keys(data as object)).toContain("__proto__"); // an object of the document
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
});

describe("an action that does nothing", () => {
  const nothing = "  - { target: $.paths.nowhere, remove: true }\n";

  test("is warned of with its place in the overlay", async () => {
    const { told, problems } = await overlaid(PETS, [nothing]);
    expect(problems.errors).toEqual([]);
    expect(told).toContain("overlay1.yaml:4:15 - warning: nothing matches $.paths.nowhere");
  });

  test("is an error where everything is strict", async () => {
    expect((await overlaid(PETS, [nothing], true)).problems.errors).toHaveLength(1);
  });
});

test.each([
  ["no overlay", "title: x\n", "overlay1.yaml:1:1 - error: this is no overlay: it says `overlay: undefined`"],
  ["another version", "overlay: 2.0.0\n", "this is no overlay: it says `overlay: 2.0.0`"],
  ["no actions", "overlay: 1.0.0\n", "this overlay has no `actions`"],
  ["no target", "  - { remove: true }\n", "overlay1.yaml:4:5 - error: this action has no `target`"],
  [
    "a target that is no JSONPath",
    "  - { target: '$.paths[', remove: true }\n",
    "overlay1.yaml:4:15 - error: $.paths[ is no JSONPath",
  ],
  ["neither update nor remove", "  - { target: $ }\n", "this action has neither `update` nor `remove: true`"],
  [
    "a text as target",
    "  - { target: $.info.title, update: Toys }\n",
    "overlay1.yaml:4:37 - error: info.title is neither an object nor a list",
  ],
  [
    "an object updated with a text",
    "  - { target: $.info, update: Toys }\n",
    "info is an object and cannot be updated with this",
  ],
])("%s is refused with its place", async (_, overlay, message) => {
  const { told } = await overlaid(PETS, [overlay]);
  expect(told).toContain(message);
});

describe("places after an overlay", () => {
  const overlay = `  - target: $.paths['/pets'].get
    update:
      summary: 5
      x-new: { deep: [1] }
  - target: $.paths['/pets'].get.parameters[0]
    remove: true
`;
  test.each([
    ["what it brought", "/paths/~1pets/get/x-new/deep/0", "/overlay1.yaml", 7, 23],
    ["a text that it brought", "/paths/~1pets/get/summary", "/overlay1.yaml", 6, 16],
    ["what it left", "/paths/~1pets/get/description", "/openapi.yaml", 6, 20],
    ["what moved up by a removal", "/paths/~1pets/get/parameters/0/name", "/openapi.yaml", 9, 19],
  ])("%s is shown where it was written", async (_, pointer, path, line, column) => {
    const { file } = await overlaid(PETS, [overlay]);
    expect(file.written(pointer).file.path).toBe(path);
    expect(file.position(pointer)).toEqual({ line, column });
  });
});

describe("extends", () => {
  const DOCUMENT = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: Pets
          content: { application/json: { schema: { $ref: "./parts/pet.yaml#/Pet" } } }
`;

  /** Names of fields of the schema Pet after an overlay that lies in `/overlays`, and what was wrong. */
  async function fieldsAfter(named: string) {
    const update = "  - { target: $.Pet, update: { properties: { age: { type: integer } } } }\n";
    const texts = new Map([
      ["/openapi.yaml", DOCUMENT],
      ["/parts/pet.yaml", 'Pet: { type: object, properties: { home: { $ref: "./home.yaml#/Home" } } }\n'],
      ["/parts/home.yaml", "Home: { type: object }\n"],
      ["/overlays/pet.yaml", `extends: ${named}\n${HEAD}${update}`],
    ]);
    const problems = new Problems();
    const read = (path: string) => Promise.resolve(texts.get(path) ?? "");
    const { schemas } = await buildModel(
      { openapi: "/openapi.yaml", overlays: ["/overlays/pet.yaml"], base: "/", read },
      problems,
    );
    const pet = schemas.find(({ name }) => name === "Pet")?.schema;
    const fields = typeof pet === "object" ? schemaMap(pet, "properties").map(([name]) => name) : [];
    return { fields, told: formatProblems(problems.all) };
  }

  test("a file that a document refers to is changed by an overlay that names it", async () => {
    expect(await fieldsAfter("../parts/pet.yaml")).toEqual({ fields: ["home", "age"], told: formatProblems([]) });
  });

  test.each(["../openapi.yaml", "https://pets.example/parts/pet.yaml"])(
    "the document itself is changed by an overlay that extends %s",
    async (named) => {
      const { fields, told } = await fieldsAfter(named);
      expect(fields).toEqual(["home"]);
      expect(told).toContain("nothing matches $.Pet");
    },
  );
});

test("a document without overlays is left as it is", async () => {
  const { data } = await overlaid(PETS, []);
  expect(data).toEqual(parse(PETS));
});
