import type { Located } from "../load/files.js";
import { childPointer, isRecord } from "../load/pointer.js";
import type { Origin } from "../load/problems.js";
import { isJson, readAnswers, readBody, requiredFields, settleBody, WHOLE_BODY } from "./bodies.js";
import { child, type ReadContext, record, text } from "./context.js";
import { reasonsOf } from "./keywords.js";
import type { Body, OperationModel, Parameter } from "./model.js";
import { functionName, typeName } from "./names.js";
import { parameterList, readParameters } from "./parameters.js";

export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** Reads every operation below `paths`. */
export function readOperations(context: ReadContext, document: Located): OperationModel[] {
  const paths = child(context, document, "paths");
  const found: OperationModel[] = [];
  for (const path of Object.keys(record(paths)).sort()) {
    const item = paths === undefined ? undefined : child(context, paths, path);
    if (item === undefined || path.startsWith("x-")) continue;
    for (const method of METHODS) {
      const operation = child(context, item, method);
      if (operation === undefined) continue;
      const shared = parameterList(context, item);
      const variants = child(context, operation, "x-query-variants");
      if (variants === undefined) {
        found.push(readOperation(context, path, method, operation, shared, operation));
        continue;
      }
      for (const index of Array.isArray(variants.value) ? variants.value.keys() : []) {
        const variant = child(context, variants, index);
        if (variant !== undefined) found.push(readOperation(context, path, method, operation, shared, variant));
      }
    }
  }
  const unrouted = child(context, document, "x-unrouted");
  for (const name of Object.keys(record(unrouted)).sort()) {
    const operation = unrouted === undefined ? undefined : child(context, unrouted, name);
    // The route comes from the caller; a method has to stand there all the same.
    if (operation !== undefined) found.push(readOperation(context, "", "post", operation, [], operation));
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readOperation(
  context: ReadContext,
  path: string,
  method: string,
  operation: Located,
  shared: readonly Located[],
  variant: Located,
): OperationModel {
  const whole = { ...record(operation), ...record(variant) };
  const { origin } = variant;
  const id = operationId(context, whole, method, path, origin);
  const name = functionName(id);
  const base = typeName(name);
  for (const [claimed, what] of [
    [name, "the function"],
    [`${name}Operation`, "the descriptor"],
    [`${base}Params`, "the parameters"],
    [`${base}Result`, "the result"],
    [`${base}Code`, "the codes"],
  ] as const) {
    context.names.claim(claimed, `${what} of ${id}`, origin);
  }
  const queryConst = constants(record(variant)["const"]);
  const parameters = readParameters(context, path, operation, shared, variant, queryConst, name, origin);
  const body = readBody(context, operation, name);
  const flat = body !== undefined && settleBody(context, body, parameters, id, origin);
  const answers = readAnswers(context, variant === operation ? operation : variant, operation, name);
  const undocumented = reasonsOf(whole["x-undocumented"]);
  const originText = `${origin.file.label}#${origin.pointer}`;
  const good = answers.filter((answer) => answer.status.startsWith("2"));
  const mediaTypes = good.flatMap(({ mediaType }) => mediaType ?? []);
  const accept = text(whole["accept"]) || (mediaTypes.some(isJson) ? undefined : mediaTypes[0]);
  const security = whole["security"];
  const routeAssumption = text(whole["x-route-assumption"]);
  const idempotencyKey = text(whole["x-idempotency-key"]);
  return {
    id,
    functionName: name,
    method: method.toUpperCase(),
    path,
    summary: text(whole["summary"]),
    description: text(whole["description"]),
    deprecated: whole["deprecated"] === true,
    parameters,
    queryConst,
    ...(body === undefined ? {} : { body: { ...body, flat } }),
    needs: needsOf(context, parameters, body && { ...body, flat }, idempotencyKey),
    answers,
    errorCodes: codes(whole["x-error-codes"]),
    retry: text(whole["x-retry"]) || (method === "get" || method === "head" || method === "options" ? "safe" : "never"),
    ...(idempotencyKey === "" ? {} : { idempotencyKey }),
    urgent: whole["x-urgent"] === true,
    auth: Array.isArray(security) ? security.length > 0 : context.secured,
    ...(accept === undefined || accept === "" ? {} : { accept }),
    stream: accept === "text/event-stream",
    mayBeEmpty:
      whole["x-may-be-empty"] === true ||
      good.some(({ status, mediaType }) => status !== "204" && mediaType === undefined && accept === undefined),
    placement: constants(whole["x-placement"]),
    ...readAnswerBy(context, whole["x-answer-by"], origin),
    ...(routeAssumption === "" ? {} : { routeAssumption }),
    undocumented,
    origin: originText,
  };
}

/** What a call cannot do without, beside what its path says; the key of a repetition is filled in where it is absent. */
function needsOf(
  context: ReadContext,
  parameters: readonly Parameter[],
  body: Body | undefined,
  idempotencyKey: string,
): readonly string[] {
  const outside = parameters.filter(({ in: place, required }) => required && place !== "path").map(({ name }) => name);
  const fields =
    body?.required === true ? (body.flat ? requiredFields(context.schemas, body.schema) : [WHOLE_BODY]) : [];
  return [...new Set([...outside, ...fields])].filter((name) => name !== idempotencyKey).sort();
}

/** `x-answer-by: { field: SchemaName, otherwise: SchemaName }`. */
function readAnswerBy(context: ReadContext, value: unknown, origin: Origin): Pick<OperationModel, "answerBy"> {
  if (value === undefined) return {};
  const { otherwise, ...fields } = constants(value);
  for (const name of [otherwise ?? "", ...Object.values(fields)]) {
    if (context.schemas.get(name) !== undefined) continue;
    context.problems.error(
      { file: origin.file, pointer: childPointer(origin.pointer, "x-answer-by") },
      name === "" ? "x-answer-by does not say what is answered otherwise" : `no schema is called ${name}`,
      "Write { field: SchemaName, otherwise: SchemaName } with schemas that the answers refer to.",
    );
  }
  return { answerBy: { fields, otherwise: otherwise ?? "" } };
}

function operationId(
  context: ReadContext,
  whole: Readonly<Record<string, unknown>>,
  method: string,
  path: string,
  origin: Origin,
): string {
  const id = text(whole["operationId"]);
  if (id !== "") return id;
  context.problems.warning(
    origin,
    "this operation has no operationId",
    "Give it one: the name of its function is made from method and path until then.",
    true,
  );
  return `${method} ${path}`;
}

function constants(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, String(item)] as const)
      .sort((a, b) => (a[0] < b[0] ? -1 : 1)),
  );
}

function codes(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((code) => typeof code === "string").sort() : [];
}
