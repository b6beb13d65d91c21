import { isRecord } from "../../runtime/base/values.js";
import { acceptable } from "../model/answers.js";
import { successes } from "../model/bodies.js";
import { errorBodyName } from "../model/extensions.js";
import { textOf, typesOf } from "../model/keywords.js";
import type { Answer, Model, NamedSchema, OperationModel, SchemaObject } from "../model/model.js";
import { assumptionTypes } from "./assumptions.js";
import type { EmitOptions } from "./emitter.js";
import { foldUnions } from "./fold.js";
import { FIELDS, paramsType } from "./params.js";
import { literalType, schemaDoc, schemaType, type TypeContext } from "./schema-type.js";
import { isSingleBlock, scalarType, unite } from "./type-text.js";
import { docComment, key, ModuleWriter, text } from "./writer.js";

/** Emits `types.ts`: one plain, resolved type per named schema, and parameters, result and codes per operation. */
export function emitTypes(
  model: Model,
  { open: allowed = false, undocumented: page }: Pick<EmitOptions, "open" | "undocumented"> = {},
): ModuleWriter {
  const gaps = page === undefined ? "" : `\n\nWhat is not documented is listed in ${page}.`;
  const out = new ModuleWriter("types.ts", `Types of ${model.title}.${gaps}`, model.sources, { finish: foldUnions });
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
  out.add(operations);
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
    `/** Every documented refusal, discriminated by \`code\`. */\nexport type KnownErrorBody = ${union};`,
    `/** What a refusal carries besides its code, by code. */\nexport interface ErrorExtras {\n${extras.join("\n")}\n}`,
  ];
}

function operationTypes(operation: OperationModel, context: (received: boolean) => TypeContext): string[] {
  const { typeName: base } = operation;
  const codes = [...operation.errorCodes, ...operation.possibleCodes].map(text);
  return [
    `${docComment([`@see ${operation.origin}`])}${paramsType(`${base}Params`, operation, { ...context(false), parameters: true })}`,
    `export type ${base}Result = ${resultType(operation, context(true))};`,
    answersType(operation, `${base}Answers`, context(true)),
    codes.length === 0 ? "" : `export type ${base}Code = ${codes.join(" | ")} | (string & {});`,
    errorsType(operation, `${base}Errors`, context(true)),
    eventType(operation, context(true)),
  ];
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

/** The result by media type, where one can be chosen. */
function answersType(operation: OperationModel, name: string, context: TypeContext): string {
  const types = acceptable(operation);
  if (types.length === 0) return "";
  const lines = types.map((type) => {
    const found = successes(operation).map(({ others = [], schema }) => {
      const own = others.find(({ mediaType }) => mediaType === type)?.schema ?? schema;
      return own === undefined ? "undefined" : schemaType(own, context, "  ");
    });
    return `  readonly ${key(type)}: ${unite([...new Set(found)])};`;
  });
  return `/** The result of \`${operation.functionName}\`, by the media type that is accepted. */\nexport interface ${name} {\n${lines.join("\n")}\n}`;
}

function resultType(operation: OperationModel, context: TypeContext): string {
  const types = successes(operation).map((answer) =>
    answer.schema === undefined ? "undefined" : schemaType(answer.schema, context),
  );
  const unique = new Set(types);
  if (unique.size === 0 || (unique.size === 1 && unique.has("undefined"))) return "void";
  return unite([...unique]);
}
