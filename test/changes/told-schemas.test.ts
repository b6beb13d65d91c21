import { expect, test } from "vitest";
import { HEAD, toldOf } from "./classic.js";
import { changed, propertyRows, shared, variantRows } from "./told-parts.js";
import { partRows, type SchemaRow, typeRows, valueRows } from "./told-schemas.js";

type Json = Readonly<Record<string, unknown>>;

/** A document with the schemas of all rows, by their number. */
const documentOf = (rows: readonly SchemaRow[], side: 1 | 2): Json => ({
  ...HEAD,
  components: {
    schemas: {
      ...shared,
      ...changed[side - 1],
      ...Object.fromEntries(rows.map((row, index) => [`Row${index}`, row[side]])),
    },
  },
});

const PLACE = /\/components\/schemas\/Row\d+\/?/g;

/** What is told of each row, there and back; last what is told of schemas that they refer to. */
async function told(rows: readonly SchemaRow[]): Promise<string> {
  const [before, after] = [documentOf(rows, 1), documentOf(rows, 2)];
  const [there, back] = [await toldOf(before, after), await toldOf(after, before)];
  const about = (found: readonly string[], row: string): readonly string[] =>
    found.flatMap((line) => {
      const [rule = "", subject = "", ...rest] = line.split(/(?<=^\S+) |(?<=^\S+ Row\d+):? /);
      return subject === row ? [`${rule} ${rest.join(" ").replace(PLACE, "")}`] : [];
    });
  const isOther = (line: string): boolean => !/^\S+ Row\d/.test(line);
  return [
    ...rows.flatMap(([what], index) => [
      `# ${what}`,
      ...about(there, `Row${index}`),
      "and back",
      ...about(back, `Row${index}`),
      "",
    ]),
    "# what they refer to",
    ...there.filter(isOther),
    "and back",
    ...back.filter(isOther),
    "",
  ].join("\n");
}

// What is wanted stands in fixtures/told, rule by rule, with the places in both schemas.
test.each([
  ["types", typeRows],
  ["values", valueRows],
  ["parts", partRows],
  ["properties", propertyRows],
  ["variants", variantRows],
] as const)("what is told of the %s of a schema stands in the fixtures", async (name, rows) => {
  await expect(await told(rows)).toMatchFileSnapshot(`fixtures/told/schema-${name}.txt`);
});
