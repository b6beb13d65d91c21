import type { LookUp } from "./bodies.js";
import { isSchema, schemaMap, schemasOf } from "./keywords.js";
import type { Answer, AnswerShape, Schema } from "./model.js";

/** More alternatives than these are not worth looking at for each answer. */
const MOST = 8;
const DEPTH = 20;

/**
 * What an answer of success must have at its top level: the required fields, with what little of their type is cheap
 * to look at. One shape for each alternative; none where an answer may have no field at all.
 */
export function answerShapes(schemas: LookUp, answers: readonly Answer[]): readonly AnswerShape[] {
  const good = answers.filter(({ status, schema }) => status.startsWith("2") && schema !== undefined);
  const shapes = good.flatMap(({ schema }) => shapesOf(schemas, schema ?? true, 0));
  const isPointless = shapes.length > MOST || shapes.some((shape) => Object.keys(shape).length === 0);
  return isPointless ? [] : [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
}

function shapesOf(schemas: LookUp, schema: Schema, depth: number): readonly AnswerShape[] {
  if (typeof schema === "boolean" || depth > DEPTH) return [{}];
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
  for (const part of parts) shapes = both(shapes, shapesOf(schemas, part, depth + 1));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const alternatives = schemasOf(schema, keyword).flatMap((one) => shapesOf(schemas, one, depth + 1));
    if (alternatives.length > 0) shapes = both(shapes, alternatives);
  }
  return shapes.length > MOST * MOST ? [{}] : shapes;
}

const both = (some: readonly AnswerShape[], others: readonly AnswerShape[]): readonly AnswerShape[] =>
  some.flatMap((one) => others.map((other) => ({ ...one, ...other })));

/** `array` and `object` where nothing else may come; all else is `any`. */
function kindOf(schemas: LookUp, schema: Schema, depth: number): "any" | "array" | "object" {
  if (typeof schema === "boolean" || depth > DEPTH) return "any";
  const { $ref: reference, type } = schema;
  if (type === "array" || type === "object") return type;
  const target = typeof reference === "string" ? schemas.get(reference) : undefined;
  return isSchema(target) ? kindOf(schemas, target, depth + 1) : "any";
}
