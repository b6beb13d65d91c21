import { type Document, isAlias, isMap, isScalar, isSeq } from "yaml";

/** How much a document of YAML comes to. */
export interface Extent {
  /** Values, those that aliases stand for counted each time. */
  readonly values: number;
  /** Where keys stand that their map has already. */
  readonly repeated: readonly number[];
}

/** Measures a document before anything is made of it: a kilobyte of aliases can stand for more than there is memory. */
export function extentOf(document: Document.Parsed): Extent {
  const repeated: number[] = [];
  const anchors = new Map<string, number>();
  const measure = (node: unknown): number => {
    if (isAlias(node)) return anchors.get(node.source) ?? 1;
    let values = 1;
    if (isMap(node)) {
      const keys = new Set<unknown>();
      for (const { key, value } of node.items) {
        values += measure(value);
        if (!isScalar(key) || isMerge(key.value)) continue;
        if (keys.has(key.value)) repeated.push(key.range?.[0] ?? 0);
        keys.add(key.value);
      }
    } else if (isSeq(node)) {
      for (const item of node.items) values += measure(item);
    }
    if (hasAnchor(node)) anchors.set(node.anchor, values);
    return values;
  };
  return { values: measure(document.contents), repeated };
}

const isMerge = (key: unknown): boolean => key === "<<" || typeof key === "symbol";

function hasAnchor(node: unknown): node is { readonly anchor: string } {
  return typeof node === "object" && node !== null && "anchor" in node && typeof node.anchor === "string";
}
