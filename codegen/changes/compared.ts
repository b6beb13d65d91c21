import type { Located } from "../load/files.js";
import type { Origin } from "../load/problems.js";
import type { Report, Values } from "./finding.js";
import type { Direction, SchemaRuleId } from "./rules.js";
import type { Reading, View } from "./view.js";

/** A schema in the one document and what stands in its place in the other. */
export type LocatedPair = readonly [before: Located, after: Located];

/** What comparing two schemas needs. */
export interface SchemaContext {
  readonly readings: readonly [before: Reading, after: Reading];
  readonly direction: Direction;
  readonly subject: string;
  /** True where clients decode variants that they do not know. */
  readonly decoded: boolean;
  readonly report: Report;
  /** True where values are written as plain text: a number and the string of its digits are the same. */
  readonly textual: boolean;
  /** Takes what a reference leads to, which is compared by itself. */
  readonly visit: (pair: LocatedPair) => void;
}

/** A pair of schemas on its way through the comparison. */
export interface Compared {
  readonly context: SchemaContext;
  readonly before: View;
  readonly after: View;
  readonly at: string;
  /** Compares parts of the two, which lie one step further inside. */
  readonly parts: (pair: LocatedPair, step?: string) => void;
  readonly say: (rule: SchemaRuleId, values?: Values, origins?: Partial<Record<"before" | "after", Origin>>) => void;
}
