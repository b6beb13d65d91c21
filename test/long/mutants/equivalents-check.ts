import type { Equivalent } from "./equivalents.js";

const CHECK = "codegen/check/check.ts";
const KINDS = "codegen/check/kinds.ts";
const ALL = "codegen/emit/index.ts";

/** The same of what a description is compared with, and of all that is emitted together. */
export const checkEquivalents: readonly Equivalent[] = [
  {
    file: CHECK,
    mutator: "ConditionalExpression",
    was: "fitting === undefined",
    now: "false",
    why: "one fits wherever the kind has the type of the value, which was asked before: it is there for the compiler",
  },
  {
    file: CHECK,
    mutator: "ConditionalExpression",
    was: "!isRecord(value)",
    now: "false",
    line: "if (!isRecord(value)) return;",
    why: "whatever else is left needs an object, which was asked before: it is there for the compiler",
  },
  {
    file: CHECK,
    mutator: "ConditionalExpression",
    was: "!Array.isArray(items)",
    now: "false",
    why: "only what is a list comes here: it is there for the compiler",
  },
  {
    file: CHECK,
    mutator: "ConditionalExpression",
    was: "isSettled(kind, item)",
    now: "false",
    why: "what is settled has nothing wrong with it when it is looked at once more: it is there for speed",
  },
  {
    file: CHECK,
    mutator: "ArrayDeclaration",
    was: "[]",
    now: '["Stryker was here"]',
    line: "#key(rule: KeyRule, key: string, at: Origin, known: readonly string[] = []): void {",
    why: "a name that no key comes near to is suggested as seldom as none",
  },
  {
    file: KINDS,
    mutator: "ConditionalExpression",
    was: 'typeof kind === "string"',
    now: "true",
    line: 'return typeof kind === "string" && Object.hasOwn(SCALARS, kind);',
    why: "an object is no name of a scalar: it is there for the compiler",
  },
  {
    file: ALL,
    mutator: "EqualityOperator",
    was: "a.path < b.path",
    now: "a.path <= b.path",
    why: "no two files have the same path",
  },
];
