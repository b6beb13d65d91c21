import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import type { Compared, LocatedPair, SchemaContext } from "./compared.js";
import type { Origins } from "./finding.js";
import { compareKeywords } from "./keywords.js";
import type { RuleId } from "./rules.js";
import { follow } from "../model/context.js";
import { identityOf, isWithin, same, type View, viewOf } from "./view.js";

const isReference = ({ value }: Located): boolean => isRecord(value) && typeof value["$ref"] === "string";

/** Compares two schemas; what they refer to is handed on. */
export function compareSchemas(context: SchemaContext, pair: LocatedPair, at = "", inside = false): void {
  if (inside && pair.some(isReference)) return context.visit(pair);
  const { readings, direction } = context;
  const [before, after] = [viewOf(readings[0], pair[0], direction), viewOf(readings[1], pair[1], direction)];
  const say: Compared["say"] = (rule, values = {}, origins = {}) => {
    const id: RuleId = `${direction}-${rule}`;
    const places: Origins = [origins.before ?? pair[0].origin, origins.after ?? pair[1].origin];
    context.report({ rule: id, subject: context.subject, at, origins: places, ...values });
  };
  const parts: Compared["parts"] = (inner, step = "") =>
    compareSchemas(context, inner, step === "" ? at : further(at, step), true);
  const compared: Compared = { context, before, after, at, say, parts };
  if (before.possible !== after.possible) {
    say(before.possible ? "type-narrowed" : "type-widened", { name: "something" });
    return;
  }
  if (compareVariants(compared, pair) && compareTypes(compared)) {
    compareValues(compared);
    compareProperties(compared);
    compareKeywords(compared);
  }
}

const further = (at: string, step: string): string => (at === "" || /^[[{]/.test(step) ? at + step : `${at}.${step}`);

/** False where the types have nothing in common: everything else follows from that. */
function compareTypes({ before, after, say, context }: Compared): boolean {
  if (before.nullable && !after.nullable) say("became-not-nullable");
  if (!before.nullable && after.nullable) say("became-nullable");
  const [old, now] = [before.types, after.types];
  if (old.size === 0 || now.size === 0) {
    if (old.size > 0) say("type-widened", { name: "of any type" });
    if (now.size > 0) say("type-narrowed", { name: `other than ${[...now].join(" or ")}` });
    return true;
  }
  const gone = [...old].filter((type) => !isTakenBy(after, type));
  const come = [...now].filter((type) => !isTakenBy(before, type));
  if (gone.length === old.size && come.length === now.size) {
    // To whom it is text, every number is a string; which strings are none is another matter.
    const same = context.textual && [...old, ...now].every((type) => SCALARS.has(type));
    if (same && (context.direction === "response" || now.has("string"))) {
      say("written-type-changed", { before: [...old].join(" or "), after: [...now].join(" or ") });
      return false;
    }
    say("type-changed", { before: [...old].join(" or "), after: [...now].join(" or ") });
    return false;
  }
  // A number where an integer was: the same name, and more values.
  for (const type of come) say("type-widened", { name: type });
  for (const type of gone) say("type-narrowed", { name: type });
  return true;
}

const SCALARS: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean"]);

/** Null alone is a type; beside others it is told apart. */
const isTakenBy = ({ types, nullable }: View, type: string): boolean =>
  isWithin(type, types) || (type === "null" && nullable);

function compareValues({ before, after, say }: Compared): void {
  if (before.values === undefined || after.values === undefined) {
    if (after.values !== undefined && !after.open) say("enum-added", { after: after.values });
    if (before.values !== undefined && !before.open) say("enum-removed", { before: before.values });
    return;
  }
  const open = before.open || after.open;
  if (before.open && !after.open) say("became-closed");
  if (!before.open && after.open) say("became-open");
  const missing = (list: readonly unknown[], value: unknown): boolean => !list.some((one) => same(one, value));
  const [from, to] = [before.values, after.values];
  const gone = from.filter((value) => missing(to, value));
  const come = to.filter((value) => missing(from, value));
  if (!open && gone.length === from.length && gone.length > 0 && come.length > 0)
    return say("enum-replaced", { before: from, after: to });
  for (const value of gone) say(open ? "known-value-removed" : "enum-value-removed", { before: value });
  for (const value of come) say(open ? "known-value-added" : "enum-value-added", { after: value });
}

function compareProperties(compared: Compared): void {
  const { before, after, say } = compared;
  const closed = after.fields.get("additionalProperties")?.value === false;
  for (const [name, property] of before.properties) {
    const other = after.properties.get(name);
    if (other !== undefined) {
      compareRequired(compared, name, [property.origin, other.origin]);
      compared.parts([property, other], name);
      continue;
    }
    const rule = closed
      ? "property-refused"
      : before.required.has(name)
        ? "property-removed"
        : "optional-property-removed";
    say(rule, { name }, { before: property.origin });
  }
  for (const [name, property] of after.properties)
    if (!before.properties.has(name))
      say(
        after.required.has(name) ? "required-property-added" : "property-added",
        { name },
        { after: property.origin },
      );
  for (const name of new Set([...before.required, ...after.required]))
    if (!before.properties.has(name) && !after.properties.has(name)) compareRequired(compared, name);
}

function compareRequired({ before, after, say }: Compared, name: string, origins?: Origins): void {
  if (before.required.has(name) === after.required.has(name)) return;
  const places = origins === undefined ? {} : { before: origins[0], after: origins[1] };
  say(after.required.has(name) ? "property-became-required" : "property-became-optional", { name }, places);
}

/** False where only one of the two is a union: all that there is to say is said with its variants. */
function compareVariants(compared: Compared, pair: LocatedPair): boolean {
  const { before, after, context, say } = compared;
  if (before.variants === undefined && after.variants === undefined) return true;
  const old = named(context, 0, before.variants ?? [pair[0]]);
  const now = named(context, 1, after.variants ?? [pair[1]]);
  const gone = [...old].filter(([name]) => !now.has(name));
  const come = [...now].filter(([name]) => !old.has(name));
  const [[lost, ...losses], [found, ...finds]] = [gone, come];
  const alone = losses.length + finds.length === 0;
  // One that changed what it is recognised by is compared, not told as another.
  if (alone && lost !== undefined && found !== undefined && isAlike(context, [lost[1], found[1]]))
    compared.parts([lost[1], found[1]]);
  else {
    for (const [name, variant] of gone) say("variant-removed", { name }, { before: variant.origin });
    for (const [name, variant] of come)
      say(context.decoded ? "known-variant-added" : "variant-added", { name }, { after: variant.origin });
  }
  for (const [name, variant] of old) {
    const other = now.get(name);
    if (other !== undefined) compared.parts([variant, other]);
  }
  return before.variants !== undefined && after.variants !== undefined;
}

/** Variants by what they are recognised by. */
function named(
  { readings, direction }: SchemaContext,
  side: 0 | 1,
  variants: readonly Located[],
): Map<string, Located> {
  const reading = readings[side];
  const found = new Map<string, Located>();
  for (const variant of variants) {
    const identity = identityOf(reading, variant, viewOf(reading, variant, direction));
    let name = identity;
    for (let n = 2; found.has(name); n++) name = `${identity} ${n}`;
    found.set(name, variant);
  }
  return found;
}

/** True where one variant may be what became of another: the same under a new name, or one of the same type. */
function isAlike({ readings, direction }: SchemaContext, [old, now]: LocatedPair): boolean {
  const targets = [follow(readings[0].context, old) ?? old, follow(readings[1].context, now) ?? now] as const;
  if (isReference(old) || isReference(now)) return same(targets[0].value, targets[1].value);
  const [before, after] = [viewOf(readings[0], old, direction), viewOf(readings[1], now, direction)];
  return [...before.types].some((type) => isWithin(type, after.types)) && before.values === undefined;
}
