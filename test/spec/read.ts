import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../../spec/", import.meta.url));
const parsed = new Map<string, unknown>();

/** Every YAML file of the description below `folder`, parsed, by its path inside `spec/`. */
export function readFolder(folder: string): ReadonlyMap<string, unknown> {
  const names = readdirSync(root + folder, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((name) => name.endsWith(".yaml"))
      .map((name) => name.replaceAll("\\", "/"))
      .sort()
      .map((name) => [folder + name, readYaml(folder + name)]),
  );
}

/** The text of one file of the description. */
export function readText(name: string): string {
  return readFileSync(root + name, "utf8");
}

/** One parsed file of the description. */
export function readYaml(name: string): unknown {
  if (!parsed.has(name)) parsed.set(name, parse(readText(name)));
  return parsed.get(name);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Visits every object below `value`, outermost first, with the path that leads to it. */
export function* objectsIn(
  value: unknown,
  path: readonly string[] = [],
): Generator<readonly [readonly string[], Readonly<Record<string, unknown>>]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* objectsIn(item, [...path, String(index)]);
  } else if (isRecord(value)) {
    yield [path, value];
    for (const [key, item] of Object.entries(value)) yield* objectsIn(item, [...path, key]);
  }
}

/** The ids of all rules, tensions and gaps. */
export function ruleIds(): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const content of readFolder("rules/").values())
    for (const [, object] of objectsIn(content)) if (typeof object["id"] === "string") ids.add(object["id"]);
  return ids;
}
