import { isRecord, pointerTokens } from "../load/pointer.js";

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
