import { bodyFields } from "../model/bodies.js";
import type { Model, OperationModel, Parameter } from "../model/model.js";
import type { About, Client } from "./client.js";
import { differing, each } from "./pairs.js";

/** From the class that is repeated most freely to the one that is never repeated. */
const RETRY = ["safe", "with-client-ref", "after-reread", "never"];

type Both = readonly [before: OperationModel, after: OperationModel];

/** Where an operation is called, as the wire knows it. */
const routeOf = ({ method, path }: OperationModel): string => `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;

/** The same with what tells variants of one route apart. */
function callOf(operation: OperationModel): string {
  const query = Object.entries(operation.queryConst).map(([name, value]) => `${name}=${value}`);
  return `${routeOf(operation)}?${query.sort().join("&")}`;
}

/**
 * Functions that were renamed or changed in what is not sent. Those whose whole route came or went are told as
 * operations; here only those whose route is still served under another function.
 */
export function compareFunctions(client: Client): void {
  const { before, after, say } = client;
  const byName = new Map(after.operations.map((operation) => [operation.functionName, operation]));
  const known = new Set(before.operations.map(({ functionName }) => functionName));
  const [served, serves] = each([after, before], ({ operations }) => new Set(operations.map(routeOf)));
  const come = new Set(after.operations.filter(({ functionName }) => !known.has(functionName)));
  for (const old of before.operations) {
    const name = old.functionName;
    const now = byName.get(name) ?? [...come].find((one) => callOf(one) === callOf(old));
    if (now === undefined) {
      if (served.has(routeOf(old))) say("function-removed", { subject: name, places: [old.origin, undefined] });
      continue;
    }
    come.delete(now);
    const about: About = { subject: name, places: [old.origin, now.origin] };
    if (now.functionName !== name) say("function-renamed", about, { before: name, after: now.functionName });
    compareFunction(client, about, [old, now]);
  }
  for (const one of come)
    if (serves.has(routeOf(one))) say("function-added", { subject: one.functionName, places: [undefined, one.origin] });
}

function compareFunction(client: Client, about: About, [old, now]: Both): void {
  const { say } = client;
  if (old.retry !== now.retry) {
    const [before, after] = each([old, now], ({ retry }) => RETRY.indexOf(retry));
    const rule = after >= 0 && after < before ? "retry-freer" : "retry-stricter";
    say(rule, about, { before: old.retry, after: now.retry });
  }
  const [from, to] = each([old, now], ({ idempotencyKey }) => idempotencyKey);
  if (from !== to && from !== undefined) say("idempotency-key-removed", about, { before: from });
  if (from !== to && to !== undefined) say("idempotency-key-added", about, { after: to });
  if (old.stream !== now.stream) say("stream-changed", about, { after: now.stream ? "a stream" : "one value" });
  if (old.urgent !== now.urgent) say("deadline-changed", about, { after: now.urgent ? "bound by" : "free of" });
  if (old.grouped !== now.grouped)
    say("parameters-grouped", about, { after: now.grouped === true ? "an object for each place" : "one flat object" });
  const [before, after] = each([old, now], handingOf);
  if (old.grouped === now.grouped && before !== undefined && after !== undefined && before !== after)
    say("body-parameters-changed", about, { after });
  if (old.functionName === now.functionName && old.typeName !== now.typeName)
    say("operation-types-renamed", about, { before: old.typeName, after: now.typeName });
  if (old.tags.join() !== now.tags.join()) say("tags-changed", about, { before: old.tags, after: now.tags });
  if (JSON.stringify(old.placement) !== JSON.stringify(now.placement))
    say("text-changed", about, { name: "assumption by which a parameter is placed" });
  const codes = each([old, now], ({ errorCodes, possibleCodes }) => [...errorCodes, ...possibleCodes]);
  const { gone, come } = differing(codes);
  for (const name of gone) say("refusal-removed", about, { name });
  for (const name of come) say("refusal-added", about, { name });
  compareParameterNames(client, about, [old, now]);
}

/** How the body of a call is written; undefined where there is none. */
function handingOf({ body, grouped }: OperationModel): string | undefined {
  if (body === undefined) return undefined;
  if (body.others.length > 0) return "one parameter, with a contentType";
  return body.flat && grouped !== true ? "parameters" : "one parameter";
}

/** What a parameter is on the wire; one of the path is its position there. */
function placeOf(operation: OperationModel, { in: place, wireName, whole }: Parameter): string {
  if (whole === true) return "querystring";
  const templated = [...operation.path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  return `${place} ${place === "path" && templated.includes(wireName) ? templated.indexOf(wireName) : wireName}`;
}

/** Names of fields that both bodies have, each a parameter of its own. */
function sharedFields(models: readonly [Model, Model], operations: Both): readonly string[] {
  const [old, now] = each(models, ({ schemas }, side): ReadonlySet<string> => {
    const byName = new Map(schemas.map(({ name, schema }) => [name, schema]));
    const { body } = operations[side];
    return (body?.flat === true ? bodyFields(byName, body.schema) : undefined) ?? new Set();
  });
  return [...old].filter((name) => now.has(name));
}

function compareParameterNames({ say, ...models }: Client, about: About, [old, now]: Both): void {
  if (old.grouped !== now.grouped) return;
  const fields = each([old, now], ({ body }) => body?.renamed?.names);
  const shared = fields.some((names) => names !== undefined)
    ? sharedFields([models.before, models.after], [old, now])
    : [];
  for (const name of shared) {
    const [before, after] = each(fields, (names = {}) => names[name] ?? name);
    if (before !== after) say("parameter-renamed", about, { before, after });
  }
  const after = new Map(now.parameters.map((parameter) => [placeOf(now, parameter), parameter.name]));
  for (const parameter of old.parameters) {
    const name = after.get(placeOf(old, parameter));
    if (name !== undefined && name !== parameter.name)
      say("parameter-renamed", about, { before: parameter.name, after: name });
  }
}
