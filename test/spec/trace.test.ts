import { describe, expect, test } from "vitest";
import { isRecord, objectsIn, readFolder, readYaml, ruleIds } from "./read.js";

const trace = readYaml("trace.yaml");

function section(name: string): Readonly<Record<string, unknown>> {
  const found = isRecord(trace) ? trace[name] : undefined;
  if (!isRecord(found)) throw new Error(`spec/trace.yaml has no section ${name}`);
  return found;
}

function operationIds(): string[] {
  const ids: string[] = [];
  for (const [, content] of readFolder("paths/")) {
    for (const [, object] of objectsIn(content)) {
      if (typeof object["operationId"] === "string" && object["x-query-variants"] === undefined)
        ids.push(object["operationId"]);
    }
  }
  return ids.sort();
}

describe("where the description comes from", () => {
  test("GEN-22 every operation is traced to lines of the platform's document, and nothing else is", () => {
    expect(Object.keys(section("operations")).sort()).toEqual(operationIds());
  });

  test("GEN-22 every event is traced", () => {
    const names: string[] = [];
    for (const [, object] of objectsIn(readYaml("asyncapi.yaml")))
      if (object["x-union"] !== undefined) names.push(String(object["name"]));
    expect(Object.keys(section("events")).sort()).toEqual(names.sort());
  });

  test("GEN-22 every trace names lines, and rules that exist", () => {
    const known = ruleIds();
    const wrong: string[] = [];
    for (const name of ["operations", "tables", "events"]) {
      for (const [key, entry] of Object.entries(section(name))) {
        const lines = isRecord(entry) && Array.isArray(entry["lines"]) ? entry["lines"] : [];
        const rules = isRecord(entry) && Array.isArray(entry["rules"]) ? entry["rules"] : [];
        if (lines.length === 0 || !lines.every((line) => /^\d+(-\d+)?$/u.test(String(line))))
          wrong.push(`${key}: lines`);
        for (const rule of rules) if (!known.has(String(rule))) wrong.push(`${key}: ${String(rule)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
