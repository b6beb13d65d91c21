import type { Model, OperationModel, Schema } from "../model/model.js";
import { acceptable } from "../model/answers.js";
import { isLines, takesBody } from "../model/bodies.js";
import { standardRetry } from "../model/operations.js";
import {
  type ConstantText,
  type FunctionText,
  type ParameterText,
  printStatements,
  type Signature,
  type StatementText,
} from "./print.js";
import { needsNothing } from "./params.js";
import { hasCodes, hasErrors } from "./types.js";
import { docComment, key, literal, markDoc, ModuleWriter, text } from "./writer.js";

/** Emits `routes.ts`: one constant and one function per operation. */
export function emitRoutes(model: Model, abi: string): ModuleWriter {
  const out = new ModuleWriter("routes.ts", `Operations of ${model.title}, one function each.`, model.sources);
  const schemas = new Map(model.schemas.map((item) => [item.name, item.schema]));
  const lookUp = (name: string): Schema | undefined => schemas.get(name);
  out.typeNamespace("T", "./types.js");
  const statements: StatementText[] = [];
  for (const operation of model.operations) {
    out.type("Operation", abi);
    const bare = needsNothing(operation, lookUp);
    const code = bodyCode(operation, (name) => out.value(name, abi, `${name}$`));
    statements.push(descriptor(operation.functionName, descriptorFields(operation), code));
    if (operation.stream)
      statements.push(streamFunction(operation, { ...operation, bare, item: `${operation.typeName}Result` }, out, abi));
    else statements.push(routeFunction(operation, bare, out, abi));
    statements.push(...streamedStatements(operation, bare, out, abi));
  }
  out.add(statements.length === 0 ? "export {};" : printStatements(statements));
  return out;
}

function descriptor(
  name: string,
  described: Readonly<Record<string, unknown>>,
  code: Readonly<Record<string, string>>,
): ConstantText {
  const fields = [
    ...Object.entries(described).map(([field, value]) => `${key(field)}: ${literal(value, false)}`),
    ...Object.entries(code).map(([field, value]) => `${field}: ${value}`),
  ];
  return { kind: "constant", name: `${name}Operation`, type: "Operation", fields };
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
    styles: Object.fromEntries(
      operation.parameters.flatMap(({ name, style }) => (style === undefined ? [] : [[name, style]])),
    ),
    reserved: operation.parameters.filter((item) => item.reserved).map((item) => item.name),
    headerParams: named("header"),
    cookieParams: named("cookie"),
    ...(body === undefined
      ? {}
      : body.flat
        ? { body: mayLeaveOut(operation) ? "optional" : true }
        : { body: true, bodyParam: "body" }),
    ...(body === undefined || /^application\/json$/i.test(body.mediaType) ? {} : { bodyType: body.mediaType }),
    ...(body === undefined || body.others.length === 0
      ? {}
      : { bodyTypes: [body.mediaType, ...body.others.map((other) => other.mediaType)] }),
    ...(body?.choices === undefined ? {} : { bodyTypes: [body.mediaType, ...body.choices] }),
    bodyNames: body?.renamed?.names,
    encoding: body?.encoding,
    needs: operation.needs,
    neverSends: operation.neverSends,
    retry: operation.retry,
    idempotencyKey: operation.idempotencyKey,
    ...(operation.auth ? {} : { auth: false }),
    security: operation.security,
    ...(operation.mayBeEmpty ? { mayBeEmpty: true } : {}),
    answer: operation.answerShapes,
    accept: operation.accept,
    placement: operation.placement,
    routeAssumption: operation.routeAssumption,
    ...(operation.urgent ? { urgent: true } : {}),
    withinMs: operation.withinMs,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && !isEmpty(value)));
}

/** Whether a call without a field of the body sends none. */
const mayLeaveOut = ({ body, method }: OperationModel): boolean => body?.required !== true || !takesBody(method);

/** What the runtime needs for the body besides what every client has, by field of the operation. */
function bodyCode({ body, method }: OperationModel, value: (name: string) => string): Readonly<Record<string, string>> {
  if (body === undefined) return {};
  const types = [body, ...body.others].map(({ mediaType }) => mediaType);
  const writers = [
    ...(takesBody(method) ? [] : ["checkBodyOfGet"]),
    ...(types.some((type) => /^application\/x-www-form-urlencoded/i.test(type)) ? ["writeForm"] : []),
    ...(types.some((type) => /^multipart\//i.test(type)) ? ["writeMultipart"] : []),
    ...(body.choices === undefined ? [] : ["writeBytes"]),
  ];
  return {
    ...(writers.length === 0 ? {} : { writers: `[${writers.map(value).join(", ")}]` }),
    ...(takesBody(method) ? {} : { fetch: value("fetchBodyOfGet") }),
  };
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** What a call says of refusals, as far as something is known. */
function typeArguments(operation: OperationModel, base: string): string {
  const codes = hasCodes(operation) ? `, T.${base}Code` : "";
  if (!hasErrors(operation)) return codes;
  return `${codes || ", string"}, T.${base}Errors`;
}

/** The function of an operation; where its answer depends on the body, with a signature for each answer. */
function routeFunction(operation: OperationModel, bare: boolean, out: ModuleWriter, abi: string): FunctionText {
  const { functionName: name, typeName: base } = operation;
  const [caller, options, call] = [out.type("Caller", abi), out.type("CallOptions", abi), out.type("Call", abi)];
  const types = acceptable(operation);
  const taken = types.length === 0 ? options : `${options} & { readonly accept?: Accept | undefined }`;
  const constant =
    types.length === 0 ? `${name}Operation` : `${out.value("accepting", abi, "accepting$")}(${name}Operation, options)`;
  const choice = { name: "Accept", constraint: `keyof T.${base}Answers`, default: text(types[0] ?? "") };
  const signature = (params: ParameterText, result: string): Signature => ({
    parameters: parameters(caller, params, taken),
    returnType: `${call}<T.${result}${typeArguments(operation, base)}>`,
  });
  const chosen = overloadsOf(operation, base).map(({ type, result }) => signature({ name: "params", type }, result));
  // What implements a signature has none of its own: the general one is listed besides.
  const all = { name: "params", type: `T.${base}Params`, hasQuestionToken: bare };
  return {
    kind: "function",
    name,
    doc: operationDoc(operation),
    ...(types.length > 0 && { typeParameters: [choice] }),
    ...signature(paramsOf(base, bare), types.length === 0 ? `${base}Result` : `${base}Answers[Accept]`),
    overloads: chosen.length === 0 ? [] : [...chosen, signature(all, `${base}Result`)],
    statement: `return ${out.value("send", abi, "send$")}(client, ${constant}, ${paramsSent(operation, out, abi)}, options);`,
  };
}

const paramsOf = (base: string, bare: boolean): ParameterText => ({
  name: "params",
  type: `T.${base}Params`,
  ...(bare && { initializer: "{}" }),
});

/** What is said of a function that opens a stream. */
interface StreamShape {
  readonly functionName: string;
  readonly bare: boolean;
  /** Constant that it sends. Default: its own. */
  readonly constant?: string;
  /** Media type of the stream. */
  readonly accept?: string | undefined;
  /** Type of an item. */
  readonly item?: string;
}

function streamFunction(
  operation: OperationModel,
  { functionName: name, bare, constant = `${name}Operation`, accept = "", item }: StreamShape,
  out: ModuleWriter,
  abi: string,
): FunctionText {
  const params = paramsOf(operation.typeName, bare);
  const isItems = isLines(accept);
  const result = isItems ? `AsyncGenerator<T.${item}, void, undefined>` : `Promise<${out.type("StreamAnswer", abi)}>`;
  const opens = out.value(isItems ? "openItems" : "open", abi, isItems ? "openItems$" : "open$");
  return {
    kind: "function",
    name,
    doc: operationDoc(operation),
    parameters: parameters(out.type("StreamCaller", abi), params, out.type("StreamOptions", abi)),
    returnType: result,
    overloads: [],
    statement: `return ${opens}(client, ${constant}, ${paramsSent(operation, out, abi)}, options);`,
  };
}

/** The second function of an operation that can be read whole and while it arrives, and what it sends. */
function streamedStatements(operation: OperationModel, bare: boolean, out: ModuleWriter, abi: string): StatementText[] {
  const { streamed, functionName } = operation;
  if (streamed === undefined) return [];
  if (streamed.accept === undefined)
    return [streamFunction(operation, { ...streamed, bare, constant: `${functionName}Operation` }, out, abi)];
  const { mayBeEmpty: _mayBeEmpty, answer: _answer, ...fields } = descriptorFields(operation);
  return [
    descriptor(
      streamed.functionName,
      { ...fields, accept: streamed.accept },
      bodyCode(operation, (name) => out.value(name, abi, `${name}$`)),
    ),
    streamFunction(operation, { ...streamed, bare, item: streamed.event?.typeName ?? "" }, out, abi),
  ];
}

const parameters = (caller: string, params: ParameterText, options: string): readonly ParameterText[] => [
  { name: "client", type: caller },
  params,
  { name: "options", type: options, hasQuestionToken: true },
];

/** The parameters as the runtime takes them. */
function paramsSent({ grouped, body }: OperationModel, out: ModuleWriter, abi: string): string {
  if (grouped !== true) return "params";
  return `${out.value("ungroup", abi, "ungroup$")}(params${body?.flat === true ? ", true" : ""})`;
}

/** One signature per answer that the fields of the body choose between. */
function overloadsOf({ answerBy, grouped }: OperationModel, base: string): { type: string; result: string }[] {
  if (answerBy === undefined) return [];
  const fields = Object.entries(answerBy.fields);
  const none = fields.map(([field]) => `readonly ${key(field)}?: never`).join("; ");
  const within = (one: string): string => (grouped === true ? `{ readonly body: { ${one} } }` : `{ ${one} }`);
  return [
    ...fields.map(([field, result]) => ({
      type: `T.${base}Params & ${within(`readonly ${key(field)}: unknown`)}`,
      result,
    })),
    { type: `T.${base}Params & ${within(none)}`, result: answerBy.otherwise },
  ];
}

function operationDoc(operation: OperationModel): string {
  return docComment([
    operation.summary,
    operation.description,
    ...markDoc(operation),
    refusals(operation),
    retryNote(operation),
    operation.deprecated ? "@deprecated Marked so in the description." : "",
    `@see ${operation.origin}`,
  ]);
}

/** What an operation is documented to be refused with, and what may come although nothing says so. */
export function refusals({ errorCodes, possibleCodes }: OperationModel): string {
  const list = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(", ");
  const known = errorCodes.length === 0 ? "" : `Refused with ${list(errorCodes)}.`;
  const possible = possibleCodes.length === 0 ? "" : `Possible, though not documented here: ${list(possibleCodes)}.`;
  return `${known} ${possible}`.trim();
}

/** How far a call may be repeated, where that does not follow from its method. */
function retryNote({ method, retry }: OperationModel): string {
  return retry === "" || retry === standardRetry(method) ? "" : `Retry: \`${retry}\`.`;
}
