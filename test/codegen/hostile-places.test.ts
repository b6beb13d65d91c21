import { expect, test } from "vitest";
import { DOCUMENTS } from "./support/hostile-documents.js";
import { breakouts } from "./support/hostile-places.js";
import { generated } from "./support/hostile-text.js";

const FORMATS = Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[];

test.each(FORMATS)("the harmless %s document is accepted", async (format) => {
  const { name, document, others } = DOCUMENTS[format];
  expect(await generated({ ...others, [name]: document })).toBeDefined();
});

// Every place with every text: test/long/hostile-places.test.ts.
test.each([
  ["OpenAPI 3.1", 41],
  ["AsyncAPI", 11],
  ["Swagger 2", 13],
] as const)(
  "hostile text in strings and keys of an %s document changes no syntax",
  async (format, step) => {
    expect(await breakouts(format, step)).toEqual([]);
  },
  60_000,
);
