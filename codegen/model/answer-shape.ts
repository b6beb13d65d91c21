import type { LookUp } from "./bodies.js";
import { isSchema, schemaMap, schemasOf } from "./keywords.js";
import type { Answer, AnswerShape, Schema, SchemaObject } from "./model.js";

/** More alternatives than these are not worth looking at for each answer. */
const MOST = 8;
const DEPTH = 20;

/** Nothing is known: there are too many alternatives, or they go too deep. */
const ANY: readonly AnswerShape[] = [{}];

/**
 * What an answer of success must have at its top level: the required fields, with what little of their type is cheap
 * to look at. One shape for each alternative; none where an answer may have no field at all.
 */
export function answerShapes(schemas: LookUp, answers: readonly Answer[]): readonly AnswerShape[] {
  const good = answers.filter(({ status, schema }) => status.startsWith("2") && schema !== undefined);
  const known = new Map<Schema, readonly AnswerShape[]>();
  const shapes = good.flatMap(({ schema }) => shapesOf({ schemas, known, depth: 0 }, schema ?? true));
  const isPointless = shapes.length > MOST || shapes.some((shape) => Object.keys(shape).length === 0);
  return isPointless ? [] : [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
}

interface Reading {
  readonly schemas: LookUp;
  /** Shapes of the schemas that were looked at: the same one may be part of many. */
  readonly known: Map<Schema, readonly AnswerShape[]>;
  readonly depth: number;
}

function shapesOf(reading: Reading, schema: Schema): readonly AnswerShape[] {
  const { known, depth } = reading;
  if (typeof schema === "boolean" || depth > DEPTH) return ANY;
  const shapes = known.get(schema) ?? composedShapes({ ...reading, depth: depth + 1 }, schema);
  known.set(schema, shapes);
  return shapes;
}

function composedShapes(reading: Reading, schema: SchemaObject): readonly AnswerShape[] {
  const { schemas } = reading;
  const { $ref: reference, required } = schema;
  const properties = new Map(schemaMap(schema, "properties"));
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string").toSorted() : [];
  const own: AnswerShape = Object.fromEntries(
    names.map((name) => [name, kindOf(schemas, properties.get(name) ?? true, 0)]),
  );
  const parts = [
    ...(typeof reference === "string" ? [schemas.get(reference) ?? true] : []),
    ...schemasOf(schema, "allOf"),
  ];
  let shapes: readonly AnswerShape[] = [own];
  for (const part of parts) shapes = both(shapes, shapesOf(reading, part));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const alternatives = schemasOf(schema, keyword).flatMap((one) => shapesOf(reading, one));
    if (alternatives.length > 0) shapes = both(shapes, alternatives);
  }
  return shapes;
}

/** Every combination, unless there are too many to be of use. */
const both = (some: readonly AnswerShape[], others: readonly AnswerShape[]): readonly AnswerShape[] =>
  some.length * others.length > MOST * MOST
    ? ANY
    : some.flatMap((one) => others.map((other) => ({ ...one, ...other })));

/** `array` and `object` where nothing else may come; all else is `any`. */
function kindOf(schemas: LookUp, schema: Schema, depth: number): "any" | "array" | "object" {
  if (typeof schema === "boolean" || depth > DEPTH) return "any";
  const { $ref: reference, type } = schema;
  if (type === "array" || type === "object") return type;
  const target = typeof reference === "string" ? schemas.get(reference) : undefined;
  return isSchema(target) ? kindOf(schemas, target, depth + 1) : "any";
}
