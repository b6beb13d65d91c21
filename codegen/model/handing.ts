import { isRecord } from "../../runtime/base/values.js";
import { BODY_TYPE, bodyFields, isForm, isJson, type LookUp, WHOLE_BODY } from "./bodies.js";
import { type ReadContext, text } from "./context.js";
import { schemasOf } from "./keywords.js";
import type { Body, Parameter, Schema } from "./model.js";
import type { Claimant } from "./names.js";

/** How a body is handed over. */
export type Handing = Pick<Body, "flat" | "renamed">;

/**
 * Decides whether the fields of a body become parameters: they do where the body has one form, and that is an object with
 * known fields. A field that shares its name with a parameter is called after the body, so that neither a new field nor a
 * new name changes how the others are passed.
 */
export function settleBody(
  context: ReadContext,
  body: Omit<Body, "flat">,
  parameters: readonly Parameter[],
  { what, origin, key }: Claimant & { readonly key: string },
): Handing {
  const single = body.others.length === 0 && (isJson(body.mediaType) || isForm(body.mediaType));
  const fields = single ? bodyFields(context.schemas, body.schema) : undefined;
  if (fields === undefined) return { flat: false };
  // Apart from the parameters, the fields are only looked at for the key of a repetition.
  if (context.params === "grouped") return { flat: body.required || fields.has(key) };
  const shared = parameters.filter(({ name }) => fields.has(name));
  if (shared.length === 0) return { flat: true };
  if (context.clashes === "nest") return { flat: false };
  const taken = new Set([...fields, ...parameters.map(({ name }) => name)]);
  const names: Record<string, string> = {};
  for (const { name, in: place } of shared) {
    const message = `${what} has both a ${place} parameter and a body field called ${name}`;
    const advice = "Add an x-name to the parameter, or keep such bodies whole with `clashes: nest`.";
    let given = `body${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    while (taken.has(given)) given += "_";
    taken.add(given);
    names[name] = given;
    if (context.clashes === "error") context.problems.error(origin, message, advice, true);
    else if (context.clashes === "settle")
      context.problems.violation(origin, message, `The field is called ${given}. ${advice}`, true);
  }
  return { flat: true, renamed: { names, schema: withNames(context.schemas, body.schema, names) } };
}

/** A schema whose fields have other names; what has none of them stays a reference. */
function withNames(schemas: LookUp, schema: Schema, names: Readonly<Record<string, string>>, depth = 0): Schema {
  if (typeof schema === "boolean" || depth > 20) return schema;
  const called = (name: string): string => (Object.hasOwn(names, name) ? (names[name] ?? name) : name);
  const { $ref: reference, ...beside } = schema;
  const target = typeof reference === "string" ? schemas.get(reference) : undefined;
  if (target !== undefined) {
    const found = bodyFields(schemas, target) ?? new Set();
    if (!Object.keys(names).some((name) => found.has(name)) && Object.keys(beside).length === 0) return schema;
    const inner = withNames(schemas, target, names, depth + 1);
    if (Object.keys(beside).length === 0) return inner;
    return { allOf: [inner, withNames(schemas, beside, names, depth + 1)] };
  }
  const changed: Record<string, unknown> = { ...schema };
  const { properties, required, discriminator } = schema;
  if (isRecord(properties))
    changed["properties"] = Object.fromEntries(Object.entries(properties).map(([name, part]) => [called(name), part]));
  if (Array.isArray(required)) changed["required"] = required.map((name) => called(String(name)));
  if (isRecord(discriminator))
    changed["discriminator"] = { ...discriminator, propertyName: called(text(discriminator["propertyName"])) };
  if (Array.isArray(schema["x-exclusive"]))
    changed["x-exclusive"] = schema["x-exclusive"].map((group: unknown) =>
      [group].flat().map((name) => called(String(name))),
    );
  for (const keyword of ["allOf", "oneOf", "anyOf"] as const) {
    const parts = schemasOf(schema, keyword);
    if (parts.length > 0) changed[keyword] = parts.map((part) => withNames(schemas, part, names, depth + 1));
  }
  return changed;
}

/** Gives another name to a parameter that is called as the whole body is. */
export function avoidBody(
  context: ReadContext,
  parameters: readonly Parameter[],
  { what, origin }: Claimant,
): readonly Parameter[] {
  return parameters.map((one) => {
    if (one.name !== WHOLE_BODY && one.name !== BODY_TYPE) return one;
    const name = one.in + one.name.charAt(0).toUpperCase() + one.name.slice(1);
    const message = `${what} has both a ${one.in} parameter and a parameter for the body called ${one.name}`;
    context.problems.violation(origin, message, `It is called ${name}. Add an x-name to the parameter.`, true);
    return { ...one, name };
  });
}

/** What the parameter of a key is called that the description names by its plain name. */
export function calledOf(
  key: string,
  parameters: readonly Parameter[],
  names: Readonly<Record<string, string>> = {},
): string {
  const grouped = parameters.find(({ name, in: place }) => name === `${place}.${key}`);
  return grouped?.name ?? (Object.hasOwn(names, key) ? (names[key] ?? key) : key);
}
