import { relative, sep } from "node:path";
import { isRecord } from "../../runtime/base/values.js";
import { pointerTokens } from "../../codegen/load/pointer.js";
import type { Located } from "../../codegen/load/files.js";
import { isRemote, type SourceFile } from "../../codegen/load/source.js";
import type { Compared, Drift } from "./drift.js";
import type { Dialect } from "../../codegen/model/tolerate.js";
import { ANY_KEY, DEEPER, jsonType, merged, type Shape } from "./shape.js";
import { placeOf, shapesOf } from "./points.js";

/** An overlay for one file of a description. */
export interface Overlay {
  /** A name for its file, made of that of the file that it changes. */
  readonly name: string;
  readonly document: object;
}

interface Action {
  readonly target: string;
  readonly description: string;
  readonly update?: object;
  readonly remove?: true;
}

/** Stands at all that comes from traffic and not from a document. */
const SEEN = "received in answers; no document states it";

/** Overlays (OpenAPI Overlay 1.0), one for each file, that add to a description what came beyond it. */
export function overlaysOf(compared: Compared, folder: string, dialect: Dialect): readonly Overlay[] {
  const byFile = new Map<SourceFile, Action[]>();
  const add = ({ origin }: Located, action: Action | undefined): void => {
    if (action === undefined) return;
    const { file, pointer } = origin.file.written(origin.pointer);
    byFile.set(file, [...(byFile.get(file) ?? []), { ...action, target: jsonPath(pointer) + action.target }]);
  };
  for (const lack of lacksOf(compared.drift)) add(lack.owner, actionOf(lack, dialect));
  for (const { schema, shape } of shapesOf(compared.met).values()) add(schema, typing(schema.value, shape, dialect));
  return [...byFile]
    .map(([file, actions]) => ({ name: nameOf(file), document: documentOf(file, actions, folder) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What one place of the description lacks, wherever that showed. */
interface Lack {
  readonly kind: Drift["kind"];
  readonly owner: Located;
  readonly says: string;
  /** Of a type all that came, else one. */
  readonly names: readonly string[];
  readonly shape: Shape | undefined;
}

function lacksOf(drift: readonly Drift[]): readonly Lack[] {
  const found = new Map<string, Lack>();
  for (const { kind, owner, name = "", place, says, shape } of drift) {
    if (owner === undefined) continue;
    const key = `${kind} ${placeOf(owner)} ${kind === "type" ? "" : name}`;
    const known = found.get(key);
    const shapes = [known?.shape, shape].flatMap((one) => one ?? []);
    found.set(key, {
      kind,
      owner,
      says: known === undefined ? `${place} ${says}` : known.says,
      names: [...new Set([...(known?.names ?? []), name])],
      shape: shapes.length === 0 ? undefined : shapes.reduce(merged),
    });
  }
  return [...found.values()];
}

function documentOf(file: SourceFile, actions: readonly Action[], folder: string): object {
  return {
    overlay: "1.0.0",
    info: { title: `What was received beyond ${file.label}`, version: "1.0.0" },
    extends: isRemote(file.path) ? file.path : relative(folder, file.path).split(sep).join("/"),
    actions: [...actions].sort((a, b) => (a.target < b.target ? -1 : 1)),
  };
}

const nameOf = ({ label }: SourceFile): string =>
  `${label.replace(/\.(ya?ml|json)$/, "").replace(/[^\w-]+/g, "-")}.overlay.yaml`;

/** The JSONPath of a pointer. */
const jsonPath = (pointer: string): string =>
  `$${pointerTokens(pointer)
    .map((token) => `[${JSON.stringify(token)}]`)
    .join("")}`;

/** What would make the description say what came; undefined where only a value would. */
function actionOf({ kind, owner, says, names, shape }: Lack, dialect: Dialect): Action | undefined {
  const [name = ""] = names;
  const held = isRecord(owner.value) ? owner.value : {};
  const act = (update: object | undefined): Action | undefined => update && { target: "", description: says, update };
  switch (kind) {
    case "field":
      return act(shape && { properties: { [name]: marked(shape, dialect) } });
    case "missing":
      if (!Array.isArray(held["required"])) return undefined;
      return { target: `.required[?@ == ${JSON.stringify(name)}]`, description: says, remove: true };
    case "type":
      return act(widened(held, names, dialect));
    case "status":
      return act({ responses: { [name]: { description: SEEN, ...contentOf(shape, dialect) } } });
    case "media":
      return act(shape === undefined ? { content: { [name]: {} } } : contentOf(shape, dialect));
    default:
      return undefined;
  }
}

/** A schema that takes other types, too. In OpenAPI 3.0 that can only be null. */
function widened({ type }: Readonly<Record<string, unknown>>, names: readonly string[], dialect: Dialect) {
  if (dialect === "3.0") return names.includes("null") ? { nullable: true } : undefined;
  if (type === undefined) return undefined;
  return { type: Array.isArray(type) ? names : [type, ...names] }; // lists are joined
}

const contentOf = (shape: Shape | undefined, dialect: Dialect): object =>
  shape === undefined ? {} : { content: { "application/json": { schema: marked(shape, dialect) } } };

const SAID = ["type", "$ref", "oneOf", "anyOf", "allOf", "enum", "const", "properties"];

/** The type of a schema that is marked for having none. */
function typing(schema: unknown, shape: Shape, dialect: Dialect): Action | undefined {
  if (!isRecord(schema) || schema["x-undocumented"] === undefined) return undefined;
  if (SAID.some((keyword) => keyword in schema)) return undefined;
  const { properties: _properties, ...update } = schemaOf(shape, dialect);
  return { target: "", description: "its type, which is not stated", update };
}

const marked = (shape: Shape, dialect: Dialect): object => ({ ...schemaOf(shape, dialect), "x-undocumented": SEEN });

/** A schema for all that had this shape. Nothing is required: what did not come yet may be left out. */
function schemaOf({ types, kinds, items }: Shape, dialect: Dialect): Readonly<Record<string, unknown>> {
  const inner = (shape: Shape): object => schemaOf(shape, dialect);
  const fields = new Map<string, Shape>();
  for (const [name, shape] of Object.values(kinds ?? {}).flatMap((one) => Object.entries(one))) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? shape : merged(known, shape));
  }
  const values = fields.get(ANY_KEY);
  fields.delete(ANY_KEY);
  const named = [...fields].map(([name, shape]) => [name, inner(shape)] as const);
  return {
    ...typeOf([...new Set(types.map(jsonType))].sort(), dialect),
    ...(named.length === 0 ? {} : { properties: Object.fromEntries(named) }),
    ...(values === undefined ? {} : { additionalProperties: inner(values) }),
    ...(items === undefined ? {} : { items: inner(items) }),
  };
}

/** The keyword for types. OpenAPI 3.0 knows one beside null; where there are others it says nothing. */
function typeOf(types: readonly string[], dialect: Dialect): object {
  const others = types.filter((type) => type !== "null");
  const isNull = others.length < types.length;
  const [only, ...more] = others;
  if (types.includes(DEEPER)) return {};
  if (dialect === "3.1") {
    const all = isNull ? [...others, "null"] : others; // null last, as people write it
    return { type: all.length === 1 ? all[0] : all };
  }
  return { ...(more.length === 0 && only !== undefined && { type: only }), ...(isNull && { nullable: true }) };
}
