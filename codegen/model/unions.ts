import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import { discriminate } from "./discriminant.js";
import type { Schema, UnionModel } from "./model.js";
import { child, type ReadContext } from "./context.js";

/**
 * Reads `x-union-decoders`: `{ Shape: { of: [Round, Angular], unknown: UnknownShape } }`.
 * `of` defaults to the key itself, `unknown` to `Unknown` + the key.
 */
export function readUnions(context: ReadContext, roots: readonly Located[]): UnionModel[] {
  const found = new Map<string, UnionModel>();
  for (const document of roots) {
    const decoders = child(context, document, "x-union-decoders");
    if (decoders === undefined || !isRecord(decoders.value)) continue;
    for (const name of Object.keys(decoders.value).sort()) {
      const entry = decoders.value[name];
      const options = isRecord(entry) ? entry : {};
      const of = Array.isArray(options["of"]) ? options["of"].map(String) : [name];
      const unknownName = typeof options["unknown"] === "string" ? options["unknown"] : `Unknown${name}`;
      const origin = { file: decoders.origin.file, pointer: childPointer(decoders.origin.pointer, name) };
      const union = readUnion(context, name, of, unknownName, { value: entry, origin });
      if (union !== undefined) found.set(name, union);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readUnion(
  context: ReadContext,
  name: string,
  of: readonly string[],
  unknownName: string,
  at: Located,
): UnionModel | undefined {
  const lookUp = (schemaName: string): Schema | undefined => context.schemas.get(schemaName);
  const variants: { value: string; schemaName: string }[] = [];
  let discriminant: string | undefined;
  for (const schemaName of of) {
    const schema = lookUp(schemaName);
    const split = schema === undefined ? undefined : discriminate(schema, lookUp);
    const consistent = split !== undefined && (discriminant ?? split.property) === split.property;
    if (!consistent || split.cases.some((item) => item.name === undefined)) {
      context.problems.error(
        at.origin,
        `${schemaName} cannot be decoded: ${schema === undefined ? "no schema has that name" : "no constant property discriminates its variants"}`,
        "List unions of named objects that share a required property with a `const` each.",
        true,
      );
      return undefined;
    }
    discriminant = split.property;
    for (const { values, name: variant } of split.cases) {
      for (const value of values) variants.push({ value, schemaName: variant ?? "" });
    }
  }
  if (discriminant === undefined) return undefined;
  context.names.claim(`decode${name}`, `the decoder of ${name}`, at.origin);
  context.names.claim(unknownName, `what is not known of ${name}`, at.origin);
  return { name, discriminant, variants, of, unknownName };
}
