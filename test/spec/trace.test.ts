import { describe, expect, test } from "vitest";
import { type Fact, parameterFacts, schemaFacts, statusFacts, tableFacts } from "./facts.js";
import { isRecord, objectsIn, readFolder, readYaml, ruleIds } from "./read.js";

const trace = readYaml("trace.yaml");

function section(name: string): Readonly<Record<string, unknown>> {
  const found = isRecord(trace) ? trace[name] : undefined;
  if (!isRecord(found)) throw new Error(`spec/trace.yaml has no section ${name}`);
  return found;
}

const nameOf = ({ name }: Fact): string => name;

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

  const named: Readonly<Record<string, readonly Fact[]>> = {
    fields: schemaFacts(),
    parameters: parameterFacts(),
    statuses: statusFacts(),
  };
  const tables = tableFacts();
  const all = { ...tables, ...Object.fromEntries(Object.entries(named).map(([key, list]) => [key, list.map(nameOf)])) };

  test.each(Object.entries(all))("GEN-22 %s: each fact has one line, and no line is left over", (name, facts) => {
    expect(Object.keys(section(name))).toEqual([...new Set(facts)]);
  });

  test("GEN-22 an origin is lines of the document, or the word undocumented", () => {
    const last = Number(section("document")["lines"]);
    const wrong = Object.keys(all).flatMap((name) =>
      Object.entries(section(name)).filter(([, origin]) => {
        if (origin === "undocumented") return false;
        const lines: unknown[] = Array.isArray(origin) ? origin : [];
        return lines.length === 0 || !lines.every((line) => Number.isInteger(line) && Number(line) <= last);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("GEN-18 GEN-22 what has no line in the document is marked where it stands", () => {
    const silent = Object.entries(named).flatMap(([name, facts]) =>
      facts.filter((fact) => section(name)[fact.name] === "undocumented" && !fact.marked).map(nameOf),
    );
    expect(silent).toEqual([]);
    for (const name of Object.keys(tables)) expect(Object.values(section(name))).not.toContain("undocumented");
  });
});
