import { describe, expect, test } from "vitest";
import { fileOf, modelOf, openapi, withSchemas } from "./support/describe.js";
import { json, object, ref, text, types } from "./support/operation.js";

const page = {
  ...object({ items: { type: "array", items: { $dynamicRef: "#item" } } }, ["items"]),
  $defs: { item: { $dynamicAnchor: "item", not: {} } },
};
const bound = (name: string): object => ({
  $defs: { item: { $dynamicAnchor: "item", ...ref(name) } },
  ...ref("Page"),
});
const get = (operationId: string, schema: object): object => ({
  get: { operationId, responses: { "200": { description: "", ...json(schema) } } },
});
const document = (own: object, paths: object): object =>
  openapi({
    paths,
    components: { schemas: { Pet: object({ name: text }), Toy: object({ price: { type: "number" } }), Page: own } },
  });

describe("two bindings of one template, each where it is used", () => {
  const paths = { "/pets": get("listPets", bound("Pet")), "/toys": get("listToys", bound("Toy")) };

  test.each([
    ["with an $id", { ...page, $id: "https://example.test/Page" }],
    ["without one", page],
  ])("are two types, for a template %s", async (_name, own) => {
    const files = { "openapi.yaml": document(own, paths) };
    expect(await types(files, "ListPetsResult", { strict: false })).toBe("export type ListPetsResult = PageOfPet;");
    expect(await types(files, "ListToysResult", { strict: false })).toBe("export type ListToysResult = PageOfToy;");
    expect(await types(files, "PageOfPet", { strict: false })).toBe(
      "export interface PageOfPet { readonly items: readonly Pet[]; }",
    );
  });

  test("leave a use without a binding alone", async () => {
    const files = { "openapi.yaml": document(page, { ...paths, "/any": get("listAny", ref("Page")) }) };
    expect(await types(files, "ListAnyResult", { strict: false })).toBe("export type ListAnyResult = Page;");
  });

  test("make no type for a reference alone", async () => {
    const emitted = await fileOf("types.ts", { "openapi.yaml": document(page, paths) }, { strict: false });
    expect([...emitted.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name)).not.toContain(
      "PathsPetsGetResponses_200ApplicationJsonItem",
    );
  });
});

test("bindings that are schemas of their own are types too", async () => {
  const files = withSchemas({ Pet: object({ name: text }), Page: page, PetPage: bound("Pet") });
  expect(await types(files, "PetPage", { strict: false })).toBe("export type PetPage = PageOfPet;");
});

describe("type: null beside parts", () => {
  test("means one of both: the parts, or null", async () => {
    const files = withSchemas({
      Pet: object({ name: text }),
      Owner: object({ pet: { type: "null", allOf: [ref("Pet")] } }, ["pet"]),
    });
    expect(await types(files, "Owner", { strict: false })).toBe("export interface Owner { readonly pet: Pet | null; }");
  });

  test("means null alone where the parts allow it too", async () => {
    const files = withSchemas({ Owner: object({ pet: { type: "null", anyOf: [object({}), true] } }, ["pet"]) });
    expect(await types(files, "Owner", { strict: false })).toBe("export interface Owner { readonly pet: null; }");
  });
});

describe("$id", () => {
  const schemas = {
    User: { $id: "User", ...object({ address: ref("Address") }) },
    Address: { $id: "Address", ...object({ city: text }) },
  };

  test("is no keyword of OpenAPI 3.0", async () => {
    const files = { "openapi.yaml": { ...openapi({ components: { schemas }, paths: {} }), openapi: "3.0.3" } };
    expect(await types(files, "User", { strict: false })).toBe("export interface User { readonly address?: Address; }");
  });

  test("is named where it makes a reference of 3.1 lead nowhere", async () => {
    await expect(modelOf({ "openapi.yaml": openapi({ components: { schemas }, paths: {} }) })).rejects.toThrow(
      /the reference #\/components\/schemas\/Address leads nowhere\n.*`\$id: User`/,
    );
  });
});
