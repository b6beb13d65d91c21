import { readFile } from "node:fs/promises";
import { emitAll, OPTIONAL } from "../../../codegen/emit/index.js";
import { project } from "./compile.js";
import { modelOf, openapi } from "./describe.js";
import { pets, schemas } from "./pets.js";
import { REPRESENTED } from "./represented.js";

/** A document with every feature there is. */
export const EVERY_FEATURE = await readFile(new URL("../fixtures/every-feature.yaml", import.meta.url), "utf8");

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

// @ts-expect-error a bare text is not an id
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

/** A project with all that is generated of that document, with what else can be generated, and with a use of it. */
export async function everyFeatureProject(): Promise<string> {
  const { model } = await modelOf({ "openapi.yaml": EVERY_FEATURE });
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
  return project(emitted, { "use.ts": USE });
}
