import { exampleOf } from "../model/examples.js";
import { isBinary } from "../model/formats.js";
import { constantsOf, numberOf, schemaMap, schemaOf, schemasOf, textOf, textsOf, typesOf } from "../model/keywords.js";
import type { Schema, SchemaObject } from "../model/model.js";
import { representedAs } from "../model/represent.js";
import { key, literal, text } from "./writer.js";

/** What samples are made with. */
export interface SampleContext {
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The call that makes a value of a named schema; undefined where its value has to stand in place. */
  readonly call: (name: string) => string | undefined;
  /** Whether what the call of a named schema makes is an object. */
  readonly isObject: (name: string) => boolean;
  /** How many more parts are made; null stands for the rest. Counted down. */
  readonly left: { parts: number };
}

/** Parts of one sample: a description of some bytes can ask for more than there is memory. */
export const MOST_PARTS = 2_000;

/** Deeper inside, only what is required is there. */
const MOST_LEVELS = 8;

/** More of the same is made when it is asked for, and not written out. */
const MOST_WRITTEN = 4;
const MOST_CHARACTERS = 1_000;

/** An expression for a value of a schema: its example, a constant, or the least that it asks for. */
export function sampleOf(schema: Schema, context: SampleContext, level = 0): string {
  if (typeof schema === "boolean" || context.left.parts-- <= 0) return "null";
  const example = exampleOf(schema);
  const as = representedAs(schema);
  if (as === "date")
    return `new Date(${text(typeof example === "string" && !Number.isNaN(Date.parse(example)) ? example : (BY_FORMAT["date-time"] ?? ""))})`;
  if (as === "bigint")
    return `${Number.isSafeInteger(example) ? Number(example) : Math.trunc(sampleNumber(schema, "integer"))}n`;
  if (example !== undefined) return literal(example, false);
  const [constant] = constantsOf({ ...schema, "x-open": false }) ?? [];
  if (constant !== undefined) return literal(constant, false);
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const called = context.call(reference);
    if (called !== undefined) return called;
    return level > MOST_LEVELS ? "null" : sampleOf(context.schemas.get(reference) ?? true, context, level + 1);
  }
  if (schema["default"] !== undefined && schema["default"] !== null) return literal(schema["default"], false);
  const [first] = [...schemasOf(schema, "oneOf"), ...schemasOf(schema, "anyOf")];
  const parts = schemasOf(schema, "allOf");
  if (parts.length > 0)
    return merged([withoutParts(schema), ...parts, ...(first === undefined ? [] : [first])], context, level);
  if (first !== undefined) {
    const own = withoutParts(schema);
    return "properties" in own ? merged([own, first], context, level) : sampleOf(first, context, level + 1);
  }
  return ownSample(schema, context, level);
}

function withoutParts(schema: SchemaObject): SchemaObject {
  const { allOf: _all, oneOf: _one, anyOf: _any, discriminator: _discriminator, ...rest } = schema;
  return rest;
}

/** Objects that are one: the fields of all of them. */
function merged(parts: readonly Schema[], context: SampleContext, level: number): string {
  const asking = parts.filter(
    (part): part is SchemaObject => typeof part === "object" && Object.keys(part).some((keyword) => ASKS.has(keyword)),
  );
  const samples = asking.map((part) => sampleOf(part, context, level + 1));
  const [only] = samples;
  if (only !== undefined && samples.length === 1) return only;
  const objects = samples.filter((sample) => isObject(sample, context));
  if (objects.length === 0) {
    const fixed = asking.findIndex((part) => constantsOf(part) !== undefined);
    // What is named asks for more than a type alone.
    const called = samples.findIndex((sample) => CALL.test(sample));
    return samples[Math.max(0, fixed === -1 ? called : fixed)] ?? "null";
  }
  return `{ ${objects.map((sample) => `...${sample}`).join(", ")} }`;
}

const CALL = /^fake([^()]+)\(\)$/;

/** Whether a sample is an object: a call is what the schema behind it is. */
export function isObject(sample: string, context: Pick<SampleContext, "isObject">): boolean {
  const called = CALL.exec(sample)?.[1];
  return called === undefined ? sample.startsWith("{") : context.isObject(called);
}

const ASKS = new Set("$ref type properties required oneOf anyOf allOf enum const items".split(" "));

function ownSample(schema: SchemaObject, context: SampleContext, level: number): string {
  const type = typesOf(schema).find((one) => one !== "null") ?? typesOf(schema)[0] ?? guessed(schema);
  switch (type) {
    case "string":
      return isBinary(schema) ? 'new Blob(["bytes"])' : sampleText(schema);
    case "integer":
    case "number":
      return String(sampleNumber(schema, type));
    case "boolean":
      return "true";
    case "array":
      return sampleList(schema, context, level);
    case "object":
      return sampleObject(schema, context, level);
    default:
      return "null";
  }
}

function guessed(schema: SchemaObject): string | undefined {
  if ("properties" in schema || "required" in schema) return "object";
  return "items" in schema || "prefixItems" in schema ? "array" : undefined;
}

function sampleObject(schema: SchemaObject, context: SampleContext, level: number): string {
  const required = new Set(textsOf(schema, "required"));
  const fields = schemaMap(schema, "properties")
    .filter(
      ([name, part]) =>
        required.has(name) || (level < 3 && part !== false && !isOtherWay(part) && !leadsOn(part, context)),
    )
    .map(([name, part]) => `${key(name)}: ${sampleOf(part, context, level + 1)}`);
  const declared = new Set(schemaMap(schema, "properties").map(([name]) => name));
  const others = [...required].filter((name) => !declared.has(name)).map((name) => `${key(name)}: "text"`);
  return `{ ${[...fields, ...others].join(", ")} }`.replace("{  }", "{}");
}

function isOtherWay(schema: Schema): boolean {
  return typeof schema === "object" && "x-other-way" in schema;
}

/** True for what would go on for ever: a reference that has no call of its own. */
function leadsOn(schema: Schema, context: SampleContext): boolean {
  if (typeof schema === "boolean") return false;
  const reference = schema["$ref"];
  if (typeof reference === "string" && context.call(reference) === undefined) return true;
  const parts = [
    ...schemasOf(schema, "allOf"),
    ...schemasOf(schema, "oneOf"),
    ...schemasOf(schema, "anyOf"),
    schemaOf(schema, "items") ?? true,
  ];
  return parts.some((part) => leadsOn(part, context));
}

function sampleList(schema: SchemaObject, context: SampleContext, level: number): string {
  const least = numberOf(schema, "minItems") ?? 0;
  const prefix = schemasOf(schema, "prefixItems").map((part) => sampleOf(part, context, level + 1));
  const items = schemaOf(schema, "items") ?? true;
  if (prefix.length >= least && prefix.length > 0) return `[${prefix.join(", ")}]`;
  const stops = least === 0 && (items === true || level > 3 || leadsOn(items, context) || schema["maxItems"] === 0);
  const count = stops ? 0 : Math.max(1, least - prefix.length);
  const item = count === 0 ? "" : sampleOf(items, context, level + 1);
  if (count > MOST_WRITTEN || (count > 1 && item.length > MOST_CHARACTERS))
    return `[${[...prefix, `...Array.from({ length: ${count} }, () => (${item}))`].join(", ")}]`;
  return `[${[...prefix, ...Array.from({ length: count }, () => item)].join(", ")}]`;
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: "2030-01-01",
  "date-time": "2030-01-01T00:00:00Z",
  time: "00:00:00Z",
  duration: "P1D",
  email: "somebody@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  "json-pointer": "/a",
  regex: "a",
  uri: "https://example.com/",
  "uri-reference": "/a",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function sampleText(schema: SchemaObject): string {
  const given = BY_FORMAT[textOf(schema, "format") ?? ""] ?? "text";
  const [least, most] = [numberOf(schema, "minLength") ?? 0, numberOf(schema, "maxLength") ?? Infinity];
  if (least > MOST_CHARACTERS) return `${text(given)}.padEnd(${least}, "x")`;
  return text(given.padEnd(least, "x").slice(0, most));
}

function sampleNumber(schema: SchemaObject, type: string): number {
  const step = numberOf(schema, "multipleOf") ?? (type === "integer" ? 1 : 0);
  const above = numberOf(schema, "exclusiveMinimum");
  const least = numberOf(schema, "minimum") ?? (above === undefined ? undefined : above + (step || 1));
  const below = numberOf(schema, "exclusiveMaximum");
  const most = numberOf(schema, "maximum") ?? (below === undefined ? undefined : below - (step || 1));
  const value = least ?? (most !== undefined && most < 1 ? most : 1);
  if (step === 0) return value;
  const next = Math.ceil(value / step) * step;
  const isTooLarge = next > (numberOf(schema, "maximum") ?? Infinity) || next >= (below ?? Infinity);
  return isTooLarge ? Math.floor(value / step) * step : next;
}
