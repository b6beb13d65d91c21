import { isRecord } from "../../runtime/base/values.js";
import { BODY_TYPE, bodyFields, isBytes, WHOLE_BODY } from "../model/bodies.js";
import { schemaMap, textOf, textsOf } from "../model/keywords.js";
import type { Body, OperationModel, Parameter, Schema } from "../model/model.js";
import { fieldText, schemaDoc, schemaType, type TypeContext } from "./schema-type.js";
import { isSingleBlock, orUndefined, unite } from "./type-text.js";
import { docComment, key, markDoc, text } from "./writer.js";

/** Fields as parameters take them. No schema can have its name. */
export const FIELDS = `/** Fields of a body as parameters: those that may be left out may be undefined. */
type Fields$<Body> = Body extends unknown
  ? { [Field in keyof Body]: object extends Pick<Body, Field> ? Body[Field] | undefined : Body[Field] }
  : never;`;

/** Groups of parameters, by what goes into them. */
const GROUPS = { path: "path", query: "query", headers: "header", cookies: "cookie" } as const;

/** Parameters apart by the place where they are sent: nothing that is added moves what is there. */
function groupedType(name: string, operation: OperationModel, context: TypeContext): string {
  const { parameters, body } = operation;
  const groups = Object.entries(GROUPS).flatMap(([group, place]) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return [];
    const lines = own.map((one) => parameterText({ ...one, name: one.name.slice(place.length + 1) }, context, "    "));
    const isNeeded = own.some(({ required }) => required);
    return [`  readonly ${group}${isNeeded ? "" : "?"}: {\n${lines.join("\n")}\n  }${isNeeded ? "" : " | undefined"};`];
  });
  if (body !== undefined && body.others.length > 0) return `export type ${name} = ${withForms(groups, body, context)};`;
  if (body === undefined) return interfaceOf(name, groups);
  return interfaceOf(name, [...groups, wholeBody(body.schema, body.required, context), ...chosenType(body)]);
}

/** The parameter that says of which of several media types bytes are. */
function chosenType({ choices }: Body): readonly string[] {
  const types = choices?.map((type) => (type.includes("*") ? "string" : text(type)));
  return types === undefined ? [] : [`  readonly ${BODY_TYPE}?: ${unite([...types, "undefined"])};`];
}

function interfaceOf(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? `export interface ${name} {}` : `export interface ${name} {\n${lines.join("\n")}\n}`;
}

/** Longer bodies are not written out for each operation that has them. */
const MOST_FIELDS = 64;

/** The type of the parameters of an operation, declared. */
export function paramsType(name: string, operation: OperationModel, context: TypeContext): string {
  if (operation.grouped === true) return groupedType(name, operation, context);
  const own = operation.parameters.map((parameter) => parameterText(parameter, context));
  const { body } = operation;
  if (body === undefined) return interfaceOf(name, own);
  if (body.others.length > 0) return `export type ${name} = ${withForms(own, body, context)};`;
  if (!body.flat) {
    const line = wholeBody(body.schema, body.required, context);
    return interfaceOf(name, [...own, line, ...chosenType(body)]);
  }
  const schema = body.renamed?.schema ?? body.schema;
  const target = plain(schema, context.lookUp);
  const isLong = isRecord(target) && schemaMap(target, "properties").length > MOST_FIELDS;
  const written = isLong ? schema : target;
  const isElsewhere = isRecord(written) && ["$ref", "oneOf", "anyOf", "allOf"].some((keyword) => keyword in written);
  const known = schemaType(written, context);
  const fields = isElsewhere ? `Fields$<${known}>` : known;
  const whole = body.required || mayBeEmpty(schema, context.lookUp);
  const lines = whole && isSingleBlock(fields) ? fields.slice(2, -2).split("\n") : undefined;
  if (lines !== undefined) return interfaceOf(name, [...own, ...lines]);
  const absent = whole ? "" : ` | ${withoutBody(schema, context)}`;
  return `export type ${name} = ${own.length === 0 ? "" : `{\n${own.join("\n")}\n} & `}(${fields}${absent});`;
}

/** The parameter that a whole body is passed as. Bytes may be read while they are sent. */
function wholeBody(schema: Schema, required: boolean, context: TypeContext): string {
  const line = fieldText({ name: WHOLE_BODY, schema, required }, context, "  ");
  if (!isBytes(schema)) return line;
  const stream = context.lookUp("ReadableStream") === undefined ? "ReadableStream" : "globalThis.ReadableStream";
  return line.replace(/;$/, ` | ${stream}<Uint8Array>;`);
}

/** Parameters beside a body that has one of several forms. */
function withForms(own: readonly string[], body: Body, context: TypeContext): string {
  const forms = [body, ...body.others].map(({ schema, mediaType }, index) => {
    const line = wholeBody(schema, body.required, context);
    const type = `  readonly ${BODY_TYPE}${index === 0 ? `?: ${text(mediaType)} | undefined` : `: ${text(mediaType)}`};`;
    return `{\n${line}\n${type}\n}`;
  });
  const either = unite(forms);
  return own.length === 0 ? either : `{\n${own.join("\n")}\n} & (${either})`;
}

/** True where an empty object is a body too, so that leaving the body out needs no words. */
function mayBeEmpty(schema: Schema, lookUp: TypeContext["lookUp"]): boolean {
  const target = plain(schema, lookUp);
  if (!isRecord(target)) return true;
  const composed = ["$ref", "oneOf", "anyOf", "allOf", "x-exclusive"].some((keyword) => keyword in target);
  return !composed && textsOf(target, "required").length === 0;
}

/** The shape of a call that sends no body: none of its fields may be there. */
function withoutBody(schema: Schema, context: TypeContext): string {
  const lookUp = { get: (name: string): Schema | undefined => context.lookUp(name) };
  const names = [...(bodyFields(lookUp, schema) ?? [])].sort();
  return `{ ${names.map((field) => `readonly ${key(field)}?: undefined`).join("; ")} }`;
}

/** True where a call needs no parameter at all. */
export function needsNothing(operation: OperationModel, lookUp: TypeContext["lookUp"]): boolean {
  if (operation.parameters.some((parameter) => parameter.required)) return false;
  const { body } = operation;
  if (body === undefined) return true;
  return !body.required && (operation.grouped === true || !body.flat || mayBeEmpty(body.schema, lookUp));
}

/** Looks through a bare reference, so that the parameters of a call can be read where they are needed. */
function plain(schema: Schema, lookUp: TypeContext["lookUp"]): Schema {
  if (!isRecord(schema)) return schema;
  const reference = schema["$ref"];
  const target = typeof reference === "string" ? lookUp(reference) : undefined;
  if (!isRecord(target) || "oneOf" in target || "anyOf" in target || "allOf" in target) return schema;
  return target;
}

function parameterText(parameter: Parameter, context: TypeContext, indent = "  "): string {
  const notes =
    typeof parameter.schema === "boolean"
      ? []
      : schemaDoc(parameter.schema).filter((part) => part.startsWith("@default"));
  const doc = docComment(
    [
      parameter.doc || (typeof parameter.schema === "boolean" ? "" : (textOf(parameter.schema, "description") ?? "")),
      ...markDoc(parameter),
      ...notes,
      parameter.deprecated ? "@deprecated Marked so in the description." : "",
    ],
    indent,
  );
  const type = schemaType(parameter.schema, context, indent);
  const mark = parameter.required ? "" : "?";
  return `${doc}${indent}readonly ${key(parameter.name)}${mark}: ${parameter.required ? type : orUndefined(type)};`;
}
