import { expect, test } from "vitest";
import { descriptorFields, refusals } from "../../codegen/emit/routes.js";
import type { Body, OperationModel } from "../../codegen/model/model.js";
import { operation, parameter } from "./support/small-model.js";

const body = (rest: Partial<Body> = {}): Body => ({
  mediaType: "application/json",
  schema: { $ref: "Given" },
  required: false,
  others: [],
  encoding: {},
  flat: true,
  ...rest,
});

const least = { id: "getThing", method: "GET", path: "/thing", retry: "" };

test.each<readonly [says: string, given: Partial<OperationModel>, want: object]>([
  ["the least", {}, {}],
  [
    "parameters, by place and by name on the wire",
    {
      parameters: [
        parameter("p", { in: "path", wireName: "p-wire" }),
        parameter("q", { wireName: "q-wire", repeated: true, reserved: true, style: "deepObject" }),
        parameter("r", { style: "form" }),
        parameter("h", { in: "header", wireName: "X-H", repeated: true }),
        parameter("c", { in: "cookie" }),
      ],
    },
    {
      pathParams: { "p-wire": "p" },
      queryParams: { "q-wire": "q", r: "r" },
      repeated: ["q"],
      styles: { q: "deepObject", r: "form" },
      reserved: ["q"],
      headerParams: { "X-H": "h" },
      cookieParams: { c: "c" },
    },
  ],
  ["a body of fields, which may be left out", { method: "POST", body: body() }, { method: "POST", body: "optional" }],
  ["a body that is required", { method: "POST", body: body({ required: true }) }, { method: "POST", body: true }],
  ["a body that is required of a GET, which may send none", { body: body({ required: true }) }, { body: "optional" }],
  ["a whole body", { body: body({ flat: false }) }, { body: true, bodyParam: "body" }],
  ["JSON in capitals", { body: body({ mediaType: "Application/JSON" }) }, { body: "optional" }],
  [
    "a patch",
    { body: body({ mediaType: "application/json-patch+json" }) },
    { body: "optional", bodyType: "application/json-patch+json" },
  ],
  [
    "what only ends like JSON",
    { body: body({ mediaType: "x-application/json" }) },
    { body: "optional", bodyType: "x-application/json" },
  ],
  [
    "a form, with how its fields are written",
    { body: body({ mediaType: "multipart/form-data", encoding: { a: { contentType: "text/plain" } } }) },
    { body: "optional", bodyType: "multipart/form-data", encoding: { a: { contentType: "text/plain" } } },
  ],
  [
    "a choice of forms",
    { body: body({ others: [{ mediaType: "text/plain", schema: true }] }) },
    { body: "optional", bodyTypes: ["application/json", "text/plain"] },
  ],
  ["without auth", { auth: false }, { auth: false }],
  [
    "all the rest",
    {
      queryConst: { view: "all" },
      needs: ["a"],
      idempotencyKey: "Key",
      security: [{ key: ["read"] }],
      mayBeEmpty: true,
      answerShapes: [{ a: "array" }],
      accept: "text/plain",
      placement: { a: "body" },
      routeAssumption: "route",
      urgent: true,
    },
    {
      queryConst: { view: "all" },
      needs: ["a"],
      idempotencyKey: "Key",
      security: [{ key: ["read"] }],
      mayBeEmpty: true,
      answer: [{ a: "array" }],
      accept: "text/plain",
      placement: { a: "body" },
      routeAssumption: "route",
      urgent: true,
    },
  ],
])("what is sent as data: %s", (_says, given, want) => {
  expect(descriptorFields(operation(given))).toEqual({ ...least, ...want });
});

test.each<readonly [errorCodes: readonly string[], possibleCodes: readonly string[], want: string]>([
  [[], [], ""],
  [["a"], [], "Refused with `a`."],
  [["a", "b"], ["c"], "Refused with `a`, `b`. Possible, though not documented here: `c`."],
  [[], ["c", "d"], "Possible, though not documented here: `c`, `d`."],
])("refused with %j, perhaps with %j", (errorCodes, possibleCodes, want) => {
  expect(refusals(operation({ errorCodes, possibleCodes }))).toBe(want);
});
