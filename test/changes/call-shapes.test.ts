import { describe, expect, test } from "vitest";
import { content, HEAD, judged, text, toldOf } from "./classic.js";

const parameter = (name: string, place: string, more: object = {}): object => ({
  name,
  in: place,
  schema: text,
  ...(place === "path" ? { required: true } : {}),
  ...more,
});
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
/** A document with one operation that has a path, parameters and a body. */
const call = (requestBody: object, parameters: readonly object[] = [], schemas: object = {}) => ({
  ...HEAD,
  paths: {
    "/books/{id}": {
      put: {
        operationId: "putBook",
        parameters: [parameter("id", "path"), ...parameters],
        requestBody,
        responses: { "204": { description: "" } },
      },
    },
  },
  components: { schemas },
});
const body = (schema: object): object => ({ required: true, content: content(schema) });
const named = object({ name: text });

describe("what changes how a call is written, and nothing on the wire", () => {
  test.each([
    [
      "further properties",
      call(body(named)),
      call(body(object({ name: text }, { additionalProperties: text }))),
      "body-parameters-changed putBook: takes its body as one parameter now",
    ],
    [
      "a first field where there was none",
      call(body({ type: "object" })),
      call(body(named)),
      "body-parameters-changed putBook: takes its body as parameters now",
    ],
    [
      "a second form",
      call(body(named)),
      call({
        required: true,
        content: { ...content(named), "multipart/form-data": { schema: object({ file: text }) } },
      }),
      "body-parameters-changed putBook: takes its body as one parameter, with a contentType now",
    ],
    [
      "a parameter that takes the name of a field",
      call(body(named)),
      call(body(named), [parameter("name", "query")]),
      "parameter-renamed putBook: `name` is called `bodyName` now",
    ],
    [
      "a parameter that takes the name of another",
      call(body(object({})), [parameter("page", "header")]),
      call(body(object({})), [parameter("page", "header"), parameter("page", "query")]),
      "parameter-renamed putBook: `page` is called `headerPage` now",
    ],
    [
      "a schema that takes the name of a type of the operation",
      call(body(named)),
      call(body(named), [], { PutBookParams: text }),
      "operation-types-renamed putBook: has types called after PutBook2 instead of PutBook",
    ],
  ])("%s", async (_name, before, after, want) => {
    expect((await toldOf(before, after)).map((line) => line.replace(/ \(\/.*$/, ""))).toContain(want);
  });
});

test.each([
  ["a field of its own", named],
  ["a field with the name of a parameter", object({ name: text, id: text })],
  ["a field called as a renamed one would be", object({ name: text, bodyId: text })],
])("%s, if it is optional, changes no call", async (_name, schema) => {
  const found = await judged(call(body(object({ name: text }))), call(body(schema)));
  expect(found.filter((line) => line.startsWith("breaking"))).toEqual([]);
});

test("an optional field beside a renamed one leaves its name", async () => {
  const found = await judged(call(body(object({ id: text }))), call(body(object({ id: text, other: text }))));
  expect(found.filter((line) => line.startsWith("breaking"))).toEqual([]);
});
