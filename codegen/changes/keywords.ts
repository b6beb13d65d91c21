import { isRecord } from "../../runtime/base/values.js";
import type { Located } from "../load/files.js";
import type { Compared } from "./compared.js";
import { LOWER, same, UPPER } from "./view.js";

/** Formats by how much they let through: each list from the narrowest to the widest. */
const WIDER: readonly (readonly string[])[] = [
  ["int8", "int16", "int32", "int64"],
  ["uint8", "uint16", "uint32", "uint64"],
  ["float", "double"],
];

/** Keywords that only allow less: what they say is compared as a whole. */
const CONSTRAINTS = new Set(
  `contains contentEncoding contentMediaType contentSchema dependentRequired dependentSchemas else if multipleOf not
  patternProperties prefixItems propertyNames then unevaluatedItems unevaluatedProperties uniqueItems x-at-least-one
  x-exclusive`.split(/\s+/),
);

/** Texts for people. */
const TEXTS = new Set(["description", "title", "example", "examples", "$comment", "x-undocumented", "x-tensions"]);

/** Compares every keyword that is neither type, value, property nor variant. */
export function compareKeywords(compared: Compared): void {
  const keywords = new Set([...compared.before.fields.keys(), ...compared.after.fields.keys()]);
  for (const keyword of keywords) {
    const [old, now] = [compared.before.fields.get(keyword), compared.after.fields.get(keyword)];
    if (keyword === "additionalProperties") compareFurther(compared, old, now);
    else if (keyword === "items") compareItems(compared, old, now);
    else if (!same(old?.value, now?.value)) compareKeyword(compared, keyword, [old, now]);
  }
}

type Both = readonly [before: Located | undefined, after: Located | undefined];

function compareKeyword(compared: Compared, keyword: string, both: Both): void {
  const [old, now] = both;
  const [before, after] = [old?.value, now?.value];
  const origins = { ...(old && { before: old.origin }), ...(now && { after: now.origin }) };
  const change = old === undefined ? "added" : now === undefined ? "removed" : "changed";
  const say: Compared["say"] = (rule, values) => compared.say(rule, { name: keyword, ...values }, origins);
  const values = { before, after };
  if (LOWER.has(keyword) || UPPER.has(keyword)) compareBound(compared, keyword, both);
  else if (keyword === "format") say(formatRule(before, after), values);
  else if (keyword === "pattern") say(`pattern-${change}`, values);
  else if (keyword === "default") say(`default-${change}`, values);
  else if (CONSTRAINTS.has(keyword)) compareConstraint(compared, keyword, both);
  else if (keyword === "discriminator") compareDiscriminator(compared, before, after);
  else if (keyword === "x-name") say("name-changed", values);
  else if (keyword === "x-brand")
    say("brand-changed", { after: now === undefined ? "a plain value" : "a value of its own kind" });
  else if (keyword === "deprecated")
    sayPlain(compared, after === true ? "deprecated" : "no-longer-deprecated", { both, keyword });
  else if (TEXTS.has(keyword)) sayPlain(compared, "text-changed", { both, keyword });
}

/** Says something that means the same whichever way a value goes. */
function sayPlain(
  { context, before, after, at }: Compared,
  rule: "deprecated" | "no-longer-deprecated" | "text-changed",
  { both: [old, now], keyword: name }: { readonly both: Both; readonly keyword: string },
): void {
  const origins = [old?.origin ?? before.origin, now?.origin ?? after.origin] as const;
  context.report({ rule, subject: context.subject, at, origins, name });
}

function compareBound({ say }: Compared, keyword: string, [old, now]: Both): void {
  const [before, after] = [old?.value, now?.value];
  const values = { name: keyword, before, after };
  const origins = { ...(old && { before: old.origin }), ...(now && { after: now.origin }) };
  if (typeof before !== "number") return say("bound-set", values, origins);
  if (typeof after !== "number") return say("bound-removed", values, origins);
  const tighter = LOWER.has(keyword) ? after > before : after < before;
  say(tighter ? "bound-tightened" : "bound-loosened", values, origins);
}

function formatRule(
  before: unknown,
  after: unknown,
): `format-${"added" | "removed" | "widened" | "narrowed" | "changed"}` {
  if (before === undefined) return "format-added";
  if (after === undefined) return "format-removed";
  const family = WIDER.find((list) => list.includes(String(before)) && list.includes(String(after)));
  if (family === undefined) return "format-changed";
  return family.indexOf(String(after)) > family.indexOf(String(before)) ? "format-widened" : "format-narrowed";
}

/** `true`, `false` and 0 where they say nothing. */
const saysNothing = (keyword: string, value: unknown): boolean =>
  value === undefined ||
  (keyword === "uniqueItems" && value === false) ||
  (keyword === "x-at-least-one" && value === false) ||
  (keyword !== "uniqueItems" && keyword !== "x-at-least-one" && value === true);

function compareConstraint({ say }: Compared, keyword: string, [old, now]: Both): void {
  const origins = { ...(old && { before: old.origin }), ...(now && { after: now.origin }) };
  const [was, is] = [!saysNothing(keyword, old?.value), !saysNothing(keyword, now?.value)];
  if (!was && !is) return;
  say(was ? (is ? "constraint-changed" : "constraint-removed") : "constraint-added", { name: keyword }, origins);
}

function compareDiscriminator({ say }: Compared, before: unknown, after: unknown): void {
  const of = (value: unknown): string => (isRecord(value) ? String(value["propertyName"] ?? "nothing") : "nothing");
  if (of(before) !== of(after)) return say("discriminator-changed", { before: of(before), after: of(after) });
  const mapping = (value: unknown): Readonly<Record<string, unknown>> =>
    isRecord(value) && isRecord(value["mapping"]) ? value["mapping"] : {};
  const [old, now] = [mapping(before), mapping(after)];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)]))
    if (old[name] !== now[name])
      say("discriminator-mapping-changed", { name, before: old[name] ?? "nothing", after: now[name] ?? "nothing" });
}

const isClosed = (part: Located | undefined): boolean => part?.value === false;
const isOpen = (part: Located | undefined): boolean => part === undefined || part.value === true;

function compareFurther(compared: Compared, old: Located | undefined, now: Located | undefined): void {
  const origins = { ...(old && { before: old.origin }), ...(now && { after: now.origin }) };
  if (old !== undefined && now !== undefined && isRecord(old.value) && isRecord(now.value))
    return compared.parts([old, now], "{}");
  if (isClosed(now) && !isClosed(old)) compared.say("further-properties-refused", {}, origins);
  else if (isClosed(old) && !isClosed(now)) compared.say("further-properties-allowed", {}, origins);
  else if (isOpen(old) && !isOpen(now)) compared.say("constraint-added", { name: "additionalProperties" }, origins);
  else if (!isOpen(old) && isOpen(now)) compared.say("constraint-removed", { name: "additionalProperties" }, origins);
}

function compareItems(compared: Compared, old: Located | undefined, now: Located | undefined): void {
  if (old !== undefined && now !== undefined) return compared.parts([old, now], "[]");
  const origins = { ...(old && { before: old.origin }), ...(now && { after: now.origin }) };
  if (!isOpen(now)) compared.say("constraint-added", { name: "items" }, origins);
  if (!isOpen(old)) compared.say("constraint-removed", { name: "items" }, origins);
}
