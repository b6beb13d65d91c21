import { isRecord } from "../load/pointer.js";
import { BODY_TYPE, bodyFields, isBytes, successes, WHOLE_BODY } from "../model/bodies.js";
import { errorBodyName } from "../model/extensions.js";
import { textOf, textsOf, typesOf, schemaMap } from "../model/keywords.js";
import type {
  Answer,
  Body,
  Model,
  NamedSchema,
  OperationModel,
  Parameter,
  Schema,
  SchemaObject,
} from "../model/model.js";
import { assumptionTypes } from "./assumptions.js";
import type { EmitOptions } from "./emitter.js";
import { fieldText, literalType, markDoc, schemaDoc, schemaType, type TypeContext } from "./schema-type.js";
import { orUndefined, scalarType, unite } from "./type-text.js";
import { docComment, key, ModuleWriter, text } from "./writer.js";

/** Emits `types.ts`: one plain, resolved type per named schema, and parameters, result and codes per operation. */
export function emitTypes(model: Model, { open: allowed = false }: Pick<EmitOptions, "open"> = {}): ModuleWriter {
  const out = new ModuleWriter("types.ts", `Types of ${model.title}.`, model.sources);
  const schemas = new Map(model.schemas.map((item) => [item.name, item.schema]));
  const context = (received: boolean): TypeContext => ({
    open: received && allowed,
    marked: !received,
    reference: (name) => name,
    brand: (name) => name,
    lookUp: (name) => schemas.get(name),
  });
  if (brandsOf(model).size > 0) {
    out.add("declare const brand: unique symbol;");
    for (const [name, { base, doc }] of brandsOf(model)) out.add(brandType(name, base, doc));
  }
  for (const item of model.schemas) out.add(...namedType(item, context(isReceivedOnly(item))));
  for (const union of model.unions) out.add(unknownType(union.unknownName, union.of));
  out.add(...errorTypes(model));
  const operations = model.operations.flatMap((operation) => operationTypes(operation, context));
  if (operations.some((one) => one.includes("Fields$<"))) out.add(FIELDS);
  out.add(...operations);
  out.add(...assumptionTypes(model.assumptions));
  return out;
}

/** What only the service sends. */
export function isReceivedOnly(item: NamedSchema): boolean {
  return item.received && !item.sent;
}

export interface Brand {
  readonly base: string;
  readonly doc: string;
  readonly schema: SchemaObject;
}

/** Every brand of the model, by name, sorted. */
export function brandsOf(model: Model): ReadonlyMap<string, Brand> {
  const found = new Map<string, Brand>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isRecord(value)) return;
    const brand = textOf(value, "x-brand");
    if (brand !== undefined && !found.has(brand)) {
      const types = typesOf(value).map(scalarType);
      found.set(brand, {
        base: types.length === 0 ? "string" : unite(types),
        doc: docComment(schemaDoc(value)),
        schema: value,
      });
    }
    for (const item of Object.values(value)) visit(item);
  };
  for (const item of model.schemas) visit(item.schema);
  for (const operation of model.operations) visit([operation.parameters.map((parameter) => parameter.schema)]);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function brandType(name: string, base: string, doc: string): string {
  const bracketed = base.includes("|") ? `(${base})` : base;
  return `${doc}export type ${name} = ${bracketed} & { readonly [brand]: ${text(name)} };`;
}

function namedType(item: NamedSchema, context: TypeContext): string[] {
  const { name, schema } = item;
  if (typeof schema === "boolean") return [declaration(name, schemaType(schema, context), `@see ${item.origin}`)];
  if (textOf(schema, "x-brand") === name) return [];
  const doc = docComment([...schemaDoc(schema), `@see ${item.origin}`]);
  const type = schemaType(schema, context);
  const known = schema["x-open"] === true && Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
  const values =
    known === undefined
      ? []
      : [
          `/** The values of {@link ${name}} that are documented. */\nexport type Known${name} = ${unite(known.map(literalType))};`,
        ];
  const shape = isSingleBlock(type) ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
  return [`${doc}${shape}`, ...values];
}

/** True for the text of one object type that an interface can have as its body. */
function isSingleBlock(type: string): boolean {
  return type.startsWith("{\n") && !/^\}./m.test(type);
}

function declaration(name: string, type: string, doc: string): string {
  return `${docComment([doc])}export type ${name} = ${type};`;
}

function unknownType(name: string, of: readonly string[]): string {
  const links = of.map((union) => `{@link ${union}}`).join(" or ");
  return `/** What arrived in the place of a ${links} and is not known: kept whole, never thrown at. */
export interface ${name} {
  readonly type: "unknown";
  /** The discriminant as it arrived; empty when there was none. */
  readonly wireType: string;
  /** \`type\`: nothing of that type is described. \`shape\`: the type is, but the content does not fit it. */
  readonly reason: "type" | "shape";
  /** What arrived. */
  readonly payload: unknown;
}`;
}

function errorTypes(model: Model): string[] {
  if (model.errorCodes.length === 0) return [];
  const bodies = model.errorCodes.map(({ code, condition, extras }) => {
    const doc = docComment([`Body of the refusal \`${code}\`.`, condition]);
    const head = `{ readonly code: ${text(code)} }`;
    return `${doc}export type ${errorBodyName(code)} = ${extras === undefined ? head : `${head} & ${extras}`};`;
  });
  const union = model.errorCodes.map(({ code }) => errorBodyName(code)).join(" | ");
  const extras = model.errorCodes.flatMap(({ code, extras: name }) =>
    name === undefined ? [] : [`  readonly ${key(code)}: ${name};`],
  );
  return [
    ...bodies,
    `/** Every documented refusal, told apart by \`code\`. */\nexport type KnownErrorBody = ${union};`,
    `/** What a refusal carries besides its code, by code. */\nexport interface ErrorExtras {\n${extras.join("\n")}\n}`,
  ];
}

/** Fields as parameters take them. No schema can have its name. */
const FIELDS = `/** Fields of a body as parameters: those that may be left out may be undefined. */
type Fields$<Body> = Body extends unknown
  ? { [Field in keyof Body]: object extends Pick<Body, Field> ? Body[Field] | undefined : Body[Field] }
  : never;`;

function operationTypes(operation: OperationModel, context: (received: boolean) => TypeContext): string[] {
  const { typeName: base } = operation;
  const codes = [...operation.errorCodes, ...operation.possibleCodes].map(text);
  return [
    `${docComment([`@see ${operation.origin}`])}${paramsType(`${base}Params`, operation, { ...context(false), parameters: true })}`,
    `export type ${base}Result = ${resultType(operation, context(true))};`,
    codes.length === 0 ? "" : `export type ${base}Code = ${codes.join(" | ")} | (string & {});`,
    errorsType(operation, `${base}Errors`, context(true)),
    eventType(operation, context(true)),
  ];
}

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

function paramsType(name: string, operation: OperationModel, context: TypeContext): string {
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

/** Answers with a body that are no success. */
function failures(operation: OperationModel): readonly Answer[] {
  const good = new Set(successes(operation));
  return operation.answers.filter(
    (answer) => !good.has(answer) && answer.schema !== undefined && !answer.status.startsWith("1"),
  );
}

/** True where codes of refusals are known. */
export const hasCodes = ({ errorCodes, possibleCodes }: OperationModel): boolean =>
  errorCodes.length + possibleCodes.length > 0;

/** True where what is answered instead of a success has a type. */
export function hasErrors(operation: OperationModel): boolean {
  return failures(operation).length > 0;
}

/** What is answered instead of a success, by status; empty where nothing is described. */
function errorsType(operation: OperationModel, name: string, context: TypeContext): string {
  if (!hasErrors(operation)) return "";
  const fields = failures(operation).map(({ status, schema, doc }) => {
    const field = /^\d+$/.test(status) ? status : key(status);
    return `${docComment([doc], "  ")}  readonly ${field}: ${schemaType(schema ?? true, context, "  ")};`;
  });
  return `export interface ${name} {\n${fields.join("\n")}\n}`;
}

function eventType({ streamed }: OperationModel, context: TypeContext): string {
  if (streamed?.event === undefined) return "";
  const { typeName: name, schema } = streamed.event;
  return `${docComment([`What an event of \`${streamed.functionName}\` holds.`])}export type ${name} = ${schemaType(schema, context)};`;
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

function resultType(operation: OperationModel, context: TypeContext): string {
  const types = successes(operation).map((answer) =>
    answer.schema === undefined ? "undefined" : schemaType(answer.schema, context),
  );
  const unique = new Set(types);
  if (unique.size === 0 || (unique.size === 1 && unique.has("undefined"))) return "void";
  return unite([...unique]);
}
