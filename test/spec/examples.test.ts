import { describe, expect, test } from "vitest";
import * as validators from "svc-apps/validators";
import { isRecord, objectsIn, readFolder, readYaml } from "./read.js";

type Guard = (value: unknown) => boolean;

/** The guard of a named schema, e.g. `isMessage` for `Message`. */
function guardOf(schema: string): Guard {
  const guard: unknown = Reflect.get(validators, `is${schema}`);
  if (typeof guard !== "function") throw new Error(`no guard is${schema} is generated`);
  return (value) => Reflect.apply(guard, undefined, [value]) === true;
}

interface Example {
  readonly title: string;
  readonly guard: Guard;
  readonly value: unknown;
}

function entriesOf(value: unknown): [string, Readonly<Record<string, unknown>>][] {
  return isRecord(value)
    ? Object.entries(value).filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1]))
    : [];
}

/** Name of the schema a `$ref` leads to. */
function refName(schema: unknown): string | undefined {
  return isRecord(schema) && typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined;
}

/** The guard of a schema that stands in a route: a reference, or a union of references. */
function guardOfSchema(schema: unknown): Guard | undefined {
  const name = refName(schema);
  if (name !== undefined) return guardOf(name);
  const branches = isRecord(schema) ? schema["anyOf"] : undefined;
  if (!Array.isArray(branches)) return undefined;
  const guards = branches.map((branch) => guardOf(refName(branch) ?? ""));
  return (value) => guards.some((guard) => guard(value));
}

/** Every example of a JSON body in the routes, with the guard of its schema. */
function bodyExamples(): Example[] {
  const found: Example[] = [];
  for (const [file, content] of [...readFolder("paths/"), ["responses.yaml", readYaml("responses.yaml")] as const]) {
    for (const [path, object] of objectsIn(content)) {
      if (path.at(-1) !== "application/json") continue;
      const inline = isRecord(object["schema"]) && object["schema"]["type"] === "object";
      const guard = inline ? validators.operationValidators.getMe.answers["2XX"] : guardOfSchema(object["schema"]);
      if (guard === undefined) throw new Error(`${file}#/${path.join("/")} has a schema without a name`);
      for (const [name, example] of entriesOf(object["examples"]))
        found.push({ title: `${file} ${path.slice(0, -2).join(" ")}: ${name}`, guard, value: example["value"] });
    }
  }
  return found;
}

/** Every example of an event or a delivery. */
function messageExamples(): Example[] {
  const document = readYaml("asyncapi.yaml");
  const found: Example[] = [];
  for (const [path, message] of objectsIn(document)) {
    if (path.length !== 3 || path[1] !== "messages") continue;
    const guard = guardOfSchema(message["payload"]);
    if (guard === undefined || !Array.isArray(message["examples"])) throw new Error(`${path.join("/")} has no example`);
    for (const example of message["examples"].filter(isRecord))
      found.push({ title: `${String(message["name"])}: ${String(example["name"])}`, guard, value: example["payload"] });
  }
  return found;
}

/** Every value that must be refused: its schema, the reason, the value. */
function refusedExamples(): (readonly [string, string, unknown])[] {
  const document = readYaml("examples/invalid.yaml");
  if (!isRecord(document)) throw new Error("spec/examples/invalid.yaml is not a map from schema to values");
  return Object.entries(document).flatMap(([schema, list]) =>
    (Array.isArray(list) ? list.filter(isRecord) : []).map(
      (item) => [schema, String(item["because"]), item["value"]] as const,
    ),
  );
}

describe("examples", () => {
  test.each(bodyExamples().map((example) => [example.title, example] as const))(
    "%s is valid",
    (_, { guard, value }) => {
      expect(guard(value)).toBe(true);
    },
  );

  test.each(messageExamples().map((example) => [example.title, example] as const))(
    "%s is valid",
    (_, { guard, value }) => {
      expect(guard(value)).toBe(true);
    },
  );

  test("every body and every event has an example", () => {
    const bare: string[] = [];
    for (const [file, content] of readFolder("paths/")) {
      for (const [path, object] of objectsIn(content))
        if (path.at(-1) === "application/json" && entriesOf(object["examples"]).length === 0)
          bare.push(`${file}#/${path.join("/")}`);
    }
    expect(bare).toEqual([]);
    expect(messageExamples().length).toBeGreaterThanOrEqual(8);
  });

  test.each(refusedExamples())("%s is refused where %s", (schema, _because, value) => {
    expect(guardOf(schema)(value)).toBe(false);
  });
});
