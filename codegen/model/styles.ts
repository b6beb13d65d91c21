import { isRecord } from "../../runtime/base/values.js";
import { partsOf, typesOf } from "./keywords.js";
import type { Parameter, Schema } from "./model.js";

type LookUp = { get(name: string): Schema | undefined };

/** How a parameter is written, as far as its values leave a choice: a text or a number is the same in most styles. */
export function writingOf(
  value: Readonly<Record<string, unknown>>,
  place: Parameter["in"],
  schema: Schema,
  schemas: LookUp,
): Pick<Parameter, "repeated" | "style"> {
  const plain = { repeated: false };
  const form = place === "query" || place === "cookie";
  const given = value["style"] === "cookie" ? "form" : value["style"]; // they differ in what is escaped
  const style = given ?? (form ? "form" : "simple");
  const anything = form && isUntyped(schema, schemas);
  const list = anything || mayBe("array", schema, schemas);
  const object = anything || mayBe("object", schema, schemas);
  if (isRecord(value["content"])) {
    return Object.keys(value["content"]).some((type) => /json/i.test(type))
      ? { repeated: false, style: "json" }
      : plain;
  }
  const explode = value["explode"] ?? style === "form";
  if (style === "label" || style === "matrix")
    return { repeated: false, style: explode === true ? `${style}Exploded` : style };
  if (!form) return object ? { repeated: false, style: explode === true ? "simpleExploded" : "simple" } : plain;
  if (style === "deepObject") return object || list ? { repeated: false, style } : plain;
  if (!object && !list) return plain;
  if (value["x-style"] === "tabDelimited") return { repeated: false, style: "tabDelimited" };
  if (explode === true) return object ? { repeated: list, style: "exploded" } : { repeated: true };
  if (style === "spaceDelimited" || style === "pipeDelimited") return { repeated: false, style };
  return object ? { repeated: false, style: "form" } : plain;
}

/** Keywords that say nothing of what a value may be. */
const NOTES = new Set(["title", "description", "default", "example", "examples", "deprecated", "$comment"]);

/** Whether a schema allows anything. */
function isUntyped(schema: Schema, schemas: LookUp, seen: ReadonlySet<string> = new Set()): boolean {
  if (typeof schema === "boolean") return schema;
  const { $ref: reference } = schema;
  if (typeof reference === "string" && !seen.has(reference))
    return isUntyped(schemas.get(reference) ?? true, schemas, new Set([...seen, reference]));
  return Object.keys(schema).every((key) => NOTES.has(key) || key.startsWith("x-"));
}

/** Whether a value of the schema may be of a type that is written in different ways. */
function mayBe(
  type: "array" | "object",
  schema: Schema,
  schemas: LookUp,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (typeof schema === "boolean" || "const" in schema || "enum" in schema) return false;
  const types = typesOf(schema);
  if (types.length > 0) return types.includes(type);
  if (
    (type === "array" ? ["items", "prefixItems"] : ["properties", "additionalProperties"]).some((key) => key in schema)
  ) {
    return true;
  }
  const reference = schema["$ref"];
  if (typeof reference === "string" && !seen.has(reference)) {
    if (mayBe(type, schemas.get(reference) ?? true, schemas, new Set([...seen, reference]))) return true;
  }
  return partsOf(schema, true).some((part) => mayBe(type, part, schemas, seen));
}
