import { isRecord } from "../../runtime/base/values.js";
import { inheritExample } from "./examples.js";
import { LISTS, MAPS, namesIn, schemasOf, SINGLE } from "./keywords.js";
import type { NamedSchema, OperationModel, Schema, SchemaObject, WebhookModel } from "./model.js";

/** Which way a value goes, seen from a caller. */
export type Way = "sent" | "received";

/** On a property that only goes the other way: no type has it, and nobody asks for it. */
export const OTHER_WAY = "x-other-way";

/** What does not go a way. */
const FOREIGN = { sent: "readOnly", received: "writeOnly" } as const satisfies Record<Way, string>;

type LookUp = ReadonlyMap<string, Schema>;

/** Schemas with what is read apart from what is written, and how to make the rest agree with them. */
export interface Split {
  readonly schemas: readonly NamedSchema[];
  readonly operation: (operation: OperationModel) => OperationModel;
  readonly webhook: (webhook: WebhookModel) => WebhookModel;
}

/**
 * Splits schemas with `readOnly` or `writeOnly` properties into what is sent and what is received. A schema that goes both
 * ways keeps its name for what is received; what is sent has the name that `inputName` gives it.
 */
export function splitDirections(schemas: readonly NamedSchema[], inputName: (item: NamedSchema) => string): Split {
  const byName: LookUp = new Map(schemas.map(({ name, schema }) => [name, schema]));
  const affected = affectedNames(schemas, byName);
  const inputs = new Map<string, string>();
  for (const item of schemas)
    if (affected.has(item.name) && item.sent && item.received) inputs.set(item.name, inputName(item));
  const rewrite = (schema: Schema, way: Way): Schema =>
    affected.size === 0 && !marksAnything(schema) ? schema : new Rewriter(byName, inputs, way).schema(schema);
  const content = (part: Readonly<Record<string, Schema>>, way: Way): Record<string, Schema> =>
    Object.fromEntries(Object.entries(part).map(([key, schema]) => [key, rewrite(schema, way)]));
  return {
    schemas: schemas.flatMap((item) => versionsOf(item, affected, inputs, rewrite)).sort(byNameOrder),
    operation: (operation) => ({
      ...operation,
      parameters: operation.parameters.map((one) => ({ ...one, schema: rewrite(one.schema, "sent") })),
      answers: operation.answers.map((one) => ({
        ...one,
        ...(one.schema === undefined ? {} : { schema: rewrite(one.schema, "received") }),
        ...(one.others === undefined
          ? {}
          : { others: one.others.map((other) => ({ ...other, schema: rewrite(other.schema, "received") })) }),
      })),
      ...streamedAs(operation, rewrite),
      ...(operation.body === undefined
        ? {}
        : {
            body: {
              ...operation.body,
              schema: rewrite(operation.body.schema, "sent"),
              ...(operation.body.renamed === undefined
                ? {}
                : { renamed: { ...operation.body.renamed, schema: rewrite(operation.body.renamed.schema, "sent") } }),
              others: operation.body.others.map((one) => ({ ...one, schema: rewrite(one.schema, "sent") })),
            },
          }),
    }),
    webhook: (webhook) => ({
      ...webhook,
      headers: content(webhook.headers, "received"),
      bodies: content(webhook.bodies, "received"),
      answers: webhook.answers.map(({ status, schemas: own }) => ({ status, schemas: content(own, "sent") })),
    }),
  };
}

function streamedAs(
  { streamed }: OperationModel,
  rewrite: (schema: Schema, way: Way) => Schema,
): Pick<OperationModel, "streamed"> {
  if (streamed?.event === undefined) return {};
  return {
    streamed: { ...streamed, event: { ...streamed.event, schema: rewrite(streamed.event.schema, "received") } },
  };
}

function byNameOrder(a: NamedSchema, b: NamedSchema): number {
  return a.name < b.name ? -1 : 1;
}

function versionsOf(
  item: NamedSchema,
  affected: ReadonlySet<string>,
  inputs: ReadonlyMap<string, string>,
  rewrite: (schema: Schema, way: Way) => Schema,
): readonly NamedSchema[] {
  const { name, schema, sent, received } = item;
  if (!affected.has(name) || (!sent && !received)) return [item];
  const input = inputs.get(name);
  if (input === undefined) return [{ ...item, schema: rewrite(schema, sent ? "sent" : "received") }];
  return [
    { ...item, schema: rewrite(schema, "received"), sent: false },
    { ...item, name: input, schema: rewrite(schema, "sent"), received: false },
  ];
}

/** Schemas that hold such a property, or refer to one that does. */
function affectedNames(schemas: readonly NamedSchema[], byName: LookUp): ReadonlySet<string> {
  const affected = new Set(schemas.filter(({ schema }) => marksAnything(schema)).map(({ name }) => name));
  if (affected.size === 0) return affected;
  const users = new Map<string, string[]>();
  for (const [name, schema] of byName)
    for (const target of namesIn(schema)) users.set(target, [...(users.get(target) ?? []), name]);
  const queue = [...affected];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const user of users.get(name) ?? []) {
      if (affected.has(user)) continue;
      affected.add(user);
      queue.push(user);
    }
  }
  return affected;
}

/** Whether a schema says of anything inside it that it goes one way only. */
function marksAnything(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(marksAnything);
  if (!isRecord(value)) return false;
  if (value["readOnly"] === true || value["writeOnly"] === true) return true;
  return Object.values(value).some(marksAnything);
}

class Rewriter {
  readonly #byName: LookUp;
  readonly #inputs: ReadonlyMap<string, string>;
  readonly #way: Way;

  constructor(byName: LookUp, inputs: ReadonlyMap<string, string>, way: Way) {
    this.#byName = byName;
    this.#inputs = inputs;
    this.#way = way;
  }

  /** `outer`: names that do not go this way, known from the schemas that this one is part of. */
  schema(schema: Schema, outer: ReadonlySet<string> = new Set()): Schema {
    if (typeof schema === "boolean") return schema;
    const foreign = new Set([...outer, ...this.#foreignOf(schema)]);
    const entries = Object.entries(schema).map(([key, value]) => [key, this.#keyword(key, value, foreign)] as const);
    const rewritten = Object.fromEntries(entries);
    inheritExample(rewritten, schema);
    return rewritten;
  }

  #keyword(key: string, value: unknown, foreign: ReadonlySet<string>): unknown {
    if (key === "$ref") return this.#name(value);
    if (key === "required" && Array.isArray(value)) return value.filter((name) => !foreign.has(String(name)));
    if (key === "properties" && isRecord(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => {
          const schema = this.#part(part);
          return [name, foreign.has(name) ? { ...(isRecord(schema) ? schema : {}), [OTHER_WAY]: true } : schema];
        }),
      );
    }
    if (key === "discriminator" && isRecord(value) && isRecord(value["mapping"])) {
      const mapping = Object.entries(value["mapping"]).map(([wire, name]) => [wire, this.#name(name)] as const);
      return { ...value, mapping: Object.fromEntries(mapping) };
    }
    const inPlace = IN_PLACE.has(key);
    if (LISTS.some((list) => list === key) && Array.isArray(value))
      return value.map((part) => this.#part(part, inPlace ? foreign : undefined));
    if (MAPS.some((map) => map === key) && isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.#part(part)]));
    return SINGLE.some((single) => single === key) ? this.#part(value, inPlace ? foreign : undefined) : value;
  }

  #part(part: unknown, foreign?: ReadonlySet<string>): unknown {
    return isRecord(part) ? this.schema(part, foreign) : part;
  }

  #name(name: unknown): unknown {
    return typeof name === "string" && this.#way === "sent" ? (this.#inputs.get(name) ?? name) : name;
  }

  /** Names of properties of a value of the schema that do not go this way. */
  #foreignOf(schema: SchemaObject): readonly string[] {
    const open = new Set([schema]);
    const found: string[] = [];
    for (const { properties, $ref: reference, ...rest } of open) {
      if (isRecord(properties))
        found.push(...Object.keys(properties).filter((name) => this.#isForeign(properties[name])));
      const target = typeof reference === "string" ? this.#byName.get(reference) : undefined;
      const parts = [...schemasOf(rest, "allOf"), ...(target === undefined ? [] : [target])];
      for (const part of parts) if (isRecord(part)) open.add(part); // a set is walked to its end
    }
    return found;
  }

  /** A mark counts on the property itself, or on the schema that it refers to. */
  #isForeign(property: unknown, depth = 0): boolean {
    if (!isRecord(property) || depth > 20) return false;
    if (property[FOREIGN[this.#way]] === true) return true;
    const reference = property["$ref"];
    const [only, ...others] = schemasOf(property, "allOf");
    if (typeof reference === "string") return this.#isForeign(this.#byName.get(reference), depth + 1);
    return only !== undefined && others.length === 0 && this.#isForeign(only, depth + 1);
  }
}

const IN_PLACE = new Set(["allOf", "anyOf", "oneOf", "then", "else", "if", "not"]);
