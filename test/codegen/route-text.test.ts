import { expect, test } from "vitest";
import { emitRoutes } from "../../codegen/emit/routes.js";
import type { Body, OperationModel } from "../../codegen/model/model.js";
import { modelWith } from "./support/handmade.js";
import { named, operation, parameter } from "./support/small-model.js";

const body = (rest: Partial<Body> = {}): Body => ({
  mediaType: "application/json",
  schema: { $ref: "Given" },
  required: false,
  others: [],
  encoding: {},
  flat: true,
  ...rest,
});
const given = named({ Given: { type: "object", required: ["a"] } });
const needed = [parameter("a", { required: true })];

const operations: readonly OperationModel[] = [
  operation({
    summary: "Gets it.",
    description: "All of it.",
    undocumented: ["when"],
    errorCodes: ["gone"],
    retry: "safe",
    deprecated: true,
  }),
  operation({
    id: "make it",
    functionName: "makeIt",
    typeName: "MakeIt",
    method: "POST",
    body: body(),
    answers: [{ status: "404", doc: "", schema: true }],
    answerBy: { fields: { a: "MadeByA", "b-c": "MadeByB" }, otherwise: "MadePlain" },
  }),
  operation({ functionName: "watchAll", typeName: "WatchAll", stream: true }),
  operation({ functionName: "watchOne", typeName: "WatchOne", stream: true, parameters: needed }),
  operation({ functionName: "read", typeName: "Read", mayBeEmpty: true, streamed: { functionName: "follow" } }),
  operation({
    functionName: "load",
    typeName: "Load",
    parameters: needed,
    mayBeEmpty: true,
    answerShapes: [{ a: "any" }],
    accept: "text/plain",
    streamed: { functionName: "drip", accept: "text/event-stream" },
  }),
];

test("each operation is a constant and a function, with overloads and a second function where they are described", () => {
  const out = emitRoutes(modelWith({ operations, schemas: given }), "./abi.js");
  expect(out.toString()).toBe(`/**
 * Operations of Fixture, one function each.
 *
 * Generated from openapi.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import type { Call, CallOptions, Caller, Operation, StreamAnswer, StreamCaller, StreamOptions } from "./abi.js";
import { open as open$, send as send$ } from "./abi.js";
import type * as T from "./types.js";

export const getThingOperation: Operation = {
  id: "getThing",
  method: "GET",
  path: "/thing",
  retry: "safe",
};

/**
 * Gets it.
 *
 * All of it.
 *
 * Not documented: when.
 *
 * Refused with \`gone\`.
 *
 * @deprecated Marked so in the description.
 * @see openapi.yaml#/paths
 */
export function getThing(
  client: Caller,
  params: T.GetThingParams = {},
  options?: CallOptions,
): Call<T.GetThingResult, T.GetThingCode> {
  return send$(client, getThingOperation, params, options);
}

export const makeItOperation: Operation = {
  id: "make it",
  method: "POST",
  path: "/thing",
  body: "optional",
  retry: "",
};

/** @see openapi.yaml#/paths */
export function makeIt(
  client: Caller,
  params: T.MakeItParams & { readonly a: unknown },
  options?: CallOptions,
): Call<T.MadeByA, string, T.MakeItErrors>;
/** @see openapi.yaml#/paths */
export function makeIt(
  client: Caller,
  params: T.MakeItParams & { readonly "b-c": unknown },
  options?: CallOptions,
): Call<T.MadeByB, string, T.MakeItErrors>;
/** @see openapi.yaml#/paths */
export function makeIt(
  client: Caller,
  params: T.MakeItParams & { readonly a?: never; readonly "b-c"?: never },
  options?: CallOptions,
): Call<T.MadePlain, string, T.MakeItErrors>;
/** @see openapi.yaml#/paths */
export function makeIt(
  client: Caller,
  params: T.MakeItParams,
  options?: CallOptions,
): Call<T.MakeItResult, string, T.MakeItErrors>;
export function makeIt(
  client: Caller,
  params: T.MakeItParams,
  options?: CallOptions,
): Call<T.MakeItResult, string, T.MakeItErrors> {
  return send$(client, makeItOperation, params, options);
}

export const watchAllOperation: Operation = {
  id: "getThing",
  method: "GET",
  path: "/thing",
  retry: "",
};

/** @see openapi.yaml#/paths */
export function watchAll(
  client: StreamCaller,
  params: T.WatchAllParams = {},
  options?: StreamOptions,
): Promise<StreamAnswer> {
  return open$(client, watchAllOperation, params, options);
}

export const watchOneOperation: Operation = {
  id: "getThing",
  method: "GET",
  path: "/thing",
  queryParams: { a: "a" },
  retry: "",
};

/** @see openapi.yaml#/paths */
export function watchOne(
  client: StreamCaller,
  params: T.WatchOneParams,
  options?: StreamOptions,
): Promise<StreamAnswer> {
  return open$(client, watchOneOperation, params, options);
}

export const readOperation: Operation = {
  id: "getThing",
  method: "GET",
  path: "/thing",
  retry: "",
  mayBeEmpty: true,
};

/** @see openapi.yaml#/paths */
export function read(
  client: Caller,
  params: T.ReadParams = {},
  options?: CallOptions,
): Call<T.ReadResult> {
  return send$(client, readOperation, params, options);
}

/** @see openapi.yaml#/paths */
export function follow(
  client: StreamCaller,
  params: T.ReadParams = {},
  options?: StreamOptions,
): Promise<StreamAnswer> {
  return open$(client, readOperation, params, options);
}

export const loadOperation: Operation = {
  id: "getThing",
  method: "GET",
  path: "/thing",
  queryParams: { a: "a" },
  retry: "",
  mayBeEmpty: true,
  answer: [{ a: "any" }],
  accept: "text/plain",
};

/** @see openapi.yaml#/paths */
export function load(
  client: Caller,
  params: T.LoadParams,
  options?: CallOptions,
): Call<T.LoadResult> {
  return send$(client, loadOperation, params, options);
}

export const dripOperation: Operation = {
  id: "getThing",
  method: "GET",
  path: "/thing",
  queryParams: { a: "a" },
  retry: "",
  accept: "text/event-stream",
};

/** @see openapi.yaml#/paths */
export function drip(
  client: StreamCaller,
  params: T.LoadParams,
  options?: StreamOptions,
): Promise<StreamAnswer> {
  return open$(client, dripOperation, params, options);
}
`);
});

test("without operations there is nothing to export, and nothing to import", () => {
  const out = emitRoutes(modelWith(), "./abi.js");
  expect(out.path).toBe("routes.ts");
  expect(out.toString().split("*/\n")[1]).toBe("\nexport {};\n");
});
