import { describe, expect, test } from "vitest";
import { fileOf, modelOf, withSchemas } from "./support/describe.js";
import { guardsOf, load } from "./support/guards.js";

const variant = (type: string, rest: object = {}): object => ({
  type: "object",
  required: ["type"],
  properties: { type: { const: type }, ...rest },
});

describe("a union that a constant tells apart", () => {
  const schemas = {
    Shape: { oneOf: [{ $ref: "#/components/schemas/Circle" }, { $ref: "#/components/schemas/Square" }] },
    Circle: variant("circle", { radius: { type: "number" } }),
    Square: variant("square", { side: { type: "number" } }),
    Box: { type: "object", required: ["shape"], properties: { shape: { $ref: "#/components/schemas/Shape" } } },
    Nested: {
      type: "object",
      required: ["inner"],
      properties: { inner: { oneOf: [variant("a"), variant("b")] }, z: { type: "number" } },
    },
  };

  test("is one switch over the constant, with no branch tried in vain", async () => {
    const text = await fileOf("validators/guards.ts", withSchemas(schemas));
    expect(text).toContain('switch (value["type"]) {\n    case "circle":\n      return isCircle(value);');
    expect(text).not.toContain("Number(isCircle(value))");
  });

  test("accepts each variant by its own rules and refuses what has no known constant", async () => {
    const guards = await guardsOf(schemas);
    expect(guards["Shape"]?.({ type: "circle", radius: 1 })).toBe(true);
    expect(guards["Shape"]?.({ type: "circle", radius: "1" })).toBe(false);
    expect(guards["Shape"]?.({ type: "circle", side: "not looked at" })).toBe(true);
    const strange = [{ type: "star" }, {}, null, [], "circle", { type: ["circle"] }];
    expect(strange.filter((value) => guards["Shape"]?.(value))).toEqual([]);
  });

  test("inside another object decides about itself only", async () => {
    const guards = await guardsOf(schemas);
    expect(guards["Nested"]?.({ inner: { type: "a" }, z: 1 })).toBe(true);
    expect(guards["Nested"]?.({ inner: { type: "a" }, z: "1" })).toBe(false);
    expect(guards["Box"]?.({ shape: { type: "square" } })).toBe(true);
    expect(guards["Box"]?.({})).toBe(false);
  });

  test("stays a plain union where one variant does not ask for an object: what is none fits it", async () => {
    const lenient = { required: ["type"], properties: { type: { const: "b" } } };
    const guards = await guardsOf({
      Any: { anyOf: [variant("a"), lenient] },
      One: { oneOf: [variant("a"), lenient] },
      Two: { oneOf: [lenient, { required: ["type"], properties: { type: { const: "c" } } }] },
    });
    expect(["Any", "One", "Two"].map((name) => guards[name]?.("text"))).toEqual([true, true, false]);
    expect(["Any", "One", "Two"].map((name) => guards[name]?.({ type: "b" }))).toEqual([true, true, true]);
    expect(["Any", "One", "Two"].map((name) => guards[name]?.({ type: "d" }))).toEqual([false, false, false]);
  });

  test("stays a plain union where two variants share a constant", async () => {
    const guards = await guardsOf({
      Either: { oneOf: [variant("a", { x: { type: "number" } }), variant("a", { x: { type: "string" } })] },
    });
    expect(guards["Either"]?.({ type: "a", x: 1 })).toBe(true);
    expect(guards["Either"]?.({ type: "a" })).toBe(false); // both variants hold
  });
});

describe("hostile values", () => {
  const tree = { Tree: { type: "object", properties: { child: { $ref: "#/components/schemas/Tree" } } } };
  const nest = (depth: number): unknown => {
    let value: unknown = {};
    for (let level = 0; level < depth; level++) value = { child: value };
    return value;
  };

  test("nesting is followed to a depth of 256 and refused beyond, without a stack overflow", async () => {
    const guards = await guardsOf(tree);
    expect(guards["Tree"]?.(nest(256))).toBe(true);
    expect(guards["Tree"]?.(nest(257))).toBe(false);
    expect(guards["Tree"]?.(nest(200_000))).toBe(false);
  });

  test("a schema contains itself under a property of any name, and its depth is counted", async () => {
    const ref = { $ref: "#/components/schemas/Tree" };
    const named = { Tree: { type: "object", properties: { "x-child": ref, enum: ref } } };
    const guards = await guardsOf(named);
    let value: unknown = {};
    for (let level = 0; level < 100_000; level++) value = level % 2 === 0 ? { "x-child": value } : { enum: value };
    expect(guards["Tree"]?.(value)).toBe(false);
  });

  test("a recursive guard can be handed to every() and filter()", async () => {
    const guards = await guardsOf(tree);
    const many = Array.from({ length: 400 }, () => ({}));
    expect(many.every((item) => guards["Tree"]?.(item))).toBe(true);
    expect(many.filter(guards["Tree"] ?? (() => false))).toHaveLength(400);
  });

  test("deep equality gives up on bottomless values instead of overflowing", async () => {
    const guards = await guardsOf({ Set: { type: "array", uniqueItems: true } });
    expect(guards["Set"]?.([nest(100_000), nest(100_000)])).toBe(true);
    expect(guards["Set"]?.([nest(10), nest(10)])).toBe(false);
  });

  test("what a value inherits does not count as its own", async () => {
    const guards = await guardsOf({ Closed: { type: "object", properties: { a: {} }, additionalProperties: false } });
    expect(guards["Closed"]?.(JSON.parse('{"a":1}'))).toBe(true);
    expect(guards["Closed"]?.(JSON.parse('{"__proto__":1}'))).toBe(false);
    expect(guards["Closed"]?.(JSON.parse('{"constructor":1}'))).toBe(false);
  });
});

describe("GEN-20 absent, null and empty are three things", () => {
  test.each([
    ["absent", {}, true],
    ["undefined is absent", { a: undefined }, true],
    ["empty text", { a: "" }, true],
    ["null", { a: null }, false],
  ] as const)("an optional text may be %s: %j → %s", async (_says, value, want) => {
    const guards = await guardsOf({ Given: { type: "object", properties: { a: { type: "string" } } } });
    expect(guards["Given"]?.(value)).toBe(want);
  });

  test("a required field of any type may be null but not absent", async () => {
    const guards = await guardsOf({ Given: { type: "object", required: ["a"], properties: { a: {} } } });
    expect(guards["Given"]?.({ a: null })).toBe(true);
    expect(guards["Given"]?.({})).toBe(false);
    expect(guards["Given"]?.({ a: undefined })).toBe(false);
  });
});

test("an open enum of numbers takes numbers that are not listed, and nothing else", async () => {
  const guards = await guardsOf({
    Typed: { type: "integer", enum: [1], "x-open": true },
    Bare: { enum: [1], "x-open": true },
  });
  expect([1, 2, 1.5, "1"].map((value) => guards["Typed"]?.(value))).toEqual([true, true, false, false]);
  expect([1, 2, "1"].map((value) => guards["Bare"]?.(value))).toEqual([true, true, false]);
});

test("an open enum takes text that is not listed, and nothing but text", async () => {
  const guards = await guardsOf({ Kind: { type: "string", enum: ["a"], "x-open": true } });
  expect(guards["Kind"]?.("a")).toBe(true);
  expect(guards["Kind"]?.("new")).toBe(true);
  expect(guards["Kind"]?.(1)).toBe(false);
});

test("exclusive groups refuse a mixture and, where asked for, the lack of all", async () => {
  const groups = { type: "object", properties: { a: {}, b: {}, c: {} }, "x-exclusive": [["a"], ["b", "c"]] };
  const guards = await guardsOf({ Any: groups, One: { ...groups, "x-at-least-one": true } });
  expect(guards["Any"]?.({})).toBe(true);
  expect(guards["One"]?.({})).toBe(false);
  expect(guards["One"]?.({ b: 1, c: 1 })).toBe(true);
  expect(guards["One"]?.({ a: 1, c: 1 })).toBe(false);
});

test("guards use neither eval nor Function and load without importing a package", async () => {
  const { model } = await modelOf(withSchemas({ A: { type: "string", pattern: "a/b\n", format: "uri" } }));
  const exports = await load(model, "validators.ts");
  expect(exports["isA"]).toBeTypeOf("function");
  for (const path of ["validators/guards.ts", "validators/support.ts", "validators.ts", "validators/explain.ts"]) {
    const text = await fileOf(path, withSchemas({ A: { type: "string", pattern: "a/b\n", format: "uri" } }));
    expect(text).not.toMatch(/\beval\(|new Function/);
    expect(text).not.toMatch(/^import (?!type)[^;]* from "[^.]/m);
  }
});

test("names that guards use themselves do not collide with names of the description", async () => {
  const guards = await guardsOf({
    Email: { type: "string", format: "email" },
    Object: {
      type: "object",
      required: ["value", "key", "item"],
      properties: { value: { type: "string" }, key: {}, item: {} },
      additionalProperties: { type: "number" },
    },
    Array: { type: "array", items: { $ref: "#/components/schemas/Email" } },
  });
  expect(guards["Email"]?.("a@b.example")).toBe(true);
  expect(guards["Array"]?.(["a@b.example", "nobody"])).toBe(false);
  expect(guards["Object"]?.({ value: "v", key: 1, item: 2, more: 3 })).toBe(true);
  expect(guards["Object"]?.({ value: "v", key: 1, item: 2, more: "3" })).toBe(false);
});

test("a schema whose name has letters beyond ASCII has all parts of its guard", async () => {
  const either = (...names: string[]): object => ({
    oneOf: names.map((name) => ({ type: "object", required: [name] })),
  });
  const guards = await guardsOf({
    Größe: { type: "object", properties: { a: either("x", "y") } },
    订单: { type: "object", properties: { a: either("x", "y"), again: { $ref: "#/components/schemas/订单" } } },
  });
  for (const name of ["Größe", "订单"]) {
    expect(guards[name]?.({ a: { x: 1 } })).toBe(true);
    expect(guards[name]?.({ a: {} })).toBe(false);
  }
  expect(guards["订单"]?.({ again: { a: { x: 1, y: 1 } } })).toBe(false);
});

test("dynamic references mean what the outermost resource says", async () => {
  const { model } = await modelOf({
    "openapi.yaml": {
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      components: {
        schemas: {
          Page: {
            $id: "https://example.test/page",
            type: "object",
            properties: { items: { type: "array", items: { $dynamicRef: "#item" } } },
            $defs: { any: { $dynamicAnchor: "item" } },
          },
          Names: {
            $id: "https://example.test/names",
            $ref: "page",
            $defs: { name: { $dynamicAnchor: "item", type: "string" } },
          },
        },
      },
    },
  });
  const exports = await load(model, "validators/guards.ts");
  const [isPage, isNames] = [exports["isPage"], exports["isNames"]] as ((value: unknown) => boolean)[];
  expect(isPage?.({ items: [1, "a"] })).toBe(true);
  expect(isNames?.({ items: ["a"] })).toBe(true);
  expect(isNames?.({ items: [1] })).toBe(false);
  expect(model.schemas.map(({ name }) => name)).toContain("PageInNames");
});
