import { describe, expect, test } from "vitest";
import { isRecord, objectsIn, readFolder, readYaml, ruleIds } from "./read.js";

const entries = readYaml("assumptions.yaml");
const assumptions = Array.isArray(entries) ? entries.filter(isRecord) : [];

/** Rules that say of themselves that they rest on an assumption. */
function assumedRules(): string[] {
  const ids: string[] = [];
  for (const content of readFolder("rules/").values()) {
    for (const [, object] of objectsIn(content)) {
      const kinds = object["kinds"];
      if (Array.isArray(kinds) && kinds.includes("assumed")) ids.push(String(object["id"]));
    }
  }
  return ids.sort();
}

describe("assumptions", () => {
  test("every rule that rests on an assumption has a switch", () => {
    const switched = new Set(assumptions.flatMap(({ rules }) => (Array.isArray(rules) ? rules.map(String) : [])));
    expect(assumedRules().length).toBeGreaterThan(10);
    expect(assumedRules().filter((id) => !switched.has(id))).toEqual([]);
  });

  test.each(assumptions.map((entry) => [String(entry["key"]), entry] as const))(
    "%s says what is unknown, what could be, what is taken and what it touches",
    (_, entry) => {
      const known = ruleIds();
      expect(Array.isArray(entry["rules"]) && entry["rules"].every((id) => known.has(String(id)))).toBe(true);
      expect(String(entry["unknown"])).toMatch(/\.$/u);
      expect(entry["touches"]).not.toEqual([]);
      expect(entry["scope"]).toSatisfy(
        (scope: unknown) => Array.isArray(scope) && scope.every((side) => side === "client" || side === "sandbox"),
      );
      expect(entry).toSatisfy(({ alternatives, type, default: taken }: typeof entry) =>
        isRecord(alternatives)
          ? Object.keys(alternatives).length > 1 && Object.hasOwn(alternatives, String(taken))
          : type !== undefined && taken !== undefined,
      );
    },
  );
});
