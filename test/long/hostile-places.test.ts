import { expect, test } from "vitest";
import { breakouts } from "../codegen/support/hostile-places.js";

/** Every so many places: all of them in the nightly lane. */
const EVERY = Number(process.env["HOSTILE_EVERY"] ?? 40);

test.each(["OpenAPI 3.1", "AsyncAPI", "Swagger 2"] as const)(
  "hostile text in every string and every key of an %s document changes no syntax",
  async (format) => {
    for (const text of [0, 1, 2]) expect(await breakouts(format, EVERY, text)).toEqual([]);
  },
  1_800_000,
);
