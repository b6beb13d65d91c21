import type { Origin, Problems } from "../load/problems.js";
import { schemaMap } from "./keywords.js";
import type { SchemaObject } from "./model.js";

/** So many schemas a description may come to, beside one for every four characters that it has. */
const MOST_SCHEMAS = 10_000;

/** Fields of all shapes of one object whose fields exclude each other. */
const MOST_FIELDS = 20_000;

/** Variants of all schemas with a `discriminator` that others extend, each time that they are listed. */
const MOST_VARIANTS = 10_000;

/** Counts the schemas that are read, each time that they are: what is shared without a name is written out each time. */
export class SchemaCount {
  readonly #problems: Problems;
  #count = 0;
  #isReported = false;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** Whether there were too many: nothing more needs to be read. */
  get isFull(): boolean {
    return this.#isReported;
  }

  /** Counts one more; false, and an error, where there are too many for a description of so many characters. */
  admits(characters: number, origin: Origin): boolean {
    if (++this.#count <= MOST_SCHEMAS + characters / 4) return true;
    if (this.#isReported) return false;
    this.#isReported = true;
    this.#problems.error(
      origin,
      "the description repeats its parts so often that what is made of it fits no memory",
      "Name the schemas of shared parameters, bodies and answers under components.",
    );
    return false;
  }
}

/** Refuses objects whose fields exclude each other in so many ways that writing out each shape would fill the memory. */
export function checkGroups(schema: SchemaObject, origin: Origin, problems: Problems): void {
  const groups: readonly unknown[] = Array.isArray(schema["x-exclusive"]) ? schema["x-exclusive"] : [];
  const grouped = groups.flat().length;
  const fields = grouped + schemaMap(schema, "properties").length;
  const shapes = schema["x-at-least-one"] === true ? grouped : groups.length;
  if (fields * shapes <= MOST_FIELDS) return;
  const advice = "Describe the shapes as variants of a `oneOf`.";
  problems.error(origin, `there are ${shapes} shapes of ${fields} fields that exclude each other`, advice);
}

/** False, and an error, where schemas with a discriminator extend each other so often that no list of variants is short. */
export function admitsVariants(variants: number, origin: Origin, problems: Problems): boolean {
  if (variants <= MOST_VARIANTS) return true;
  const message = `schemas with a \`discriminator\` have ${variants} variants in all, of which each is written out`;
  problems.error(origin, message, "State the `discriminator` once, at the schema that all of them extend.");
  return false;
}
