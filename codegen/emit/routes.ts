import type { Model, OperationModel, Schema } from "../model/model.js";
import { typeName } from "../model/names.js";
import { needsNothing } from "./types.js";
import { docComment, key, literal, ModuleWriter } from "./writer.js";

/** Emits `routes.ts`: one constant and one function per operation. */
export function emitRoutes(model: Model, abi: string): ModuleWriter {
  const out = new ModuleWriter("routes.ts", `Operations of ${model.title}, one function each.`, model.sources);
  const schemas = new Map(model.schemas.map((item) => [item.name, item.schema]));
  const lookUp = (name: string): Schema | undefined => schemas.get(name);
  out.typeNamespace("T", "./types.js");
  for (const operation of model.operations) {
    out.type("Operation", abi);
    out.add(descriptor(operation), routeFunction(operation, needsNothing(operation, lookUp), out, abi));
  }
  if (model.operations.length === 0) out.add("export {};");
  return out;
}

function descriptor(operation: OperationModel): string {
  const fields = Object.entries(descriptorFields(operation)).map(
    ([name, value]) => `  ${key(name)}: ${literal(value, false)},`,
  );
  const doc = `/** What {@link ${operation.functionName}} sends, as data. */`;
  return `${doc}\nexport const ${operation.functionName}Operation: Operation = {\n${fields.join("\n")}\n};`;
}

/** An operation as the runtime wants it: see `Operation` of the runtime's door. */
export function descriptorFields(operation: OperationModel): Record<string, unknown> {
  const { body } = operation;
  const named = (place: string): Record<string, string> =>
    Object.fromEntries(
      operation.parameters.filter((item) => item.in === place).map((item) => [item.wireName, item.name]),
    );
  const fields: Record<string, unknown> = {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    pathParams: named("path"),
    queryParams: named("query"),
    queryConst: operation.queryConst,
    repeated: operation.parameters.filter((item) => item.in === "query" && item.repeated).map((item) => item.name),
    headerParams: named("header"),
    ...(body === undefined ? {} : body.flat ? { body: true } : { body: true, bodyParam: "body" }),
    ...(body === undefined || /^application\/json$/i.test(body.mediaType) ? {} : { bodyType: body.mediaType }),
    retry: operation.retry,
    idempotencyKey: operation.idempotencyKey,
    ...(operation.auth ? {} : { auth: false }),
    ...(operation.mayBeEmpty ? { mayBeEmpty: true } : {}),
    accept: operation.accept,
    placement: operation.placement,
    routeAssumption: operation.routeAssumption,
    ...(operation.urgent ? { urgent: true } : {}),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function routeFunction(operation: OperationModel, bare: boolean, out: ModuleWriter, abi: string): string {
  const { functionName: name } = operation;
  const base = typeName(name);
  const params = `params: T.${base}Params${bare ? " = {}" : ""}`;
  const doc = operationDoc(operation);
  if (operation.stream) {
    const caller = out.type("StreamCaller", abi);
    const options = out.type("StreamOptions", abi);
    const answer = out.type("StreamAnswer", abi);
    return `${doc}export function ${name}(caller: ${caller}, ${params}, options?: ${options}): Promise<${answer}> {
  return caller.openStream(${name}Operation, params, options);
}`;
  }
  const caller = out.type("Caller", abi);
  const call = out.type("Call", abi);
  const options = out.type("CallOptions", abi);
  const head = (type: string, result: string): string =>
    `export function ${name}(caller: ${caller}, ${type}, options?: ${options}): ${call}<T.${result}, T.${base}Code>`;
  const overloads = overloadsOf(operation, base).map(({ type, result }) => `${doc}${head(type, result)};\n`);
  const last = overloads.length === 0 ? doc : `${overloads.join("")}${doc}${head(params, `${base}Result`)};\n`;
  return `${last}${head(params, `${base}Result`)} {
  return caller.call(${name}Operation, params, options);
}`;
}

/** One signature per answer that the fields of the body choose between. */
function overloadsOf({ answerBy }: OperationModel, base: string): { type: string; result: string }[] {
  if (answerBy === undefined) return [];
  const fields = Object.entries(answerBy.fields);
  const none = fields.map(([field]) => `readonly ${key(field)}?: never`).join("; ");
  return [
    ...fields.map(([field, result]) => ({
      type: `params: T.${base}Params & { readonly ${key(field)}: unknown }`,
      result,
    })),
    { type: `params: T.${base}Params & { ${none} }`, result: answerBy.otherwise },
  ];
}

function operationDoc(operation: OperationModel): string {
  const { errorCodes } = operation;
  return docComment([
    operation.summary,
    operation.description,
    ...operation.undocumented.map((reason) => `Not documented: ${reason}.`),
    errorCodes.length === 0
      ? ""
      : `Refused with ${errorCodes.map((code) => `\`${code}\``).join(", ")}; other codes are possible.`,
    RETRY[operation.retry] ?? "",
    operation.deprecated ? "@deprecated Marked so in the description." : "",
    `@see ${operation.origin}`,
  ]);
}

const RETRY: Readonly<Record<string, string>> = {
  safe: "Retry: safe. Repeating it changes nothing.",
  "with-client-ref": "Retry: safe while the same client reference is sent; one is filled in when none is given.",
  "after-reread": "Retry: only after reading the state again; never by itself.",
  never: "Retry: never by itself; a repeated request may be carried out twice.",
};
