import { pathToFileURL } from "node:url";
import { isRemote, type SourceFile } from "./source.js";
import { walk } from "./walk.js";

/** A schema resource: a file, or a part of one that has an `$id` of its own. */
export interface Resource {
  readonly uri: string;
  readonly file: SourceFile;
  /** Pointer of its root in the file. */
  readonly pointer: string;
  /** Pointers, in the file, of what `$anchor` and `$dynamicAnchor` name. */
  readonly anchors: ReadonlyMap<string, string>;
  /** The same for `$dynamicAnchor` alone, every place of a name: schemas of one document may use it each for itself. */
  readonly dynamicAnchors: ReadonlyMap<string, readonly string[]>;
}

interface Draft extends Resource {
  readonly anchors: Map<string, string>;
  readonly dynamicAnchors: Map<string, readonly string[]>;
}

/** The schema resources of one file, the file itself first. */
export class Resources {
  readonly byUri = new Map<string, Resource>();
  readonly #list: Draft[] = [];

  /** `plain`: the file is written by rules that know no `$id` and no anchors. */
  constructor(file: SourceFile, plain = false) {
    const uri = isRemote(file.path) ? file.path : pathToFileURL(file.path).href;
    this.#add({ uri, file, pointer: "", anchors: new Map(), dynamicAnchors: new Map() });
    if (plain || !["$id", "$anchor", "$dynamicAnchor"].some((keyword) => file.mentions(keyword))) return;
    walk(file.data, "", (node, pointer) => {
      const id = node["$id"];
      const base = this.#nearest(pointer).uri;
      if (typeof id === "string" && URL.canParse(id, base)) {
        const [uri] = splitFragment(new URL(id, base).href);
        this.#add({ uri, file, pointer, anchors: new Map(), dynamicAnchors: new Map() });
      }
      for (const keyword of ["$anchor", "$dynamicAnchor"] as const) {
        const name = node[keyword];
        if (typeof name !== "string") continue;
        const resource = this.#nearest(pointer);
        resource.anchors.set(name, pointer);
        if (keyword !== "$dynamicAnchor") continue;
        resource.dynamicAnchors.set(name, [...(resource.dynamicAnchors.get(name) ?? []), pointer]);
      }
    });
  }

  /** The innermost resource that a pointer lies in. */
  baseOf(pointer: string): Resource {
    return this.#nearest(pointer);
  }

  #nearest(pointer: string): Draft {
    let best = this.#list[0];
    for (const resource of this.#list) {
      const inside = pointer === resource.pointer || pointer.startsWith(`${resource.pointer}/`);
      if (inside && (best === undefined || resource.pointer.length >= best.pointer.length)) best = resource;
    }
    if (best === undefined) throw new Error("unreachable: the file itself is a resource");
    return best;
  }

  #add(resource: Draft): void {
    this.#list.push(resource);
    this.byUri.set(resource.uri, resource);
  }
}

/** An absolute URI without its fragment, and the fragment without its hash. */
export function splitFragment(uri: string): readonly [address: string, fragment: string] {
  const hash = uri.indexOf("#");
  return hash === -1 ? [uri, ""] : [uri.slice(0, hash), uri.slice(hash + 1)];
}
