import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { record, text } from "../model/context.js";
import { opposite } from "./finding.js";
import { compareLife } from "./life.js";
import { compareContent, compareHeader, compareResponses, compareSchemaOrContent } from "./responses.js";
import type { Direction } from "./rules.js";
import { compareSecurity } from "./security.js";
import { compareServers } from "./servers.js";
import { below, type Reading, viewOf } from "./view.js";
import { type Both, isBoth, type Pair, type Spot, type Wire } from "./wire.js";

/** An operation with the path that it belongs to. */
export interface Route {
  readonly path: string;
  readonly operation: Located;
  readonly item: Located;
  readonly document: Located;
}

/** Compares two operations. `direction` is that of what is sent to them: of webhooks it is what is received here. */
export function compareOperation(wire: Wire, spot: Spot, routes: readonly [Route, Route], direction: Direction): void {
  const [old, now] = routes;
  const operations: Both = [old.operation, now.operation];
  compareLife(spot, operations);
  compareParameters(wire, spot, routes, direction);
  compareBody(wire, spot, wire.child(operations, "requestBody"), direction);
  compareResponses(wire, spot, operations, opposite(direction));
  if (direction === "response") return; // who may call and where is the other side's business
  compareSecurity(spot, [securityOf(old), securityOf(now)]);
  if (hasServers(routes)) compareServers(spot, [serversOf(old), serversOf(now)]);
}

const securityOf = ({ operation, document }: Route): Located =>
  "security" in record(operation) ? operation : document;

const hasServers = (routes: readonly Route[]): boolean =>
  routes.some(({ operation, item }) => "servers" in record(operation) || "servers" in record(item));

const serversOf = ({ operation, item, document }: Route): Located =>
  [operation, item].find((one) => "servers" in record(one)) ?? document;

/** Parameters by place and name; those of the path by their position, as their names are never sent. */
function parametersOf(wire: Wire, side: 0 | 1, { operation, item, path }: Route): Map<string, Located> {
  const found = new Map<string, Located>();
  const templated = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  for (const owner of [item, operation]) {
    const list = record(owner)["parameters"];
    for (const index of Array.isArray(list) ? list.keys() : []) {
      const pair: Pair = side === 0 ? [owner, undefined] : [undefined, owner];
      const parameter = wire.child(pair, "parameters", index)[side];
      const { name, in: place } = record(parameter);
      if (parameter === undefined) continue;
      const known = place === "header" ? text(name).toLowerCase() : text(name);
      // The name of a whole query is never sent either, and there is one at most.
      const unsent = place === "querystring" ? "" : known;
      const written = place === "path" && templated.includes(known) ? templated.indexOf(known) : unsent;
      found.set(`${text(place)} ${written}`, parameter);
    }
  }
  return found;
}

function compareParameters(wire: Wire, spot: Spot, routes: readonly [Route, Route], direction: Direction): void {
  const [before, after] = [parametersOf(wire, 0, routes[0]), parametersOf(wire, 1, routes[1])];
  const come = new Map([...after].filter(([key]) => !before.has(key)));
  for (const [key, parameter] of before) {
    const name = text(record(parameter)["name"]);
    const there = after.get(key);
    const moved = there === undefined ? [...come].find(([, one]) => text(record(one)["name"]) === name) : undefined;
    if (moved !== undefined) come.delete(moved[0]);
    const pair: Pair = [parameter, there ?? moved?.[1]];
    if (direction === "response") compareHeader(spot, name, pair, direction);
    else if (isBoth(pair)) compareParameter(wire, spot.in(name, pair), name, pair);
    else spot.say("parameter-removed", { name, before: record(parameter)["in"] }, pair);
  }
  for (const parameter of come.values()) {
    const { name, in: place, required } = record(parameter);
    const rule = required === true ? "required-parameter-added" : "parameter-added";
    if (direction === "response") compareHeader(spot, text(name), [undefined, parameter], direction);
    else spot.say(rule, { name: text(name), before: place }, [undefined, parameter]);
  }
}

function compareParameter(wire: Wire, spot: Spot, name: string, pair: Both): void {
  const [old, now] = pair.map(record);
  if (old === undefined || now === undefined) return;
  const moved = old["in"] !== now["in"];
  if (moved) spot.say("parameter-moved", { name, before: old["in"], after: now["in"] });
  const needed = (one: typeof old): boolean => one["required"] === true || one["in"] === "path";
  if (needed(old) !== needed(now))
    spot.say(needed(now) ? "parameter-became-required" : "parameter-became-optional", { name });
  const schemas = wire.child(pair, "schema");
  const single = isSingle(wire.readings[0], schemas[0]) || isSingle(wire.readings[1], schemas[1]);
  const [before, after] = [styleOf(old, single), styleOf(now, single)];
  if (before !== after && !moved) spot.say("parameter-style-changed", { name, before, after });
  compareLife(spot, pair);
  if (!moved && becameList(wire, pair, schemas)) {
    spot.say("parameter-became-list", { name });
    spot.say("parameter-passed-as-list", { name });
    const [old, now] = [record(pair[0]), record(schemas[1])];
    const list = schemas[1] ?? pair[1];
    const items = below({ value: now["items"] ?? true, origin: list.origin }, "items");
    wire.schemas(spot, [below({ value: old["schema"], origin: pair[0].origin }, "schema"), items], {
      direction: "request",
      textual: true,
    });
  } else compareSchemaOrContent(spot, pair, "request");
}

/** True for one value of the query that is a list now, whose items are written each for itself: one is written as before. */
function becameList({ readings }: Wire, pair: Both, [old, now]: Pair): boolean {
  if (old === undefined || now === undefined || pair.some((one) => record(one)["in"] !== "query")) return false;
  const { types, variants } = viewOf(readings[1], now, "request");
  const apart = styleOf(record(pair[1]), false).startsWith("form, exploded");
  return apart && isSingle(readings[0], old) && variants === undefined && types.size === 1 && types.has("array");
}

/** True where every value is one text: no list and no object, whose parts may be written together or apart. */
function isSingle(reading: Reading, schema: Located | undefined): boolean {
  if (schema === undefined) return false;
  const { types, variants } = viewOf(reading, schema, "request");
  return variants === undefined && types.size > 0 && !types.has("array") && !types.has("object");
}

/** How a parameter is written. Whether its parts stand apart is left out where all values of one side are `single`. */
function styleOf(parameter: Readonly<Record<string, unknown>>, single: boolean): string {
  const { in: place, style, explode, allowReserved, content } = parameter;
  if (isRecord(content)) return Object.keys(content)[0] ?? "";
  const written = text(style) || (place === "query" || place === "cookie" ? "form" : "simple");
  const apart = !single && (explode ?? written === "form");
  return [written, apart === true ? "exploded" : "", allowReserved === true ? "reserved" : ""]
    .filter(Boolean)
    .join(", ");
}

function compareBody(wire: Wire, spot: Spot, pair: Pair, direction: Direction): void {
  const needed = (one: Located | undefined): boolean => record(one)["required"] === true;
  if (pair[0] === undefined && pair[1] === undefined) return;
  if (!isBoth(pair)) {
    if (pair[0] !== undefined) spot.say("body-removed", {}, pair);
    else spot.say(needed(pair[1]) ? "required-body-added" : "body-added", {}, pair);
    return;
  }
  if (direction === "request" && needed(pair[0]) !== needed(pair[1]))
    spot.say(needed(pair[1]) ? "body-became-required" : "body-became-optional", {}, pair);
  compareLife(spot.in("body", pair), pair);
  compareContent(wire, spot.in("body", pair), pair, direction);
}
