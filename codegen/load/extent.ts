import { type Document, isAlias, isMap, isNode, isScalar, isSeq } from "yaml";

/** How much a document of YAML comes to. */
export interface Extent {
  /** Values, those that aliases stand for counted each time. */
  readonly values: number;
  /** Where keys stand that their map has already. */
  readonly repeated: readonly number[];
  /** Where the first value begins that lies below too many others. */
  readonly deep: number | undefined;
}

/** Measures a document before anything is made of it: a kilobyte of aliases can stand for more than there is memory. */
export function extentOf(document: Document.Parsed, mostLevels: number): Extent {
  const repeated: number[] = [];
  let deep: number | undefined;
  const anchors = new Map<string, number>();
  const measure = (node: unknown, level: number): number => {
    if (level > mostLevels && isNode(node)) deep ??= node.range?.[0] ?? 0;
    if (deep !== undefined) return 1;
    if (isAlias(node)) return anchors.get(node.source) ?? 1;
    let values = 1;
    if (isMap(node)) {
      const keys = new Set<unknown>();
      for (const { key, value } of node.items) {
        values += measure(value, level + 1);
        if (!isScalar(key) || isMerge(key.value)) continue;
        if (keys.has(key.value)) repeated.push(key.range?.[0] ?? 0);
        keys.add(key.value);
      }
    } else if (isSeq(node)) {
      for (const item of node.items) values += measure(item, level + 1);
    }
    if (hasAnchor(node)) anchors.set(node.anchor, values);
    return values;
  };
  const values = measure(document.contents, 0);
  return { values, repeated, deep };
}

const isMerge = (key: unknown): boolean => key === "<<" || typeof key === "symbol";

function hasAnchor(node: unknown): node is { readonly anchor: string } {
  return typeof node === "object" && node !== null && "anchor" in node && typeof node.anchor === "string";
}
