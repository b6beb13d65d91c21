import { expect, test } from "vitest";
import { breakouts } from "../codegen/support/hostile-places.js";

test.each(["OpenAPI 3.1", "AsyncAPI", "Swagger 2"] as const)(
  "hostile text in every string and every key of an %s document changes no syntax",
  async (format) => {
    for (const text of [0, 1, 2]) expect(await breakouts(format, 1, text)).toEqual([]);
  },
  1_800_000,
);
