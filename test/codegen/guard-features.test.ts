import { describe, expect, test } from "vitest";
import { guardsOf } from "./support/guards.js";
import { text } from "./support/operation.js";

const object = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  required,
  properties,
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const binary = { type: "string", format: "binary" };

describe("guards", () => {
  test("int32 and int64 are whole and within their bounds", async () => {
    const guards = await guardsOf({
      A: { type: "integer", format: "int32" },
      B: { type: "integer", format: "int64" },
      C: { type: "number", format: "int32" },
    });
    const fit = (name: string, values: readonly unknown[]): readonly unknown[] =>
      values.filter((value) => guards[name]?.(value));
    expect(fit("A", [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 1.5])).toEqual([2 ** 31 - 1, -(2 ** 31)]);
    expect(fit("B", [2 ** 53, 2 ** 64, 1.5, 0])).toEqual([2 ** 53, 0]);
    expect(fit("C", [1, 1.5, 2 ** 31])).toEqual([1]);
  });

  test("bytes may come in any form that they have in programs", async () => {
    const { A } = await guardsOf({ A: binary });
    expect([new Blob([]), new Uint8Array(), new ArrayBuffer(1), "text"].map((value) => A?.(value))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([{}, 1, null].map((value) => A?.(value))).toEqual([false, false, false]);
  });

  test("a discriminator decides, even where two variants would fit", async () => {
    const { Pet } = await guardsOf({
      Pet: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind", mapping: { cat: "Cat" } } },
      Cat: object({ kind: text, a: text }, ["kind"]),
      Dog: object({ kind: text, b: text }, ["kind", "b"]),
    });
    expect([{ kind: "cat" }, { kind: "Dog", b: "" }].map((value) => Pet?.(value))).toEqual([true, true]);
    expect([{ kind: "Dog" }, { kind: "Cat" }, { kind: "cat", a: 1 }, {}].map((value) => Pet?.(value))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test("variants that do not say that they are objects are told apart by a discriminator all the same", async () => {
    const { Pet } = await guardsOf({
      Pet: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
      Cat: { allOf: [{ properties: { kind: text } }], required: ["kind"] },
      Dog: { allOf: [{ properties: { kind: text } }], required: ["kind"] },
    });
    expect([{ kind: "Cat" }, { kind: "Bird" }, "Cat", null].map((value) => Pet?.(value))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("a union beside other keywords is told apart by its discriminator too", async () => {
    const { Pet } = await guardsOf({
      Pet: {
        type: "object",
        required: ["id"],
        properties: { id: text },
        oneOf: [ref("Cat"), ref("Dog")],
        discriminator: { propertyName: "kind" },
      },
      Cat: object({ kind: text }, ["kind"]),
      Dog: object({ kind: text }, ["kind"]),
    });
    expect([{ kind: "Cat", id: "1" }, { kind: "Cat" }, { kind: "Bird", id: "1" }].map((value) => Pet?.(value))).toEqual(
      [true, false, false],
    );
  });
});

test("$recursiveRef of older drafts means the schema around it that says it may be meant", async () => {
  const { Compound, Plain } = await guardsOf(
    {
      Compound: {
        $recursiveAnchor: true,
        type: "object",
        required: ["filters"],
        properties: { filters: { type: "array", items: { oneOf: [ref("Leaf"), { $recursiveRef: "#" }] } } },
      },
      Leaf: { type: "object", required: ["key"] },
      Plain: { type: "object", properties: { a: { $recursiveRef: "#" } } },
    },
    { strict: false },
  );
  expect(Compound?.({ filters: [{ key: "a" }, { filters: [{ key: "b" }] }] })).toBe(true);
  expect(Compound?.({ filters: [{ filters: [{ other: "b" }] }] })).toBe(false);
  expect(Plain?.({ a: "anything" })).toBe(true);
});
