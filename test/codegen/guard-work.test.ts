import { describe, expect, test } from "vitest";
import { guardsOf } from "./support/guards.js";
import { modelOf, withSchemas } from "./support/describe.js";
import { load } from "./support/guards.js";

/** How often a guard looks at something in a value. */
function work(guard: ((value: unknown) => boolean) | undefined, value: unknown): number {
  let count = 0;
  const watched = new Map<object, object>();
  const watch = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    const known = watched.get(part);
    if (known !== undefined) return known;
    const proxy = new Proxy(part, {
      get(target, name) {
        count++;
        return watch(Reflect.get(target, name));
      },
      ownKeys(target) {
        count++;
        return Reflect.ownKeys(target);
      },
      getOwnPropertyDescriptor(target, name) {
        count++;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    });
    watched.set(part, proxy);
    return proxy;
  };
  guard?.(watch(value));
  return count;
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, ...required: string[]): object => ({ type: "object", required, properties });

const node = ref("Node");
const forms = [
  object({ child: node, x: { type: "number" } }, "x"),
  object({ child: node, y: { type: "number" } }, "y"),
];
const chain = (levels: number, leaf: object = {}): unknown =>
  levels === 0 ? leaf : { child: chain(levels - 1, leaf), y: 1 };
const list = (levels: number): unknown => (levels === 0 ? [] : [list(levels - 1)]);
const wide = (count: number): unknown => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

const ROWS: readonly (readonly [what: string, schemas: Record<string, object>, value: (size: number) => unknown])[] = [
  ["anyOf", { Node: { anyOf: forms } }, chain],
  ["anyOf of names", { Node: { anyOf: [ref("A"), ref("B")] }, A: forms[0] ?? {}, B: forms[1] ?? {} }, chain],
  ["oneOf", { Node: { oneOf: [...forms, object({ z: {} }, "z")] } }, (size) => chain(size, { z: 1 })],
  ["allOf", { Node: { allOf: [object({ child: node }), object({ child: node })] } }, chain],
  ["not", { Node: { allOf: [object({ child: node })], not: object({ child: { not: node } }, "child") } }, chain],
  ["if", { Node: { if: object({ child: node }), then: object({ child: node }) } }, chain],
  ["patterns", { Node: { type: "object", patternProperties: { "^c": node, d$: node } } }, chain],
  ["a name and a pattern", { Node: { ...object({ child: node }), patternProperties: { "^c": node } } }, chain],
  ["dependent", { Node: { ...object({ child: node }), dependentSchemas: { child: object({ child: node }) } } }, chain],
  [
    "items and contains",
    { Node: { type: "array", items: node, contains: node, minContains: 0, maxContains: 9 } },
    list,
  ],
  [
    "leftover keys",
    {
      Node: {
        anyOf: [object({ child: node }, "child"), object({ x: {} }, "x")],
        unevaluatedProperties: { type: "number" },
      },
    },
    chain,
  ],
  [
    "many leftover keys",
    {
      Node: {
        type: "object",
        anyOf: [{ additionalProperties: { type: "number" } }, object({ x: {} }, "x")],
        unevaluatedProperties: false,
      },
    },
    wide,
  ],
  [
    "an outer name around a circle",
    {
      Node: object({ child: node, other: ref("Inner") }),
      Inner: { anyOf: [object({ child: ref("Inner") }, "x"), object({ child: ref("Inner") })] },
    },
    (size) => ({ other: chain(size) }),
  ],
];

describe("the work of a guard grows with the value and no faster", () => {
  test.each(ROWS)("%s", async (_what, schemas, value) => {
    const guard = (await guardsOf(schemas))["Node"];
    const [small, twice] = [work(guard, value(8)), work(guard, value(16))];
    expect(small).toBeGreaterThan(0);
    expect(twice).toBeLessThanOrEqual(2.2 * small);
  });

  test("where items are objects that must differ", async () => {
    const { Set: guard } = await guardsOf({ Set: { type: "array", uniqueItems: true } });
    const items = (size: number): unknown => Array.from({ length: size }, (_, at) => ({ a: { b: at }, c: [at] }));
    expect(work(guard, items(200))).toBeLessThanOrEqual(2.2 * work(guard, items(100)));
  });
});

/** Schemas A0 and B0, each of two that are each of two, and so on: all of them ask about one value. */
const doubling = (levels: number, leaf: object, pair: (a: object, b: object) => object): Record<string, object> =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, level) =>
      ["A", "B"].map((name) => [
        `${name}${level}`,
        level === levels - 1 ? leaf : pair(ref(`A${level + 1}`), ref(`B${level + 1}`)),
      ]),
    ).flat(),
  );

describe("the work of a guard does not double with each level of schemas that ask about one value", () => {
  const leaf = object({ x: { type: "number" } }, "x");
  test.each([
    ["anyOf", (a: object, b: object) => ({ anyOf: [a, b] })],
    ["allOf", (a: object, b: object) => ({ allOf: [a, b] })],
  ])("%s", async (_what, pair) => {
    const few = await guardsOf(doubling(20, leaf, pair));
    const many = await guardsOf(doubling(400, leaf, pair)); // deeper than a value may be
    expect(work(many["A0"], { x: 1 })).toBeLessThan(25 * work(few["A0"], { x: 1 }) + 10_000);
    expect(many["A0"]?.({ x: 1 })).toBe(few["A0"]?.({ x: 1 }));
    expect(many["A0"]?.({ x: "1" })).toBe(false);
  });

  test("keys that were not looked at", async () => {
    const levels = doubling(40, object({ x: {} }), (a, b) => ({ anyOf: [a, { allOf: [b] }], oneOf: [a, false] }));
    const { Root } = await guardsOf({
      ...levels,
      Root: { anyOf: [ref("A0"), ref("B0")], unevaluatedProperties: false },
    });
    expect([Root?.({ x: 1 }), Root?.({ x: 1, y: 1 })]).toEqual([true, false]);
    expect(work(Root, { x: 1, y: 1 })).toBeLessThan(10_000);
  });
});

test("what was asked before is answered as it would be without memory", async () => {
  const { Node } = await guardsOf({ Node: { anyOf: forms } });
  expect(Node?.(chain(200, { x: 1 }))).toBe(true);
  expect(Node?.(chain(200, { x: "1" }))).toBe(false);
  expect(Node?.({ x: 1, child: { y: 1, child: { x: "1" } } })).toBe(false);
  expect(Node?.(chain(300, { x: 1 }))).toBe(false); // deeper than any value may be
});

test("items that must differ are compared as JSON is", async () => {
  const { Set: guard } = await guardsOf({ Set: { type: "array", uniqueItems: true } });
  const same = [
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [
      [1, [2]],
      [1, [2]],
    ],
    [{ a: 0 }, { a: -0 }],
  ];
  const other = [
    [{ a: 1 }, { a: "1" }],
    [{ a: "x,b:1" }, { a: "x", b: 1 }],
    [[1], "[1,]"],
    [["1,2"], ["1", "2"]],
    [[], {}],
    [{ a: null }, { a: "null" }],
    [new Date(1), new Date(2)],
  ];
  expect(same.filter((items) => guard?.(items))).toEqual([]);
  expect(other.filter((items) => guard?.(items) !== true)).toEqual([]);
});

test("saying where a value does not fit takes no longer than its guard", async () => {
  const { model } = await modelOf(withSchemas({ Node: { anyOf: forms } }));
  const guards = await load(model, "validators/guards.ts");
  const { misfitOf } = await load(model, "validators/misfit.ts");
  if (typeof guards["isNode"] !== "function" || typeof misfitOf !== "function") throw new Error("not emitted");
  const { isNode } = guards;
  let asked = 0;
  const guard = (value: unknown): unknown => (asked++, isNode(value));
  expect(misfitOf(guard, chain(14, { x: "1" }))).toContain("child.child");
  expect(asked).toBeLessThan(20);
});
