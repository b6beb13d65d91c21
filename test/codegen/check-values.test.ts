import { describe, expect, test } from "vitest";
import { found, hasType, isScalar, isSettled, type Kind, withArticle } from "../../codegen/check/kinds.js";
import { foundIn, type ShapeName } from "./support/check-shapes.js";

type Row = readonly [what: string, document: object, want: readonly string[]];

const TEXT = "Write a string; what looks like another type needs quotes.";
const WHOLE = "Write a whole number, without quotes.";
const FLAG = "Write `true` or `false`, without quotes.";
const OTHER = "Correct it, or take it out.";

const values: readonly Row[] = [
  [
    "values that fit",
    {
      text: "",
      flag: false,
      number: -1.5,
      count: 0,
      step: 0.1,
      nothing: null,
      any: { $ref: "nowhere" },
      format: "date",
      pattern: "^a",
      property: "a",
      name: "a",
      list: [],
      map: {},
      words: "receive",
      matching: "ab",
    },
    [],
  ],
  [
    "scalars that are something else",
    {
      text: 1,
      flag: "true",
      number: "1",
      count: -1,
      step: 0,
      nothing: "x",
      format: 1,
      pattern: true,
      property: [],
      name: {},
    },
    [
      `!/text: \`text\` is the number 1 where a string must stand. ${TEXT}`,
      '!/flag: `flag` is the text "true" where `true` or `false` must stand. Write `true` or `false`, without quotes.',
      '!/number: `number` is the text "1" where a number must stand. Write a number, without quotes.',
      `!/count: \`count\` is the number -1 where a whole number from 0 must stand. ${WHOLE}`,
      "!/step: `step` is the number 0 where a number above 0 must stand. Write a number above 0.",
      '!/nothing: `nothing` is the text "x" where nothing must stand. Leave the value out.',
      "!/format: `format` is the number 1 where a string must stand. Write the name of a format.",
      "!/pattern: `pattern` is true where a string must stand. Write a regular expression.",
      "!/property: `property` is a list where a string must stand. Write the name of a property.",
      "!/name: `name` is an object where a string must stand. Write a name.",
    ],
  ],
  [
    "what is composed, of something else",
    { list: {}, map: [], words: 1, matching: [], either: 1, pointer: "#/part", picked: [], part: "p", choice: null },
    [
      `!/list: \`list\` is an object where a list must stand. ${OTHER}`,
      `!/map: \`map\` is a list where an object must stand. ${OTHER}`,
      `!/words: \`words\` is the number 1 where a string must stand. ${OTHER}`,
      `!/matching: \`matching\` is a list where a string must stand. ${OTHER}`,
      `!/either: \`either\` is the number 1 where a string or a list or an object must stand. ${OTHER}`,
      `!/pointer: \`pointer\` is the text "#/part" where an object must stand. ${OTHER}`,
      `!/picked: \`picked\` is a list where an object must stand. ${OTHER}`,
      `!/part: \`part\` is the text "p" where a part must stand. ${OTHER}`,
      `!/choice: \`choice\` is nothing where a choice must stand. ${OTHER}`,
    ],
  ],
  [
    "what a place is called",
    { list: ["a", 1], 12: 1, map: { a1: 1, "1a": 2 }, any: "x", parts: [{ label: "a" }, { label: 1 }, true] },
    [
      `!/12: \`12\` is the number 1 where a string must stand. ${TEXT}`,
      `!/list/1: item 2 of \`list\` is the number 1 where a string must stand. ${TEXT}`,
      `!/map/a1: \`a1\` is the number 1 where \`true\` or \`false\` must stand. ${FLAG}`,
      `!/map/1a: \`1a\` is the number 2 where \`true\` or \`false\` must stand. ${FLAG}`,
      `!/parts/1/label: \`label\` is the number 1 where a string must stand. ${TEXT}`,
      `!/parts/2: item 3 of \`parts\` is true where a part must stand. ${OTHER}`,
    ],
  ],
  [
    "items after the tenth",
    { list: [...Array<string>(11).fill("a"), 1] },
    [`!/list/11: item 12 of \`list\` is the number 1 where a string must stand. ${TEXT}`],
  ],
  [
    "what is read by the sort of value that stands there",
    { either: ["a", 1], picked: { wrapped: 1, colour: "red" } },
    [
      `!/either/1: item 2 of \`either\` is the number 1 where a string must stand. ${TEXT}`,
      `!/picked/colour: \`colour\` is the text "red" where a whole number from 0 must stand. ${WHOLE}`,
    ],
  ],
  [
    "what is read by the fields that stand there",
    { either: { a: -1, b: 1 }, picked: { label: "a", colour: 1 } },
    [
      `!/either/a: \`a\` is the number -1 where a whole number from 0 must stand. ${WHOLE}`,
      `!/picked/colour: \`colour\` is the number 1 where a string must stand. ${TEXT}`,
    ],
  ],
  [
    "true in the place of what may stand wrapped, where it may stand for an object",
    { wrappable: true, picked: true },
    [`!/picked: \`picked\` is true where a part must stand. ${OTHER}`],
  ],
  [
    "words that are none",
    { words: "recieve", matching: "ba" },
    [
      '!/words: "recieve" is no value of `words`. Did you mean "receive"? Values are send, receive.',
      '!/matching: "ba" is no word with an a. Correct it.',
    ],
  ],
  ["a word like no other", { words: "x" }, ['!/words: "x" is no value of `words`. Values are send, receive.']],
  [
    "values for which the format has an advice of its own",
    {
      hinted: -1,
      hintedList: [1, -1],
      hintedMap: { a: -1 },
      hintedEither: [-1],
      hintedPart: 1,
    },
    [
      "!/hinted: `hinted` is the number -1 where a whole number from 0 must stand. Count again.",
      "!/hintedList/1: item 2 of `hintedList` is the number -1 where a whole number from 0 must stand. Count them again.",
      "!/hintedMap/a: `a` is the number -1 where a whole number from 0 must stand. Count each again.",
      "!/hintedEither/0: item 1 of `hintedEither` is the number -1 where a whole number from 0 must stand. Count some again.",
      "!/hintedPart: `hintedPart` is the number 1 where a part must stand. Take one apart.",
    ],
  ],
];

const NOT_IN_CODE = "Write letters, digits and underscores, no digit first, and no word of the language.";
const inherited = (name: string): string =>
  `the property ${name} has the name of something every object inherits. Code that reads it may find what is inherited instead; the wire needs another name here.`;
const noExpression = (of: string): string =>
  `the pattern is no regular expression (Invalid regular expression: /${of}/u: Unterminated character class). Write an ECMA-262 expression that is valid with the \`u\` flag.`;

const contents: readonly Row[] = [
  [
    "what fits",
    { format: "int32", pattern: "a\\-b", patterns: { "\\-": 1 }, names: { a: 1 }, colours: { red: 1 } },
    [],
  ],
  ["nothing of texts that may be any", { list: ["[", "toString", "class", "dat"] }, []],
  ["a format of the configuration", { format: "our-own" }, []],
  [
    "a format that nobody knows",
    { format: "dat" },
    [
      "/format: the format dat is not known and will not be checked. Correct it, add a `pattern`, or list it under `formats` in the configuration.",
    ],
  ],
  [
    "patterns that backtrack",
    { pattern: "^(a+)+$", patterns: { "a*a*": 1 } },
    [
      "/pattern: the pattern may take time that doubles with each character of a string that it does not match. Let no part that is repeated match the same text in two ways; a `maxLength` is looked at first.",
      "^/patterns/a*a*: the pattern may take time that grows with the square of the length of a string that it does not match. Let no part that is repeated match the same text in two ways; a `maxLength` is looked at first.",
    ],
  ],
  [
    "patterns that are none",
    { pattern: "[", patterns: { "[a": 1 } },
    [`!/pattern: ${noExpression("[")}`, `!^/patterns/[a: ${noExpression("[a")}`],
  ],
  [
    "names that nothing can have",
    { name: "class", names: { "a-b": 1 } },
    [
      `!/name: "class" cannot be the name of anything in code. ${NOT_IN_CODE}`,
      `!^/names/a-b: "a-b" cannot be the name of anything in code. ${NOT_IN_CODE}`,
    ],
  ],
  [
    "names that every object has",
    { property: "toString", properties: { constructor: 1 } },
    [`!/property: ${inherited("toString")}`, `!^/properties/constructor: ${inherited("constructor")}`],
  ],
  ["a key that is none", { colours: { Red: 1 } }, ['!^/colours/Red: "Red" is no colour. Correct the name.']],
];

describe("of the values of a document is told", () => {
  test.each(values)("%s", async (_, document, want) => {
    expect(await foundIn(document)).toEqual(want);
  });

  test("a document that is none", async () => {
    expect(await foundIn(true)).toEqual([`!: the document is true where a root must stand. ${OTHER}`]);
  });
});

describe("of the contents of texts is told", () => {
  test.each(contents)("%s", async (_, document, want) => {
    expect(await foundIn(document)).toEqual(want);
  });
});

test.each([
  [null, "nothing"],
  [undefined, "nothing"],
  [[1], "a list"],
  [{ a: 1 }, "an object"],
  [1, "the number 1"],
  [true, "true"],
  [Symbol.iterator, "Symbol(Symbol.iterator)"],
  ["a".repeat(38), `the text "${"a".repeat(38)}"`],
  ["a".repeat(39), `the text "${"a".repeat(38)}…`],
])("a value that was found is told in words: %#", (value, want) => {
  expect(found(value)).toBe(want);
});

test.each([
  ["operation", "an operation"],
  ["Encoding", "an Encoding"],
  ["media type", "a media type"],
  ["schema", "a schema"],
])("%s has its article", (noun, want) => {
  expect(withArticle(noun)).toBe(want);
});

test.each<readonly [kind: Kind<ShapeName>, fits: readonly unknown[], others: readonly unknown[]]>([
  ["any", [undefined, null, 1], []],
  ["count", [0, 7], [-1, 0.5, "1", Infinity]],
  ["step", [0.5], [0, -1, "1", Infinity]],
  ["number", [0, -1], [Number.NaN, "1"]],
  ["nothing", [null], [undefined, 0, ""]],
  ["Part", [{}, true], [[], null, "a"]],
  [{ list: "text" }, [[], [1]], [{}, "a"]],
  [{ map: "text" }, [{}], [[], "a"]],
  [{ pointer: "Part" }, [{}], [[], "a"]],
  [{ field: "a", present: "Part", absent: "Part" }, [{}], [[], "a"]],
  [{ either: ["text", { list: "text" }] }, ["a", []], [1, {}]],
  [{ words: ["a"] }, ["a", "b"], [1, []]],
  [{ matching: /a/, called: "a" }, ["a", "b"], [1, {}]],
])("the sort of a value is told apart: %#", (kind, fits, others) => {
  expect(fits.filter((one) => !hasType(kind, one))).toEqual([]);
  expect(others.filter((one) => hasType(kind, one))).toEqual([]);
});

test("only a scalar whose value says all is settled", () => {
  const settled = (kind: unknown): readonly unknown[] => ["a", 1].filter((value) => isSettled(kind, value));
  expect(
    ["text", "count", "any", "format", "name", "pattern", "property", "Part", { list: "any" }].map(settled),
  ).toEqual([["a"], [1], ["a", 1], [], [], [], [], [], []]);
  expect(["text", "Part", "toString", { list: "any" }].map(isScalar)).toEqual([true, false, false, false]);
});
