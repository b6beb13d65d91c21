import { expect, test } from "vitest";
import { emitIds } from "../../codegen/emit/ids.js";
import { brandsOf } from "../../codegen/emit/types.js";
import { modelWith, named, operationWith, parameterWith, textOf } from "./support/handmade.js";

const brand = (name: string, rest: object = {}) => named(name, { type: "string", "x-brand": name, ...rest });

/** The error is the same for all, and tested by what it says. */
const madeOf = (...schemas: readonly ReturnType<typeof brand>[]): string =>
  textOf(emitIds(modelWith({ schemas }))).replace(/(?<=\/\*\* The error for )[^]*\nfunction shapeOf[^]*$/, "…");

test("every branded value has a maker, which says what form is wanted", () => {
  const made = madeOf(
    brand("UserId", { pattern: "^[0-9]+$", minLength: 3 }),
    brand("Key", { minLength: 1 }),
    brand("Name", { minLength: 2 }),
    brand("Ionic", { type: ["integer", "string"] }),
    brand("Loose", { type: undefined }),
    named("Other", { type: "object", properties: { inner: { type: "string", "x-brand": "Inner" } } }),
  );
  expect(made).toBe(`import type * as T from "../types.js";
import { isIonic, isKey, isLoose, isName, isUserId } from "./guards.js";

/** The same value as a {@link T.Ionic}. Throws a RangeError when it does not have that form. */
export function asIonic(value: number | string): T.Ionic {
  if (isIonic(value)) return value;
  throw misfit(value, "an Ionic, an integer or a string", asIonic);
}

/** The same value as a {@link T.Key}. Throws a RangeError when it does not have that form. */
export function asKey(value: string): T.Key {
  if (isKey(value)) return value;
  throw misfit(value, "a Key, a string of at least 1 character", asKey);
}

/** The same value as a {@link T.Loose}. Throws a RangeError when it does not have that form. */
export function asLoose(value: string): T.Loose {
  if (isLoose(value)) return value;
  throw misfit(value, "a Loose, a string", asLoose);
}

/** The same value as a {@link T.Name}. Throws a RangeError when it does not have that form. */
export function asName(value: string): T.Name {
  if (isName(value)) return value;
  throw misfit(value, "a Name, a string of at least 2 characters", asName);
}

/** The same value as a {@link T.UserId}. Throws a RangeError when it does not have that form. */
export function asUserId(value: string): T.UserId {
  if (isUserId(value)) return value;
  throw misfit(value, "a UserId, a string that matches ^[0-9]+$", asUserId);
}

/** The error for …`);
});

test("without branded values nothing is made", () => {
  const module = emitIds(modelWith({ schemas: [named("Other", { type: "string" })] }));
  expect(module.path).toBe("validators/ids.ts");
  expect(module.toString()).toBe(`/**
 * Makers of the branded values of Fixture.
 *
 * Generated from openapi.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */
`);
});

test("brands are found in schemas and parameters however deep, each where it comes first, in the order of names", () => {
  const found = brandsOf(
    modelWith({
      schemas: [
        named("Yes", true),
        named("Z", { anyOf: [null, { properties: { a: { "x-brand": "Z", type: ["integer", "null"] } } }] }),
        named("B", { type: "string", "x-brand": "B", description: "First.", default: "b" }),
        named("C", { items: { type: "string", "x-brand": "B", description: "Second." }, "x-brand": 5 }),
      ],
      operations: [
        operationWith("get", {
          parameters: [parameterWith("a", { "x-brand": "A", items: { "x-brand": "InA", type: "boolean" } })],
        }),
      ],
    }),
  );
  expect([...found].map(([name, { base, doc }]) => [name, base, doc])).toEqual([
    ["A", "string", ""],
    ["B", "string", '/**\n * First.\n *\n * @defaultValue `"b"`\n */\n'],
    ["InA", "boolean", ""],
    ["Z", "number | null", ""],
  ]);
  expect(found.get("B")?.schema).toEqual({ type: "string", "x-brand": "B", description: "First.", default: "b" });
});
