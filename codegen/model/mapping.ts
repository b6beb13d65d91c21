import { isRecord } from "../../runtime/base/values.js";
import { childPointer, pointerTokens } from "../load/pointer.js";
import type { Origin, Problems } from "../load/problems.js";

/**
 * The names of the schemas that values are mapped to. `at` is the place of the discriminator. What leads nowhere is left out:
 * tools that put documents together often leave it behind, and the variants say what is meant.
 */
export function readMapping(
  written: Readonly<Record<string, unknown>>,
  at: Origin,
  nameOf: (reference: string) => string | undefined,
  problems: Problems,
): Readonly<Record<string, string>> {
  const mapping: Record<string, string> = {};
  for (const [wire, reference] of Object.entries(written).sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    if (typeof reference !== "string") continue;
    // What may be the name of a schema is one, as the specification has it: names may have dots, as those of files do.
    const named = /^[\w.-]+$/.test(reference) ? nameOf(`#/components/schemas/${reference}`) : undefined;
    const isAddress = /[#/.]/.test(reference);
    const name = named ?? (isAddress ? nameOf(reference) : undefined);
    if (name !== undefined) mapping[wire] = name;
    else if (isAddress) {
      const place = { file: at.file, pointer: childPointer(at.pointer, "mapping", wire) };
      const advice = "What the value means is taken from the variants; correct it, or take it out.";
      problems.violation(place, `the mapping to ${reference} leads nowhere`, advice);
    }
  }
  return mapping;
}

/**
 * Adds to the mapping of a `discriminator` what is true without a word: a variant that nothing leads to is meant by its
 * own name. `out` is the schema whose references are names already, `written` the same as it stands in the document.
 */
export function completeMapping(out: Record<string, unknown>, written: Readonly<Record<string, unknown>>): void {
  const { discriminator } = out;
  if (!isRecord(discriminator)) return;
  const mapping: Record<string, unknown> = isRecord(discriminator["mapping"]) ? { ...discriminator["mapping"] } : {};
  const mapped = new Set(Object.values(mapping));
  for (const keyword of ["oneOf", "anyOf"]) {
    const [read, given] = [out[keyword], written[keyword]];
    if (!Array.isArray(read) || !Array.isArray(given)) continue;
    for (const [index, variant] of read.entries()) {
      const original: unknown = given[index];
      const name: unknown = isRecord(variant) ? variant["$ref"] : undefined;
      const reference: unknown = isRecord(original) ? original["$ref"] : undefined;
      if (typeof name !== "string" || typeof reference !== "string" || mapped.has(name)) continue;
      mapping[wireName(reference)] ??= name;
    }
  }
  if (Object.keys(mapping).length > 0) out["discriminator"] = { ...discriminator, mapping };
}

/** The name that a reference ends in: of the schema, or of the file that holds nothing else. */
function wireName(reference: string): string {
  const [address = "", fragment = ""] = reference.split("#");
  const last =
    fragment === ""
      ? address
          .split("/")
          .at(-1)
          ?.replace(/\.[^.]+$/, "")
      : pointerTokens(fragment).at(-1);
  return last ?? "";
}
