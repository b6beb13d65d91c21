import type { Equivalent } from "./equivalents.js";

const GROUPS = "codegen/emit/groups.ts";
const UNDOCUMENTED = "codegen/emit/undocumented.ts";

/** The same of what types and tables are emitted as. */
export const typesEquivalents: readonly Equivalent[] = [
  {
    file: GROUPS,
    mutator: "EqualityOperator",
    was: "a < b",
    now: "a <= b",
    why: "no two groups have the same name",
  },
  {
    file: UNDOCUMENTED,
    mutator: "EqualityOperator",
    was: "a.where < b.where",
    now: "a.where <= b.where",
    why: "a place has one mark, which has no reason twice",
  },
];
