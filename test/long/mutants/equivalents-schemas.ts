import type { Equivalent } from "./equivalents.js";

const VIEW = "codegen/changes/view.ts";

/** The same of what schemas say. */
export const schemaEquivalents: readonly Equivalent[] = [
  {
    file: VIEW,
    mutator: "ConditionalExpression",
    was: "target !== undefined",
    now: "true",
    why: "a description with a reference that leads nowhere is not loaded: it is there for the compiler",
  },
  {
    file: VIEW,
    mutator: "ArrayDeclaration",
    was: "[]",
    now: '["Stryker was here"]',
    line: "const [only, ...others] = this.#variants ?? [];",
    why: "nothing is read from a text in the place of a variant",
  },
  {
    file: VIEW,
    mutator: "ConditionalExpression",
    was: "OWN.has(keyword)",
    now: "false",
    why: "it only saves comparing what nobody asks the keywords for",
  },
  {
    file: VIEW,
    mutator: "ConditionalExpression",
    was: "a === b",
    now: "false",
    why: "it only saves the making of two texts",
  },
  {
    file: VIEW,
    mutator: "StringLiteral",
    was: '"response"',
    now: '""',
    why: "the values of a property are the same whichever way it goes",
  },
];
