import type { FileSet, Located } from "../load/files.js";
import { leadsNowhere } from "../load/missing.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import type { Origin, Problems } from "../load/problems.js";
import type { Selection } from "./filter.js";
import type { NameRegistry } from "./names.js";
import type { SchemaCollector } from "./schemas.js";

/** Everything that reading a document needs. */
export interface ReadContext {
  readonly files: FileSet;
  readonly problems: Problems;
  readonly names: NameRegistry;
  readonly schemas: SchemaCollector;
  /** What to do when a body field and another parameter share a name. */
  readonly clashes: "settle" | "quiet" | "nest" | "error";
  /** Whether the parameters of a call are one flat object, or one object for each place. */
  readonly params: "flat" | "grouped";
  /** Which operations are read. */
  readonly selection: Selection;
  /** Ids of operations that are taken. */
  readonly ids: Set<string>;
  /** Names to use instead of those that would be made, by place or operationId. */
  readonly rename: Readonly<Record<string, string>>;
  /** True when the document asks for a credential unless an operation says otherwise. */
  readonly secured: boolean;
}

/** Follows references until something else stands there. */
export function follow(context: ReadContext, located: Located): Located | undefined {
  let current = located;
  for (let hops = 0; hops < 100; hops++) {
    const reference = isRecord(current.value) ? current.value["$ref"] : undefined;
    if (typeof reference !== "string") return current;
    const next = context.files.find(reference, current.origin);
    if (next === undefined) return leadsNowhere(context, reference, current.origin);
    current = next;
  }
  context.problems.unsupported(located.origin, "references run in a circle", "Let one of them name a definition.");
  return undefined;
}

/** A child of a located object, references followed. */
export function child(context: ReadContext, parent: Located, ...tokens: (string | number)[]): Located | undefined {
  let current: Located | undefined = parent;
  for (const token of tokens) {
    const value: unknown = current.value;
    let next: unknown;
    if (Array.isArray(value)) next = value[Number(token)];
    else if (isRecord(value) && Object.hasOwn(value, token)) next = value[token];
    if (next === undefined) return undefined;
    const origin: Origin = { file: current.origin.file, pointer: childPointer(current.origin.pointer, token) };
    current = follow(context, { value: next, origin });
    if (current === undefined) return undefined;
  }
  return current;
}

/** The object at a place; empty where something else, or nothing, stands. */
export function record(located: Located | undefined): Readonly<Record<string, unknown>> {
  return located !== undefined && isRecord(located.value) ? located.value : {};
}

/** True for a reference and nothing besides. */
export function isReference(value: unknown): boolean {
  return isRecord(value) && typeof value["$ref"] === "string" && Object.keys(value).length === 1;
}

/** A text, trimmed; empty where something else stands. */
export function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The schema under a key, its reference kept: a schema's name is part of what it says. */
export function schemaAt(owner: Located, key: string): Located | undefined {
  const value = record(owner)[key];
  if (value === undefined) return undefined;
  return { value, origin: { file: owner.origin.file, pointer: childPointer(owner.origin.pointer, key) } };
}
