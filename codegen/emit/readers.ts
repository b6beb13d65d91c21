import { isRecord } from "../../runtime/base/values.js";
import { successes, webhookBody } from "../model/bodies.js";
import { namesIn, schemaMap, schemaOf, schemasOf } from "../model/keywords.js";
import type { Model, OperationModel, Schema, SchemaObject } from "../model/model.js";
import { typeName } from "../model/names.js";
import { isTouched, representedAs } from "../model/represent.js";
import { GuardModule } from "./guard-module.js";
import { docComment, key, ModuleWriter, text } from "./writer.js";

/**
 * Emits `validators/readers.ts`: from the text of JSON to values of the types, where a bigint or a Date is among them;
 * nothing where none is.
 */
export function emitReaders(model: Model): ModuleWriter[] {
  const schemas = new Map(model.schemas.map(({ name, schema }) => [name, schema]));
  const touched = touchedNames(schemas);
  const out = new ModuleWriter("validators/readers.ts", `Readers of JSON for ${model.title}.`, model.sources);
  const guards = new GuardModule(out, model.schemas, (name) => out.value(name, "./guards.js"));
  const writer = new ReaderWriter(touched, guards, out);
  const named = [...touched].sort().map((name) => {
    const reader = writer.reader(schemas.get(name), name) ?? "same";
    return [
      `const ${name}$: Reader = /* @__PURE__ */ ${reader};`,
      `${docComment([`Reads a {@link T.${name}} from the text of JSON.`])}export const read${name}: JsonReader = /* @__PURE__ */ jsonReader(${name}$);`,
    ].join("\n\n");
  });
  const entries = model.operations.flatMap((operation) => entryOf(operation, writer));
  const webhooks = model.webhooks.flatMap((webhook) => {
    const { functionName: field } = webhook;
    const reader = writer.reader(webhookBody(webhook), `${typeName(field)}Webhook`);
    return reader === undefined ? [] : [`  ${key(field)}: jsonReader(${reader}),`];
  });
  if (entries.length === 0 && webhooks.length === 0 && named.length === 0) return [];
  guards.flush();
  out.typeNamespace("T", "../types.js");
  for (const name of ["JsonReader", "Reader"]) out.type(name, "./json.js");
  for (const name of ["all", "bigint", "date", "either", "jsonReader", "list", "object", "same"])
    out.value(name, "./json.js");
  const helpers = new ModuleWriter("validators/json.ts", "From the text of JSON to bigints and Dates.", model.sources, {
    layout: false,
  });
  helpers.value("isDateTime", "./support.js");
  helpers.value("isObject", "./support.js");
  helpers.add(HELPERS);
  out.add(
    ...named,
    `/** Readers of one operation. */
export interface OperationReaders {
  readonly answers: Readonly<Record<string, JsonReader>>;
  readonly event?: JsonReader;
}`,
    `/** What the text of an answer or an event is read with, by operation and status. What is not here is plain JSON. */
export const operationReaders: Readonly<Record<string, OperationReaders>> = {\n${entries.join("\n")}\n};`,
    ...(webhooks.length === 0
      ? []
      : [
          `/** What the text of a webhook is read with, by its name. */\nexport const webhookReaders: Readonly<Record<string, JsonReader>> = {\n${webhooks.join("\n")}\n};`,
        ]),
  );
  return [helpers, out];
}

function entryOf(operation: OperationModel, writer: ReaderWriter): readonly string[] {
  const good = new Set(successes(operation));
  const answers = operation.answers.flatMap((answer) => {
    const reader = writer.reader(answer.schema, `${operation.typeName}Answer${answer.status}`);
    const fits = good.has(answer) || answer.status !== "default";
    return reader === undefined || !fits ? [] : [`${text(answer.status)}: jsonReader(${reader})`];
  });
  const streamed = operation.stream ? successes(operation)[0]?.schema : operation.streamed?.event?.schema;
  const event = writer.reader(streamed, `${operation.typeName}Event`);
  if (answers.length === 0 && event === undefined) return [];
  const tail = event === undefined ? "" : `, event: jsonReader(${event})`;
  return [`  ${key(operation.id)}: { answers: { ${answers.join(", ")} }${tail} },`];
}

/** Named schemas in which something is represented by other values than those of JSON. */
function touchedNames(schemas: ReadonlyMap<string, Schema>): ReadonlySet<string> {
  const touched = new Set([...schemas].filter(([, schema]) => isTouched(schema)).map(([name]) => name));
  for (let size = -1; size !== touched.size;) {
    size = touched.size;
    for (const [name, schema] of schemas)
      if (!touched.has(name) && [...namesIn(schema)].some((other) => touched.has(other))) touched.add(name);
  }
  return touched;
}

/** Writes expressions of readers. */
class ReaderWriter {
  readonly #touched: ReadonlySet<string>;
  readonly #guards: GuardModule;
  readonly #out: ModuleWriter;

  constructor(touched: ReadonlySet<string>, guards: GuardModule, out: ModuleWriter) {
    this.#touched = touched;
    this.#guards = guards;
    this.#out = out;
  }

  /** The reader of a schema, as code; undefined where JSON is read as it is. `about` names guards of parts. */
  reader(schema: Schema | undefined, about: string): string | undefined {
    if (!isRecord(schema)) return undefined;
    const as = representedAs(schema);
    if (as !== undefined) return as;
    const reference = schema["$ref"];
    const own = [
      ...(typeof reference === "string" && this.#touched.has(reference) ? [`(value) => ${reference}$(value)`] : []),
      this.#list(schema, about),
      this.#object(schema, about),
      ...schemasOf(schema, "allOf").map((part) => this.reader(part, about)),
      this.#union([...schemasOf(schema, "oneOf"), ...schemasOf(schema, "anyOf")], about),
    ].filter((one) => one !== undefined);
    return own.length > 1 ? `all(${own.join(", ")})` : own[0];
  }

  #list(schema: SchemaObject, about: string): string | undefined {
    const prefix = schemasOf(schema, "prefixItems").map((part) => this.reader(part, about) ?? "same");
    const rest = this.reader(schemaOf(schema, "items"), about);
    if (rest === undefined && prefix.every((one) => one === "same")) return undefined;
    return `list([${prefix.join(", ")}], ${rest ?? "same"})`;
  }

  #object(schema: SchemaObject, about: string): string | undefined {
    const fields = schemaMap(schema, "properties").flatMap(([name, part]) => {
      const reader = this.reader(part, about);
      return reader === undefined ? [] : [`${key(name)}: ${reader}`];
    });
    const declared = schemaMap(schema, "properties").map(([name]) => name);
    const rest = this.reader(schemaOf(schema, "additionalProperties"), about);
    const patterns = schemaMap(schema, "patternProperties").flatMap(([pattern, part]) => {
      const reader = this.reader(part, about);
      return reader === undefined ? [] : [`[new RegExp(${text(pattern)}, "u"), ${reader}]`];
    });
    if (fields.length === 0 && rest === undefined && patterns.length === 0) return undefined;
    // What is declared and read as it is must not be taken for one of the others.
    const plain =
      rest === undefined
        ? []
        : declared
            .filter((name) => !fields.some((field) => field.startsWith(`${key(name)}:`)))
            .map((name) => `${key(name)}: same`);
    const others = rest === undefined && patterns.length === 0 ? "" : `, ${rest ?? "same"}`;
    return `object({ ${[...fields, ...plain].join(", ")} }${others}${patterns.length === 0 ? "" : `, [${patterns.join(", ")}]`})`;
  }

  /** Each variant is tried in its order: the first that the value fits once it is read is the one that was meant. */
  #union(variants: readonly Schema[], about: string): string | undefined {
    const readers = variants.map((variant) => this.reader(variant, about));
    if (readers.every((one) => one === undefined)) return undefined;
    const pairs = variants.map((variant, index) => `[${readers[index] ?? "same"}, ${this.#guardOf(variant, about)}]`);
    return `either(${pairs.join(", ")})`;
  }

  #guardOf(schema: Schema, about: string): string {
    const reference = isRecord(schema) && Object.keys(schema).length === 1 ? schema["$ref"] : undefined;
    if (typeof reference === "string") return this.#out.value(`is${reference}`, "./guards.js");
    return this.#guards.inline(about, schema);
  }
}

const HELPERS = `/** From JSON to a value. Throws a SyntaxError for invalid JSON. */
export type JsonReader = (text: string) => unknown;

/** From what JSON carries to a value of its type. What does not fit stays as it is, for guards to refuse. */
export type Reader = (value: unknown) => unknown;

/** A number of JSON with more digits than a number has. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Texts, or a whole number that may be beyond 2^53. */
const TOKEN = /"(?:[^"\\\\]|\\\\.)*"|-?\\d{16,}(?![\\d.eE])/g;

/** Reads text. */
export function jsonReader(read: Reader): JsonReader {
  return (json) => {
    const mark = \`#\${Math.random()}:\`;
    let marked = false;
    const kept = json.replace(TOKEN, (token) => {
      if (token.startsWith('"') || Number.isSafeInteger(Number(token))) return token;
      marked = true;
      return \`"\${mark}\${token}"\`;
    });
    if (!marked) return read(JSON.parse(json) as unknown);
    const isMarked = (value: unknown): value is string => typeof value === "string" && value.startsWith(mark);
    const value: unknown = JSON.parse(kept, (_key, item: unknown) =>
      isMarked(item) ? new Digits(item.slice(mark.length)) : item,
    );
    return plain(read(value));
  };
}

/** Digits that are no bigint are a number like any other. */
function plain(value: unknown): unknown {
  if (value instanceof Digits) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
}

export const same: Reader = (value) => value;
export const bigint: Reader = (value) => {
  if (value instanceof Digits) return BigInt(value.text);
  return Number.isInteger(value) ? BigInt(Number(value)) : value;
};
export const date: Reader = (value) => (typeof value === "string" && isDateTime(value) ? new Date(value) : value);

export function list(first: readonly Reader[], rest: Reader): Reader {
  return (value) => (Array.isArray(value) ? value.map((item: unknown, index) => (first[index] ?? rest)(item)) : value);
}

export function object(
  fields: Readonly<Record<string, Reader>>,
  rest: Reader = same,
  patterns: readonly (readonly [RegExp, Reader])[] = [],
): Reader {
  const readerOf = (name: string): Reader =>
    (Object.hasOwn(fields, name) ? fields[name] : patterns.find(([pattern]) => pattern.test(name))?.[1]) ?? rest;
  return (value) => {
    if (!isObject(value) || value instanceof Digits) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, readerOf(name)(item)]));
  };
}

export function all(...readers: readonly Reader[]): Reader {
  return (value) => readers.reduce((current, read) => read(current), value);
}

export function either(...variants: readonly (readonly [Reader, (value: unknown) => boolean])[]): Reader {
  return (value) => {
    for (const [read, fits] of variants) {
      const candidate = read(value);
      if (fits(plain(candidate))) return candidate;
    }
    return value;
  };
}`;
