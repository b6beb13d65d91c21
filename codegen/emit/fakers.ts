import { circular } from "../model/circular.js";
import { constantsOf, namesIn, typesOf } from "../model/keywords.js";
import type { Model, NamedSchema } from "../model/model.js";
import { sampleOf, type SampleContext } from "./sample.js";
import { docComment, ModuleWriter } from "./writer.js";

/** Emits `fakers.ts`: a value for every named schema, from its examples or from what it asks for. */
export function emitFakers(model: Model): ModuleWriter {
  const out = new ModuleWriter("fakers.ts", `Values of every type of ${model.title}, for tests.`, model.sources);
  out.typeNamespace("T", "./types.js");
  const recursive = circular(new Map(model.schemas.map(({ name, schema }) => [name, [...namesIn(schema)]])));
  const context: SampleContext = {
    schemas: new Map(model.schemas.map(({ name, schema }) => [name, schema])),
    call: (name) => (recursive.has(name) ? undefined : `fake${name}()`),
  };
  for (const item of model.schemas) out.add(faker(item, context));
  if (model.schemas.length === 0) out.add("export {};");
  return out;
}

function faker({ name, schema }: NamedSchema, context: SampleContext): string {
  const sample = sampleOf(schema, context);
  // Texts as constants beside `type: object` leave nothing, which has no part to stand over.
  const isObject =
    typeof schema === "object" &&
    typesOf(schema).join() === "object" &&
    constantsOf(schema)?.length !== 0 &&
    sample.startsWith("{");
  const says = docComment([
    `A {@link T.${name}} as the description has it${isObject ? "; `overrides` stand over its fields" : ""}.`,
  ]);
  // The sample is made from the schema that the type is made from.
  if (isObject)
    return `${says}export function fake${name}(overrides: Partial<T.${name}> = {}): T.${name} {\n  const value: object = ${sample};\n  return { ...value, ...overrides } as T.${name};\n}`;
  return `${says}export function fake${name}(): T.${name} {\n  const value: unknown = ${sample};\n  return value as T.${name};\n}`;
}
