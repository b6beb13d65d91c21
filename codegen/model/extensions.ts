import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import { textsOf, typesOf } from "./keywords.js";
import type { Assumption, ErrorCodeModel, Limit, Table } from "./model.js";
import { child, type ReadContext, text } from "./context.js";
import { functionName, typeName } from "./names.js";

const UNITS: Readonly<Record<string, RegExp>> = { ms: /Ms$/, s: /S$/, bytes: /Bytes$/, "per-minute": /PerMinute$/ };
const KNOWN_UNITS = [...Object.keys(UNITS), "count"];

type Entry = readonly [name: string, located: Located, value: unknown];

/** Entries of a top-level extension of all documents, in code-unit order. A name that two documents define is refused. */
function entries(context: ReadContext, roots: readonly Located[], key: string): Entry[] {
  const found = new Map<string, Entry>();
  for (const document of roots) {
    const owner = child(context, document, key);
    if (owner === undefined || !isRecord(owner.value)) continue;
    for (const name of Object.keys(owner.value)) {
      const located = child(context, owner, name);
      if (located === undefined) continue;
      const known = found.get(name);
      if (known !== undefined && known[1].value !== located.value) {
        const at = { file: owner.origin.file, pointer: childPointer(owner.origin.pointer, name) };
        context.problems.error(at, `${key} has ${name} in two documents`, "Keep one; the other may refer to it.", true);
      }
      found.set(name, [name, located, located.value]);
    }
  }
  return [...found.values()].sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

/** `x-limits`: numbers with unit and meaning. A name ends in its unit. */
export function readLimits(context: ReadContext, roots: readonly Located[]): Limit[] {
  return entries(context, roots, "x-limits").flatMap(([name, located, value]) => {
    if (!isRecord(value) || typeof value["value"] !== "number" || typeof value["unit"] !== "string") {
      context.problems.error(
        located.origin,
        `the limit ${name} needs a number as value and a unit`,
        `Write { value: 5, unit: count, meaning: … }; units are ${KNOWN_UNITS.join(", ")}.`,
        true,
      );
      return [];
    }
    const { unit } = value;
    if (!KNOWN_UNITS.includes(unit) || UNITS[unit]?.test(name) === false) {
      context.problems.error(
        located.origin,
        `the limit ${name} does not end in its unit, ${unit}`,
        `Units are ${KNOWN_UNITS.join(", ")}; a name ends in Ms, S, Bytes or PerMinute, and a count in none.`,
        true,
      );
    }
    return { name, value: value["value"], unit, meaning: text(value["meaning"]), appliesTo: text(value["appliesTo"]) };
  });
}

/** `x-tables`: plain data with a name, as `{ description, value }` or as the value itself. */
export function readTables(context: ReadContext, roots: readonly Located[]): Table[] {
  return entries(context, roots, "x-tables").map(([name, located, value]) => {
    context.names.claim(name, `the table ${name}`, located.origin);
    if (OWN_TABLES.has(name)) {
      const message = `the table ${name} has the name of one that is generated from something else`;
      context.problems.error(located.origin, message, "Rename it.", true);
    }
    const wrapped = isRecord(value) && "value" in value && Object.keys(value).every((key) => WRAPPER.includes(key));
    return wrapped ? { name, value: value["value"], doc: text(value["description"]) } : { name, value, doc: "" };
  });
}

/** Names of tables that come from other parts of a description. */
const OWN_TABLES = new Set([
  "assumptionChoices",
  "assumptionDefaults",
  "errorCodes",
  "eventFamilies",
  "limits",
  "operations",
]);
const WRAPPER = ["description", "value", "x-undocumented"];

/** `x-error-codes` of a document: what each code means and carries. */
export function readErrorCodes(context: ReadContext, roots: readonly Located[]): ErrorCodeModel[] {
  const all = entries(context, roots, "x-error-codes");
  const [first] = all;
  for (const name of ["KnownErrorBody", "ErrorExtras"]) {
    if (first !== undefined) context.names.claim(name, "a type of all refusals", first[1].origin);
  }
  return all.map(([code, located, value]) => {
    context.names.claim(errorBodyName(code), `the body of the refusal ${code}`, located.origin);
    const entry = isRecord(value) ? value : {};
    const { status, extras } = entry;
    const at = { file: located.origin.file, pointer: childPointer(located.origin.pointer, "extras") };
    const target = typeof extras === "string" ? { $ref: extras } : extras;
    const name = target === undefined ? undefined : context.schemas.name({ value: target, origin: at }, "received");
    return {
      code,
      condition: text(entry["condition"]),
      advice: text(entry["advice"]),
      ...(typeof status === "number" ? { status } : {}),
      ...(name === undefined ? {} : { extras: name }),
    };
  });
}

/** Name of the type of what a refusal carries. */
export function errorBodyName(code: string): string {
  return `ErrorBody${typeName(code.toLowerCase())}`;
}

/** A list of choices to make where the description is silent: `key`, `unknown`, `alternatives` or `type`, `default`. */
export function readAssumptions(context: ReadContext, document: Located): Assumption[] {
  const list: unknown[] = Array.isArray(document.value) ? document.value : [];
  const seen = new Set<string>();
  const found = list.flatMap((entry, index) => {
    const origin = { file: document.origin.file, pointer: `/${index}` };
    if (!isRecord(entry) || typeof entry["key"] !== "string") {
      context.problems.error(origin, "an assumption needs a key", "Add `key`, `unknown` and `default`.");
      return [];
    }
    if (seen.has(entry["key"])) {
      context.problems.error(origin, `two assumptions are called ${entry["key"]}`, "Rename one of them.");
    }
    if (seen.size === 0) context.names.claim("Assumptions", "the type of all assumptions", origin);
    seen.add(entry["key"]);
    return readAssumption(context, entry["key"], entry, { value: entry, origin });
  });
  const scopes = [...new Set(found.flatMap((one) => one.scopes))].sort();
  for (const scope of scopes) {
    const [type, table] = [typeName(scope), functionName(scope)];
    for (const name of [`${type}Assumptions`, `${table}AssumptionDefaults`, `${table}AssumptionChoices`])
      context.names.claim(name, `what is assumed of the scope ${scope}`, { file: document.origin.file, pointer: "" });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readAssumption(
  context: ReadContext,
  name: string,
  entry: Readonly<Record<string, unknown>>,
  { origin }: Located,
): Assumption {
  const meanings = isRecord(entry["alternatives"]) ? entry["alternatives"] : {};
  const alternatives = Object.keys(meanings)
    .sort()
    .map((value) => ({ value, meaning: text(meanings[value]) }));
  const types = typesOf(entry);
  const standard = entry["default"];
  const advice = "Its default is what holds unless someone says otherwise.";
  if (standard === undefined) context.problems.error(origin, `the assumption ${name} has no default`, advice);
  else if (alternatives.length > 0 && !alternatives.some(({ value }) => value === standard)) {
    context.problems.error(
      { file: origin.file, pointer: `${origin.pointer}/default` },
      `the default of ${name} is not one of its alternatives`,
      `Use one of ${alternatives.map(({ value }) => value).join(", ")}.`,
    );
  }
  const scopes = textsOf(entry, "scope");
  return {
    name,
    unknown: text(entry["unknown"]),
    alternatives,
    default: standard,
    types,
    unit: text(entry["unit"]),
    scopes,
    touches: textsOf(entry, "touches"),
  };
}
