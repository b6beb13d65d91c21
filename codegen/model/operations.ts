import type { FileSet, Located } from "../load/files.js";
import { childPointer, isRecord } from "../load/pointer.js";
import type { Origin, Problems } from "../load/problems.js";
import { reasonsOf } from "./keywords.js";
import type { Answer, Body, OperationModel, Parameter, Schema } from "./model.js";
import { functionName, type NameRegistry, parameterName, typeName } from "./names.js";
import type { SchemaCollector } from "./schemas.js";

export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
export const RETRY_CLASSES = ["safe", "with-client-ref", "after-reread", "never"] as const;

/** Everything that reading operations needs. */
export interface OperationContext {
  readonly files: FileSet;
  readonly problems: Problems;
  readonly names: NameRegistry;
  readonly schemas: SchemaCollector;
  /** What to do when a body field and another parameter share a name. */
  readonly clashes: "error" | "nest";
  /** True when the document asks for a credential unless an operation says otherwise. */
  readonly secured: boolean;
}

/** Follows references until something else stands there. */
export function follow(context: OperationContext, located: Located): Located | undefined {
  let current = located;
  for (let hops = 0; hops < 100; hops++) {
    const reference = isRecord(current.value) ? current.value["$ref"] : undefined;
    if (typeof reference !== "string") return current;
    const next = context.files.find(reference, current.origin.file);
    if (next === undefined) {
      const origin = { file: current.origin.file, pointer: childPointer(current.origin.pointer, "$ref") };
      context.problems.error(
        origin,
        `the reference ${reference} leads nowhere`,
        "Check the file name and the pointer.",
      );
      return undefined;
    }
    current = next;
  }
  context.problems.error(located.origin, "references run in a circle", "Let one of them name a definition.");
  return undefined;
}

/** A child of a located object, references followed. */
export function child(context: OperationContext, parent: Located, ...tokens: (string | number)[]): Located | undefined {
  let current: Located | undefined = parent;
  for (const token of tokens) {
    const value: unknown = current.value;
    let next: unknown;
    if (Array.isArray(value)) next = value[Number(token)];
    else if (isRecord(value) && Object.hasOwn(value, token)) next = value[token];
    if (next === undefined) return undefined;
    const origin: Origin = { file: current.origin.file, pointer: childPointer(current.origin.pointer, token) };
    current = follow(context, { value: next, origin });
    if (current === undefined) return undefined;
  }
  return current;
}

function record(located: Located | undefined): Readonly<Record<string, unknown>> {
  return located !== undefined && isRecord(located.value) ? located.value : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** Reads every operation below `paths`. */
export function readOperations(context: OperationContext, document: Located): OperationModel[] {
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
  context: OperationContext,
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
  const accept =
    text(whole["accept"]) || good.map((answer) => answer.mediaType ?? "").find((type) => type !== "" && !isJson(type));
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
    answers,
    errorCodes: codes(whole["x-error-codes"]),
    retry: retryClass(context, whole["x-retry"], method, origin),
    ...(idempotencyKey === "" ? {} : { idempotencyKey }),
    urgent: whole["x-urgent"] === true,
    auth: Array.isArray(security) ? security.length > 0 : context.secured,
    ...(accept === undefined || accept === "" ? {} : { accept }),
    stream: accept === "text/event-stream",
    mayBeEmpty:
      whole["x-may-be-empty"] === true ||
      good.some(({ status, mediaType }) => status !== "204" && mediaType === undefined && accept === undefined),
    placement: constants(whole["x-placement"]),
    ...(routeAssumption === "" ? {} : { routeAssumption }),
    undocumented,
    origin: originText,
  };
}

function operationId(
  context: OperationContext,
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

function retryClass(context: OperationContext, value: unknown, method: string, origin: Origin): string {
  if (value === undefined) return method === "get" || method === "head" || method === "options" ? "safe" : "never";
  const known = RETRY_CLASSES.find((name) => name === value);
  if (known !== undefined) return known;
  context.problems.error(
    { file: origin.file, pointer: childPointer(origin.pointer, "x-retry") },
    `${JSON.stringify(value)} is no retry class`,
    `Use one of ${RETRY_CLASSES.join(", ")}.`,
  );
  return "never";
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

function parameterList(context: OperationContext, owner: Located): readonly Located[] {
  const list = child(context, owner, "parameters");
  if (list === undefined || !Array.isArray(list.value)) return [];
  return [...list.value.keys()].flatMap((index) => child(context, list, index) ?? []);
}

function readParameters(
  context: OperationContext,
  path: string,
  operation: Located,
  shared: readonly Located[],
  variant: Located,
  queryConst: Readonly<Record<string, string>>,
  symbol: string,
  origin: Origin,
): Parameter[] {
  const byKey = new Map<string, Located>();
  for (const located of [...shared, ...parameterList(context, operation)]) {
    const value = record(located);
    byKey.set(`${String(value["in"])}:${String(value["name"])}`, located);
  }
  const selected = record(variant)["params"];
  const wanted = Array.isArray(selected) ? selected.map(String) : undefined;
  const id = record(variant)["operationId"];
  const out: Parameter[] = [];
  for (const located of byKey.values()) {
    const parameter = readParameter(context, located, symbol);
    if (parameter === undefined || (parameter.in === "query" && Object.hasOwn(queryConst, parameter.wireName)))
      continue;
    const optional = wanted !== undefined && parameter.in !== "path";
    if (optional && !wanted.includes(parameter.name) && !wanted.includes(parameter.wireName)) continue;
    const requiredIn = record(located)["x-required-in"];
    const required = parameter.required || (Array.isArray(requiredIn) && requiredIn.includes(id));
    out.push({ ...parameter, required });
  }
  const routed = record(variant)["x-route-assumption"] === undefined;
  const templated = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? "");
  if (routed) checkTemplate(context, templated, out, origin);
  const rank = (parameter: Parameter): number =>
    parameter.in === "path" ? templated.indexOf(parameter.wireName) : parameter.required ? 1_000 : 2_000;
  return out.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

function checkTemplate(context: OperationContext, templated: string[], found: Parameter[], origin: Origin): void {
  for (const name of templated) {
    if (found.some((parameter) => parameter.in === "path" && parameter.wireName === name)) continue;
    context.problems.error(
      origin,
      `the path parameter {${name}} is not described`,
      `Add a parameter named ${name} with in: path.`,
      true,
    );
  }
  for (const parameter of found) {
    if (parameter.in !== "path" || templated.includes(parameter.wireName)) continue;
    context.problems.error(
      origin,
      `the path has no {${parameter.wireName}}, though a path parameter of that name is described`,
      "Take the parameter out or correct its name.",
      true,
    );
  }
}

function readParameter(context: OperationContext, located: Located, symbol: string): Parameter | undefined {
  const value = record(located);
  const place = value["in"];
  const wireName = value["name"];
  if (
    typeof wireName !== "string" ||
    (place !== "path" && place !== "query" && place !== "header" && place !== "cookie")
  ) {
    context.problems.error(located.origin, "a parameter needs a name and a place", "Give it `name` and `in`.");
    return undefined;
  }
  if (value["x-transport"] === true) return undefined;
  const name = text(value["x-name"]) || parameterName(wireName);
  const reasons = reasonsOf(value["x-undocumented"]);
  return {
    wireName,
    name,
    in: place,
    repeated:
      place === "query" &&
      isList(value["schema"]) &&
      (value["style"] ?? "form") === "form" &&
      value["explode"] !== false,
    required: place === "path" || value["required"] === true,
    schema: parameterSchema(context, located, `${symbol}.${name}`),
    doc: text(value["description"]),
    deprecated: value["deprecated"] === true,
    undocumented: reasons,
  };
}

function isList(schema: unknown): boolean {
  return isRecord(schema) && schema["type"] === "array";
}

function parameterSchema(context: OperationContext, located: Located, symbol: string): Schema {
  const schema = schemaAt(located, "schema");
  if (schema !== undefined) return context.schemas.inline(schema, symbol, "sent");
  const content = child(context, located, "content");
  const [media] = Object.keys(record(content));
  const entry = content === undefined || media === undefined ? undefined : child(context, content, media);
  const inner = entry === undefined ? undefined : schemaAt(entry, "schema");
  return inner === undefined ? true : context.schemas.inline(inner, symbol, "sent");
}

/** The schema under a key, its reference kept: a schema's name is part of what it says. */
function schemaAt(owner: Located, key: string): Located | undefined {
  const value = record(owner)[key];
  if (value === undefined) return undefined;
  return { value, origin: { file: owner.origin.file, pointer: childPointer(owner.origin.pointer, key) } };
}

export function isJson(mediaType: string): boolean {
  return /^(application|text)\/([\w.+-]+\+)?json\b/i.test(mediaType);
}

function pickMedia(content: Located | undefined): string | undefined {
  const types = Object.keys(record(content)).sort();
  return types.find(isJson) ?? types[0];
}

function readBody(context: OperationContext, operation: Located, symbol: string): Omit<Body, "flat"> | undefined {
  const body = child(context, operation, "requestBody");
  if (body === undefined) return undefined;
  const content = child(context, body, "content");
  const mediaType = pickMedia(content);
  const media = content === undefined || mediaType === undefined ? undefined : child(context, content, mediaType);
  if (media === undefined || mediaType === undefined) return undefined;
  const located = schemaAt(media, "schema");
  const schema = located === undefined ? true : context.schemas.inline(located, `${symbol}.body`, "sent");
  return { schema, mediaType, required: record(body)["required"] === true };
}

/** Decides whether the fields of a body become parameters, and refuses or avoids shared names. */
function settleBody(
  context: OperationContext,
  body: Omit<Body, "flat">,
  parameters: readonly Parameter[],
  id: string,
  origin: Origin,
): boolean {
  if (!isJson(body.mediaType)) return false;
  const fields = bodyFields(context.schemas, body.schema);
  if (fields === undefined) return false;
  const shared = parameters.filter((parameter) => fields.has(parameter.name));
  if (shared.length === 0) return true;
  if (context.clashes === "nest") return false;
  for (const parameter of shared) {
    context.problems.error(
      origin,
      `${id} has both a ${parameter.in} parameter and a body field called ${parameter.name}`,
      "Give the parameter an x-name, or let such bodies stay whole with `clashes: nest`.",
      true,
    );
  }
  return true;
}

/** Names of all fields a body may have, or undefined when it is not, in every reading, an object with known fields. */
export function bodyFields(
  schemas: { get(name: string): Schema | undefined },
  schema: Schema,
  depth = 0,
): ReadonlySet<string> | undefined {
  if (typeof schema === "boolean" || depth > 20) return undefined;
  const fields = new Set<string>();
  let object = false;
  const add = (part: Schema): boolean => {
    const inner = bodyFields(schemas, part, depth + 1);
    for (const field of inner ?? []) fields.add(field);
    return inner !== undefined;
  };
  const reference = schema["$ref"];
  if (typeof reference === "string") object = add(schemas.get(reference) ?? true);
  const properties = schema["properties"];
  if (isRecord(properties)) {
    object = true;
    for (const field of Object.keys(properties)) fields.add(field);
  }
  if (Array.isArray(schema["allOf"])) for (const part of schema["allOf"]) object = add(part) || object;
  for (const key of ["oneOf", "anyOf"]) {
    const parts = schema[key];
    if (!Array.isArray(parts)) continue;
    const all = parts.map((part: Schema) => add(part) || (object && isOnlyRequired(part)));
    if (!all.every(Boolean)) return undefined;
    object = true;
  }
  const { type } = schema;
  if (type !== undefined && type !== "object") return undefined;
  if (isRecord(schema["additionalProperties"]) && !isRecord(properties)) return undefined;
  return object ? fields : undefined;
}

function isOnlyRequired(schema: Schema): boolean {
  return isRecord(schema) && Object.keys(schema).every((key) => key === "required" || key === "description");
}

function readAnswers(context: OperationContext, variant: Located, operation: Located, symbol: string): Answer[] {
  const own = child(context, variant, "responses");
  const responses = own ?? child(context, operation, "responses");
  const answers: Answer[] = [];
  for (const status of Object.keys(record(responses)).sort()) {
    const response = responses === undefined ? undefined : child(context, responses, status);
    if (response === undefined || status.startsWith("x-")) continue;
    answers.push(
      readAnswer(context, status.toUpperCase() === "DEFAULT" ? "default" : status.toUpperCase(), response, symbol),
    );
  }
  const given = record(variant)["answer"];
  const success = answers.find((answer) => answer.status.startsWith("2"));
  const accept = text(record(variant)["accept"]);
  if (given === undefined && accept === "") return answers;
  const others = answers.filter((answer) => !answer.status.startsWith("2"));
  if (given === undefined)
    return [{ status: success?.status ?? "2XX", doc: "", mediaType: accept, schema: true }, ...others];
  const schema = context.schemas.inline(
    { value: given, origin: { file: variant.origin.file, pointer: childPointer(variant.origin.pointer, "answer") } },
    `${symbol}.answer`,
    "received",
  );
  return [{ status: success?.status ?? "2XX", doc: "", mediaType: "application/json", schema }, ...others];
}

function readAnswer(context: OperationContext, status: string, response: Located, symbol: string): Answer {
  const content = child(context, response, "content");
  const mediaType = pickMedia(content);
  const media = content === undefined || mediaType === undefined ? undefined : child(context, content, mediaType);
  const located = media === undefined ? undefined : schemaAt(media, "schema");
  const doc = text(record(response)["description"]);
  if (mediaType === undefined) return { status, doc };
  const schema = located === undefined ? true : context.schemas.inline(located, `${symbol}.${status}`, "received");
  return { status, doc, mediaType, schema };
}
