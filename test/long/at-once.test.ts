import { test } from "vitest";
import { expectAnswers } from "../app/kit/at-once.js";

test("10,000 interactions in flight at once are each answered once", async () => {
  await expectAnswers(10_000);
});
