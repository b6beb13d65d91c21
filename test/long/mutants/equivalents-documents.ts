import type { Equivalent } from "./equivalents.js";

const DOCUMENTS = "codegen/changes/documents.ts";
const READ = "codegen/changes/read.ts";

/** The same of what is told of whole documents, and of how descriptions are read. */
export const documentEquivalents: readonly Equivalent[] = [
  {
    file: DOCUMENTS,
    mutator: "ConditionalExpression",
    was: "!isBoth(pair)",
    now: "false",
    line: "if (!isBoth(pair)) continue;",
    why: "what is missing carries nothing: the line is there for the compiler",
  },
  {
    file: DOCUMENTS,
    mutator: "StringLiteral",
    was: '""',
    now: '"Stryker was here!"',
    line: 'if (isBoth(extras)) wire.schemas(wire.at(`code ${name}`, "", pair), extras, "response");',
    why: "both are references: all is told of what they lead to, and nothing at the place of the code",
  },
  {
    file: DOCUMENTS,
    mutator: "ArrayDeclaration",
    was: "[path, path]",
    now: "[]",
    why: "the name that a side lacks is not asked for: it is there for the compiler",
  },
  {
    file: DOCUMENTS,
    mutator: "ArrayDeclaration",
    was: "[undefined, undefined]",
    now: "[]",
    why: "what is not there is undefined either way: it is there for the compiler",
  },
  {
    file: DOCUMENTS,
    mutator: "ArrayDeclaration",
    was: "[]",
    now: '["Stryker was here"]',
    line: "const variants = (Array.isArray(list) ? [...list.keys()] : []).flatMap(",
    why: "there is no variant at such a place",
  },
  {
    file: DOCUMENTS,
    mutator: "ArrayDeclaration",
    was: "[]",
    now: '["Stryker was here"]',
    line: '(index) => wire.child(operations, "x-query-variants", index)[side] ?? [],',
    why: "a variant that is counted is there: it is there for the compiler",
  },
  {
    file: DOCUMENTS,
    mutator: "StringLiteral",
    was: '""',
    now: '"Stryker was here!"',
    line: 'path: "",',
    why: "what has no path has no parameters in it, whichever text stands there",
  },
  {
    file: READ,
    mutator: "StringLiteral",
    was: '"utf8"',
    now: '""',
    why: "the text is only searched for a version, and bytes are made a text for that",
  },
  {
    file: READ,
    mutator: "ConditionalExpression",
    was: "overlays === undefined",
    now: "false",
    why: "what is undefined is left out: it is there for the compiler",
  },
  {
    file: READ,
    mutator: "ConditionalExpression",
    was: "documents === undefined",
    now: "false",
    why: "what is undefined is left out: it is there for the compiler",
  },
  {
    file: READ,
    mutator: "ConditionalExpression",
    was: "read === undefined",
    now: "false",
    why: "what is undefined is left out: it is there for the compiler",
  },
];
