import { describe, expect, test } from "vitest";
import { foundIn } from "./support/check-shapes.js";

type Row = readonly [what: string, document: object, want: readonly string[]];

const MISSING = "Add it: it has to be there.";
const TEXT = "Write a string; what looks like another type needs quotes.";
const WEIGHT = "Put it on the scales.";
const FIELDS = "Its fields are $ref, colour, colours, kind, label, parts, weight; what begins with x- is yours.";
const unread = (key: string): string => `\`${key}\` is no keyword of JSON Schema: nothing reads it`;
const hinted = (key: string): string => `\`${key}\` is no keyword of JSON Schema`;
const beside = (key: string): string =>
  `^/part/${key}: \`${key}\` is not read beside a \`$ref\`. Move it to the schema that the reference points to.`;

const fields: readonly Row[] = [
  ["what is whole", { part: { label: "a", "x-own": 1, "x-mark": true, kind: "bag" }, choice: { right: "b" } }, []],
  ["what is missing", { part: {} }, [`!^/part: this part has no \`label\`. ${MISSING}`]],
  [
    "what is missing for a value of another field",
    { part: { label: "a", kind: "box" } },
    [`!^/part: this part has no \`weight\`. ${WEIGHT}`, `!^/part: this part has no \`colour\`. ${MISSING}`],
  ],
  [
    "nothing missing for a value that is not a string",
    { part: { label: "a", kind: 1 } },
    ["!/part/kind: `kind` is the number 1 where a string must stand. Correct it, or take it out."],
  ],
  [
    "nothing missing for a value whose name every object has",
    { part: { label: "a", kind: "toString" } },
    ['!/part/kind: "toString" is no value of `kind`. Values are box, bag, 1.'],
  ],
  [
    "a choice that is not made",
    { choice: {} },
    ["!^/choice: this choice has neither `left` nor `right`. Add one of them."],
  ],
  [
    "a choice that is misspelled",
    { choice: { rihgt: "a" } },
    ["!^/choice/rihgt: a choice has no field `rihgt`. Did you mean `right`?"],
  ],
  [
    "a field that is misspelled, and not missing besides",
    { part: { labell: "a" } },
    ["!^/part/labell: a part has no field `labell`. Did you mean `label`?"],
  ],
  [
    "a field like one that does not stand there yet, before one nearer that does",
    { part: { label: "a", colour: "red", colouur: "blue" } },
    ["!^/part/colouur: a part has no field `colouur`. Did you mean `colours`?"],
  ],
  [
    "a field like one that stands there already",
    { part: { label: "a", labell: "b" } },
    ["!^/part/labell: a part has no field `labell`. Did you mean `label`?"],
  ],
  ["a field like none", { part: { label: "a", xyz: 1 } }, [`!^/part/xyz: a part has no field \`xyz\`. ${FIELDS}`]],
  [
    "a name that every object has",
    { part: { label: "a", toString: 1 } },
    [`!^/part/toString: a part has no field \`toString\`. ${FIELDS}`],
  ],
  [
    "a field like a word of one's own that is known",
    { part: { label: "a", xmark: true } },
    [`!^/part/xmark: a part has no field \`xmark\`. ${FIELDS}`],
  ],
  [
    "a slip in a word of one's own",
    { part: { label: "a", "x-maark": true, "x-maarkk": true, "x-label": 1, "x-stamp": true, "x-stampp": true } },
    [
      "^/part/x-maark: nothing reads `x-maark`. Did you mean `x-mark`?",
      "^/part/x-stampp: nothing reads `x-stampp`. Did you mean `x-stamps`?",
    ],
  ],
  [
    "a slip in one that stands there already",
    { part: { label: "a", "x-mark": true, "x-maark": true, "x-maarkk": true } },
    ["^/part/x-maark: nothing reads `x-maark`. Did you mean `x-mark`?"],
  ],
  [
    "a keyword that belongs into the schema",
    { question: { type: "text" }, plain: { type: "text" } },
    [
      "!^/question/type: a question has no field `type`. Put it into `schema`.",
      "!^/plain/type: a plain thing has no field `type`. Its fields are $ref, thing; what begins with x- is yours.",
    ],
  ],
  [
    "what belongs nowhere",
    { question: { colour: "red" } },
    [
      "!^/question/colour: a question has no field `colour`. Its fields are $ref, asked, schema; what begins with x- is yours.",
    ],
  ],
  [
    "other names, and what stands under them",
    { open: { a: { label: 1 }, defaul: { label: "a" }, B: { label: "b" }, "x-own": 1, default: { label: 2 } } },
    [
      `!/open/a/label: \`label\` is the number 1 where a string must stand. ${TEXT}`,
      '!^/open/defaul: "defaul" is no letter. Did you mean `default`?',
      '!^/open/B: "B" is no letter. Correct the name.',
      `!/open/default/label: \`label\` is the number 2 where a string must stand. ${TEXT}`,
    ],
  ],
];

const lenient: readonly Row[] = [
  ["words like none", { schema: { note: 1, constructor: 1, "x-own": 1 }, loose: { toString: 1 } }, []],
  ["true and false", { schema: { properties: { a: true, b: false }, items: true } }, []],
  [
    "a slip in a short word whose value fits",
    { schema: { itms: {} } },
    [`^/schema/itms: ${unread("itms")}. Did you mean \`items\`?`],
  ],
  ["a slip in a short word whose value does not", { schema: { itemz: 5 } }, []],
  [
    "a slip in a long word, whatever its value",
    { schema: { fromat: 5, maxLenght: "5" } },
    [
      `^/schema/fromat: ${unread("fromat")}. Did you mean \`format\`?`,
      `^/schema/maxLenght: ${unread("maxLenght")}. Did you mean \`maxLength\`?`,
    ],
  ],
  [
    "two slips in a long word whose value fits",
    { schema: { maxLengthhh: 5 } },
    [`^/schema/maxLengthhh: ${unread("maxLengthhh")}. Did you mean \`maxLength\`?`],
  ],
  ["two slips in one whose value does not", { schema: { maxLengthhh: "5" } }, []],
  ["what resembles a word that stands there already", { schema: { maxLength: 5, maxlength: 5 } }, []],
  ["what resembles a word of one's own", { schema: { xopen: true } }, []],
  [
    "a slip in a word of one's own",
    { schema: { "x-opne": true } },
    ["^/schema/x-opne: nothing reads `x-opne`. Did you mean `x-open`?"],
  ],
  [
    "words of other versions",
    { schema: { nullable: true, $older: 1 } },
    [
      `^/schema/nullable: ${hinted("nullable")}. Say so otherwise.`,
      `^/schema/$older: ${hinted("$older")}. Nobody writes it.`,
    ],
  ],
  [
    "a slip in a word of the standard's own",
    { schema: { $dynamicRaf: "#/a" } },
    [`!^/schema/$dynamicRaf: ${unread("$dynamicRaf")}. Did you mean \`$dynamicRef\`?`],
  ],
  [
    "what is missing where a word of another version stands",
    { strict: { fromat: "a", wanted: "b" } },
    [
      `^/strict/fromat: ${hinted("fromat")}. Write it well.`,
      `!^/strict: this strict thing has no \`format\`. ${MISSING}`,
    ],
  ],
  [
    "nothing missing beside a misspelled reference",
    { strict: { $reff: "#/part" } },
    [`!^/strict/$reff: ${unread("$reff")}. Did you mean \`$ref\`?`],
  ],
];

const part = { label: 1 };
const wrongLabel = (at: string): string => `!${at}/label: \`label\` is the number 1 where a string must stand. ${TEXT}`;
const nowhere = (at: string, field = "$ref"): string =>
  `!${at}/${field}: the reference #/no leads nowhere. Check the file name and the pointer; names are case-sensitive.`;

const references: readonly Row[] = [
  ["what they lead to, as what it stands for", { pointer: { $ref: "#/any" }, any: part }, [wrongLabel("/any")]],
  [
    "what a list leads to",
    { list: { $ref: "#/any" }, any: {} },
    ["!/any: `any` is an object where a list must stand. Correct it, or take it out."],
  ],
  [
    "what is meant by two things, as both",
    { part: { $ref: "#/any" }, choice: { $ref: "#/any" }, any: { right: 1 } },
    [
      `!/any/right: \`right\` is the number 1 where a string must stand. ${TEXT}`,
      "!^/any/right: a part has no field `right`. Did you mean `weight`?",
      `!^/any: this part has no \`label\`. ${MISSING}`,
    ],
  ],
  ["those that lead nowhere", { part: { $ref: "#/no" } }, [nowhere("/part")]],
  [
    "those that lead nowhere from a schema",
    { schema: { $ref: "#/no", $dynamicRef: "#/no" } },
    [nowhere("/schema"), nowhere("/schema", "$dynamicRef")],
  ],
  [
    "what a schema refers to beside what it says",
    { schema: { $ref: "#/any", $dynamicRef: "#/text", nullable: true }, any: { items: 1 }, text: "a" },
    [
      `^/schema/nullable: ${hinted("nullable")}. Say so otherwise.`,
      "!/any/items: `items` is the number 1 where a schema must stand. Correct it, or take it out.",
    ],
  ],
  [
    "those that are no text",
    { part: { $ref: 1 }, schema: { $ref: 1, $dynamicRef: 1 }, list: { $ref: 1 }, pointer: { $ref: 1 } },
    [
      `!/part/$ref: \`$ref\` is the number 1 where a string must stand. ${TEXT}`,
      `!/schema/$ref: \`$ref\` is the number 1 where a string must stand. ${TEXT}`,
      `!/schema/$dynamicRef: \`$dynamicRef\` is the number 1 where a string must stand. ${TEXT}`,
      "!/list: `list` is an object where a list must stand. Correct it, or take it out.",
      `!^/pointer: this reference has no \`$ref\`. ${MISSING}`,
    ],
  ],
  [
    "nothing of one that only schemas have",
    { part: { label: "a", $dynamicRef: "#/no" } },
    [`!^/part/$dynamicRef: a part has no field \`$dynamicRef\`. ${FIELDS}`],
  ],
  ["what ought to be one", { pointer: { label: "a" } }, [`!^/pointer: this reference has no \`$ref\`. ${MISSING}`]],
  [
    "what stands beside one that stands for all",
    {
      part: { $ref: "#/any", summary: "a", description: "b", "x-own": 1, label: 1, "own-x-": 1 },
      any: { label: "a" },
    },
    [beside("label"), beside("own-x-")],
  ],
  ["nothing of those that run in circles", { map: { $ref: "#/map" }, schema: { items: { $ref: "#/schema" } } }, []],
];

describe("of the fields of objects is told", () => {
  test.each(fields)("%s", async (_, document, want) => {
    expect(await foundIn(document)).toEqual(want);
  });

  test("a number as the first name of all", async () => {
    expect(await foundIn({ 7: 1 }, "Open")).toEqual([
      '!^/7: "7" is no letter. Correct the name.',
      "!/7: `7` is the number 1 where a part must stand. Correct it, or take it out.",
    ]);
  });
});

describe("of the words of schemas is told", () => {
  test.each(lenient)("%s", async (_, document, want) => {
    expect(await foundIn(document)).toEqual(want);
  });
});

describe("of references is told", () => {
  test.each(references)("%s", async (_, document, want) => {
    expect(await foundIn(document)).toEqual(want);
  });
});

describe("how deep a document is", () => {
  const nested = (levels: number): object => {
    let inner: object = { label: "a" };
    for (let level = 1; level < levels; level += 1) inner = { label: "a", parts: [inner] };
    return inner;
  };

  test("is told where nobody writes so deep", async () => {
    expect(await foundIn(nested(500), "Part")).toEqual([]);
    expect(await foundIn(nested(501), "Part")).toEqual([
      `!${"/parts/0".repeat(500)}: this lies more than 500 levels deep. Split it up by references.`,
    ]);
  });

  test("is not how long it is", async () => {
    const parts = Array.from({ length: 501 }, () => ({ label: "a" }));
    expect(await foundIn({ parts })).toEqual([]);
    expect(await foundIn({ part: { label: "a", parts } })).toEqual([]);
  });
});
