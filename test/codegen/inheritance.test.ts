import { describe, expect, test } from "vitest";
import { withSchemas } from "./support/describe.js";
import { guardsOf } from "./support/guards.js";
import { object, ref, text, types } from "./support/operation.js";

const values = (...list: string[]): object => ({ type: "string", enum: list });
const extending = (base: string, fields: object, required: readonly string[] = []): object => ({
  allOf: [ref(base), object(fields, required)],
});
const base = (kind: object, mapping?: object, fields: object = {}): object => ({
  ...object({ kind, ...fields }, ["kind"]),
  discriminator: { propertyName: "kind", ...(mapping === undefined ? {} : { mapping }) },
});
const lenient = { strict: false } as const;

describe("a schema with a discriminator that others extend", () => {
  const schemas = {
    Payment: base(ref("Kind"), { external: "External", redirect: "Redirect" }, { id: text }),
    Kind: values("external", "redirect"),
    External: extending("Payment", { code: text }),
    Redirect: extending("Payment", { url: text }, ["url"]),
  };

  test("is a union of them", async () => {
    expect(await types(withSchemas(schemas), "Payment")).toBe("export type Payment = External | Redirect;");
  });

  test("gives each of them its value as a constant, beside the fields of the parent", async () => {
    expect(await types(withSchemas(schemas), "Redirect")).toBe(
      'export interface Redirect { readonly kind: "redirect"; readonly id?: string; readonly url: string; }',
    );
  });

  test("is guarded by its discriminator", async () => {
    const { Payment, External } = await guardsOf(schemas);
    const asked = [{ kind: "external" }, { kind: "redirect" }, { kind: "redirect", url: "a" }, { kind: "other" }, {}];
    expect(asked.map((value) => Payment?.(value))).toEqual([true, false, true, false, false]);
    expect(asked.map((value) => External?.(value))).toEqual([true, false, false, false, false]);
  });

  test("may have several values for one of them", async () => {
    const mapping = { external: "External", foreign: "External", redirect: "Redirect" };
    const several = { ...schemas, Payment: base(text, mapping) };
    expect(await types(withSchemas(several), "External")).toBe(
      'export interface External { readonly kind: "external" | "foreign"; readonly code?: string; }',
    );
  });

  test("is one of its own variants where a value is left for it", async () => {
    const open = { ...schemas, Kind: values("external", "redirect", "plain") };
    expect(await types(withSchemas(open), "Payment")).toBe(
      'export type Payment = { readonly kind: "plain"; readonly id?: string; } | External | Redirect;',
    );
    const { Payment } = await guardsOf(open);
    expect([{ kind: "plain" }, { kind: "redirect" }].map((value) => Payment?.(value))).toEqual([true, false]);
  });
});

test("without a mapping the names of the schemas are the values", async () => {
  const schemas = { Pet: base(text), Cat: extending("Pet", { claws: text }), Dog: extending("Pet", { bark: text }) };
  expect(await types(withSchemas(schemas), "Cat")).toBe(
    'export interface Cat { readonly kind: "Cat"; readonly claws?: string; }',
  );
  const { Pet } = await guardsOf(schemas);
  expect([{ kind: "Cat" }, { kind: "Dog", bark: 5 }, { kind: "Pet" }].map((value) => Pet?.(value))).toEqual([
    true,
    false,
    false,
  ]);
});

test("constants of a variant count more than its name", async () => {
  const schemas = {
    Pet: base(text),
    Cat: extending("Pet", { kind: values("cat") }),
    Dog: extending("Pet", { kind: { const: "dog" }, bark: text }),
  };
  expect(await types(withSchemas(schemas), "Dog")).toBe(
    'export interface Dog { readonly kind: "dog"; readonly bark?: string; }',
  );
});

test("a variant of a variant has one value, and all fields", async () => {
  const schemas = {
    Animal: base(text, { cat: "Cat", lion: "Lion" }),
    Cat: extending("Animal", { claws: text }),
    Lion: extending("Cat", { mane: text }),
  };
  expect(await types(withSchemas(schemas), "Animal")).toBe("export type Animal = Cat | Lion;");
  expect(await types(withSchemas(schemas), "Lion")).toBe(
    'export interface Lion { readonly kind: "lion"; readonly claws?: string; readonly mane?: string; }',
  );
});

test("variants may be parents themselves", async () => {
  const nested = (name: string, mapping: object, fields: object): object => ({
    allOf: [ref(name), object(fields)],
    discriminator: { propertyName: "kind", mapping },
  });
  const schemas = {
    Entity: base(text, { user: "User", item: "Item", guest: "Guest" }),
    Item: extending("Entity", { size: text }),
    User: nested("Entity", { guest: "Guest" }, { name: text }),
    Guest: extending("User", { until: text }),
  };
  const { Entity, User } = await guardsOf(schemas);
  const asked = [{ kind: "user" }, { kind: "guest" }, { kind: "guest", until: 1 }, { kind: "item" }];
  expect(asked.map((value) => Entity?.(value))).toEqual([true, true, false, true]);
  expect(asked.map((value) => User?.(value))).toEqual([true, true, false, false]);
});

test("beside a mapping, a schema that extends the parent without a value of its own adds fields to any of them", async () => {
  const schemas = {
    Pet: base(text, { cat: "Cat" }),
    Cat: extending("Pet", { claws: text }),
    PetWithOwner: extending("Pet", { owner: text }, ["owner"]),
  };
  expect(await types(withSchemas(schemas), "PetWithOwner")).toBe(
    "export type PetWithOwner = Pet & { readonly owner: string; };",
  );
});

test("a parent stays what it is where its values are no strings, or where two variants share one", async () => {
  const number = { Pet: base({ type: "integer" }, { 1: "Cat" }), Cat: extending("Pet", {}) };
  expect(await types(withSchemas(number), "Pet", lenient)).toBe("export interface Pet { readonly kind: number; }");
  const shared = {
    Pet: base(values("a")),
    Cat: extending("Pet", { kind: values("a") }),
    Dog: extending("Pet", { kind: values("a") }),
  };
  expect(await types(withSchemas(shared), "Pet", lenient)).toBe('export interface Pet { readonly kind: "a"; }');
});
