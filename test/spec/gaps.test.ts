import { describe, expect, test } from "vitest";
import { objectsIn, readFolder, ruleIds } from "./read.js";

/** Every mark of one kind: the rule it names, its reason, and where it stands. */
function marks(keyword = "x-undocumented"): { gap: string; reason: string; where: string }[] {
  const found: { gap: string; reason: string; where: string }[] = [];
  for (const [file, content] of readFolder("")) {
    for (const [path, object] of objectsIn(content)) {
      const mark = object[keyword];
      if (mark === undefined) continue;
      for (const text of Array.isArray(mark) ? mark : [mark]) {
        const match = /^([GT]-\d\d) (.+)$/u.exec(String(text));
        found.push({ gap: match?.[1] ?? "", reason: match?.[2] ?? "", where: `${file}#/${path.join("/")}` });
      }
    }
  }
  return found;
}

describe("what the platform does not document", () => {
  test("GEN-18 every mark names its gap and gives a reason", () => {
    const bad = marks().filter(({ gap, reason }) => gap === "" || reason.length < 10);
    expect(bad).toEqual([]);
  });

  test("GEN-18 the marks cover exactly the registered gaps", () => {
    const registered = [...ruleIds()].filter((id) => id.startsWith("G-")).sort();
    const marked = [...new Set(marks().map(({ gap }) => gap))].sort();
    expect(marked).toEqual(registered);
  });

  test("GEN-18 every statement that pulls apart from another is named at an operation, a field or an event", () => {
    const named = marks("x-tensions");
    expect(named.filter(({ gap, reason }) => !gap.startsWith("T-") || reason.length < 10)).toEqual([]);
    const registered = [...ruleIds()].filter((id) => id.startsWith("T-")).sort();
    expect([...new Set(named.map(({ gap }) => gap))].sort()).toEqual(registered);
    // Not at the root of a document, where a list would stand.
    expect(named.filter(({ where }) => where.endsWith("#/"))).toEqual([]);
  });
});
