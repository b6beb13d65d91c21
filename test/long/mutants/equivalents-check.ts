import type { Equivalent } from "./equivalents.js";

const ALL = "codegen/emit/index.ts";

/** The same of all that is emitted together. */
export const checkEquivalents: readonly Equivalent[] = [
  {
    file: ALL,
    mutator: "EqualityOperator",
    was: "a.path < b.path",
    now: "a.path <= b.path",
    why: "no two files have the same path",
  },
];
