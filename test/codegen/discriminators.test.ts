import { describe, expect, test } from "vitest";
import { formatProblems } from "../../codegen/load/problems.js";
import { modelOf, withSchemas } from "./support/describe.js";
import { guardsOf } from "./support/guards.js";
import { types } from "./support/operation.js";

const lenient = { strict: false } as const;
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const kinds = (...values: string[]): object => ({ type: "string", enum: values });
const animal = (kind: object, rest: object = {}): object => ({ type: "object", properties: { kind, ...rest } });
const either = (discriminator: object): object => ({ oneOf: [ref("Cat"), ref("Dog")], discriminator });

describe("a discriminator without a mapping, over variants that have constants without requiring them", () => {
  const schemas = {
    Pet: either({ propertyName: "kind" }),
    Cat: animal(kinds("cat")),
    Dog: animal(kinds("dog", "puppy")),
  };

  test("is told apart by the constants, not by the names of the schemas", async () => {
    const { Pet } = await guardsOf(schemas, lenient);
    expect(["cat", "dog", "puppy", "Cat", "Dog"].map((kind) => Pet?.({ kind }))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test("has a type that its values are of", async () => {
    expect(await types(withSchemas(schemas), "Pet", lenient)).toBe(
      'export type Pet = (Cat & { readonly kind: "cat" }) | (Dog & { readonly kind: "dog" | "puppy" });',
    );
  });

  test("finds the constants in what the variants extend", async () => {
    const { Pet } = await guardsOf(
      {
        ...schemas,
        Cat: { allOf: [ref("Base"), animal(kinds("cat"))] },
        Base: animal(kinds("cat", "dog", "puppy")),
      },
      lenient,
    );
    expect(["cat", "dog", "Cat"].map((kind) => Pet?.({ kind }))).toEqual([true, true, false]);
  });

  test("tries every variant where none of them has constants of its own", async () => {
    const shared = { ...schemas, Cat: animal(kinds("a", "b"), { claws: { type: "number" } }), Dog: animal(kinds("a")) };
    const { Pet } = await guardsOf(shared, lenient);
    expect([Pet?.({ kind: "b" }), Pet?.({ kind: "a" }), Pet?.({ kind: "a", claws: "none" })]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("a mapping decides among constants that the variants share", async () => {
    const all = kinds("cat", "dog");
    const mapping = { cat: "Cat", dog: "Dog" };
    const { Pet } = await guardsOf(
      {
        Pet: either({ propertyName: "kind", mapping }),
        Cat: animal(all, { claws: { type: "number" } }),
        Dog: animal(all, { claws: { type: "string" } }),
      },
      lenient,
    );
    expect([Pet?.({ kind: "cat", claws: 1 }), Pet?.({ kind: "dog", claws: 1 }), Pet?.({ kind: "Cat" })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test("a mapping that leads nowhere is told and left out, and the variants say what its value means", async () => {
  const schemas = {
    Pet: either({ propertyName: "kind", mapping: { cat: "#/paths/~1cats", dog: "Dog", bird: "./nowhere.yaml" } }),
    Cat: animal(kinds("cat")),
    Dog: animal(kinds("dog")),
  };
  const { Pet } = await guardsOf(schemas, lenient);
  expect(["cat", "dog", "bird"].map((kind) => Pet?.({ kind }))).toEqual([true, true, false]);
  const { problems } = await modelOf(withSchemas(schemas), lenient);
  expect(formatProblems(problems.all)).toContain("warning: the mapping to #/paths/~1cats leads nowhere");
  await expect(modelOf(withSchemas(schemas))).rejects.toThrow("error: the mapping to ./nowhere.yaml leads nowhere");
});

describe("variants that extend the union which lists them", () => {
  const mapping = { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" };
  const schemas = {
    Pet: {
      type: "object",
      required: ["kind", "name"],
      properties: { kind: kinds("cat", "dog"), name: { type: "string" } },
      ...either({ propertyName: "kind", mapping }),
    },
    Cat: { allOf: [ref("Pet"), { type: "object", properties: { lives: { type: "integer" } } }] },
    Dog: { allOf: [ref("Pet"), { type: "object", properties: { trained: { type: "boolean" } } }] },
  };

  test("take the fields of it, and no variants", async () => {
    const { Pet, Cat } = await guardsOf(schemas, lenient);
    const verdicts = (guard: typeof Pet): unknown[] =>
      [
        { kind: "cat", name: "Tom", lives: 9 },
        { kind: "cat", name: "Tom", lives: "nine" },
        { kind: "dog", name: "Rex", trained: true, lives: "nine" },
        { kind: "cat" },
      ].map((value) => guard?.(value));
    expect(verdicts(Pet)).toEqual([true, false, true, false]);
    expect(verdicts(Cat)).toEqual([true, false, false, false]);
  });

  test("are warned of, at their place", async () => {
    const { problems } = await modelOf(withSchemas(schemas), lenient);
    expect(formatProblems(problems.all)).toContain(
      "warning: the schema Cat extends Pet, of which it is a variant\n    It takes what Pet says besides its variants.",
    );
    await expect(modelOf(withSchemas(schemas))).rejects.toThrow("error: the schema Dog extends Pet");
  });

  test("are settled through what stands between", async () => {
    const { Pet, Lion } = await guardsOf(
      {
        ...schemas,
        Cat: { allOf: [ref("Pet")], anyOf: [ref("Lion")] },
        Lion: { allOf: [ref("Cat"), { required: ["mane"] }] },
      },
      lenient,
    );
    const lion = { kind: "cat", name: "Leo", mane: true };
    expect([Pet?.(lion), Lion?.(lion), Lion?.({ kind: "cat", name: "Leo" }), Lion?.({ mane: true })]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test("what leads back to itself in any other way is refused as before", async () => {
    const bare = { A: { allOf: [ref("B")] }, B: { allOf: [ref("A")] }, C: { oneOf: [ref("C"), { type: "string" }] } };
    await expect(modelOf(withSchemas(bare), lenient)).rejects.toThrow(
      /A leads back to itself[^]*C leads back to itself/,
    );
  });
});
