import type { FileSet, Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import type { Origin } from "../load/problems.js";
import type { Resource } from "../load/resources.js";
import { walk } from "../load/walk.js";

/** For each dynamic anchor that was passed on the way in, the outermost place that carries it. */
export type Scope = ReadonlyMap<string, Origin>;

/** The outermost schema that a place of an API description lies in: nothing around it is a schema. */
const OUTERMOST = /^(?:\/components\/schemas\/[^/]+|.*?\/(?:schema|itemSchema|payload|headers)(?=\/|$))/;

/** Whether an anchor of a resource counts at a place. A description of an API is not a schema: those in it are. */
function isAround({ pointer, file: { data } }: Resource, anchor: string, origin: Origin): boolean {
  const isApi = pointer === "" && isRecord(data) && ["openapi", "swagger", "asyncapi"].some((key) => key in data);
  const [around = ""] = (isApi ? OUTERMOST.exec(anchor) : undefined) ?? [];
  return around === "" || origin.pointer === around || origin.pointer.startsWith(`${around}/`);
}

/**
 * `$dynamicRef` asks at run time which anchor was met first. Who refers to whom is known here, so each way in that
 * makes a difference gets a schema of its own, and nothing is left to ask.
 */
export class DynamicScopes {
  readonly #files: FileSet;
  readonly #reaches = new Map<string, boolean>();

  constructor(files: FileSet) {
    this.#files = files;
  }

  /** The scope after going into the resource of a place. */
  enter(scope: Scope, origin: Origin): Scope {
    if (!origin.file.mentions("$dynamicAnchor")) return scope;
    const resource = this.#files.resourceOf(origin);
    const fresh = [...resource.dynamicAnchors].flatMap(([name, places]) => {
      const pointer = scope.has(name) ? undefined : places.findLast((place) => isAround(resource, place, origin));
      return pointer === undefined ? [] : [[name, { file: resource.file, pointer }] as const];
    });
    return fresh.length === 0 ? scope : new Map([...scope, ...fresh]);
  }

  /** What a dynamic reference means in a scope. `found` is what it means by itself. */
  dynamic(found: Located, scope: Scope): Located {
    const anchor = isRecord(found.value) ? found.value["$dynamicAnchor"] : undefined;
    const outermost = typeof anchor === "string" ? scope.get(anchor) : undefined;
    if (outermost === undefined) return found;
    return this.#files.find(`#${outermost.pointer}`, { file: outermost.file, pointer: "" }) ?? found;
  }

  /** What `$recursiveRef` means, a word of an older draft: the schema around it that says it may be meant. */
  recursive({ file, pointer }: Origin): Located | undefined {
    for (let end = pointer.length; end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf("/", end - 1)) {
      const found = this.#files.find(`#${pointer.slice(0, end)}`, { file, pointer: "" });
      if (isRecord(found?.value) && found.value["$recursiveAnchor"] === true) return found;
    }
    return undefined;
  }

  /** True where the way in changes what the schema means. */
  isSpecial(located: Located, scope: Scope): boolean {
    if (scope.size === 0) return false;
    const alone = this.enter(new Map(), located.origin);
    return this.key(alone) !== this.key(scope) && this.#reachesDynamic(located, new Set());
  }

  key(scope: Scope): string {
    return [...scope]
      .map(([name, { file, pointer }]) => `${name}=${file.path}#${pointer}`)
      .sort()
      .join(" ");
  }

  /** Whether a schema, or one that it refers to, uses a dynamic reference. */
  #reachesDynamic(located: Located, seen: Set<string>): boolean {
    const place = `${located.origin.file.path}#${located.origin.pointer}`;
    const known = this.#reaches.get(place);
    if (known !== undefined) return known;
    if (seen.has(place)) return false;
    seen.add(place);
    let found = false;
    walk(located.value, located.origin.pointer, (node, pointer) => {
      if (found || typeof node["$dynamicRef"] === "string") found = true;
      else if (typeof node["$ref"] === "string") {
        const target = this.#files.find(node["$ref"], { file: located.origin.file, pointer });
        if (target !== undefined && this.#reachesDynamic(target, seen)) found = true;
      }
    });
    if (found || seen.size === 1) this.#reaches.set(place, found);
    return found;
  }
}

/** A reference and nothing else that counts: an anchor is a place, not a rule. */
export function isBare(value: unknown): boolean {
  return (
    isRecord(value) &&
    "$ref" in value &&
    Object.keys(value).every((key) => key === "$ref" || /^\$(dynamicA|a)nchor$/.test(key))
  );
}
