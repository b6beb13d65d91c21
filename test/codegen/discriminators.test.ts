import { describe, expect, test } from "vitest";
import { formatProblems } from "../../codegen/load/problems.js";
import { discriminate } from "../../codegen/model/discriminant.js";
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

describe("a discriminator over variants of which one is a union itself", () => {
  const schemas = {
    Pet: either({ propertyName: "kind" }),
    Cat: animal(kinds("cat")),
    Dog: { oneOf: [ref("Hound"), ref("Puppy")], discriminator: { propertyName: "kind" } },
    Hound: animal(kinds("hound")),
    Puppy: animal(kinds("puppy", "whelp")),
  };
  const verdicts = async (changed: object = {}): Promise<unknown[]> => {
    const { Pet } = await guardsOf({ ...schemas, ...changed }, lenient);
    return ["cat", "hound", "puppy", "whelp", "Dog"].map((kind) => Pet?.({ kind }));
  };

  test("takes the values of the inner union for it, not its name", async () => {
    expect(await verdicts()).toEqual([true, true, true, true, false]);
    expect(await types(withSchemas(schemas), "Pet", lenient)).toBe(
      'export type Pet = | (Cat & { readonly kind: "cat" }) | (Dog & { readonly kind: "hound" | "puppy" | "whelp" });',
    );
  });

  test("finds them in the mapping of the inner union, and behind a description beside a reference", async () => {
    const mapping = { hound: "Hound", puppy: "Puppy" };
    const plain = { ...schemas, Hound: animal({ type: "string" }), Puppy: animal({ type: "string" }) };
    const Inner = { oneOf: [ref("Hound"), ref("Puppy")], discriminator: { propertyName: "kind", mapping } };
    const changed = { ...plain, Dog: { ...ref("Inner"), description: "Any dog." }, Inner };
    expect(await verdicts(changed)).toEqual([true, true, true, false, false]);
  });

  test("tries every variant where two of them share a value", async () => {
    const shared = { ...schemas, Cat: animal(kinds("cat", "puppy"), { claws: { type: "number" } }) };
    const { Pet } = await guardsOf(shared, lenient);
    const asked = [{ kind: "hound" }, { kind: "puppy", claws: "none" }, { kind: "puppy" }];
    expect(asked.map((value) => Pet?.(value))).toEqual([true, true, false]);
  });
});

test("a discriminator that is not a string decides nothing: every variant is tried", async () => {
  const schemas = {
    Pet: either({ propertyName: "kind", mapping: { 1: "Cat", 2: "Dog" } }),
    Cat: animal({ const: 1 }),
    Dog: animal({ type: "integer", enum: [2, 3] }),
    Answer: { oneOf: [ref("Yes"), ref("No")], discriminator: { propertyName: "kind" } },
    Yes: animal(ref("Flag"), { yes: true }),
    No: { ...animal({ type: "boolean" }), required: ["no"], not: { required: ["yes"] } },
    Flag: { type: "boolean" },
  };
  const { Pet, Answer } = await guardsOf(schemas, lenient);
  expect([1, 2, 3, 4, "1"].map((kind) => Pet?.({ kind }))).toEqual([true, true, true, false, false]);
  expect([Answer?.({ kind: true, yes: 1 }), Answer?.({ kind: "Yes", yes: 1 })]).toEqual([true, false]);
  expect(await types(withSchemas(schemas), "Pet", lenient)).toBe("export type Pet = Cat | Dog;");
});

test("a mapping may name a schema with a dot in its name, which looks like a file", async () => {
  const schemas = {
    Pet: {
      oneOf: [ref("zoo.Cat"), ref("zoo.Dog")],
      discriminator: { propertyName: "kind", mapping: { cat: "zoo.Cat", dog: "zoo.Dog" } },
    },
    "zoo.Cat": animal({ type: "string" }),
    "zoo.Dog": animal({ type: "string" }),
  };
  const { Pet } = await guardsOf(schemas);
  expect(["cat", "dog", "zoo.Cat"].map((kind) => Pet?.({ kind }))).toEqual([true, true, false]);
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
      "warning: the schema Cat extends Pet, of which it is a variant\n    It inherits what Pet has besides its variants.",
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

test("unions that lead back to themselves take no time to speak of", () => {
  const names = ["A", "B", "C", "D", "E", "F"];
  const mapping = Object.fromEntries(names.map((name) => [name, name]));
  const circle = { oneOf: names.map((name) => ({ $ref: name })), discriminator: { propertyName: "kind", mapping } };
  let asked = 0;
  discriminate(circle, () => {
    asked += 1;
    if (asked > 100_000) throw new Error("this does not end");
    return circle;
  });
  expect(asked).toBeLessThan(10_000);
});
