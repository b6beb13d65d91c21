import type { Located } from "../load/files.js";
import { record } from "../model/context.js";
import type { Both, Spot } from "./wire.js";

/** The sunset date of something, as it is written. */
export function sunsetOf(owner: Located): string | undefined {
  const value = record(owner)["x-sunset"] ?? record(owner)["x-sunset-date"];
  return typeof value === "string" ? value : undefined;
}

/** True for a date that can be read. */
export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text));

/** Compares what is said of something's life, and the texts about it. */
export function compareLife(spot: Spot, pair: Both): void {
  const [old, now] = [record(pair[0]), record(pair[1])];
  const [was, is] = [old["deprecated"] === true, now["deprecated"] === true];
  if (was !== is) spot.say(is ? "deprecated" : "no-longer-deprecated", {}, pair);
  const [before, after] = [sunsetOf(pair[0]), sunsetOf(pair[1])];
  if (after !== undefined && !isDate(after)) spot.say("sunset-unreadable", { after }, pair);
  else if (before !== undefined && after === undefined && is) spot.say("sunset-removed", { before }, pair);
  else if (before === undefined && after !== undefined) spot.say("sunset-set", { after }, pair);
  else if (before !== undefined && after !== undefined && before !== after)
    spot.say(Date.parse(after) < Date.parse(before) ? "sunset-earlier" : "sunset-later", { before, after }, pair);
  for (const name of ["summary", "description", "externalDocs", "x-undocumented", "x-tensions"])
    if (JSON.stringify(old[name]) !== JSON.stringify(now[name])) spot.say("text-changed", { name }, pair);
}
