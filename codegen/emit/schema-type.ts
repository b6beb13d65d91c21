import { isRecord } from "../../runtime/base/values.js";
import {
  constantsOf,
  isAnnotation,
  openTypes,
  reasonsOf,
  schemaMap,
  schemaOf,
  schemasOf,
  textOf,
  textsOf,
  typesOf,
} from "../model/keywords.js";
import type { Schema, SchemaObject } from "../model/model.js";
import { OTHER_WAY } from "../model/directions.js";
import { enumMembers } from "../model/enums.js";
import { isBinary } from "../model/formats.js";
import { representedAs } from "../model/represent.js";
import { discriminate } from "../model/discriminant.js";
import { intersect, orUndefined, scalarType, unite, wrap } from "./type-text.js";
import { docComment, key, literal, markDoc } from "./writer.js";

/** What turning a schema into a type depends on. */
export interface TypeContext {
  /** True where fields beyond those described have a type too: an option, for what is received. */
  readonly open: boolean;
  /** True where a mark that says that not everything is documented opens a type: what is sent must be writable. */
  readonly marked?: boolean;
  /** Writes the name of a named schema, e.g. with a namespace before it. */
  readonly reference: (name: string) => string;
  /** Writes the name of a branded type. */
  readonly brand: (name: string) => string;
  /** Looks a named schema up. */
  readonly lookUp: (name: string) => Schema | undefined;
  /** True in parameters of a call, where `undefined` leaves a field out. */
  readonly parameters?: boolean;
}

/** The TypeScript type of a schema, as text. */
export function schemaType(schema: Schema, context: TypeContext, indent = ""): string {
  if (schema === true) return "unknown";
  if (schema === false) return "never";
  return intersect([...typeParts(schema, context, indent)]);
}

/** Everything a schema says about its type, as terms of an intersection. */
function* typeParts(schema: SchemaObject, context: TypeContext, indent: string): Generator<string> {
  const brand = textOf(schema, "x-brand");
  if (brand !== undefined) return yield context.brand(brand);
  const as = representedAs(schema);
  if (as !== undefined) {
    const own = as === "bigint" || context.lookUp("Date") === undefined ? TYPE_AS[as] : "globalThis.Date";
    return yield unite([own, ...typesOf(schema).filter((type) => type === "null")]);
  }
  const reference = schema["$ref"];
  if (typeof reference === "string") yield context.reference(reference);
  const known = constantsOf({ ...schema, "x-open": false });
  if (known !== undefined) return yield constantType(schema, known);
  yield* ownType(schema, context, indent);
  for (const part of schemasOf(schema, "allOf")) yield schemaType(part, context, indent);
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const variants = schemasOf(schema, keyword);
    if (variants.length > 0) yield unionOf(variants, schema, context, indent);
  }
  // Of one shape where a condition holds, of another where it does not. Without an `else` nothing is known.
  const [test, no] = [schemaOf(schema, "if"), schemaOf(schema, "else")];
  const type = (part: Schema): string => schemaType(part, context, indent);
  if (test !== undefined && no !== undefined)
    yield unite([intersect([type(test), type(schemaOf(schema, "then") ?? true)]), type(no)]);
}

const TYPE_AS = { bigint: "bigint", date: "Date" } as const;

function constantType(schema: SchemaObject, known: readonly unknown[]): string {
  if (schema["x-open"] !== true) return unite(known.map(literalType));
  // An intersection that is not simplified, so that an editor still offers what is known.
  const rest = openTypes(schema).map((type) => OPEN[type] ?? "unknown");
  return unite([...known.map(literalType), ...rest]);
}

const OPEN: Readonly<Record<string, string>> = {
  string: "(string & {})",
  number: "(number & {})",
  integer: "(number & {})",
  boolean: "boolean",
  null: "null",
};

/** The type of one constant. */
export function literalType(value: unknown): string {
  if (Array.isArray(value)) return `readonly [${value.map(literalType).join(", ")}]`;
  if (isRecord(value)) {
    const fields = Object.entries(value).map(([name, item]) => `readonly ${key(name)}: ${literalType(item)}`);
    return fields.length === 0 ? "{ readonly [key: string]: never }" : `{ ${fields.join("; ")} }`;
  }
  return literal(value);
}

function* ownType(schema: SchemaObject, context: TypeContext, indent: string): Generator<string> {
  const types = typesOf(schema);
  if (types.length === 0) {
    if (saysObject(schema)) yield objectType(schema, context, indent);
    else if ("items" in schema || "prefixItems" in schema) yield arrayType(schema, context, indent);
    return;
  }
  const union = types.map((type) => {
    if (type === "string" && isBinary(schema)) return context.lookUp("Blob") === undefined ? "Blob" : "globalThis.Blob";
    if (type === "object") return objectType(schema, context, indent);
    if (type === "array") return arrayType(schema, context, indent);
    return scalarType(type);
  });
  yield unite(union);
}

function saysObject(schema: SchemaObject): boolean {
  return ["properties", "additionalProperties", "patternProperties", "propertyNames", "required", "x-exclusive"].some(
    (keyword) => keyword in schema,
  );
}

function arrayType(schema: SchemaObject, context: TypeContext, indent: string): string {
  const prefix = schemasOf(schema, "prefixItems");
  const items = schemaOf(schema, "items") ?? (prefix.length > 0 ? schemaOf(schema, "unevaluatedItems") : undefined);
  const item = items === undefined ? "unknown" : schemaType(items, context, indent);
  if (prefix.length === 0) return `readonly ${wrap(item)}[]`;
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const slots = prefix.map((part, index) => {
    const type = schemaType(part, context, indent);
    return index < least ? type : `${wrap(type)}?`;
  });
  const rest = items === false || schema["maxItems"] === prefix.length ? [] : [`...${wrap(item)}[]`];
  return `readonly [${[...slots, ...rest].join(", ")}]`;
}

/** One field of an object type. */
interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

function fieldsOf(schema: SchemaObject): Field[] {
  const required = new Set(textsOf(schema, "required"));
  const own = schemaMap(schema, "properties").filter(([, part]) => typeof part === "boolean" || !(OTHER_WAY in part));
  const fields = own.map(([name, part]) => {
    const field = { name, schema: part, required: required.has(name) };
    required.delete(name);
    return field;
  });
  return [...fields, ...[...required].sort().map((name) => ({ name, schema: true, required: true }))];
}

function objectType(schema: SchemaObject, context: TypeContext, indent: string): string {
  const groups = schema["x-exclusive"];
  if (Array.isArray(groups)) return exclusiveType(schema, groups, context, indent);
  const fields = fieldsOf(schema);
  const index = indexSignature(schema, fields, context, `${indent}  `);
  const lines = fields.map((field) => fieldText(field, context, `${indent}  `));
  if (lines.length === 0 && index === undefined) {
    return schema["additionalProperties"] === false
      ? "{ readonly [key: string]: never }"
      : "{ readonly [key: string]: unknown }";
  }
  return block([...lines, ...(index === undefined ? [] : [`${indent}  ${index};`])], indent);
}

function block(lines: readonly string[], indent: string): string {
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** One property with its doc comment. */
export function fieldText(field: Field, context: TypeContext, indent: string, forbidden = false): string {
  const doc = typeof field.schema === "boolean" ? "" : docComment(schemaDoc(field.schema), indent);
  const known = forbidden ? "never" : schemaType(field.schema, context, indent);
  const type = field.required ? known : context.parameters === true ? orUndefined(known) : known;
  return `${forbidden ? "" : doc}${indent}readonly ${key(field.name)}${field.required ? "" : "?"}: ${type};`;
}

/** What a schema tells a reader: description, reasons why it is open, default, deprecation. */
export function schemaDoc(schema: SchemaObject): string[] {
  const marks = { undocumented: reasonsOf(schema["x-undocumented"]), tensions: reasonsOf(schema["x-tensions"]) };
  const standard = schema["default"];
  const isText = standard !== undefined && !("const" in schema);
  return [
    textOf(schema, "description") ?? textOf(schema, "title") ?? "",
    ...markDoc(marks),
    enumMembers(schema)
      .map(
        ({ name, value, doc }) =>
          `- ${name === String(value) ? "" : `${name}, `}\`${JSON.stringify(value)}\`${doc === "" ? "" : `: ${doc}`}`,
      )
      .join("\n"),
    isText ? `@defaultValue \`${JSON.stringify(standard)}\`` : "",
    schema["readOnly"] === true ? "Read-only: the service sets it." : "",
    schema["writeOnly"] === true ? "Write-only: the service never sends it." : "",
    schema["deprecated"] === true ? "@deprecated Marked so in the description." : "",
  ];
}

function indexSignature(
  schema: SchemaObject,
  fields: readonly Field[],
  context: TypeContext,
  indent: string,
): string | undefined {
  const additional = schemaOf(schema, "additionalProperties") ?? closing(schema);
  const patterns = schemaMap(schema, "patternProperties");
  const names = schemaOf(schema, "propertyNames");
  const isSilent = additional === undefined && patterns.length === 0 && !("unevaluatedProperties" in schema);
  const isMarked = context.marked === true && reasonsOf(schema["x-undocumented"]).length > 0;
  if (additional === true || (isSilent && (context.open || isMarked))) {
    return "readonly [extra: string]: unknown";
  }
  const values = [...patterns.map(([, part]) => part), ...(additional === undefined ? [] : [additional])];
  const meaningful = values.filter((part) => part !== false);
  if (meaningful.length === 0) return undefined;
  const types = new Set(meaningful.map((part) => schemaType(part, context, indent)));
  // An index signature covers the declared fields too, so it has to admit their types.
  for (const field of fields) types.add(schemaType(field.schema, context, indent));
  if (fields.some((field) => !field.required)) types.add("undefined");
  const branded = typeof names === "object" ? brandOf(names, context) : undefined;
  if (branded !== undefined && fields.length === 0) types.add("undefined");
  return `readonly [key: ${branded ?? "string"}]: ${unite([...types])}`;
}

function closing(schema: SchemaObject): Schema | undefined {
  const composed = ["allOf", "anyOf", "oneOf", "if", "$ref", "dependentSchemas"].some((keyword) => keyword in schema);
  return composed ? undefined : schemaOf(schema, "unevaluatedProperties");
}

function brandOf(schema: SchemaObject, context: TypeContext): string | undefined {
  const brand = textOf(schema, "x-brand");
  if (brand !== undefined) return context.brand(brand);
  const reference = schema["$ref"];
  const target = typeof reference === "string" ? context.lookUp(reference) : undefined;
  return isRecord(target) ? brandOf(target, context) : undefined;
}

/** Fields of which only one group may be present; each shape forbids the fields of the others. */
function exclusiveType(schema: SchemaObject, groups: readonly unknown[], context: TypeContext, indent: string): string {
  const fields = fieldsOf(schema);
  const named = groups.map((group) => (Array.isArray(group) ? group.map(String) : []));
  const grouped = new Set(named.flat());
  const atLeastOne = schema["x-at-least-one"] === true;
  const shapes = named.flatMap((group) => {
    const choices = atLeastOne ? group : [undefined];
    return choices.map((chosen) => {
      const lines = fields.map((field) => {
        if (!grouped.has(field.name)) return fieldText(field, context, `${indent}  `);
        if (!group.includes(field.name)) return fieldText({ ...field, required: false }, context, `${indent}  `, true);
        return fieldText({ ...field, required: field.required || field.name === chosen }, context, `${indent}  `);
      });
      return block(lines, indent);
    });
  });
  return unite(shapes);
}

function unionOf(variants: readonly Schema[], base: SchemaObject, context: TypeContext, indent: string): string {
  const properties = isRecord(base["properties"]) ? base["properties"] : {};
  const split = discriminate(base, context.lookUp);
  // What the description says of a variant, though the variant itself does not: it lets the compiler narrow.
  const claims = new Map(
    split?.claimed === true
      ? split.cases.map(({ schema, values }) => [
          schema,
          `{ readonly ${key(split.property)}: ${values.map(literalType).join(" | ")} }`,
        ])
      : [],
  );
  return unite(
    variants.map((variant) => {
      const claim = claims.get(variant);
      if (claim !== undefined) return `(${schemaType(variant, context, indent)} & ${claim})`;
      // Variants that only ask for fields of the base: repeat those fields as required.
      if (isRecord(variant) && asksOnlyForFields(variant)) {
        const names = textsOf(variant, "required");
        const inherited = { properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? true])) };
        return schemaType({ ...inherited, required: names }, { ...context, open: false }, indent);
      }
      return schemaType(variant, context, indent);
    }),
  );
}

function asksOnlyForFields(schema: SchemaObject): boolean {
  return "required" in schema && Object.keys(schema).every((name) => name === "required" || isAnnotation(name));
}
