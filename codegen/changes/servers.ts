import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { record, text } from "../model/context.js";
import { below } from "./view.js";
import { type Both, isBoth, type Pair, type Spot } from "./wire.js";

/** Compares the servers that two documents, paths or operations name. */
export function compareServers(spot: Spot, owners: Both): void {
  const [before, after] = owners.map(serversOf);
  if (before === undefined || after === undefined) return;
  for (const url of new Set([...before.keys(), ...after.keys()])) {
    const pair: Pair = [before.get(url), after.get(url)];
    if (isBoth(pair)) compareVariables(spot.in(`server ${url}`, pair), pair);
    else spot.say(pair[1] === undefined ? "server-removed" : "server-added", { name: url }, pair);
  }
  const [first, other] = [[...before.keys()][0], [...after.keys()][0]];
  // What was removed or added has been told.
  if (first !== other && first !== undefined && other !== undefined && after.has(first) && before.has(other))
    spot.say("default-server-changed", { before: first, after: other }, [before.get(first), after.get(other)]);
}

/** Servers by URL; without any, everything is where the document is. */
function serversOf(owner: Located): Map<string, Located> {
  const { servers } = record(owner);
  const list = Array.isArray(servers) ? servers : [];
  const found = list.map((value, index) => below({ value, origin: owner.origin }, "servers", index));
  return new Map(found.map((server) => [text(record(server)["url"]).replace(/(.)\/$/, "$1"), server]));
}

function compareVariables(spot: Spot, servers: Both): void {
  const [old, now] = servers.map((server) => record(server)["variables"]);
  for (const [name, variable] of Object.entries(isRecord(old) ? old : {})) {
    const other = isRecord(now) ? now[name] : undefined;
    if (!isRecord(variable) || !isRecord(other)) continue;
    const [from, to] = [listed(variable), listed(other)];
    for (const before of from)
      if (to.length > 0 && !to.includes(before)) spot.say("server-variable-value-removed", { name, before });
    for (const after of to)
      if (from.length > 0 && !from.includes(after)) spot.say("server-variable-value-added", { name, after });
    const [before, after] = [text(variable["default"]), text(other["default"])];
    if (before !== after) spot.say("server-variable-default-changed", { name, before, after });
  }
}

const listed = ({ enum: values }: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(values) ? values.map(String) : [];
