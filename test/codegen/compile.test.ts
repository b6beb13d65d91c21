import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { emitAll, OPTIONAL } from "../../codegen/emit/index.js";
import { compile, project, VERSIONS } from "./support/compile.js";
import { modelOf, openapi } from "./support/describe.js";
import { guardsOf } from "./support/guards.js";
import { pets, schemas } from "./support/pets.js";
import { REPRESENTED } from "./support/represented.js";
import { judges } from "./support/ajv.js";

const FIXTURES = new URL("./fixtures/", import.meta.url);
const everyFeature = { "openapi.yaml": await readFile(new URL("every-feature.yaml", FIXTURES), "utf8") };

/** What must compile, and behind each `@ts-expect-error` what must not. */
const USE = `
import type * as T from "./out/types.js";
import { edit, getPart, putPart, watch } from "./out/routes.js";
import { asThingId, decodePet, isPet } from "./out/validators.js";
import { limits } from "./out/tables.js";
import type { Caller, StreamCaller } from "./abi/index.js";

declare const caller: Caller & StreamCaller;
declare const token: T.Token;
const thingId = asThingId("1");

const pet: Promise<T.Pet> = getPart(caller, { thingId, part: "p", ext: "json" });
void putPart(caller, { thingId, part: "p", ext: "x", pet: "cat", lives: 9 });
void edit(caller, { rev: token, a: "x" });
void edit(caller, { rev: token, b: "x", c: "y" });
void watch(caller);
const five: 5 = limits.waitMs;
const kind: T.KebabCase = "not listed";
const unknownPet: T.UnknownPet | T.Pet = decodePet({});
declare const value: unknown;
if (isPet(value) && value.pet === "cat") void (value.lives satisfies number);
export { five, kind, pet, unknownPet };

// @ts-expect-error a bare text is no id
void getPart(caller, { thingId: "1", part: "p", ext: "json" });
// @ts-expect-error a path parameter is missing
void getPart(caller, { thingId, ext: "json" });
// @ts-expect-error groups that exclude each other
void edit(caller, { rev: token, a: "x", b: "y" });
// @ts-expect-error at least one of the groups
void edit(caller, { rev: token });
// @ts-expect-error lives belong to cats
void putPart(caller, { thingId, part: "p", ext: "x", pet: "dog", lives: 9 });
// @ts-expect-error nothing described is called so
void putPart(caller, { thingId, part: "p", ext: "x", pet: "puppy", meows: true });
// @ts-expect-error read-only
limits.waitMs = 6;
`;

test("a document with every feature, and all that is generated besides, compile under the strictest settings of each TypeScript, and misuse does not", async () => {
  const { model } = await modelOf(everyFeature);
  const options = { runtime: "../abi/index.js" };
  const { model: represented } = await modelOf(REPRESENTED, { bigint: true, dates: true });
  const { model: besides } = await modelOf(pets);
  const { model: none } = await modelOf({ "openapi.yaml": openapi({ components: { schemas } }) });
  const emitted = {
    out: emitAll(model, options),
    represented: emitAll(represented, options, OPTIONAL.slice(0, 1)),
    besides: emitAll(besides, options, OPTIONAL),
    none: emitAll(none, options, OPTIONAL), // no operation is described
  };
  const folder = await project(emitted, { "use.ts": USE });
  for (const version of VERSIONS) expect(`${version}: ${await compile(folder, version)}`).toBe(`${version}: `);
}, 60_000);

test("its guards agree with ajv on values made for it", async () => {
  // The fixture is ours: it has components with schemas.
  const { components } = parse(everyFeature["openapi.yaml"]) as { components: { schemas: Record<string, unknown> } };
  const { schemas } = components;
  const values = JSON.parse(await readFile(new URL("values.json", FIXTURES), "utf8")) as readonly unknown[];
  // Open enums, brands and exclusive groups are words of ours; ajv cannot know them. Formats without a check are notes.
  const ours = new Set(["kebab-case", "Exclusive", "Formats", "Page", "Names", "Anchored"]);
  const names = Object.keys(schemas).filter((name) => !ours.has(name));
  const known = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => !["Page", "Names", "Anchored"].includes(name)),
  );
  const guards = await guardsOf(known);
  const ajv = judges(known, names);
  const disagreements = names.flatMap((name) =>
    values
      .filter((value) => guards[name]?.(value) !== ajv[name]?.(value))
      .map((value) => `${name}: ${JSON.stringify(value)}`),
  );
  expect(disagreements).toEqual([]);
});
