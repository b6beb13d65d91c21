import { expect, test } from "vitest";
import { HEAD, toldOf } from "./classic.js";
import { documentRows } from "./told-documents.js";

// What is wanted stands in fixtures/told, rule by rule, with the places in both documents and with what is reached.
test("what is told of whole documents stands in the fixtures", async () => {
  const texts: string[] = [];
  for (const [what, before, after] of documentRows) {
    const [old, now] = [
      { ...HEAD, ...before },
      { ...HEAD, ...after },
    ];
    texts.push(`# ${what}`, ...(await toldOf(old, now)), "and back", ...(await toldOf(now, old)), "");
  }
  await expect(texts.join("\n")).toMatchFileSnapshot("fixtures/told/documents.txt");
});
