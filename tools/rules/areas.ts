import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { parse } from "yaml";

const Kind = Type.Enum(["types", "runtime", "receiver", "sandbox", "docs", "assumed", "silent"]);

const Rule = Type.Object(
  {
    id: Type.String({ pattern: "^[A-Z]+-[0-9]{2}$" }),
    /** Whom the rule binds; `silent` where the platform says nothing, `assumed` where a choice is ours. */
    kinds: Type.Optional(Type.Array(Kind, { minItems: 1 })),
    /** Rules that decide this entry; a test that names all of them covers it. */
    rules: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    says: Type.String({ minLength: 20, pattern: "\\.$" }),
  },
  { additionalProperties: false },
);

const Area = Type.Object(
  {
    area: Type.String({ pattern: "^[A-Z]+$" }),
    purpose: Type.String({ minLength: 20 }),
    /** True once every rule of the area has a test; from then on a rule without one fails the check. */
    finished: Type.Boolean(),
    rules: Type.Array(Rule, { minItems: 1 }),
  },
  { additionalProperties: false },
);

export type Rule = Static<typeof Rule>;
export type Area = Static<typeof Area>;

/** Reads one file of rules; throws with the file and every place that does not fit. */
export function readArea(file: string, text: string): Area {
  const value: unknown = parse(text, { uniqueKeys: true });
  if (Value.Check(Area, value)) return value;
  const places = Value.Errors(Area, value).map((error) => `${error.instancePath || "/"} ${error.message}`);
  throw new Error(`${file}: ${places.join("; ")}`);
}

export async function readAreas(folder: string): Promise<Area[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".yaml")).sort();
  return Promise.all(names.map(async (name) => readArea(name, await readFile(join(folder, name), "utf8"))));
}
