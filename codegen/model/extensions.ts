import type { Located } from "../load/files.js";
import { childPointer, isRecord } from "../load/pointer.js";
import type { Assumption, ErrorCodeModel, Limit, Table } from "./model.js";
import { child, type OperationContext } from "./operations.js";

const UNITS: Readonly<Record<string, RegExp>> = { ms: /Ms$/, s: /S$/, bytes: /Bytes$/, "per-minute": /PerMinute$/ };
const KNOWN_UNITS = [...Object.keys(UNITS), "count"];

type Entry = readonly [name: string, located: Located, value: unknown];

/** Entries of a top-level extension of all documents, in code-unit order. A name that two documents define is refused. */
function entries(context: OperationContext, roots: readonly Located[], key: string): Entry[] {
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
export function readLimits(context: OperationContext, roots: readonly Located[]): Limit[] {
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
export function readTables(context: OperationContext, roots: readonly Located[]): Table[] {
  return entries(context, roots, "x-tables").map(([name, located, value]) => {
    context.names.claim(name, `the table ${name}`, located.origin);
    const wrapped = isRecord(value) && "value" in value && Object.keys(value).every((key) => WRAPPER.includes(key));
    return wrapped ? { name, value: value["value"], doc: text(value["description"]) } : { name, value, doc: "" };
  });
}

const WRAPPER = ["description", "value", "x-undocumented"];

/** `x-error-codes` of a document: what each code means and carries. */
export function readErrorCodes(context: OperationContext, roots: readonly Located[]): ErrorCodeModel[] {
  return entries(context, roots, "x-error-codes").map(([code, located, value]) => {
    const entry = isRecord(value) ? value : {};
    const { status, extras } = entry;
    const at = { file: located.origin.file, pointer: childPointer(located.origin.pointer, "extras") };
    const name = extras === undefined ? undefined : context.schemas.name({ value: extras, origin: at }, "received");
    return {
      code,
      condition: text(entry["condition"]),
      ...(typeof status === "number" ? { status } : {}),
      ...(name === undefined ? {} : { extras: name }),
    };
  });
}

/** A file of choices to make where the description is silent. */
export function readAssumptions(context: OperationContext, document: Located): Assumption[] {
  const list = child(context, document, "assumptions") ?? document;
  if (!isRecord(list.value)) return [];
  return Object.keys(list.value)
    .sort()
    .flatMap((name) => {
      const entry = isRecord(list.value) ? list.value[name] : undefined;
      if (!isRecord(entry)) return [];
      return [readAssumption(context, name, entry, list)];
    });
}

function readAssumption(
  context: OperationContext,
  name: string,
  entry: Readonly<Record<string, unknown>>,
  list: Located,
): Assumption {
  const alternatives = (Array.isArray(entry["alternatives"]) ? entry["alternatives"] : []).map((item: unknown) =>
    isRecord(item) && "value" in item
      ? { value: item["value"], meaning: text(item["meaning"]) }
      : { value: item, meaning: "" },
  );
  const standard = entry["default"];
  const type = text(entry["type"]);
  if (standard === undefined) {
    context.problems.error(
      { file: list.origin.file, pointer: childPointer(list.origin.pointer, name) },
      `the assumption ${name} has no default`,
      "Give it the value that holds unless someone says otherwise.",
      true,
    );
  }
  return { name, id: text(entry["id"]), unknown: text(entry["unknown"]), alternatives, default: standard, type };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
