import type { Located } from "../load/files.js";
import { record, text } from "../model/context.js";
import { METHODS } from "../model/operations.js";
import { isDate, sunsetOf } from "./life.js";
import { compareOperation, type Route } from "./operations.js";
import { each } from "./pairs.js";
import type { Direction } from "./rules.js";
import { compareSchemes } from "./security.js";
import { compareServers } from "./servers.js";
import { type Both, isBoth, type Pair, type Spot, type Wire } from "./wire.js";

/** Compares two OpenAPI documents: everything that crosses the wire. */
export function compareDocuments(wire: Wire, documents: Both): void {
  const spot = wire.at("the API", "", documents);
  compareServers(spot, documents);
  compareSchemes(wire, spot, documents);
  comparePaths(wire, documents);
  compareWebhooks(wire, documents);
  compareRefusals(wire, documents);
  compareUnreached(wire, documents);
}

/** What refusals carry besides their code. */
function compareRefusals(wire: Wire, documents: Both): void {
  for (const [name, pair] of wire.entries(documents, "x-error-codes")) {
    if (!isBoth(pair)) continue;
    const extras = each(pair, (entry) => {
      const value = record(entry)["extras"];
      return typeof value === "string" ? { value: { $ref: value }, origin: entry.origin } : undefined;
    });
    if (isBoth(extras))
      wire.schemas(wire.at(`code ${name}`, "", pair), extras, { direction: "response", textual: false });
  }
}

/** Unreferenced schemas are for users of the document as a library of types. */
function compareUnreached(wire: Wire, documents: Both): void {
  for (const [name, pair] of wire.entries(documents, "components", "schemas"))
    if (isBoth(pair) && !wire.hasMet(pair[1]))
      wire.schemas(wire.at(name, "", pair), pair, { direction: "response", textual: false });
}

/** A path as the wire knows it: the names of its parameters are never sent. */
const written = (path: string): string => path.replace(/\{[^}]*\}/g, "{}");

function comparePaths(wire: Wire, documents: Both): void {
  const byPath = new Map<string, { names: [string, string]; items: [Located | undefined, Located | undefined] }>();
  for (const [path, pair] of wire.entries(documents, "paths")) {
    if (!path.startsWith("/")) continue;
    const known = byPath.get(written(path)) ?? { names: [path, path], items: [undefined, undefined] };
    for (const side of [0, 1] as const)
      if (pair[side] !== undefined) [known.names[side], known.items[side]] = [path, pair[side]];
    byPath.set(written(path), known);
  }
  const paths = wire.around(documents, "paths");
  for (const { names, items } of byPath.values()) {
    const around: Both = [items[0] ?? paths[0], items[1] ?? paths[1]];
    for (const [method, operations] of methodsOf(wire, items)) {
      const subject = `${method.toUpperCase()} ${operations[1] === undefined ? names[0] : names[1]}`;
      if (!isBoth(operations)) {
        compareExistence(wire, wire.at(subject, "", around), operations);
        continue;
      }
      const routes = each(operations, (operation, side): Route => ({
        path: names[side],
        operation,
        item: around[side],
        document: documents[side],
      }));
      compareOperation(wire, wire.at(subject, "", operations), routes, "request");
      compareInner(wire, wire.at(subject, "", operations), operations, documents);
    }
  }
  for (const [name, pair] of wire.entries(documents, "x-unrouted"))
    if (!isBoth(pair)) compareExistence(wire, wire.at(name, "", wire.around(documents, "x-unrouted")), pair);
    else compareAsRoute(wire, wire.at(name, "", pair), pair, { documents, direction: "request" });
}

/** Operations of a path by method, those of methods that have no field of their own included. */
function methodsOf(wire: Wire, items: Pair): readonly (readonly [string, Pair])[] {
  const own = METHODS.map((method) => [method, wire.child(items, method)] as const);
  return [...own, ...wire.entries(items, "additionalOperations")].filter(([, pair]) =>
    pair.some((one) => one !== undefined),
  );
}

function compareExistence(wire: Wire, spot: Spot, [before, after]: Pair): void {
  if (before === undefined) return spot.say("operation-added", {}, [before, after]);
  const sunset = sunsetOf(before);
  const deprecated = record(before)["deprecated"] === true;
  if (!deprecated || (sunset !== undefined && !isDate(sunset))) spot.say("operation-removed", {}, [before, after]);
  else if (sunset === undefined) spot.say("operation-removed-deprecated", {}, [before, after]);
  else {
    const rule =
      sunset.slice(0, 10) <= wire.today ? "operation-removed-after-sunset" : "operation-removed-before-sunset";
    spot.say(rule, { before: sunset }, [before, after]);
  }
}

/** What lies inside an operation besides its own exchange: answers of its variants, and its callbacks. */
function compareInner(wire: Wire, spot: Spot, operations: Both, documents: Both): void {
  for (const [id, pair] of variantsOf(wire, operations))
    if (isBoth(pair)) spot.in(id, pair).schema(pair, "answer", "response");
  for (const [name, pair] of wire.entries(operations, "callbacks")) {
    if (!isBoth(pair)) {
      spot.say(pair[1] === undefined ? "callback-removed" : "callback-added", { name }, pair);
      continue;
    }
    for (const [expression, items] of wire.entries(pair))
      for (const [, callbacks] of methodsOf(wire, items))
        if (isBoth(callbacks))
          compareAsRoute(wire, spot.in(`callback ${name}`, callbacks), callbacks, { documents, direction: "response" });
        else
          spot.say(
            callbacks[1] === undefined ? "callback-removed" : "callback-added",
            { name: `${name} ${expression}` },
            callbacks,
          );
  }
}

/** Variants of an operation by their id; what came or went is told as a function. */
function variantsOf(wire: Wire, operations: Both): readonly (readonly [string, Pair])[] {
  const [before, after] = each(operations, (operation, side) => {
    const list = record(operation)["x-query-variants"];
    const variants = (Array.isArray(list) ? [...list.keys()] : []).flatMap(
      (index) => wire.child(operations, "x-query-variants", index)[side] ?? [],
    );
    return new Map(variants.map((variant) => [text(record(variant)["operationId"]), variant]));
  });
  return [...before].map(([id, variant]) => [id, [variant, after.get(id)]]);
}

interface Around {
  readonly documents: Both;
  readonly direction: Direction;
}

/** Compares operations that have no path: callbacks, webhooks, and what has no route. */
function compareAsRoute(wire: Wire, spot: Spot, operations: Both, { documents, direction }: Around): void {
  const routes = each(operations, (operation, side): Route => ({
    path: "",
    operation,
    item: operation,
    document: documents[side],
  }));
  compareOperation(wire, spot, routes, direction);
}

function compareWebhooks(wire: Wire, documents: Both): void {
  for (const [name, items] of wire.entries(documents, "webhooks"))
    for (const [method, pair] of methodsOf(wire, items)) {
      const subject = `webhook ${method.toUpperCase()} ${name}`;
      if (isBoth(pair)) compareAsRoute(wire, wire.at(subject, "", pair), pair, { documents, direction: "response" });
      else {
        const around = wire.around(documents, "webhooks");
        wire.at(subject, "", around).say(pair[1] === undefined ? "webhook-removed" : "webhook-added", {}, pair);
      }
    }
}
