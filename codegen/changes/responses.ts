import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { record } from "../model/context.js";
import { compareLife } from "./life.js";
import type { Direction } from "./rules.js";
import { below, same } from "./view.js";
import { type Both, isBoth, type Pair, type Spot, type Wire } from "./wire.js";

const isSuccess = (status: string): boolean => /^[23]/.test(status);

/** Compares answers by status. One that is no longer named may still be covered by its range or by the default. */
export function compareResponses(wire: Wire, spot: Spot, operations: Both, direction: Direction): void {
  const named = wire.entries(operations, "responses").filter(([status]) => !status.startsWith("x-"));
  const single = named.length === 1;
  const byStatus = new Map(named);
  for (const [status, pair] of named) {
    const covered = pair[1] === undefined ? coverOf(byStatus, status) : undefined;
    const partner: Pair = [pair[0], pair[1] ?? covered];
    const kind = isSuccess(status) || (single && status === "default") ? "success" : "error";
    if (partner[1] === undefined) spot.say(`${kind}-status-removed`, { name: status }, partner);
    else if (partner[0] === undefined) spot.say(`${kind}-status-added`, { name: status }, partner);
    else if (isBoth(partner)) compareResponse(wire, spot.in(status, partner), partner, direction);
  }
}

function coverOf(byStatus: ReadonlyMap<string, Pair>, status: string): Located | undefined {
  const range = `${status.charAt(0)}XX`;
  return [...byStatus].find(([name, [, now]]) => name.toUpperCase() === range && now !== undefined)?.[1][1];
}

function compareResponse(wire: Wire, spot: Spot, pair: Both, direction: Direction): void {
  compareLife(spot, pair);
  for (const [name, headers] of headersOf(wire, pair)) compareHeader(spot.in("header"), name, headers, direction);
  compareContent(wire, spot, pair, direction);
}

/** Headers by their name, whose case says nothing. */
function headersOf(wire: Wire, pair: Both): readonly (readonly [string, Pair])[] {
  const found = new Map<string, Pair>();
  for (const [name, [old, now]] of wire.entries(pair, "headers")) {
    const known = found.get(name.toLowerCase());
    found.set(name.toLowerCase(), [known?.[0] ?? old, known?.[1] ?? now]);
  }
  return [...found];
}

/** The schema of a parameter or header, which may stand under a media type. */
export function compareSchemaOrContent(spot: Spot, pair: Both, direction: Direction): void {
  const [before, after] = pair.map((owner) => {
    const { content } = record(owner);
    const [media] = isRecord(content) ? Object.entries(content) : [];
    return media === undefined ? owner : below({ value: media[1], origin: owner.origin }, "content", media[0]);
  });
  const textual = pair.every((owner) => !("content" in record(owner)));
  if (before !== undefined && after !== undefined) spot.schema([before, after], "schema", direction, textual);
}

/** Compares a header of an answer, or of a request that comes. */
export function compareHeader(spot: Spot, name: string, pair: Pair, direction: Direction): void {
  const needed = (one: Located | undefined): boolean => record(one)["required"] === true;
  if (pair[0] === undefined) return spot.say("header-added", { name }, pair);
  if (pair[1] === undefined)
    return spot.say(needed(pair[0]) ? "required-header-removed" : "header-removed", { name }, pair);
  if (!isBoth(pair)) return;
  const inside = spot.in(name, pair);
  if (needed(pair[0]) && !needed(pair[1])) inside.say("header-became-optional", { name });
  if (!needed(pair[0]) && needed(pair[1])) inside.say("header-became-required", { name });
  compareLife(inside, pair);
  compareSchemaOrContent(inside, pair, direction);
}

/** Compares bodies by media type. */
export function compareContent(wire: Wire, spot: Spot, owners: Both, direction: Direction): void {
  for (const [name, pair] of wire.entries(owners, "content")) {
    if (!isBoth(pair))
      spot.say(`${direction}-media-type-${pair[1] === undefined ? "removed" : "added"}`, { name }, pair);
    else {
      const inside = spot.in(name, pair);
      for (const [field, encoding] of wire.entries(pair, "encoding"))
        if (!same(encoding[0]?.value, encoding[1]?.value)) inside.say("encoding-changed", { name: field }, encoding);
      const textual = /[/+]xml\b|x-www-form-urlencoded/i.test(name);
      for (const key of ["schema", "itemSchema"]) inside.schema(pair, key, direction, textual);
    }
  }
}
