/**
 * What the sandbox's page knows of the description beyond what the sandbox does: routes as forms, and each assumption in
 * words. It goes into the page when it is built.
 */
import { generate, type Model, type OperationModel, type Schema } from "../codegen/index.js";
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { PageFacts, RouteFacts, RouteField } from "../sandbox/page/facts-types.js";

type Named = ReadonlyMap<string, Schema>;

/** A schema behind all its references. */
function resolved(schema: Schema, named: Named): Readonly<Record<string, unknown>> {
  if (typeof schema === "boolean") return {};
  const { $ref: to } = schema;
  const target = typeof to === "string" ? named.get(to) : undefined;
  return target === undefined ? schema : resolved(target, named);
}

function kindOf(schema: Schema, named: Named): RouteField["kind"] {
  const { type, enum: values, items } = resolved(schema, named);
  const types = [type].flat();
  if (Array.isArray(values) && types.includes("string")) return values.map(String);
  if (types.includes("string")) return "text";
  if (types.includes("integer") || types.includes("number")) return "number";
  if (types.includes("boolean")) return "flag";
  const isTexts = types.includes("array") && kindOf((items ?? true) as Schema, named) === "text"; // JSON Schema's own
  return isTexts ? "list" : "object";
}

/** The fields of a body: its own, and those of each variant it may have. */
function bodyFields({ body }: OperationModel, named: Named): readonly RouteField[] {
  if (body === undefined) return [];
  const whole = resolved(body.schema, named);
  const variants = [whole, ...[whole["oneOf"], whole["anyOf"], whole["allOf"]].flat()]
    .filter((one) => typeof one === "object" && one !== null)
    .map((one) => resolved(one as Schema, named)); // keywords of a schema hold schemas
  const fields = new Map<string, RouteField>();
  for (const [at, { properties = {}, required = [] }] of variants.entries())
    for (const [name, schema] of Object.entries(properties as Readonly<Record<string, Schema>>)) {
      const { const: only, description = "" } = resolved(schema, named);
      const before = fields.get(name);
      const kind = typeof only === "string" ? [...[before?.kind ?? []].flat(), only] : kindOf(schema, named);
      const isNeeded = Array.isArray(required) && required.includes(name) && (at === 0 || typeof only === "string");
      fields.set(name, { name, wire: name, in: "body", isNeeded, kind, says: String(description) });
    }
  return [...fields.values()];
}

function routeOf(operation: OperationModel, named: Named): RouteFacts {
  const { method, path, summary, queryConst, parameters } = operation;
  const fields = parameters.flatMap((one): readonly RouteField[] => {
    if (one.in !== "path" && one.in !== "query") return [];
    const { name, wireName, required, schema, doc } = one;
    return [{ name, wire: wireName, in: one.in, isNeeded: required, kind: kindOf(schema, named), says: doc }];
  });
  return { method, path, says: summary, query: queryConst, fields: [...fields, ...bodyFields(operation, named)] };
}

export async function pageFacts(): Promise<PageFacts> {
  const { name } = JSON.parse(await readFile("package.json", "utf8")) as { readonly name: string };
  // The configuration of this project is an object.
  const config = parse(await readFile("spec/codegen.yaml", "utf8")) as Readonly<Record<string, unknown>>;
  const { base, openapi, asyncapi, assumptions, clashes, substitutions } = config;
  const { brand } = substitutions as { readonly brand: string }; // of this project's own configuration
  let facts: PageFacts = { brand, package: name, routes: {}, assumptions: {} };
  const emit = (model: Model) => {
    const named: Named = new Map(model.schemas.map((one) => [one.name, one.schema]));
    facts = {
      brand,
      package: name,
      routes: Object.fromEntries(model.operations.map((one) => [one.id, routeOf(one, named)])),
      assumptions: Object.fromEntries(
        model.assumptions
          .filter(({ scopes }) => scopes.includes("sandbox"))
          .map(({ name: key, unknown, alternatives }) => [
            key,
            { says: unknown, means: Object.fromEntries(alternatives.map((one) => [one.value, one.meaning])) },
          ]),
      ),
    };
    return [];
  };
  const inputs = { base, openapi, asyncapi, assumptions, clashes, substitutions };
  // What the file of the configuration says is checked by the generator.
  await generate({ folder: "spec", ...(inputs as object), emitters: [{ name: "page", emit }] });
  return facts;
}
