import { relative, sep } from "node:path";
import { isRecord, pointerTokens } from "../../codegen/load/pointer.js";
import type { Located } from "../../codegen/load/files.js";
import type { SourceFile } from "../../codegen/load/source.js";
import type { Compared, Drift } from "./drift.js";
import { jsonType, type Shape } from "./shape.js";
import { shapesOf } from "./points.js";

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
const SEEN = "came in answers; no document states it";

/** Overlays (OpenAPI Overlay 1.0), one for each file, that add to a description what came beyond it. */
export function overlaysOf(compared: Compared, folder: string): readonly Overlay[] {
  const byFile = new Map<SourceFile, Map<string, Action>>();
  const add = ({ origin }: Located, action: Action): void => {
    const { file, pointer } = origin.file.written(origin.pointer);
    const actions = byFile.get(file) ?? new Map<string, Action>();
    byFile.set(file, actions);
    const target = jsonPath(pointer) + action.target;
    actions.set(`${target} ${JSON.stringify(action.update ?? {})}`, { ...action, target });
  };
  for (const drift of compared.drift) {
    const action = actionOf(drift);
    if (drift.owner !== undefined && action !== undefined) add(drift.owner, action);
  }
  for (const { schema, shape } of shapesOf(compared.met).values()) {
    const action = typing(schema.value, shape);
    if (action !== undefined) add(schema, action);
  }
  return [...byFile]
    .map(([file, actions]) => ({ name: nameOf(file), document: documentOf(file, [...actions.values()], folder) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function documentOf(file: SourceFile, actions: readonly Action[], folder: string): object {
  return {
    overlay: "1.0.0",
    info: { title: `What came beyond ${file.label}`, version: "1.0.0" },
    extends: relative(folder, file.path).split(sep).join("/"),
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
function actionOf({ kind, place, says, name = "", shape, owner }: Drift): Action | undefined {
  const description = `${place} ${says}`;
  const held = isRecord(owner?.value) ? owner.value : {};
  if (kind === "field" && shape !== undefined)
    return { target: "", description, update: { properties: { [name]: marked(shape) } } };
  if (kind === "missing" && Array.isArray(held["required"]))
    return { target: `.required[?@ == ${JSON.stringify(name)}]`, description, remove: true };
  if (kind === "type" && "type" in held) {
    const type = Array.isArray(held["type"]) ? [name] : [held["type"], name]; // lists are joined
    return { target: "", description, update: { type } };
  }
  if (kind === "status")
    return { target: "", description, update: { responses: { [name]: { description: SEEN, ...contentOf(shape) } } } };
  if (kind === "media" && owner !== undefined) {
    const content = shape === undefined ? { content: { [name]: {} } } : contentOf(shape);
    return { target: "", description, update: content };
  }
  return undefined;
}

const contentOf = (shape: Shape | undefined): object =>
  shape === undefined ? {} : { content: { "application/json": { schema: marked(shape) } } };

const SAID = ["type", "$ref", "oneOf", "anyOf", "allOf", "enum", "const", "properties"];

/** The type of a schema that is marked for having none. */
function typing(schema: unknown, shape: Shape): Action | undefined {
  if (!isRecord(schema) || schema["x-undocumented"] === undefined) return undefined;
  if (SAID.some((keyword) => keyword in schema)) return undefined;
  const { properties: _properties, ...update } = schemaOf(shape);
  return { target: "", description: "its type, which is not stated", update };
}

const marked = (shape: Shape): object => ({ ...schemaOf(shape), "x-undocumented": SEEN });

/** A schema for all that had this shape. Nothing is required: what did not come yet may be left out. */
function schemaOf({ types, kinds, items }: Shape): Readonly<Record<string, unknown>> {
  const [type, ...others] = [...new Set(types.map(jsonType))].sort();
  const fields = Object.values(kinds ?? {}).flatMap((one) => Object.entries(one));
  const named = fields.filter(([name]) => name !== "*").map(([name, one]) => [name, schemaOf(one)] as const);
  const values = fields.find(([name]) => name === "*")?.[1];
  return {
    type: others.length === 0 ? type : [type, ...others],
    ...(named.length === 0 ? {} : { properties: Object.fromEntries(named) }),
    ...(values === undefined ? {} : { additionalProperties: schemaOf(values) }),
    ...(items === undefined ? {} : { items: schemaOf(items) }),
  };
}
