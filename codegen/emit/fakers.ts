import { circular, leavesFirst } from "../model/circular.js";
import { constantsOf, namesIn, typesOf } from "../model/keywords.js";
import type { Model, NamedSchema } from "../model/model.js";
import { isObject, MOST_PARTS, sampleOf } from "./sample.js";
import { docComment, ModuleWriter } from "./writer.js";

/** What the fakers of a model make. */
export interface Fakes {
  /** The expression of each, by the name of its type. */
  readonly samples: ReadonlyMap<string, string>;
  /** Whether it is an object. */
  readonly isObject: (name: string) => boolean;
}

/** Values larger than so many parts are not made of each other: each one in two of the next takes all there is. */
const MOST_SHARED = 10_000;

/** Expressions for every named schema, those that others call first. */
export function fakesOf(model: Model): Fakes {
  const schemas = new Map(model.schemas.map(({ name, schema }) => [name, schema]));
  const edges = new Map(model.schemas.map(({ name, schema }) => [name, [...namesIn(schema)]]));
  const recursive = circular(edges);
  const samples = new Map<string, string>();
  const objects = new Set<string>();
  const sizes = new Map<string, number>();
  const find = (name: string): boolean => objects.has(name);
  for (const name of leavesFirst(edges)) {
    let size = 0;
    const call = (other: string): string | undefined => {
      const theirs = sizes.get(other) ?? Infinity;
      if (recursive.has(other) || theirs > MOST_SHARED) return undefined;
      size += theirs;
      return `fake${other}()`;
    };
    const left = { parts: MOST_PARTS };
    const sample = sampleOf(schemas.get(name) ?? true, { schemas, call, isObject: find, left });
    samples.set(name, sample);
    if (isObject(sample, { isObject: find })) objects.add(name);
    sizes.set(name, size + MOST_PARTS - left.parts);
  }
  return { samples, isObject: find };
}

/** Emits `fakers.ts`: a value for every named schema, from its examples or from what it asks for. */
export function emitFakers(model: Model): ModuleWriter {
  const out = new ModuleWriter("fakers.ts", `Values of every type of ${model.title}, for tests.`, model.sources);
  out.typeNamespace("T", "./types.js");
  const { samples } = fakesOf(model);
  for (const item of model.schemas) out.add(faker(item, samples.get(item.name) ?? "null"));
  if (model.schemas.length === 0) out.add("export {};");
  return out;
}

function faker({ name, schema }: NamedSchema, sample: string): string {
  // Texts as constants beside `type: object` leave nothing, which has no part to stand over.
  const isObject =
    typeof schema === "object" &&
    typesOf(schema).join() === "object" &&
    constantsOf(schema)?.length !== 0 &&
    sample.startsWith("{");
  const says = docComment([
    `A {@link T.${name}} as the description has it${isObject ? "; `overrides` replace its fields" : ""}.`,
  ]);
  // The sample is made from the schema that the type is made from.
  if (isObject)
    return `${says}export function fake${name}(overrides: Partial<T.${name}> = {}): T.${name} {\n  const value: object = ${sample};\n  return { ...value, ...overrides } as T.${name};\n}`;
  return `${says}export function fake${name}(): T.${name} {\n  const value: unknown = ${sample};\n  return value as T.${name};\n}`;
}
