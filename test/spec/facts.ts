import { isRecord, objectsIn, readFolder, readYaml } from "./read.js";

/** One thing that the description says, by a name of its own, and whether it is marked where it stands. */
export interface Fact {
  readonly name: string;
  /** The word that a reader would look for in the platform's document. */
  readonly word: string;
  readonly marked: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const fields = (value: unknown): Fields => (isRecord(value) ? value : {});
const isMarked = (value: unknown): boolean => fields(value)["x-undocumented"] !== undefined;

/** What a bare reference leads to, inside the description. */
function target(file: string, value: unknown): unknown {
  const reference = fields(value)["$ref"];
  if (typeof reference !== "string") return value;
  const [path = "", pointer = ""] = reference.split("#/");
  const folder = path === "" ? file : `schemas/${path.replace(/^\.\//u, "")}`;
  return fields(readYaml(folder))[pointer];
}

/** Every field and every listed value of every schema. */
export function schemaFacts(): readonly Fact[] {
  return [...readFolder("schemas/")].flatMap(([file, content]) =>
    Object.entries(fields(content)).flatMap(([name, schema]) => inside(file, name, schema, isMarked(schema))),
  );
}

function inside(file: string, name: string, schema: unknown, marked: boolean): Fact[] {
  const { properties, enum: values, oneOf, anyOf } = fields(schema);
  const listed = Array.isArray(values) ? values.map(String) : [];
  const branches = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [
    ...listed.map((value) => ({ name: `${name}=${value}`, word: value, marked })),
    ...branches.flatMap((branch) => constants(name, branch)),
    ...Object.entries(fields(properties)).flatMap(([key, value]) => {
      const open = isMarked(value) || isMarked(target(file, value));
      const own = { name: `${name}.${key}`, word: key, marked: open };
      return [own, ...constants(own.name, value), ...inside(file, own.name, value, open)];
    }),
  ];
}

function constants(name: string, schema: unknown): Fact[] {
  const value = fields(schema)["const"];
  return typeof value === "string" ? [{ name: `${name}=${value}`, word: value, marked: isMarked(schema) }] : [];
}

/** Every parameter and header, shared ones by the name they are shared under. */
export function parameterFacts(): readonly Fact[] {
  const found: Fact[] = [];
  const add = (owner: string, parameter: unknown): void => {
    const { name } = fields(parameter);
    if (typeof name === "string")
      found.push({ name: `${owner}:${name}`, word: name.replace("{{brand}}", "svc"), marked: isMarked(parameter) });
  };
  for (const [name, parameter] of Object.entries(fields(readYaml("parameters.yaml")))) add(name, parameter);
  for (const [, content] of readFolder("paths/"))
    for (const [, object] of objectsIn(content))
      if (Array.isArray(object["parameters"]) && typeof object["operationId"] === "string")
        for (const parameter of object["parameters"]) add(object["operationId"], parameter);
  for (const [name, response] of Object.entries(fields(readYaml("responses.yaml"))))
    for (const [header, value] of Object.entries(fields(fields(response)["headers"])))
      found.push({ name: `${name}:${header}`, word: header, marked: isMarked(value) });
  return found;
}

/** Every status that an operation names by its number, 429 apart, which all share. */
export function statusFacts(): readonly Fact[] {
  const found: Fact[] = [{ name: "429", word: "429", marked: true }];
  for (const [, content] of readFolder("paths/"))
    for (const [, object] of objectsIn(content))
      for (const [status, response] of Object.entries(fields(object["responses"])))
        if (/^\d+$/u.test(status) && status !== "429")
          found.push({ name: `${String(object["operationId"])} ${status}`, word: status, marked: isMarked(response) });
  return found;
}

/** Every limit, every code of refusal, every code of closing and every transition. */
export function tableFacts(): Readonly<Record<"limits" | "codes" | "closeCodes" | "transitions", readonly string[]>> {
  const document = fields(readYaml("openapi.yaml"));
  const tables = fields(document["x-tables"]);
  const rows = Object.entries(fields(tables["transitions"])).flatMap(([machine, list]) =>
    (Array.isArray(list) ? list.map(fields) : []).map(
      (row) => `${machine}: ${String(row["from"])}, ${String(row["trigger"])}, ${String(row["to"])}`,
    ),
  );
  return {
    limits: Object.keys(fields(document["x-limits"])),
    codes: Object.keys(fields(document["x-error-codes"])),
    closeCodes: Object.keys(fields(tables["closeCodes"])),
    transitions: rows,
  };
}
