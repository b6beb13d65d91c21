import { describe, expect, test } from "vitest";
import { type Operation, writeForm } from "../../runtime/abi/index.js";
import { callerRequest } from "../../runtime/caller/request.js";

const GET: Operation = { id: "get", method: "GET", path: "/t", retry: "safe" };
const POST: Operation = { id: "post", method: "POST", path: "/t", body: true, retry: "never" };
const path: Operation = { ...GET, path: "/t/{a}", pathParams: { a: "a" } };
const query: Operation = { ...GET, queryParams: { a: "a" } };
const point = { x: 1, y: "b c" };

const addresses: readonly (readonly [says: string, operation: Operation, value: unknown, want: string])[] = [
  ["a text in the path", path, "a/b c", "/t/a%2Fb%20c"],
  ["a list in the path", path, [1, "b,c"], "/t/1,b%2Cc"],
  ["an object in the path", { ...path, styles: { a: "simple" } }, point, "/t/x,1,y,b%20c"],
  ["the same spelled out", { ...path, styles: { a: "simpleExploded" } }, point, "/t/x=1,y=b%20c"],
  ["a label", { ...path, styles: { a: "label" } }, [1, 2], "/t/.1,2"],
  ["a label spelled out", { ...path, styles: { a: "labelExploded" } }, point, "/t/.x=1.y=b%20c"],
  ["a matrix", { ...path, styles: { a: "matrix" } }, [1, 2], "/t/;a=1,2"],
  ["a matrix spelled out", { ...path, styles: { a: "matrixExploded" } }, [1, 2], "/t/;a=1;a=2"],
  ["an object as matrix spelled out", { ...path, styles: { a: "matrixExploded" } }, point, "/t/;x=1;y=b%20c"],
  ["a text as matrix spelled out", { ...path, styles: { a: "matrixExploded" } }, "b", "/t/;a=b"],
  ["a text in the query", query, "a&b=c", "/t?a=a%26b%3Dc"],
  ["a date in the query", query, new Date(0), "/t?a=1970-01-01T00%3A00%3A00.000Z"],
  ["a list with commas", query, [1, "b,c d"], "/t?a=1,b%2Cc%20d"],
  ["a list with spaces", { ...query, styles: { a: "spaceDelimited" } }, [1, "b c,d"], "/t?a=1%20b%20c%2Cd"],
  ["a list in pairs", { ...query, repeated: ["a"] }, [1, 2], "/t?a=1&a=2"],
  ["an empty list in pairs", { ...query, repeated: ["a"] }, [], "/t"],
  ["an object in pairs", { ...query, styles: { a: "exploded" } }, point, "/t?x=1&y=b%20c"],
  ["an object in one pair", { ...query, styles: { a: "form" } }, point, "/t?a=x,1,y,b%20c"],
  [
    "a deep object",
    { ...query, styles: { a: "deepObject" } },
    { x: { y: [1, 2] }, z: undefined },
    "/t?a%5Bx%5D%5By%5D=1&a%5Bx%5D%5By%5D=2",
  ],
  ["bars", { ...query, styles: { a: "pipeDelimited" } }, [1, 2], "/t?a=1%7C2"],
  ["an object with bars", { ...query, styles: { a: "pipeDelimited" } }, point, "/t?a=x%7C1%7Cy%7Cb%20c"],
  ["a list of reserved characters", { ...query, reserved: ["a"] }, ["a/b", "c,d&"], "/t?a=a/b,c,d%26"],
  ["JSON", { ...query, styles: { a: "json" } }, { x: 1 }, "/t?a=%7B%22x%22%3A1%7D"],
  ["reserved characters", { ...query, reserved: ["a"] }, "a/b?c:d&e#f=g", "/t?a=a/b?c:d%26e%23f%3Dg"],
  ["a constant", { ...query, queryConst: { kind: "x" } }, undefined, "/t?kind=x"],
];

describe("addresses", () => {
  test.each(addresses)("%s", (_says, operation, value, want) => {
    const { url } = callerRequest(operation, { a: value }, "https://api.example").request;
    expect(url).toBe(`https://api.example${want}`);
  });

  test.each(["", ".", ".."])("a segment %j would lead elsewhere and is refused", (value) => {
    expect(() => callerRequest(path, { a: value }, "https://api.example")).toThrow(
      `get: a cannot be ${JSON.stringify(value)}`,
    );
  });

  const circular: Record<string, unknown> = {};
  circular["a"] = circular;

  test.each<[string, Operation, unknown]>([
    ["a date that is none", query, new Date(NaN)],
    ["half of a surrogate pair", path, "\ud800"],
    ["JSON of an object that holds itself", { ...query, styles: { a: "json" } }, circular],
    ["a body that holds itself", POST, circular],
  ])("%s is an ArgumentError that names the operation, before anything is sent", (_says, operation, value) => {
    const write = () => callerRequest(operation, { a: value }, "https://api.example");
    expect(write).toThrow(expect.objectContaining({ kind: "argument", operation: operation.id }));
    expect(write).toThrow(`${operation.id}: a parameter cannot be written`);
  });

  test("what is needed and missing is said before anything is sent", () => {
    expect(() => callerRequest(path, {}, "https://api.example")).toThrow("get: a is missing");
    expect(() => callerRequest({ ...query, needs: ["a"] }, {}, "https://api.example")).toThrow("get: a is missing");
  });
});

describe("bodies", () => {
  const built = (operation: Operation, params: object): { body: unknown; type: string | undefined } => {
    const { request, payload } = callerRequest(operation, params, "https://api.example");
    return { body: request.body ?? payload, type: request.headers["content-type"] };
  };

  test("fields that nothing else takes are a JSON object", () => {
    expect(built({ ...POST, queryParams: { q: "q" } }, { q: 1, a: 2 })).toEqual({
      body: '{"a":2}',
      type: "application/json",
    });
  });

  test("a form has a pair for each item of a list, JSON for objects, and styles where they are described", () => {
    const form: Operation = {
      ...POST,
      bodyType: "application/x-www-form-urlencoded",
      writers: [writeForm],
      encoding: { c: { style: "deepObject" }, d: { style: "form" } },
    };
    const { body, type } = built(form, { a: ["x", "y"], b: { k: 1 }, c: { k: 1 }, d: [1, 2], e: undefined });
    expect(String(body)).toBe("a=x&a=y&b=%7B%22k%22%3A1%7D&c%5Bk%5D=1&d=1%2C2");
    expect(type).toBe("application/x-www-form-urlencoded");
  });

  test("bytes and text go as they are", () => {
    const bytes = new Uint8Array([1, 2]);
    const whole: Operation = { ...POST, bodyParam: "body", bodyType: "application/octet-stream" };
    expect(built(whole, { body: bytes })).toEqual({ body: bytes, type: "application/octet-stream" });
    expect(built({ ...whole, bodyType: "text/plain" }, { body: "t" })).toEqual({ body: "t", type: "text/plain" });
  });

  test("of several media types the caller chooses, and the first is sent otherwise", () => {
    const operation: Operation = { ...POST, bodyParam: "body", bodyTypes: ["application/json", "text/plain"] };
    expect(built(operation, { body: "t" })).toEqual({ body: '"t"', type: "application/json" });
    expect(built(operation, { body: "t", contentType: "text/plain" })).toEqual({ body: "t", type: "text/plain" });
  });

  test("a body that may be left out is left out", () => {
    expect(built({ ...POST, bodyParam: "body" }, {})).toEqual({ body: undefined, type: undefined });
  });
});

test.each(["ä€", "a\nb", "a\0"])("what no header can carry, such as %j, is said before anything is sent", (value) => {
  const operation: Operation = { ...GET, headerParams: { "X-A": "a" } };
  expect(() => callerRequest(operation, { a: value }, "https://api.example")).toThrow(
    `get: a cannot be a header: ${JSON.stringify(value)}`,
  );
});

test("cookies and headers are written in their styles", () => {
  const operation: Operation = {
    ...GET,
    headerParams: { "X-A": "a", "X-B": "b" },
    cookieParams: { c: "c", d: "d" },
    styles: { b: "simpleExploded", d: "json" },
  };
  const params = { a: [1, 2], b: point, c: "x;y", d: { k: 1 } };
  const { headers } = callerRequest(operation, params, "https://api.example").request;
  expect([headers["x-a"], headers["x-b"]]).toEqual(["1,2", "x=1,y=b c"]);
  expect(headers["cookie"]).toBe("c=x%3By; d=%7B%22k%22%3A1%7D");
});
