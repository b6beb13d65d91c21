import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readConfig } from "../../codegen/config.js";
import { Problems } from "../../codegen/load/problems.js";
import { buildModel } from "../../codegen/model/build.js";
import type { Model } from "../../codegen/model/model.js";

/**
 * Words that the platform's names share with English, with programming, or with OpenAPI and AsyncAPI, whose own words
 * generators must be able to say. Every other word of its names is its own.
 */
const shared = new Set(
  `after already answer api app argument assign batch before body brand changed channel channels choice close code codes command commands
  component components connection control create credential credentials data definition delete edit entries error event events extras family field
  follow form found get header id in input invalid key keys limit limited list member members message messages minute missing moved ms name not on
  open option outcome page per prefix reactions read reply reads ref reference refuses remove required rest result resume retry revision scope server signature
  state stream summary token type unreachable up update user version window wire wrapped`.split(/\s+/),
);

/** Whole names that generators have reasons of their own to say. */
const excused = new Set([
  "openStream", // how any caller opens an answer that is read while it arrives
  "ErrorBody", // what the types of refusals begin with, in any generated client
]);

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 1);

/** Everything the description gives a name to. */
const namesOf = (model: Model): string[] => [
  ...model.operations.flatMap(({ id, path, parameters }) => [
    id,
    path,
    ...parameters.flatMap(({ name, wireName }) => [name, wireName]),
  ]),
  ...model.schemas.map(({ name }) => name),
  ...model.messages.map(({ type }) => type),
  ...model.errorCodes.map(({ code }) => code),
  ...[...model.limits, ...model.tables].map(({ name }) => name),
];

let names: readonly string[];
let code: readonly { readonly file: string; readonly words: ReadonlySet<string>; readonly text: string }[];

beforeAll(async () => {
  names = namesOf(await buildModel(await readConfig("spec/codegen.yaml"), new Problems()));
  const files = (await readdir("codegen", { recursive: true })).filter((name) => name.endsWith(".ts")).sort();
  code = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join("codegen", name), "utf8");
      return { file: join("codegen", name), words: new Set(wordsOf(text)), text };
    }),
  );
});

test("no word of the platform stands in codegen, comments included", () => {
  const own = new Set(names.flatMap(wordsOf).filter((word) => !shared.has(word)));
  expect(own.size).toBeGreaterThan(50);
  const met = code.flatMap(({ file, words }) =>
    [...words].filter((word) => own.has(word)).map((word) => `${file}: ${word}`),
  );
  expect(met, "words that anybody uses belong into `shared`").toEqual([]);
});

test("no name of the platform stands whole in codegen, even one made of words that anybody uses", () => {
  const compound = new Set(
    names.filter((name) => wordsOf(name).length > 1 && /^\w+$/.test(name) && !excused.has(name)),
  );
  const found = code.flatMap(({ file, text }) =>
    [...text.matchAll(/\b\w+\b/g)].filter(([word]) => compound.has(word)).map(([word]) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});

test("every word excused here is a word of the platform", () => {
  const all = new Set(names.flatMap(wordsOf));
  expect([...shared].filter((word) => !all.has(word))).toEqual([]);
});
