import { isRecord } from "../../runtime/base/values.js";
import { isLines } from "../model/bodies.js";
import { textOf } from "../model/keywords.js";
import type { OperationModel, Schema } from "../model/model.js";
import type { Reference } from "./reference.js";

/** A call of the generated function of an operation, from the examples of the description. */
export function callSnippet(reference: Reference, operation: OperationModel): string {
  const { functionName: name, stream, accept = "" } = operation;
  const imports = new Set([name]);
  const fields = [...parameterFields(reference, operation, imports), ...bodyFields(reference, operation, imports)];
  const params = fields.length === 0 ? "{}" : `{\n${fields.map((field) => `  ${field},`).join("\n")}\n}`;
  return [
    `import { ${[...imports].sort().join(", ")} } from "${reference.module}";`,
    "",
    isLines(accept)
      ? `for await (const item of ${name}(client, ${params})) console.log(item);`
      : `const ${stream ? "stream" : "result"} = await ${name}(client, ${params});`,
  ].join("\n");
}

function parameterFields(reference: Reference, operation: OperationModel, imports: Set<string>): string[] {
  const { parameters: shown } = reference.shown(operation);
  const examples = new Map(
    (Array.isArray(shown) ? shown.filter(isRecord) : []).map((one) => [String(one["name"]), one["example"]]),
  );
  return operation.parameters
    .filter(({ required }) => required)
    .map(
      ({ name, wireName, schema }) => `${key(name)}: ${valueText(reference, schema, examples.get(wireName), imports)}`,
    );
}

function bodyFields(reference: Reference, operation: OperationModel, imports: Set<string>): string[] {
  const { body } = operation;
  if (body === undefined) return [];
  const example = bodyExample(reference, operation);
  if (!body.flat) return [`body: ${literal(example ?? {}, 2)}`];
  const properties = propertiesOf(reference, body.schema);
  const given = isRecord(example) ? example : {};
  return Object.entries(given).map(
    ([name, value]) => `${key(name)}: ${valueText(reference, properties[name] ?? true, value, imports)}`,
  );
}

function bodyExample(reference: Reference, operation: OperationModel): unknown {
  const { requestBody } = reference.shown(operation);
  const content = isRecord(requestBody) && isRecord(requestBody["content"]) ? requestBody["content"] : {};
  const [media] = Object.values(content);
  return exampleOf(media);
}

/** The first example of a media type. */
export function exampleOf(media: unknown): unknown {
  if (!isRecord(media)) return undefined;
  const [first] = Object.values(isRecord(media["examples"]) ? media["examples"] : {});
  return isRecord(first) ? first["value"] : media["example"];
}

function propertiesOf(reference: Reference, schema: Schema): Readonly<Record<string, Schema>> {
  const target = targetOf(reference, schema);
  const properties = isRecord(target) ? target["properties"] : undefined;
  // The model holds nothing but schemas there.
  return isRecord(properties) ? (properties as Record<string, Schema>) : {};
}

function targetOf(reference: Reference, schema: Schema): Schema {
  const name = isRecord(schema) ? textOf(schema, "$ref") : undefined;
  return name === undefined ? schema : (reference.schemas.get(name)?.schema ?? schema);
}

/** A value as source text; ids go through the function that makes them. */
function valueText(reference: Reference, schema: Schema, example: unknown, imports: Set<string>): string {
  const target = targetOf(reference, schema);
  const brand = isRecord(target) ? textOf(target, "x-brand") : undefined;
  const value = example ?? (Array.isArray(example) ? [] : "…");
  if (brand === undefined) return literal(value, 2);
  imports.add(`as${brand}`);
  return `as${brand}(${literal(value, 2)})`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A value as source text, keys without quotes where they need none. */
function literal(value: unknown, indent: number): string {
  const pad = " ".repeat(indent);
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, indent)).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "undefined";
  const fields = Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item, indent + 2)}`);
  const short = `{ ${fields.join(", ")} }`;
  if (fields.length === 0) return "{}";
  return short.length < 80 && !short.includes("\n")
    ? short
    : `{\n${fields.map((field) => `${pad}  ${field},`).join("\n")}\n${pad}}`;
}
