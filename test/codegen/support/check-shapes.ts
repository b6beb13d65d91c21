import { resolve } from "node:path";
import { checkDocument } from "../../../codegen/check/check.js";
import type { Shapes } from "../../../codegen/check/kinds.js";
import { FileSet } from "../../../codegen/load/files.js";
import { Problems } from "../../../codegen/load/problems.js";

export type ShapeName =
  "Choice" | "Loose" | "Open" | "Part" | "Plain" | "Question" | "Root" | "Schema" | "Strict" | "Wrapper";

/** A format that no document has: each sort of value and of object once. */
export const SHAPES: Shapes<ShapeName> = {
  Root: {
    called: "root",
    fields: {
      text: "text",
      flag: "flag",
      number: "number",
      count: "count",
      step: "step",
      nothing: "nothing",
      any: "any",
      format: "format",
      pattern: "pattern",
      property: "property",
      name: "name",
      list: { list: "text" },
      map: { map: "flag" },
      patterns: { map: "any", keys: "pattern" },
      names: { map: "any", keys: "name" },
      properties: { map: "any", keys: "property" },
      colours: { map: "any", keys: { matching: /^[a-z]+$/, called: "colour" } },
      words: { words: ["send", "receive"] },
      matching: { matching: /^a/, called: "word with an a" },
      either: { either: ["text", { list: "text" }, { map: "count" }] },
      pointer: { pointer: "Part" },
      picked: { field: "wrapped", present: "Wrapper", absent: "Part" },
      wrappable: { field: "wrapped", present: "Wrapper", absent: "Schema" },
      part: "Part",
      parts: { list: "Part" },
      partMap: { map: "Part" },
      choice: "Choice",
      open: "Open",
      plain: "Plain",
      question: "Question",
      schema: "Schema",
      loose: "Loose",
      strict: "Strict",
      12: "text",
      hinted: "count",
      hintedList: { list: "count" },
      hintedMap: { map: "count" },
      hintedEither: { either: ["text", { list: "count" }] },
      hintedPart: "Part",
    },
    hints: {
      hinted: "Count again.",
      hintedList: "Count them again.",
      hintedMap: "Count each again.",
      hintedEither: "Count some again.",
      hintedPart: "Take one apart.",
    },
  },
  Part: {
    called: "part",
    fields: {
      label: "text",
      colour: "text",
      colours: "text",
      weight: "count",
      kind: { words: ["box", "bag", "1"] },
      parts: { list: "Part" },
      "x-mark": "flag",
      "x-stamp": "flag",
      "x-stamps": "flag",
    },
    required: ["label"],
    hints: { weight: "Put it on the scales." },
    when: { field: "kind", needs: { box: ["weight", "colour"], 1: ["colour"] } },
  },
  Choice: { called: "choice", fields: { left: "text", right: "text" }, oneOf: ["left", "right"] },
  Wrapper: { called: "wrapper", fields: { wrapped: "any", colour: "count" } },
  Open: {
    called: "open thing",
    fields: { default: "Part" },
    others: { kind: "Part", keys: { matching: /^[a-z]$/, called: "letter" } },
  },
  Plain: { called: "plain thing", fields: { thing: "any" } },
  Question: { called: "question", fields: { asked: "any", schema: "any" } },
  Schema: {
    called: "schema",
    lenient: true,
    orFlag: true,
    ref: "Schema",
    fields: {
      $ref: "text",
      $dynamicRef: "text",
      items: "Schema",
      format: "format",
      maxLength: "count",
      properties: { map: "Schema", keys: "property" },
      "x-open": "flag",
    },
    required: [],
    hints: { nullable: "Say so otherwise.", $older: "Nobody writes it.", properties: "Name them." },
  },
  Loose: { called: "loose thing", lenient: true, fields: { format: "text" } },
  Strict: {
    called: "strict thing",
    lenient: true,
    ref: "Schema",
    fields: { $ref: "text", format: "text", wanted: "text" },
    required: ["format"],
    oneOf: ["wanted"],
    hints: { fromat: "Write it well." },
  },
};

const PATH = resolve("/description/a.json");

/** Everything that is found wrong with a document of that format: `!` is an error, `^` stands at the key. */
export async function foundIn(document: unknown, root: ShapeName = "Root"): Promise<readonly string[]> {
  const problems = new Problems({ strict: true });
  const files = new FileSet(resolve("/description"), problems, {
    read: () => Promise.resolve(JSON.stringify(document)),
  });
  const file = await files.open(PATH);
  if (file === undefined) throw new Error("it cannot be read");
  const located = { value: file.data, origin: { file, pointer: "" } };
  checkDocument({ files, problems, formats: ["our-own"] }, SHAPES, located, root);
  return problems.all.map(
    ({ severity, atKey, origin, message, advice }) =>
      `${severity === "error" ? "!" : ""}${atKey === true ? "^" : ""}${origin.pointer}: ${message}. ${advice}`,
  );
}
