import { expect, test } from "vitest";
import { emitReaders } from "../../codegen/emit/readers.js";
import { emitWebhooks } from "../../codegen/emit/webhooks.js";
import { functionName } from "../../codegen/model/names.js";
import type { Schema, WebhookModel } from "../../codegen/model/model.js";
import { modelWith } from "./support/handmade.js";
import { named, operation } from "./support/small-model.js";

const date: Schema = { type: "string", "x-as": "date" };
const big: Schema = { type: "integer", "x-as": "bigint" };
const text: Schema = { type: "string" };
const others = { Plain: text, Far: { $ref: "When" }, When: date };

/** The reader of a schema, as it stands in its module; nothing where JSON is read as it is. */
function readerOf(schema: Schema): string | undefined {
  const [, out] = emitReaders(modelWith({ schemas: named({ A: schema, ...others }) }));
  return /const A\$: Reader = \/\* @__PURE__ \*\/ (.*);\n/.exec(out?.toString() ?? "")?.[1];
}

test.each<readonly [schema: Schema, want: string | undefined]>([
  [true, undefined],
  [text, undefined],
  [{ $ref: "Plain" }, undefined],
  [date, "date"],
  [big, "bigint"],
  [{ not: date }, "same"],
  [{ not: date, prefixItems: [text] }, "same"],
  [{ not: date, oneOf: [text] }, "same"],
  [{ properties: { a: date, b: date }, additionalProperties: big }, "object({ a: date, b: date }, bigint)"],
  [{ $ref: "When" }, "(value) => When$(value)"],
  [{ $ref: "Far" }, "(value) => Far$(value)"],
  [{ type: "array", items: date }, "list([], date)"],
  [{ type: "array", items: text, prefixItems: [text] }, undefined],
  [{ prefixItems: [text, big] }, "list([same, bigint], same)"],
  [{ prefixItems: [text], items: date }, "list([same], date)"],
  [{ properties: { a: text } }, undefined],
  [{ properties: { a: date, "b-c": big, d: text } }, 'object({ a: date, "b-c": bigint })'],
  [{ properties: { a: text, ab: date }, additionalProperties: big }, "object({ ab: date, a: same }, bigint)"],
  [{ additionalProperties: date }, "object({  }, date)"],
  [{ properties: { a: date, b: text }, additionalProperties: text }, "object({ a: date })"],
  [
    { patternProperties: { "^a": date, "^b": text, "^c": big } },
    'object({  }, same, [[new RegExp("^a", "u"), date], [new RegExp("^c", "u"), bigint]])',
  ],
  [
    { patternProperties: { "^a": date }, additionalProperties: big },
    'object({  }, bigint, [[new RegExp("^a", "u"), date]])',
  ],
  [{ allOf: [text, { properties: { a: date } }] }, "object({ a: date })"],
  [
    { $ref: "When", allOf: [{ items: big }, { items: date }] },
    "all((value) => When$(value), list([], bigint), list([], date))",
  ],
  [{ oneOf: [text, { $ref: "Plain" }] }, undefined],
  [{ oneOf: [{ $ref: "When" }, text] }, "either([(value) => When$(value), isWhen], [same, is$A_1])"],
  [{ anyOf: [{ $ref: "Plain" }, big], oneOf: [date] }, "either([date, is$A_1], [same, isPlain], [bigint, is$A_2])"],
  [{ anyOf: [{ $ref: "When", title: "T" }, true] }, "either([(value) => When$(value), is$A_1], [same, is$A_2])"],
])("what %j holds is read by %s", (schema, want) => {
  expect(readerOf(schema)).toBe(want);
});

test("what a reader is made of is imported", () => {
  const schema = { allOf: [{ prefixItems: [text, big] }, { properties: { a: date } }] };
  const [, out] = emitReaders(modelWith({ schemas: named({ A: schema }) }));
  expect(out?.toString()).toContain(
    '\nimport { all, bigint, date, jsonReader, list, object, same } from "./json.js";\n',
  );
});

test("what has a touched part is touched, wherever it stands in the list", () => {
  const chain = named({ A: { $ref: "B" }, C: date, B: { $ref: "C" }, D: text });
  const [, out] = emitReaders(modelWith({ schemas: chain }));
  expect(out?.toString().match(/export const \w+/g)).toEqual([
    "export const readA",
    "export const readB",
    "export const readC",
    "export const operationReaders",
  ]);
});

const webhook = (name: string, bodies: WebhookModel["bodies"]): WebhookModel => ({
  name,
  functionName: functionName(name),
  method: "POST",
  headers: {},
  bodies,
  answers: [],
});

const model = modelWith({
  schemas: named({ When: date, Plain: text }),
  operations: [
    operation({
      id: "plain",
      answers: [
        { status: "200", doc: "", schema: text },
        { status: "204", doc: "" },
      ],
    }),
    operation({
      id: "get it",
      typeName: "Get",
      answers: [
        { status: "200", doc: "", schema: { $ref: "When" } },
        { status: "404", doc: "", schema: { oneOf: [big] } },
        { status: "default", doc: "", schema: date },
      ],
    }),
    operation({ id: "any", answers: [{ status: "default", doc: "", schema: date }] }),
    operation({
      id: "watch",
      typeName: "Watch",
      stream: true,
      answers: [{ status: "200", doc: "", schema: { anyOf: [date] } }],
    }),
    operation({
      id: "drip",
      answers: [{ status: "200", doc: "", schema: text }],
      streamed: { functionName: "drop", event: { typeName: "Drop", schema: big } },
    }),
    operation({ id: "bytes", streamed: { functionName: "bytes" } }),
    operation({ id: "void", stream: true, streamed: { functionName: "bytes" } }),
  ],
  webhooks: [
    webhook("pet.sold", { "text/plain": text, "application/json": { oneOf: [{ $ref: "When" }, big] } }),
    webhook("petBorn", { "text/plain": { $ref: "Plain" } }),
    webhook("pet-lost", {}),
  ],
});

test("readers are of named schemas, of operations and of webhooks", () => {
  const [helpers, out] = emitReaders(model);
  expect([helpers?.path, out?.path, helpers?.layout, out?.layout]).toEqual([
    "validators/json.ts",
    "validators/readers.ts",
    false,
    true,
  ]);
  expect(out?.toString()).toBe(`/**
 * Readers of JSON for Fixture.
 *
 * Generated from openapi.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import type * as T from "../types.js";
import { isWhen } from "./guards.js";
import type { JsonReader, Reader } from "./json.js";
import { bigint, date, either, jsonReader } from "./json.js";
import { isDateValue } from "./support.js";

function is$GetAnswer404_1(value: unknown): boolean {
  return typeof value === "bigint" && value >= -9223372036854775808n && value <= 9223372036854775807n;
}

function is$WatchAnswer200_1(value: unknown): boolean {
  return isDateValue(value);
}

function is$WatchEvent_1(value: unknown): boolean {
  return isDateValue(value);
}

function is$PetSoldWebhook_1(value: unknown): boolean {
  return typeof value === "bigint" && value >= -9223372036854775808n && value <= 9223372036854775807n;
}

const When$: Reader = /* @__PURE__ */ date;

/** Reads a {@link T.When} from the text of JSON. */
export const readWhen: JsonReader = /* @__PURE__ */ jsonReader(When$);

/** Readers of one operation. */
export interface OperationReaders {
  readonly answers: Readonly<Record<string, JsonReader>>;
  readonly event?: JsonReader;
}

/** What the text of an answer or an event is read with, by operation and status. What is not here is plain JSON. */
export const operationReaders: Readonly<Record<string, OperationReaders>> = {
  "get it": { answers: { "200": jsonReader((value) => When$(value)), "404": jsonReader(either([bigint, is$GetAnswer404_1])) } },
  any: { answers: { "default": jsonReader(date) } },
  watch: { answers: { "200": jsonReader(either([date, is$WatchAnswer200_1])) }, event: jsonReader(either([date, is$WatchEvent_1])) },
  drip: { answers: {  }, event: jsonReader(bigint) },
};

/** What the text of a webhook is read with, by its name. */
export const webhookReaders: Readonly<Record<string, JsonReader>> = {
  petSold: jsonReader(either([(value) => When$(value), isWhen], [bigint, is$PetSoldWebhook_1])),
};
`);
  expect(helpers?.toString()).toContain(
    " * From the text of JSON to bigints and Dates.\n *\n * Generated from openapi.yaml.\n",
  );
  expect(helpers?.toString()).toContain(
    '\nimport { isDateTime, isObject } from "./support.js";\n\n/** From JSON to a value. ',
  );
});

test("there are readers of whatever is touched alone, and none where nothing is", () => {
  const [operations, webhooks] = [model.operations.slice(4, 5), model.webhooks.slice(0, 1)];
  const count = (files: readonly unknown[]): number => files.length;
  expect(count(emitReaders(modelWith({ schemas: named({ When: date }) })))).toBe(2);
  expect(count(emitReaders(modelWith({ operations })))).toBe(2);
  expect(count(emitReaders(modelWith({ webhooks })))).toBe(2);
  expect(count(emitReaders(modelWith({ operations: [operation()], webhooks: [webhook("a", {})] })))).toBe(0);
  expect(emitReaders(modelWith({ operations }))[1]?.toString()).not.toContain("webhookReaders");
});

test("webhooks have types, guards and a handler that reads what is not what JSON carries", () => {
  const out = emitWebhooks(model);
  expect(out.path).toBe("validators/webhooks.ts");
  const [head = "", code] = out.toString().split("/** What is done with each webhook.");
  expect(head).toBe(`/**
 * Webhooks of Fixture.
 *
 * Generated from openapi.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import type * as T from "../types.js";
import { isPlain, isWhen } from "./guards.js";
import { webhookReaders } from "./readers.js";

/** The body of the webhook pet.sold. */
export type PetSoldWebhook = T.When | bigint;

/** The body of the webhook petBorn. */
export type PetBornWebhook = T.Plain;

/** The body of the webhook pet-lost. */
export type PetLostWebhook = unknown;

/** The body of each webhook, by name. */
export interface WebhookBodies {
  readonly petSold: PetSoldWebhook;
  readonly petBorn: PetBornWebhook;
  readonly petLost: PetLostWebhook;
}

function is$PetSoldWebhook_1(value: unknown): boolean {
  return Number(isWhen(value)) + Number(typeof value === "bigint" && value >= -9223372036854775808n && value <= 9223372036854775807n) === 1;
}

function is$PetLostWebhook_1(_value: unknown): boolean {
  return true;
}

const guards: Readonly<Record<keyof WebhookBodies, (value: unknown) => boolean>> = {
  petSold: is$PetSoldWebhook_1,
  petBorn: isPlain,
  petLost: is$PetLostWebhook_1,
};

`);
  expect(code).toContain(
    "\n      body = (Object.hasOwn(webhookReaders, name) ? (webhookReaders[name] ?? JSON.parse) : JSON.parse)(json);\n",
  );
});

test("a webhook may bring a branded value, and a moment where something else is called Date", () => {
  const webhooks = [webhook("a", { "a/json": { type: "string", "x-brand": "Id" } }), webhook("b", { "a/json": date })];
  const out = emitWebhooks(modelWith({ webhooks, schemas: named({ Date: text }) })).toString();
  expect(out).toContain("\nexport type AWebhook = T.Id;\n");
  expect(out).toContain("\nexport type BWebhook = globalThis.Date;\n");
});

test("a handler of plain webhooks needs no readers", () => {
  const text = emitWebhooks(
    modelWith({ webhooks: [webhook("a", { "application/json": { type: "object" } })] }),
  ).toString();
  expect(text).not.toContain("webhookReaders");
  expect(text).toContain("\n      body = JSON.parse(json);\n");
  expect(text).toContain("\nexport type AWebhook = { readonly [key: string]: unknown };");
});
