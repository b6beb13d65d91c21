import { expect, test } from "vitest";
import { emitFakers } from "../../codegen/emit/fakers.js";
import { emitMsw } from "../../codegen/emit/msw.js";
import type { OperationModel } from "../../codegen/model/model.js";
import { modelWith } from "./support/handmade.js";
import { named, operation } from "./support/small-model.js";

const text = { type: "string" };

test("every type has a faker, objects take overrides, and what refers to itself stands in place", () => {
  const schemas = named({
    Any: true,
    Given: { type: "object", $ref: "Leaf" },
    Leaf: { type: "object", properties: { text: { $ref: "Text" } } },
    Impossible: { type: "object", enum: ["a"] },
    Maybe: { type: ["object", "null"], properties: { a: text } },
    Text: text,
    Tree: {
      type: "object",
      required: ["name", "kind"],
      properties: { name: { $ref: "Text" }, kind: { $ref: "Kind" }, up: { $ref: "Tree" } },
    },
    Kind: { type: "object", properties: { first: { $ref: "Tree" } } },
  });
  const out = emitFakers(modelWith({ schemas }));
  expect(out.path).toBe("fakers.ts");
  expect(out.toString()).toBe(`/**
 * Values of every type of Fixture, for tests.
 *
 * Generated from openapi.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import type * as T from "./types.js";

/** A {@link T.Any} as the description has it. */
export function fakeAny(): T.Any {
  const value: unknown = null;
  return value as T.Any;
}

/** A {@link T.Given} as the description has it. */
export function fakeGiven(): T.Given {
  const value: unknown = fakeLeaf();
  return value as T.Given;
}

/** A {@link T.Leaf} as the description has it; \`overrides\` replace its fields. */
export function fakeLeaf(overrides: Partial<T.Leaf> = {}): T.Leaf {
  const value: object = { text: fakeText() };
  return { ...value, ...overrides } as T.Leaf;
}

/** A {@link T.Impossible} as the description has it. */
export function fakeImpossible(): T.Impossible {
  const value: unknown = {};
  return value as T.Impossible;
}

/** A {@link T.Maybe} as the description has it. */
export function fakeMaybe(): T.Maybe {
  const value: unknown = { a: "text" };
  return value as T.Maybe;
}

/** A {@link T.Text} as the description has it. */
export function fakeText(): T.Text {
  const value: unknown = "text";
  return value as T.Text;
}

/** A {@link T.Tree} as the description has it; \`overrides\` replace its fields. */
export function fakeTree(overrides: Partial<T.Tree> = {}): T.Tree {
  const value: object = { name: fakeText(), kind: {} };
  return { ...value, ...overrides } as T.Tree;
}

/** A {@link T.Kind} as the description has it; \`overrides\` replace its fields. */
export function fakeKind(overrides: Partial<T.Kind> = {}): T.Kind {
  const value: object = {};
  return { ...value, ...overrides } as T.Kind;
}
`);
  expect(emitFakers(modelWith()).toString()).toMatch(/\*\/\n\nexport \{\};\n$/);
});

const text200 = { status: "200", doc: "", mediaType: "application/json", schema: text };

test("handlers are of every operation that the matcher can tell from the others", () => {
  const operations = [
    operation({ functionName: "get", path: "/a/{id-x}/b", answers: [{ ...text200, schema: { $ref: "Text" } }] }),
    operation({ functionName: "make-it", method: "POST" }),
    operation({ functionName: "traced", method: "TRACE" }),
    operation({ functionName: "nowhere", path: "" }),
    operation({ functionName: "chosen", queryConst: { a: "b" } }),
  ];
  const out = emitMsw(modelWith({ operations, schemas: named({ Text: text }) }));
  expect(out.path).toBe("msw.ts");
  expect(out.toString()).toBe(`/**
 * Handlers of Mock Service Worker for Fixture.
 *
 * Generated from openapi.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import { fakeText } from "./fakers.js";
import type { HttpHandler } from "msw";
import { http } from "msw";

/** What an operation answers instead of what the fakers make. */
export type Answer = (info: { readonly request: Request; readonly params: Readonly<Record<string, string | readonly string[] | undefined>> }) => Response | Promise<Response>;

/** Answers by operation. */
export interface Answers {
  readonly get?: Answer;
  readonly "make-it"?: Answer;
}

/** One handler for each operation. \`baseUrl\`: where the service is; any address when left out. */
export function createHandlers(answers: Answers = {}, baseUrl = "*"): HttpHandler[] {
  return [
    http.get(\`\${baseUrl}\` + "/a/:id_x/b", (info) => answers["get"]?.(info) ?? Response.json(fakeText(), { status: 200 })),
    http.post(\`\${baseUrl}\` + "/thing", (info) => answers["make-it"]?.(info) ?? new Response(null, { status: 200 })),
  ];
}
`);
});

test("without operations there is nothing to answer, and the parameters say that they are not used", () => {
  expect(emitMsw(modelWith()).toString()).toContain(
    '\nexport function createHandlers(_answers: Answers = {}, _baseUrl = "*"): HttpHandler[] {\n  return [\n\n  ];\n}\n',
  );
});

/** What the handler of an operation answers, and its path. */
function handler(rest: Partial<OperationModel>, exact = false): string | undefined {
  const schemas = named({ Text: text, ...(exact ? { When: { "x-as": "date" } } : {}) });
  const out = emitMsw(modelWith({ operations: [operation(rest)], schemas })).toString();
  return /\n {4}http\.\w+\(`\$\{baseUrl\}` \+ (.*),\n/.exec(out)?.[1];
}

test.each<readonly [method: string]>([["GET"], ["HEAD"], ["POST"], ["PUT"], ["DELETE"], ["PATCH"], ["OPTIONS"]])(
  "%s is answered",
  (method) => {
    const out = emitMsw(modelWith({ operations: [operation({ method })] })).toString();
    expect(out).toContain(`\n    http.${method.toLowerCase()}(`);
  },
);

const before = '"/thing", (info) => answers["getThing"]?.(info) ?? ';

test.each<readonly [says: string, answers: OperationModel["answers"], want: string]>([
  ["nothing that is described", [], "new Response(null, { status: 200 })"],
  ["no content", [{ status: "204", doc: "" }], "new Response(null, { status: 204 })"],
  ["no content, whatever the schema", [{ ...text200, status: "204" }], "new Response(null, { status: 204 })"],
  ["a status without content", [{ status: "202", doc: "" }], "new Response(null, { status: 202 })"],
  ["a class of status", [{ ...text200, status: "2XX" }], 'Response.json("text", { status: 200 })'],
  ["another status", [{ ...text200, status: "201" }], 'Response.json("text", { status: 201 })'],
  ["a success, not a failure", [{ ...text200, status: "400" }, text200], 'Response.json("text", { status: 200 })'],
  ["no form", [{ status: "200", doc: "", schema: text }], 'Response.json("text", { status: 200 })'],
  ["a form like JSON", [{ ...text200, mediaType: "text/x+JSON" }], 'Response.json("text", { status: 200 })'],
  [
    "plain text",
    [{ ...text200, mediaType: "text/plain" }],
    'new Response("text", { status: 200, headers: { "content-type": "text/plain" } })',
  ],
  [
    "a form of numbers",
    [{ ...text200, mediaType: "text/csv", schema: { type: "integer" } }],
    'new Response("", { status: 200, headers: { "content-type": "text/csv" } })',
  ],
])("answered is %s", (_says, answers, want) => {
  expect(handler({ answers })).toBe(`${before}${want})`);
});

test("where values are not what JSON carries, a function writes them", () => {
  expect(handler({ answers: [text200] }, true)).toBe(`${before}answer("text", 200))`);
  const schemas = named({ When: { "x-as": "date" } });
  const answered = operation({ answers: [text200] });
  expect(emitMsw(modelWith({ schemas, operations: [answered] })).toString()).toContain(
    "\n}\n\nfunction answer(value: unknown, status: number)",
  );
  expect(emitMsw(modelWith({ operations: [answered] })).toString()).not.toContain("function answer");
});

test("where no answer has content, there is no function that nothing calls", () => {
  const schemas = named({ When: { "x-as": "date" } });
  const operations = [operation({ answers: [{ status: "204", doc: "" }] })];
  expect(emitMsw(modelWith({ schemas, operations })).toString()).not.toContain("function answer");
});

test.each([
  ["/a/{id}", "/a/:id"],
  ["/{a.b}/{c}", "/:a_b/:c"],
  ["/{a}px{b}.x", "/{:a}px:b.x"],
  ["/a('{id}'):go+", "/a\\\\(':id'\\\\)\\\\:go\\\\+"],
])("the matcher is given %s as %s", (path, want) => {
  expect(handler({ path })).toBe(`"${want}"${before.slice(8)}new Response(null, { status: 200 }))`);
});
