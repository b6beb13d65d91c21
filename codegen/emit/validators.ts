import { switchable } from "../model/discriminant.js";
import { successes } from "../model/bodies.js";
import type { Model, NamedSchema, OperationModel, Schema, UnionModel } from "../model/model.js";
import { typeName } from "../model/names.js";
import { GuardModule } from "./guard-module.js";
import { emitIds } from "./ids.js";
import { emitMisfit } from "./misfit.js";
import { isTouched } from "../model/represent.js";
import { standardSchema, STANDS_FOR_DATE } from "./standard-schema.js";
import { emitSupport } from "./support.js";
import { brandsOf } from "./types.js";
import { key, literal, ModuleWriter, text } from "./writer.js";

/** Emits the guards, the decoders, the checks per operation and what explains a refusal. */
export function emitValidators(model: Model): ModuleWriter[] {
  const parts = [
    emitSupport(model.sources),
    emitGuards(model),
    emitIds(model),
    emitDecoders(model),
    emitOperations(model),
    emitExplain(model),
    emitMisfit(model.sources),
    emitIssues(model),
    emitSchemas(model),
  ];
  const barrel = new ModuleWriter(
    "validators.ts",
    `Guards of ${model.title}. Loading them costs nothing but reading them.`,
    model.sources,
  );
  const files = [
    "guards",
    ...(brandsOf(model).size > 0 ? ["ids"] : []),
    ...(model.unions.length > 0 ? ["decode"] : []),
    "operations",
    "explain",
    "misfit",
  ];
  barrel.add(files.map((file) => `export * from "./validators/${file}.js";`).join("\n"));
  const skipped = new Set(
    ["ids", "decode"].filter((file) => !files.includes(file)).map((file) => `validators/${file}.ts`),
  );
  return [...parts.filter((part) => !skipped.has(part.path)), barrel];
}

function emitGuards(model: Model): ModuleWriter {
  const out = new ModuleWriter("validators/guards.ts", `One guard per type of ${model.title}.`, model.sources, {
    layout: false,
  });
  out.typeNamespace("T", "../types.js");
  const module = new GuardModule(out, model.schemas);
  for (const item of model.schemas) module.guard(item, `T.${item.name}`);
  module.flush();
  if (model.schemas.length === 0) out.add("export {};");
  return out;
}

function emitDecoders(model: Model): ModuleWriter {
  const out = new ModuleWriter(
    "validators/decode.ts",
    `Readers of the open unions of ${model.title}: they never throw.`,
    model.sources,
  );
  out.typeNamespace("T", "../types.js");
  for (const union of model.unions) out.add(decoder(union, out));
  return out;
}

function decoder(union: UnionModel, out: ModuleWriter): string {
  const isObject = out.value("isObject", "./support.js", "isObject$");
  const types = [...union.of, union.unknownName].map((name) => `T.${name}`);
  const cases = union.variants.flatMap(({ value, schemaName }) => [
    `    case ${text(value)}:`,
    `      if (${out.value(`is${schemaName}`, "./guards.js")}(value)) return value;`,
    "      break;",
  ]);
  const links = union.of.map((name) => `{@link T.${name}}`).join(" or ");
  return `/** Reads a ${links}. What is not known, or does not fit, comes back whole as {@link T.${union.unknownName}}. */
export function decode${union.name}(value: unknown): ${types.join(" | ")} {
  const wireType = ${isObject}(value) ? value[${text(union.discriminant)}] : undefined;
  switch (wireType) {
${cases.join("\n")}
    default:
      return { type: "unknown", wireType: typeof wireType === "string" ? wireType : "", reason: "type", payload: value };
  }
  return { type: "unknown", wireType, reason: "shape", payload: value };
}`;
}

function emitOperations(model: Model): ModuleWriter {
  const out = new ModuleWriter(
    "validators/operations.ts",
    `Guards of what the operations of ${model.title} send and answer.`,
    model.sources,
  );
  const module = new GuardModule(out, model.schemas, (name) => out.value(name, "./guards.js"));
  const entries = model.operations.map(
    (operation) => `  ${key(operation.id)}: ${operationEntry(operation, module, out)},`,
  );
  module.flush();
  out.add(
    `/** A guard for a value of any shape. */
export type Guard = (value: unknown) => boolean;

/** The guards of one operation. */
export interface OperationValidators {
  /** The body, where one is sent. */
  readonly body?: Guard;
  /** Each parameter outside the body, by its name in TypeScript; undefined fits where it may be left out. */
  readonly params?: Readonly<Record<string, Guard>>;
  /** What an event of the answer holds, where it can be read whole too. */
  readonly event?: Guard;
  /** The body of an answer, by status; a status without content is left out. */
  readonly answers: Readonly<Record<string, Guard>>;
  /** Says where a value fails one of them. */
  readonly misfitOf?: (guard: Guard, value: unknown) => string | undefined;
}`,
    `/** The guards of every operation, by its id. */\nexport const operationValidators = {\n${entries.join("\n")}\n} as const satisfies Readonly<Record<string, OperationValidators>>;`,
  );
  return out;
}

function operationEntry(operation: OperationModel, module: GuardModule, out: ModuleWriter): string {
  const guardFor = (schema: Schema, part: string): string => {
    const reference = typeof schema === "object" && Object.keys(schema).length === 1 ? schema["$ref"] : undefined;
    if (typeof reference === "string") return out.value(`is${reference}`, "./guards.js");
    return module.inline(operation.typeName + part, schema);
  };
  const fields: string[] = [];
  if (operation.body !== undefined) fields.push(`body: ${guardFor(operation.body.schema, "Body")}`);
  const params = operation.parameters.map(({ name, schema, required }) => {
    const fits = guardFor(schema, typeName(name));
    return `${key(name)}: ${required ? fits : `(value: unknown) => value === undefined || ${fits}(value)`}`;
  });
  if (params.length > 0) fields.push(`params: { ${params.join(", ")} }`);
  const good = new Set(successes(operation));
  const answers = operation.answers.flatMap((answer) => {
    const { status, schema } = answer;
    const fits = good.has(answer) || status !== "default";
    if (schema === undefined || schema === true || !fits) return [];
    return [`${text(status)}: ${guardFor(schema, `Answer${status}`)}`];
  });
  const { event } = operation.streamed ?? {};
  if (event !== undefined && event.schema !== true) fields.push(`event: ${guardFor(event.schema, "Event")}`);
  fields.push(`answers: {${answers.length === 0 ? "" : ` ${answers.join(", ")} `}}`);
  fields.push(out.value("misfitOf", "./misfit.js"));
  return `{ ${fields.join(", ")} }`;
}

function emitExplain(model: Model): ModuleWriter {
  const out = new ModuleWriter(
    "validators/explain.ts",
    "Why a value is refused. Schemas and the library that reads them are loaded when first asked.",
    model.sources,
    { layout: false },
  );
  out.type("Issue", "./issues.js");
  out.add(
    `export type { Issue };`,
    `/** A guard of any type. */
type Guard = (value: unknown) => boolean;`,
    typeNames(model),
    `/** Says what keeps a value from being of a type, as a list that is empty for a value that is. */
export async function explain(name: TypeName, value: unknown): Promise<readonly Issue[]> {
  const { issuesOf } = await import("./issues.js");
  return issuesOf(name, value);
}`,
    `/** A value is not of the type it should be. */
export class ShapeError extends TypeError {
  override readonly name = "ShapeError";
  /** Name of the type. */
  readonly expected: string;
  readonly #guard: Guard;
  readonly #value: unknown;

  constructor(guard: Guard, value: unknown) {
    const misfit = misfitOf(guard, value);
    const expected = /^is[^a-z]/.test(guard.name) ? guard.name.slice(2) : "value of its type";
    super(\`not a \${expected}\${misfit === undefined ? "" : \`: \${misfit}\`}; explain() says why\`);
    this.expected = expected;
    this.#guard = guard;
    this.#value = value;
  }

  /** What does not fit. */
  async explain(): Promise<readonly Issue[]> {
    // Names of functions do not outlive a minifier. The guards are not part of what is loaded late: bundlers would wrap them.
    const name = Object.entries(guards).find(([, one]) => one === this.#guard)?.[0].slice(2);
    const { issuesOf } = await import("./issues.js");
    return name === undefined ? [] : issuesOf(name, this.#value);
  }
}`,
    `/**
 * Throws a {@link ShapeError} unless a value passes a guard.
 *
 * @example
 * \`\`\`ts
 * assert(isThing, value);
 * \`\`\`
 */
export function assert<Value>(guard: (value: unknown) => value is Value, value: unknown): asserts value is Value {
  if (!guard(value)) throw new ShapeError(guard, value);
}`,
  );
  out.namespace("guards", "./guards.js");
  out.value("misfitOf", "./misfit.js");
  return out;
}

/** Names of the types that can be explained, one a line: there may be thousands. */
function typeNames({ schemas }: Model): string {
  const names = schemas.map(({ name }) => `\n  | ${text(name)}`);
  return `/** The name of a type. */\nexport type TypeName =${names.length === 0 ? " never" : names.join("")};`;
}

function emitIssues(model: Model): ModuleWriter {
  const out = new ModuleWriter("validators/issues.ts", "Finds what does not fit; loaded on first use.", model.sources, {
    layout: false,
  });
  const stands = model.schemas.some(({ schema }) => isTouched(schema));
  for (const name of ["isDateValue", "isObject"]) out.value(name, "./support.js");
  out.value("schemas", "./schemas.js");
  const lookUp = new Map(model.schemas.map((item) => [item.name, item.schema]));
  const branches = model.schemas.flatMap(({ name, schema }) => {
    const split = switchable(schema, (other) => lookUp.get(other));
    if (split === undefined) return [];
    const cases = split.cases.flatMap((item) => item.values.map((value) => `${key(value)}: ${text(item.name ?? "")}`));
    return [`  ${key(name)}: { property: ${text(split.property)}, cases: { ${cases.join(", ")} } },`];
  });
  out.add(
    `/** One thing that does not fit. */
export interface Issue {
  /** JSON Pointer to the value; empty for the whole. */
  readonly path: string;
  /** What was expected there. */
  readonly message: string;
  /** JSON Schema keyword that was not satisfied. */
  readonly keyword: string;
}`,
    `/** Unions that a constant tells apart: only the branch that was meant is worth explaining. */
const branches: Readonly<Record<string, { readonly property: string; readonly cases: Readonly<Record<string, string>> }>> = {\n${branches.join("\n")}\n};`,
    `/** What does not fit, in the order of the schema. */
export async function issuesOf(name: string, value: unknown): Promise<readonly Issue[]> {
  let branch = name;
  for (let union = branches[branch]; union !== undefined; union = branches[branch]) {
    if (!isObject(value)) return [{ path: "", message: "must be an object", keyword: "type" }];
    const chosen = value[union.property];
    const next = typeof chosen === "string" && Object.hasOwn(union.cases, chosen) ? union.cases[chosen] : undefined;
    if (next === "") break; // a branch without a name is explained with its union
    if (next === undefined) {
      const known = Object.keys(union.cases).join(", ");
      return [{ path: \`/\${union.property}\`, message: \`must be one of \${known}\`, keyword: "const" }];
    }
    branch = next;
  }
  const { Errors } = await import("typebox/schema");
  const [, errors] = Errors({ $defs: schemas, $ref: \`#/$defs/\${branch}\` }, ${stands ? "standIn(value)" : "value"});
  return errors.map((error) => ({ path: error.instancePath, message: ${stands ? "wordsOf(error)" : "error.message"}, keyword: error.keyword }));
}`,
    stands ? STAND_IN : "",
  );
  return out;
}

/** Schemas know no Dates: a text stands for them, in schemas and in what they are asked about. */
const STAND_IN = `function standIn(value: unknown): unknown {
  if (isDateValue(value)) return ${text(STANDS_FOR_DATE)};
  if (Array.isArray(value)) return value.map(standIn);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, standIn(item)]));
}

function wordsOf({ keyword, params, message }: { readonly keyword: string; readonly params: object; readonly message: string }): string {
  const isDate = keyword === "const" && "allowedValue" in params && params.allowedValue === ${text(STANDS_FOR_DATE)};
  return isDate ? \`must be ${STANDS_FOR_DATE}\` : message;
}`;

function emitSchemas(model: Model): ModuleWriter {
  const out = new ModuleWriter(
    "validators/schemas.ts",
    `The schemas of ${model.title} as data; loaded only to explain a refusal.`,
    model.sources,
    { layout: false },
  );
  const entries = model.schemas.map(
    (item: NamedSchema) => `  ${key(item.name)}: ${literal(standardSchema(item.schema), false)},`,
  );
  out.add(
    `/** Every schema by the name of its type; references are \`#/$defs/Name\`. */\nexport const schemas: Readonly<Record<string, object | boolean>> = {\n${entries.join("\n")}\n};`,
  );
  return out;
}
