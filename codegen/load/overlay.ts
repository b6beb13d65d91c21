import { optional } from "./optional.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "./pointer.js";
import type { Origin, Problems } from "./problems.js";
import type { SourceFile } from "./source.js";

/** A part of a document that can be changed. */
type Node = Record<string, unknown> | unknown[];
type Fields = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const isObject = (value: unknown): value is Record<string, unknown> => isNode(value) && !Array.isArray(value);

/**
 * Applies overlays (OpenAPI Overlay 1.0) to a document, one after the other and each action to what those before it
 * left. What an overlay brings keeps its place there, and what it moves keeps the place it had.
 */
export async function applyOverlays(
  document: SourceFile,
  overlays: readonly SourceFile[],
  problems: Problems,
): Promise<void> {
  if (overlays.length === 0) return;
  const patch = new Patch(document);
  for (const overlay of overlays) await new Overlay(overlay, problems).apply(patch);
  patch.finish();
}

class Overlay {
  readonly #file: SourceFile;
  readonly #problems: Problems;

  constructor(file: SourceFile, problems: Problems) {
    this.#file = file;
    this.#problems = problems;
  }

  async apply(patch: Patch): Promise<void> {
    const { data } = this.#file;
    const { overlay: version, actions } = isRecord(data) ? data : {};
    if (!/^1\.\d/.test(String(version)))
      return this.#error("", `this is no overlay: it says \`overlay: ${String(version)}\``, "Understood is Overlay 1.");
    if (!Array.isArray(actions) || actions.length === 0)
      return this.#error("", "this overlay has no `actions`", "Write a list of them, each with a target.");
    const needed = { name: "json-p3", what: "an overlay", origin: { file: this.#file, pointer: "" } };
    const library = await optional({ ...needed, problems: this.#problems }, () => import("json-p3"));
    if (library === undefined) return;
    for (const [index, action] of actions.entries()) {
      const pointer = `/actions/${index}`;
      const { target, update, remove } = isRecord(action) ? action : {};
      if (typeof target !== "string") {
        this.#error(pointer, "this action has no `target`", "Write a JSONPath, such as `$.paths`.");
        continue;
      }
      let locations: readonly (readonly (string | number)[])[];
      try {
        locations = library.jsonpath.query(target, patch.data as never).locations(); // plain data, whatever it is
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#error(`${pointer}/target`, `${target} is no JSONPath: ${reason}`, "See RFC 9535.");
        continue;
      }
      if (locations.length === 0) this.#unmatched(`${pointer}/target`, target);
      if (remove === true) patch.remove(locations);
      else if (isRecord(action) && "update" in action)
        for (const location of locations)
          this.#update(patch, location, { value: update, pointer: `${pointer}/update` });
      else this.#error(pointer, "this action has neither `update` nor `remove: true`", "Add one of them.");
    }
  }

  #update(patch: Patch, location: readonly (string | number)[], update: { value: unknown; pointer: string }): void {
    const origin = { file: this.#file, pointer: update.pointer };
    const target = patch.at(location);
    if (Array.isArray(target)) return patch.join(target, update.value, origin);
    if (isObject(target) && isRecord(update.value)) return patch.merge(target, update.value, origin);
    const where = location.length === 0 ? "the document" : location.join(".");
    if (isObject(target))
      return this.#error(update.pointer, `${where} is an object and cannot be updated with this`, "Write an object.");
    const message = `${where} is neither an object nor a list, and cannot be updated by itself`;
    this.#error(update.pointer, message, "Select what holds it, and update that with an object.");
  }

  #unmatched(pointer: string, target: string): void {
    const origin = { file: this.#file, pointer };
    this.#problems.violation(origin, `nothing matches ${target}`, "Correct the target, or take the action out.");
  }

  #error(pointer: string, message: string, advice: string): void {
    this.#problems.error({ file: this.#file, pointer }, message, advice);
  }
}

/** A copy of a document that is changed, and where each part of it came from. */
class Patch {
  data: unknown;
  readonly #document: SourceFile;
  /** Where objects and lists came from. */
  readonly #nodes = new WeakMap<Node, Origin>();
  /** Where single fields came from that are neither. */
  readonly #fields = new WeakMap<Node, Map<string, Origin>>();

  constructor(document: SourceFile) {
    this.#document = document;
    this.data = this.#copy(document.data, { file: document, pointer: "" });
  }

  at(location: readonly (string | number)[]): unknown {
    return location.reduce<unknown>((value, key) => (isNode(value) ? (value as Fields)[key] : undefined), this.data);
  }

  /** Takes out what stands at these places, the last first, so that no place is moved before its turn. */
  remove(locations: readonly (readonly (string | number)[])[]): void {
    for (const location of [...locations].reverse()) {
      const key = location.at(-1);
      const owner = this.at(location.slice(0, -1));
      if (key === undefined || !isNode(owner)) continue;
      if (Array.isArray(owner)) owner.splice(Number(key), 1);
      else delete owner[key];
    }
  }

  /** Adds an entry to a list, or every entry of another list. */
  join(target: unknown[], value: unknown, origin: Origin): void {
    if (!Array.isArray(value)) return this.append(target, value, origin);
    for (const [index, item] of value.entries())
      this.append(target, item, { file: origin.file, pointer: childPointer(origin.pointer, index) });
  }

  append(target: unknown[], value: unknown, origin: Origin): void {
    this.#note(target, target.length, origin);
    target.push(this.#copy(value, origin));
  }

  /** Objects are merged field by field, lists are joined, and anything else is replaced. */
  merge(target: Record<string, unknown>, update: Fields, origin: Origin): void {
    for (const [key, value] of Object.entries(update)) {
      const from = { file: origin.file, pointer: childPointer(origin.pointer, key) };
      const known = Object.hasOwn(target, key) ? target[key] : undefined;
      if (isRecord(known) && isRecord(value))
        this.merge(known as Record<string, unknown>, value, from); // a copy of ours
      else if (Array.isArray(known) && Array.isArray(value))
        for (const [index, item] of value.entries())
          this.append(known, item, { file: from.file, pointer: childPointer(from.pointer, index) });
      else {
        this.#note(target, key, from);
        define(target, key, this.#copy(value, from));
      }
    }
  }

  /** Puts the result in the place of the document, with the places that are not what they seem. */
  finish(): void {
    const moved = new Map<string, Origin>();
    const visit = (value: unknown, pointer: string, expected: Origin): void => {
      const origin = (isNode(value) ? this.#nodes.get(value) : undefined) ?? expected;
      if (origin.file !== expected.file || origin.pointer !== expected.pointer) moved.set(pointer, origin);
      if (!isNode(value)) return;
      const fields = this.#fields.get(value);
      for (const [key, item] of Object.entries(value)) {
        const inside = { file: origin.file, pointer: childPointer(origin.pointer, key) };
        const own = isNode(item) ? undefined : fields?.get(key);
        const below = childPointer(pointer, key);
        if (own !== undefined) moved.set(below, own);
        visit(item, below, own ?? inside);
      }
    };
    visit(this.data, "", { file: this.#document, pointer: "" });
    this.#document.replace(this.data);
    this.#document.redirect(moved);
  }

  #note(owner: Node, key: string | number, origin: Origin): void {
    const fields = this.#fields.get(owner) ?? new Map<string, Origin>();
    this.#fields.set(owner, fields.set(String(key), origin));
  }

  #copy(value: unknown, origin: Origin): unknown {
    if (!isNode(value)) return value;
    const inside = (key: string | number): Origin => ({
      file: origin.file,
      pointer: childPointer(origin.pointer, key),
    });
    let copy: Node;
    if (Array.isArray(value)) copy = value.map((item, index) => this.#copy(item, inside(index)));
    else {
      copy = {};
      for (const [key, item] of Object.entries(value)) define(copy, key, this.#copy(item, inside(key)));
    }
    this.#nodes.set(copy, origin);
    return copy;
  }
}

/** Sets a field, whatever it is called. */
function define(owner: object, key: string, value: unknown): void {
  Object.defineProperty(owner, key, { value, writable: true, enumerable: true, configurable: true });
}
