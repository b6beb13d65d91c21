import type { Located } from "../load/files.js";
import { nearest } from "../../runtime/base/nearest.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import type { Origin } from "../load/problems.js";
import {
  isBytes,
  isEvents,
  isLines,
  isJson,
  isPlainJson,
  readBody,
  requiredFields,
  WHOLE_BODY,
  takesBody,
  warnOfBody,
} from "./bodies.js";
import { hasChoice, readAnswers } from "./answers.js";
import { child, type ReadContext, record, text } from "./context.js";
import { avoidBody, calledOf, type Handing, settleBody } from "./handing.js";
import { reasonsOf } from "./keywords.js";
import type { Answer, OperationModel, Schema } from "./model.js";
import { type Candidate, isSelected, unmet } from "./filter.js";
import { functionName, typeName } from "./names.js";
import { readRequirements } from "./service.js";
import { parameterList, readParameters } from "./parameters.js";

export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;

/** Methods that change nothing, and may be repeated. */
const SAFE = new Set(["get", "head", "options", "query"]);

/** The retry class of an operation whose description gives none. */
export const standardRetry = (method: string): string => (SAFE.has(method.toLowerCase()) ? "safe" : "never");

/** Operations of a path by method, those of methods that have no field of their own included. */
function operationsOf(context: ReadContext, item: Located): readonly (readonly [method: string, operation: Located])[] {
  const others = child(context, item, "additionalOperations");
  const named =
    others === undefined
      ? []
      : Object.keys(record(others)).map((method) => [method, child(context, others, method)] as const);
  const own = METHODS.map((method) => [method, child(context, item, method)] as const);
  return [...own, ...named].flatMap(([method, operation]) =>
    operation === undefined ? [] : [[method, operation] as const],
  );
}

/** Characters of a path. */
const MOST_PATH = 4_000;

/** Reads every operation below `paths`. */
export function readOperations(context: ReadContext, document: Located): OperationModel[] {
  const paths = child(context, document, "paths");
  const found: OperationModel[] = [];
  const candidates: Candidate[] = [];
  for (const path of Object.keys(record(paths)).sort()) {
    const item = paths === undefined ? undefined : child(context, paths, path);
    if (item === undefined || path.startsWith("x-")) continue;
    if (path.length > MOST_PATH) {
      context.problems.error(item.origin, `a path has more than ${MOST_PATH} characters`, "No server takes one.", true);
      continue;
    }
    for (const [method, operation] of operationsOf(context, item)) {
      const { tags, operationId: id } = record(operation);
      const candidate = { tags: Array.isArray(tags) ? tags.map(String) : [], path, id: text(id) };
      candidates.push(candidate);
      if (!isSelected(candidate, context.selection)) continue;
      warnOfServers(context, document, [operation, item]);
      const shared = parameterList(context, item);
      const variants = child(context, operation, "x-query-variants");
      if (variants === undefined) {
        const read = (): OperationModel => readOperation(context, path, method, operation, shared, operation);
        const model = context.problems.attempt(`${method.toUpperCase()} ${path}`, operation.origin, read);
        if (model !== undefined) found.push(model);
        continue;
      }
      for (const index of Array.isArray(variants.value) ? variants.value.keys() : []) {
        const variant = child(context, variants, index);
        if (variant !== undefined) found.push(readOperation(context, path, method, operation, shared, variant));
      }
    }
  }
  tellUnmet(context, candidates, paths ?? document);
  const unrouted = child(context, document, "x-unrouted");
  for (const name of Object.keys(record(unrouted)).sort()) {
    const operation = unrouted === undefined ? undefined : child(context, unrouted, name);
    // The route comes from the caller; a method has to stand there all the same.
    if (operation !== undefined) found.push(readOperation(context, "", "post", operation, [], operation));
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A slip in a selection would leave out, or keep, more than was meant. */
function tellUnmet({ problems, selection }: ReadContext, candidates: readonly Candidate[], { origin }: Located): void {
  for (const { what, pattern, there } of unmet(candidates, selection)) {
    const meant = nearest(pattern, there);
    const advice = meant === undefined ? "Choose by what the description has." : `Did you mean ${meant}?`;
    problems.warning(origin, `no operation has the ${what} ${pattern} that is chosen by`, advice, true);
  }
}

/** An operation is data without an address: the client decides where it goes, by the servers of the document. */
function warnOfServers({ problems }: ReadContext, document: Located, owners: readonly Located[]): void {
  const owner = owners.find((one) => "servers" in record(one));
  const urls = (one: Located): unknown =>
    [record(one)["servers"]].flat().map((server) => isRecord(server) && server["url"]);
  if (owner === undefined || JSON.stringify(urls(owner)) === JSON.stringify(urls(document))) return;
  const origin = { file: owner.origin.file, pointer: childPointer(owner.origin.pointer, "servers") };
  const message = "these servers are not read: operations are sent to those of the document";
  problems.warning(origin, message, "Call the operation with a separate client whose address is that server.", true);
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
  const { id, name, base } = settleNames(
    context,
    operationId(context, whole, method, path, origin),
    origin,
    hasChoice(context, operation),
  );
  const queryConst = constants(record(variant)["const"]);
  const body = readBody(context, operation, name);
  if (body !== undefined && !takesBody(method)) warnOfBody(context, operation, method);
  const named = readParameters(context, { path, operation, shared, variant, queryConst, symbol: name });
  const keyName = text(whole["x-idempotency-key"]);
  const grouped = context.params === "grouped";
  const handing: Handing =
    body === undefined ? { flat: false } : settleBody(context, body, named, { what: id, origin, key: keyName });
  const parameters =
    body === undefined || handing.flat || grouped ? named : avoidBody(context, named, { what: id, origin });
  const answers = readAnswers(context, variant === operation ? operation : variant, operation, name);
  const undocumented = reasonsOf(whole["x-undocumented"]);
  const originText = `${origin.file.label}#${origin.pointer}`;
  const good = answers.filter((answer) => answer.status.startsWith("2"));
  const mediaTypes = good.flatMap(({ mediaType }) => mediaType ?? []);
  const asked = mediaTypes.some(isPlainJson) ? undefined : (mediaTypes.find(isJson) ?? mediaTypes[0]);
  const accept = text(whole["accept"]) || asked;
  const idempotencyKey = calledOf(keyName, parameters, handing.renamed?.names);
  const security = whole["security"];
  const routeAssumption = text(whole["x-route-assumption"]);
  return {
    id,
    functionName: name,
    tags: Array.isArray(whole["tags"]) ? whole["tags"].map(String) : [],
    typeName: base,
    method: method.toUpperCase(),
    path,
    summary: text(whole["summary"]),
    description: text(whole["description"]),
    deprecated: whole["deprecated"] === true,
    parameters,
    ...(grouped ? { grouped } : {}),
    queryConst,
    ...(body === undefined ? {} : { body: { ...body, ...handing } }),
    needs: [], // known when schemas are split by the way that values go
    answers,
    answerShapes: [], // likewise
    errorCodes: codes(whole["x-error-codes"]),
    possibleCodes: codes(whole["x-possible-codes"]),
    retry: text(whole["x-retry"]) || standardRetry(method),
    ...(idempotencyKey === "" ? {} : { idempotencyKey }),
    urgent: whole["x-urgent"] === true,
    ...(typeof whole["x-within-ms"] === "number" ? { withinMs: whole["x-within-ms"] } : {}),
    ...(Array.isArray(security) && security.length > 0 ? { security: readRequirements(security) } : {}),
    auth: Array.isArray(security) ? security.length > 0 : context.secured,
    ...(accept === undefined || accept === "" ? {} : { accept }),
    stream: accept !== undefined && (isEvents(accept) || isLines(accept)),
    ...readStreamed(context, good, { name, base, origin }),
    mayBeEmpty:
      whole["x-may-be-empty"] === true ||
      good.some(({ status, mediaType }) => status === "204" || (mediaType === undefined && accept === undefined)),
    neverSends: constants(whole["x-never-sends"]),
    placement: constants(whole["x-placement"]),
    ...readAnswerBy(context, whole["x-answer-by"], origin),
    ...(routeAssumption === "" ? {} : { routeAssumption }),
    undocumented,
    tensions: reasonsOf(whole["x-tensions"]),
    origin: originText,
  };
}

/** The names that an operation is given, each settled for itself: a type that is in the way renames no function. */
function settleNames(
  context: ReadContext,
  wanted: string,
  origin: Origin,
  several: boolean,
): { readonly id: string; readonly name: string; readonly base: string } {
  const renamed = [wanted, `#${origin.pointer}`].find((key) => Object.hasOwn(context.rename, key));
  const plain = (renamed === undefined ? undefined : context.rename[renamed]) ?? functionName(wanted);
  const functions = (suffix: string): string[] => [plain + suffix, `${plain + suffix}Operation`];
  const number = context.names.settle(functions, { what: `the function of ${wanted}`, origin });
  const name = plain + number;
  const types = (suffix: string): string[] =>
    ["Params", "Result", "Code", "Errors", ...(several ? ["Answers"] : [])].map(
      (kind) => `${typeName(name)}${suffix}${kind}`,
    );
  const base = typeName(name) + context.names.settle(types, { what: `a type of ${wanted}`, origin });
  // Two operations of one id could not be told apart where they are listed by it.
  const id = context.ids.has(wanted) ? name : wanted;
  context.ids.add(id);
  return { id, name, base };
}

/** The second function of an operation whose answer is events too, or bytes: it opens what the first reads whole. */
function readStreamed(
  context: ReadContext,
  good: readonly Answer[],
  { name, base, origin }: { readonly name: string; readonly base: string; readonly origin: Origin },
): Pick<OperationModel, "streamed"> {
  const events = good.find((answer) => answer.events !== undefined)?.events;
  if (events === undefined && !good.some(({ schema }) => isBytes(schema))) return {};
  const names = (suffix: string): string[] => [
    `${name}Stream${suffix}`,
    ...(events === undefined ? [] : [`${name}Stream${suffix}Operation`, `${base}Event${suffix}`]),
  ];
  const suffix = context.names.settle(names, { what: `the stream of ${name}`, origin });
  const functionName = `${name}Stream${suffix}`;
  if (events === undefined) return { streamed: { functionName } };
  const { mediaType: accept, schema } = events;
  return { streamed: { functionName, accept, event: { typeName: `${base}Event${suffix}`, schema } } };
}

/** What a call cannot do without, beside what its path says; the key of a repetition is filled in where it is absent. */
export function needsOf(
  schemas: { get(name: string): Schema | undefined },
  { parameters, body, idempotencyKey }: Pick<OperationModel, "parameters" | "body" | "idempotencyKey">,
): readonly string[] {
  const outside = parameters.filter(({ in: place, required }) => required && place !== "path").map(({ name }) => name);
  const fields =
    body?.required === true
      ? body.flat
        ? requiredFields(schemas, body.renamed?.schema ?? body.schema)
        : [WHOLE_BODY]
      : [];
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
    "Add one: until then, the name of its function is made from method and path.",
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
