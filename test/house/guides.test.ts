import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const pages = readdirSync("docs");
const guides = ["app", "diff", "generate", "scaling", "delivery-guarantees"];
const referenceOf = (guide: string): string => `${guide.replace("-guarantees", "")}-reference.md`;
const read = (name: string): string => readFileSync(`docs/${name}`, "utf8");

/** Words outside code. */
const wordsOf = (text: string): number =>
  text.replaceAll(/```[\s\S]*?```/g, "").match(/[\p{L}\p{N}][^\s|]*/gu)?.length ?? 0;

test.each(guides)("%s.md is a guide of at most 600 words, and its details are on a page beside it", (guide) => {
  const text = read(`${guide}.md`);
  expect(wordsOf(text)).toBeLessThanOrEqual(600);
  expect(pages).toContain(referenceOf(guide));
  expect(text).toContain(`](${referenceOf(guide)}`);
});

test("each reference beside a guide has a guide, and leads to it", () => {
  const references = pages.filter((name) => name.endsWith("-reference.md"));
  expect(references.toSorted()).toEqual(guides.map(referenceOf).toSorted());
  for (const guide of guides) expect(read(referenceOf(guide)), guide).toContain(`](${guide}.md`);
});
