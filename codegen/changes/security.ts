import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { record, text } from "../model/context.js";
import { readRequirements } from "../model/service.js";
import { type Both, isBoth, type Spot, type Wire } from "./wire.js";

type Requirement = Readonly<Record<string, readonly string[]>>;

const nameOf = (one: Requirement): string => Object.keys(one).sort().join(" and ");

/** Compares what two operations ask for. One requirement of the list is enough; an empty one asks for nothing. */
export function compareSecurity(spot: Spot, owners: Both): void {
  const [old, now] = owners.map((owner) => readRequirements(record(owner)["security"]));
  if (old === undefined || now === undefined) return;
  const isOpen = (list: readonly Requirement[]): boolean =>
    list.length === 0 || list.some((one) => Object.keys(one).length === 0);
  const [open, free] = [isOpen(old), isOpen(now)];
  if (open && free) return;
  if (open) return spot.say("security-required", { after: now.map(nameOf).join(" or ") }, owners);
  if (free) return spot.say("security-not-required", {}, owners);
  const [before, after] = [old, now].map((list) => new Map(list.map((one) => [nameOf(one), one])));
  for (const [name, requirement] of before ?? []) {
    const other = after?.get(name);
    if (other === undefined) spot.say("security-alternative-removed", { name }, owners);
    else compareScopes(spot, owners, [requirement, other]);
  }
  for (const name of after?.keys() ?? [])
    if (before?.has(name) !== true) spot.say("security-alternative-added", { name }, owners);
}

function compareScopes(spot: Spot, owners: Both, [old, now]: readonly [Requirement, Requirement]): void {
  for (const [name, scopes] of Object.entries(now)) {
    const before = old[name] ?? [];
    for (const after of scopes) if (!before.includes(after)) spot.say("security-scope-added", { name, after }, owners);
    for (const scope of before)
      if (!scopes.includes(scope)) spot.say("security-scope-removed", { name, before: scope }, owners);
  }
}

/** Compares the schemes that two documents describe. */
export function compareSchemes(wire: Wire, spot: Spot, documents: Both): void {
  for (const [name, pair] of wire.entries(documents, "components", "securitySchemes")) {
    if (!isBoth(pair)) {
      spot.say(pair[1] === undefined ? "security-scheme-removed" : "security-scheme-added", { name }, pair);
      continue;
    }
    const [before, after] = pair.map(schemeText);
    if (before !== after) spot.say("security-scheme-changed", { name, before, after }, pair);
    else compareFlows(wire, spot.in(`securitySchemes ${name}`, pair), pair);
  }
}

/** What a credential of a scheme is and where it goes, as a text. */
function schemeText(scheme: Located): string {
  const { type, in: place, name, scheme: kind } = record(scheme);
  if (type === "apiKey") return `a key in the ${text(place)} ${text(name)}`;
  return type === "http" ? `HTTP ${text(kind).toLowerCase()}` : text(type);
}

function compareFlows(wire: Wire, spot: Spot, schemes: Both): void {
  compareUrls(spot, schemes, ["openIdConnectUrl"]);
  for (const [name, pair] of wire.entries(schemes, "flows")) {
    if (!isBoth(pair)) {
      spot.say(pair[1] === undefined ? "oauth-flow-removed" : "oauth-flow-added", { name }, pair);
      continue;
    }
    const inside = spot.in(name, pair);
    compareUrls(inside, pair, ["authorizationUrl", "tokenUrl", "refreshUrl"]);
    const [old, now] = pair.map((flow) =>
      Object.keys(isRecord(record(flow)["scopes"]) ? (record(flow)["scopes"] as object) : {}),
    ); // checked beside
    for (const scope of old ?? [])
      if (now?.includes(scope) !== true) inside.say("oauth-scope-removed", { name: scope });
    for (const scope of now ?? []) if (old?.includes(scope) !== true) inside.say("oauth-scope-added", { name: scope });
  }
}

function compareUrls(spot: Spot, [old, now]: Both, names: readonly string[]): void {
  for (const name of names) {
    const [before, after] = [old, now].map((owner) => text(record(owner)[name]) || "nothing");
    if (before !== after) spot.say("oauth-url-changed", { name, before, after });
  }
}
