import { isRecord } from "../../runtime/base/values.js";
import { textOf, textsOf } from "../model/keywords.js";
import { METHODS } from "../model/operations.js";
import type { Json } from "./gather.js";
import { informed } from "./info.js";
import { liftOperation, plain } from "./operation.js";
import { liftSchema, requiredCount } from "./schema.js";

const isMethod = (key: string): boolean => METHODS.some((method) => method === key);

/** An OpenAPI document that any host of pages can show: no extensions, and nothing they say is lost. */
export function liftOpenApi(document: Json): Json {
  const { openapi: _version, info, paths, webhooks, components, ...rest } = plain(document);
  const schemas = isRecord(components) && isRecord(components["schemas"]) ? components["schemas"] : {};
  const shown = Object.fromEntries(
    Object.entries(isRecord(paths) ? paths : {}).flatMap(([path, item]) =>
      isRecord(item) ? separated(path, item, schemas) : [],
    ),
  );
  return {
    openapi: "3.1.0",
    info: informed(isRecord(info) ? info : {}, document),
    ...rest,
    paths: { ...shown, ...unrouted(document["x-unrouted"]) },
    ...(isRecord(webhooks) ? { webhooks: mapItems(webhooks) } : {}),
    components: { ...(isRecord(components) ? plain(components) : {}), schemas: mapValues(schemas, liftSchema) },
  };
}

function mapValues(values: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

function mapItems(items: Json): Json {
  return mapValues(items, (item) => (isRecord(item) ? liftItem(item) : item));
}

/** A path item: what its operations share stands in each of them. */
function liftItem(item: Json): Json {
  const shared = Array.isArray(item["parameters"]) ? item["parameters"] : [];
  return Object.fromEntries(
    Object.entries(plain(item)).flatMap(([key, value]): [string, unknown][] => {
      if (key === "parameters") return [];
      if (!isMethod(key) || !isRecord(value)) return [[key, value]];
      const own = Array.isArray(value["parameters"]) ? value["parameters"] : [];
      return [[key, liftOperation({ ...value, parameters: [...shared, ...own] })]];
    }),
  );
}

/**
 * A path; where one method stands for several operations, which differ by their query, each of them gets a path of its
 * own. A fragment is never sent, so that a call to such a path is a call to the route itself.
 */
function separated(path: string, item: Json, schemas: Json): [string, Json][] {
  const whole: Record<string, unknown> = { ...item };
  const others: [string, Json][] = [];
  for (const method of METHODS) {
    const operation = item[method];
    const variants = isRecord(operation) ? operation["x-query-variants"] : undefined;
    if (!isRecord(operation) || !Array.isArray(variants)) continue;
    const records = variants.filter(isRecord);
    const made = records.map((variant) => variantOf(operation, variant, records, schemas));
    const [first, ...rest] = made;
    whole[method] = first;
    const { parameters } = item;
    for (const one of rest) {
      const beside = parameters === undefined ? {} : { parameters };
      others.push([`${path}#${String(one["operationId"])}`, liftItem({ ...beside, [method]: one })]);
    }
  }
  return [[path, liftItem(whole)], ...others];
}

function variantOf(operation: Json, variant: Json, all: readonly Json[], schemas: Json): Json {
  const { params: _params, const: _const, accept: _accept, answer: _answer, ...own } = variant;
  const { "x-query-variants": _variants, parameters, responses, ...common } = operation;
  const wanted = textsOf(variant, "params");
  const constants = isRecord(variant["const"]) ? variant["const"] : {};
  const kept = (Array.isArray(parameters) ? parameters : []).filter(isRecord).flatMap((parameter): Json[] => {
    const name = String(parameter["name"]);
    if (name in constants) return [{ ...parameter, required: true, schema: { const: constants[name] } }];
    if (!wanted.includes(textOf(parameter, "x-name") ?? name)) return [];
    const needed = textsOf(parameter, "x-required-in").includes(String(variant["operationId"]));
    return [needed ? { ...parameter, required: true } : parameter];
  });
  return {
    ...common,
    ...own,
    parameters: kept,
    responses: mapValuesOf(responses, (status, response) =>
      status.startsWith("2") ? narrowed(response, variant, all, schemas) : response,
    ),
  };
}

function mapValuesOf(value: unknown, change: (key: string, item: unknown) => unknown): Json {
  return Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).map(([key, item]) => [key, change(key, item)]),
  );
}

/** The answer of one variant: its media type, its schema, and those examples that fit it best. */
function narrowed(response: unknown, variant: Json, all: readonly Json[], schemas: Json): unknown {
  const content = isRecord(response) && isRecord(response["content"]) ? response["content"] : {};
  const mediaType = textOf(variant, "accept") ?? "application/json";
  const media = isRecord(content[mediaType]) ? content[mediaType] : {};
  const { answer } = variant;
  if (answer === undefined) return { ...(isRecord(response) ? response : {}), content: { [mediaType]: media } };
  const fitting = Object.entries(isRecord(media["examples"]) ? media["examples"] : {}).filter(([, example]) => {
    const value = isRecord(example) ? example["value"] : undefined;
    const fits = (one: Json): number => requiredCount(one["answer"], schemas, value) ?? -1;
    return fits(variant) >= 0 && all.every((other) => other === variant || fits(other) < fits(variant));
  });
  const examples = fitting.length === 0 ? {} : { examples: Object.fromEntries(fitting) };
  return { ...(isRecord(response) ? response : {}), content: { [mediaType]: { schema: answer, ...examples } } };
}

/** Operations whose route nobody stated, under a path that says so. */
function unrouted(value: unknown): Json {
  return Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, operation]) => {
      if (!isRecord(operation)) return [];
      const parameters = Array.isArray(operation["parameters"]) ? operation["parameters"].filter(isRecord) : [];
      const inPath = parameters.filter((one) => one["in"] === "path").map((one) => `/{${String(one["name"])}}`);
      return [[`/route-not-documented/${name}${inPath.join("")}`, liftItem({ post: operation })] as const];
    }),
  );
}
