import type { Assumption, ErrorCodeModel, Limit } from "../../codegen/model/model.js";
import type { ModelRow } from "./models.js";

const limits = (...more: readonly Partial<Limit>[]): ModelRow[1] => ({
  limits: more.map((one) => ({ name: "a", value: 5, unit: "ms", meaning: "M", appliesTo: "T", ...one })),
});
const codes = (...more: readonly Partial<ErrorCodeModel>[]): ModelRow[1] => ({
  errorCodes: more.map((one) => ({ code: "LOST", condition: "C", advice: "A", ...one })),
});
const choice = (...more: readonly Partial<Assumption>[]): ModelRow[1] => ({
  assumptions: more.map((one) => ({
    name: "way",
    unknown: "U",
    alternatives: [],
    types: [],
    unit: "",
    default: "a",
    scopes: ["client"],
    touches: [],
    ...one,
  })),
});
const values = (...names: readonly string[]): Partial<Assumption> => ({
  alternatives: names.map((value) => ({ value, meaning: `M${value}` })),
});
const table = (value: unknown, doc = ""): ModelRow[1] => ({ tables: [{ name: "a", value, doc }] });

/** Limits, error codes and choices of two models. */
export const factRows: readonly ModelRow[] = [
  ["limits come", limits(), limits({ name: "a" }, { name: "b/c" })],
  ["one of two limits goes", limits({}, { name: "b" }), limits({ name: "b" })],
  ["a limit is lower", limits({}), limits({ value: 4 })],
  ["a limit has another unit", limits({}), limits({ value: 4, unit: "count" })],
  ["a limit means another thing", limits({}), limits({ meaning: "N" })],
  ["a limit applies elsewhere", limits({}), limits({ appliesTo: "E", value: 6 })],
  ["a limit stays", limits({}), limits({})],

  ["a code comes", codes(), codes({})],
  ["a code has another status", codes({ status: 404 }), codes({ status: 410 })],
  ["a code has a status", codes({}), codes({ status: 410 })],
  ["a code carries more", codes({}), codes({ extras: "A" })],
  ["a code carries another thing", codes({ extras: "A" }), codes({ extras: "B" })],
  ["a code comes otherwise", codes({}), codes({ condition: "D" })],
  ["a code is answered otherwise", codes({}), codes({ advice: "B" })],
  ["a code stays", codes({ status: 404, extras: "A" }), codes({ status: 404, extras: "A" })],

  ["a choice comes", choice(), choice({})],
  ["a choice more", choice(values("a", "b")), choice(values("b", "c"))],
  ["the same choices in another order", choice(values("a", "b")), choice(values("b", "a"))],
  ["another default", choice({}), choice({ default: 5 })],
  ["another type", choice({ types: ["integer"] }), choice({ types: ["integer", "string"] })],
  ["another unit", choice({ types: ["integer"] }), choice({ types: ["integer"], unit: "ms" })],
  ["a type instead of alternatives", choice(values("a")), choice({ types: ["string"], unit: "ms" })],
  ["others choose", choice({}), choice({ scopes: ["client", "call"] })],
  ["another explanation", choice({}), choice({ unknown: "V" })],
  [
    "another explanation of one alternative",
    choice(values("a", "b")),
    choice({
      alternatives: [
        { value: "a", meaning: "Ma" },
        { value: "b", meaning: "N" },
      ],
    }),
  ],
  ["another explanation beside other alternatives", choice(values("a")), choice({ ...values("b"), unknown: "V" })],
  ["a choice stays", choice(values("a")), choice({ ...values("a"), touches: ["getA"] })],
];

const texts = { meaning: "M", description: "M", condition: "M", advice: "M", summary: "M", title: "M", doc: "M" };

/** Tables of two models. */
export const tableRows: readonly ModelRow[] = [
  ["a table comes", {}, table(1)],
  ["a table is described otherwise", table(1, "D"), table(1, "E")],
  ["a table stays", table({ a: [1] }, "D"), table({ a: [1] }, "D")],
  ["another value", table({ a: { b: true, c: 1 } }), table({ a: { b: "true", c: 1 } })],
  ["another kind of value", table({ a: 1 }), table([1])],
  ["an object instead of a list further inside", table({ a: [1], b: {} }), table({ a: { b: 1 }, b: null })],
  ["an entry comes", table({}), table({ a: { b: 1 } })],
  ["an entry comes further inside", table({ a: {} }), table({ a: { b: 1, c: 1 } })],
  ["what every object has is no entry", table({ toString: 1 }), table({ valueOf: 1 })],
  ["texts change", table({ a: texts }), table({ a: Object.fromEntries(Object.keys(texts).map((key) => [key, "N"])) })],
  ["texts go", table({ a: texts }), table({ a: {} })],
  ["texts stay", table({ a: texts, b: 1 }), table({ a: texts, b: 2 })],
  ["rows come and go", table({ a: [1, { b: 1 }, "c"] }), table({ a: ["c", { b: 2 }, 3] })],
  ["rows change places", table([{ a: 1 }, 10, 9, true]), table([9, true, { a: 1 }, 10])],
  ["keys change places", table({ a: 1, b: [{ c: 1, d: 2 }] }), table({ b: [{ d: 2, c: 1 }], a: 1 })],
  ["a row comes twice", table([1, 2]), table([1, 2, 1])],
];
