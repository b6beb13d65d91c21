import { code, fence, fileName, plainText } from "../bundle/harmless.js";
import { blocks, codes, table } from "../bundle/markdown.js";
import { exclusiveGroups } from "../bundle/schema.js";
import { isRecord } from "../../runtime/base/values.js";
import { namesIn, reasonsOf, schemaMap, textOf, textsOf } from "../model/keywords.js";
import type { NamedSchema, Schema, SchemaObject } from "../model/model.js";
import { schemaType } from "../emit/schema-type.js";
import { isReceivedOnly } from "../emit/types.js";
import { marks } from "./parts.js";
import { type Page, pathTo, type Reference, typeWords } from "./reference.js";

/** One page for each named schema. */
export function schemaPages(reference: Reference): Page[] {
  const users = usersOf(reference);
  return reference.model.schemas.map((item) => ({
    path: `schemas/${item.name}.md`,
    text: schemaPage(reference, item, users.get(item.name) ?? []),
  }));
}

interface User {
  readonly title: string;
  readonly path: string;
}

/** Who refers to a schema: operations, messages and other schemas. */
function usersOf({ model }: Reference): ReadonlyMap<string, readonly User[]> {
  const found = new Map<string, User[]>();
  const add = (user: User, schemas: readonly Schema[]): void => {
    for (const name of new Set(schemas.flatMap((schema) => [...namesIn(schema)]))) {
      found.set(name, [...(found.get(name) ?? []), user]);
    }
  };
  for (const { functionName, parameters, body, answers } of model.operations) {
    const parts: readonly (Schema | undefined)[] = [
      ...parameters.map(({ schema }) => schema),
      body?.schema,
      ...answers.map(({ schema }) => schema),
    ];
    add(
      { title: functionName, path: `operations/${functionName}.md` },
      parts.filter((schema) => schema !== undefined),
    );
  }
  for (const { type, schemaName } of model.messages)
    add({ title: type, path: `events/${fileName(type)}.md` }, [{ $ref: schemaName }]);
  for (const { name, schema } of model.schemas) add({ title: name, path: `schemas/${name}.md` }, [schema]);
  return found;
}

function schemaPage(reference: Reference, item: NamedSchema, users: readonly User[]): string {
  const { name, schema, origin, sent, received } = item;
  const path = `schemas/${name}.md`;
  const object: SchemaObject = typeof schema === "boolean" ? {} : schema;
  const way = sent && received ? "Sent and received." : sent ? "Sent." : received ? "Received." : "";
  const used = users.filter((user) => user.path !== path);
  return blocks(
    `# ${name}`,
    textOf(object, "description") ?? textOf(object, "title"),
    ...marks({ undocumented: reasonsOf(object["x-undocumented"]), tensions: reasonsOf(object["x-tensions"]) }),
    way,
    valuesOf(object),
    bodyTables(reference, path, schema),
    "## Type",
    fence("ts", typeText(reference, item)),
    used.length === 0
      ? ""
      : blocks("## Used by", used.map((user) => `- [${plainText(user.title)}](${pathTo(path, user.path)})`).join("\n")),
    `Described in ${code(origin)}.`,
  );
}

function valuesOf(schema: SchemaObject): string {
  const values = schema["enum"];
  if (!Array.isArray(values)) return "";
  const open = schema["x-open"] === true;
  return `Values: ${codes(values.map(String))}. ${open ? "Others are possible." : "There are no others."}`;
}

function typeText(reference: Reference, item: NamedSchema): string {
  const context = {
    open: false,
    marked: !isReceivedOnly(item),
    reference: (name: string) => name,
    brand: (name: string) => name,
    lookUp: (name: string) => reference.schemas.get(name)?.schema,
  };
  const brand = typeof item.schema === "boolean" ? undefined : textOf(item.schema, "x-brand");
  if (brand === item.name) return `type ${item.name} = string & { … }; // made by as${item.name}()`;
  return `type ${item.name} = ${schemaType(item.schema, context)};`;
}

/** The fields of an object, or those of each variant of a union, as tables. */
export function bodyTables(reference: Reference, path: string, schema: Schema, depth = 0): string {
  if (typeof schema === "boolean" || depth > 3) return "";
  const name = textOf(schema, "$ref");
  if (name !== undefined) {
    const target = reference.schemas.get(name)?.schema;
    return depth === 0 && target !== undefined ? bodyTables(reference, path, target, depth + 1) : "";
  }
  const variants = ["oneOf", "anyOf"].flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : []));
  // Variants of a schema are schemas.
  const links = variants.map((variant) => typeWords(reference, path, variant as Schema));
  return blocks(
    links.length === 0 ? "" : `One of:\n\n${links.map((link) => `- ${link}`).join("\n")}`,
    fieldTable(reference, path, schema),
    ...groupNotes(schema),
  );
}

function groupNotes(schema: SchemaObject): string[] {
  const groups = exclusiveGroups(schema);
  return [
    groups.length === 0
      ? ""
      : `Only one of these groups may be sent: ${groups.map((group) => codes(group)).join("; or ")}.`,
    schema["x-at-least-one"] === true ? "At least one of them must be sent." : "",
  ];
}

function fieldTable(reference: Reference, path: string, schema: SchemaObject): string {
  const required = new Set(textsOf(schema, "required"));
  const rows = schemaMap(schema, "properties").map(([field, part]) => [
    code(field),
    typeWords(reference, path, part),
    required.has(field) ? "yes" : "no",
    fieldDescription(reference, part),
  ]);
  return table(["Field", "Type", "Required", "Description"], rows);
}

/** What a field is about; what its named schema says, where it says nothing itself. */
function fieldDescription(reference: Reference, schema: Schema): string {
  if (typeof schema === "boolean") return "";
  const name = textOf(schema, "$ref");
  const target = name === undefined ? undefined : reference.schemas.get(name)?.schema;
  const named = isRecord(target) ? target : {};
  const all = { ...named, ...schema };
  const notes = [
    ...reasonsOf(all["x-undocumented"]).map((reason) => `Not documented: ${reason}.`),
    ...reasonsOf(all["x-tensions"]).map((reason) => `Statements disagree: ${reason}.`),
  ];
  return [textOf(all, "description") ?? "", ...notes].join(" ").trim();
}
