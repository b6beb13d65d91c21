import { isRecord } from "../../runtime/base/values.js";
import type { Schema } from "./model.js";

/** Examples by the schema that they stand in: they say nothing about which values are valid, so no schema carries them. */
const known = new WeakMap<object, unknown>();

/** Remembers the example that was written into a schema, if there is one. `read` is the schema of the model. */
export function rememberExample(read: Schema, written: Readonly<Record<string, unknown>>): void {
  if (typeof read === "boolean") return;
  const { example, examples } = written;
  if (example !== undefined) known.set(read, example);
  else if (Array.isArray(examples) && examples.length > 0) known.set(read, examples[0]);
}

/** Remembers of a schema that was rewritten what was remembered of the original. */
export function inheritExample(schema: object, original: object): void {
  if (known.has(original)) known.set(schema, known.get(original));
}

/** The example of a schema; undefined where there is none. */
export function exampleOf(schema: Schema): unknown {
  return isRecord(schema) ? known.get(schema) : undefined;
}
