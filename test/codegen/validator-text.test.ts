import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emitSupport } from "../../codegen/emit/support.js";
import { emitValidators } from "../../codegen/emit/validators.js";
import type { Model, Schema } from "../../codegen/model/model.js";
import { modelWith } from "./support/handmade.js";
import { named, operation, parameter } from "./support/small-model.js";

const animal = (kind: string): Schema => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind } },
});
const text: Schema = { type: "string" };

const model = modelWith({
  schemas: named({
    Cat: animal("cat"),
    Dog: animal("dog"),
    Id: { type: "string", "x-brand": "Id" },
    Pet: { oneOf: [{ $ref: "Cat" }, { $ref: "Dog" }] },
    Toy: { oneOf: [animal("ball"), animal("bone")] },
    When: { type: "string", format: "date-time", "x-as": "date" },
  }),
  unions: [
    {
      name: "Pet",
      discriminant: "kind",
      variants: [
        { value: "cat", schemaName: "Cat" },
        { value: "dog", schemaName: "Dog" },
      ],
      of: ["Pet", "Toy"],
      unknownName: "UnknownPet",
    },
  ],
  operations: [
    operation({ id: "nothing" }),
    operation({
      id: "make it",
      typeName: "Make",
      body: { mediaType: "", schema: { $ref: "Cat" }, required: true, others: [], encoding: {}, flat: true },
      parameters: [
        parameter("of-it", { required: true, schema: { $ref: "Id" } }),
        parameter("how", { schema: { type: "string", minLength: 2 } }),
      ],
      answers: [
        { status: "200", doc: "", schema: { $ref: "Pet" } },
        { status: "202", doc: "", schema: true },
        { status: "204", doc: "" },
        { status: "404", doc: "", schema: text },
        { status: "default", doc: "", schema: text },
      ],
      streamed: { functionName: "drip", event: { typeName: "Drop", schema: { type: "string", title: "Drop" } } },
    }),
    operation({
      id: "other",
      typeName: "Other",
      body: {
        mediaType: "",
        schema: { $ref: "Cat", minProperties: 2 },
        required: true,
        others: [],
        encoding: {},
        flat: true,
      },
      answers: [{ status: "default", doc: "", schema: { $ref: "Dog" } }],
      streamed: { functionName: "drip", event: { typeName: "Drop", schema: true } },
    }),
    operation({ id: "bytes", streamed: { functionName: "drip" } }),
  ],
});

/** Emitted modules without their heads, by path. */
const modules = (given: Model): Readonly<Record<string, string>> =>
  Object.fromEntries(
    emitValidators(given).map((file) => [file.path, file.toString().split("@module\n */\n")[1] ?? ""]),
  );

// In each test, not while the file loads: what only runs then is judged by no mutant.
const made = (path: string): string | undefined => modules(model)[path];

test("what is emitted, in which order, what it says of itself, and whether it is laid out", () => {
  const told = emitValidators(model).map((file) => [file.path, file.toString().split("\n")[1], file.layout]);
  expect(told).toEqual([
    ["validators/support.ts", " * What the guards lean on.", false],
    ["validators/guards.ts", " * One guard per type of Fixture.", false],
    ["validators/ids.ts", " * Makers of the branded values of Fixture.", true],
    ["validators/decode.ts", " * Readers of the open unions of Fixture: they never throw.", true],
    ["validators/operations.ts", " * Guards of what the operations of Fixture send and answer.", true],
    [
      "validators/explain.ts",
      " * Why a value is refused. Schemas and the library that reads them are loaded when first asked.",
      false,
    ],
    ["validators/misfit.ts", " * Where a value fails a guard.", false],
    ["validators/issues.ts", " * Finds what does not fit; loaded on first use.", false],
    ["validators/schemas.ts", " * The schemas of Fixture as data; loaded only to explain a refusal.", false],
    ["validators.ts", " * Guards of Fixture. Loading them costs nothing but reading them.", true],
  ]);
});

test("support is the same for everybody, without empty lines around it and with backticks in place", () => {
  const text = emitSupport(["a.yaml"]).toString();
  expect(made("validators/support.ts")).toBe(text.split("@module\n */\n")[1]);
  expect(text).toContain(" * Generated from a.yaml.\n");
  expect(text).toContain(" */\n\n/** An object whose fields are not known yet. */\nexport interface Fields {\n");
  expect(text).toContain("\n/** `2026-01-31`. */\nexport function isDate(text: string): boolean {\n");
  expect(text.endsWith("  return UUID.test(text);\n}\n")).toBe(true);
});

test("what says where a value fails is the same for everybody, and what our own guards have", async () => {
  const ours = await readFile(fileURLToPath(new URL("../../generated/validators/misfit.ts", import.meta.url)), "utf8");
  const text = made("validators/misfit.ts") ?? "";
  expect(text).toMatch(/^\n\/\*\*\n \* Says where a value first fails a guard/);
  // From its end: while mutants are made, a line stands in front of every file.
  expect(ours.endsWith(text)).toBe(true);
});

test("the barrel has what there is", () => {
  expect(made("validators.ts")).toBe(`
export * from "./validators/guards.js";
export * from "./validators/ids.js";
export * from "./validators/decode.js";
export * from "./validators/operations.js";
export * from "./validators/explain.js";
export * from "./validators/misfit.js";
`);
});

test("guards are of every schema", () => {
  expect(modules(modelWith({ schemas: named({ Cat: animal("cat"), Id: text }) }))["validators/guards.ts"]).toBe(`
import type * as T from "../types.js";
import { isObject } from "./support.js";

/** Whether \`value\` is a {@link T.Cat}. */
export function isCat(value: unknown): value is T.Cat {
  if (!(isObject(value))) return false;
  const kind = value["kind"];
  return kind === "cat";
}

/** Whether \`value\` is a {@link T.Id}. */
export function isId(value: unknown): value is T.Id {
  return typeof value === "string";
}
`);
});

test("decoders go by the constant of each variant", () => {
  expect(made("validators/decode.ts")).toBe(`
import type * as T from "../types.js";
import { isCat, isDog } from "./guards.js";
import { isObject as isObject$ } from "./support.js";

/** Reads a {@link T.Pet} or {@link T.Toy}. What is not known, or does not fit, comes back whole as {@link T.UnknownPet}. */
export function decodePet(value: unknown): T.Pet | T.Toy | T.UnknownPet {
  const wireType = isObject$(value) ? value["kind"] : undefined;
  switch (wireType) {
    case "cat":
      if (isCat(value)) return value;
      break;
    case "dog":
      if (isDog(value)) return value;
      break;
    default:
      return { type: "unknown", wireType: typeof wireType === "string" ? wireType : "", reason: "type", payload: value };
  }
  return { type: "unknown", wireType, reason: "shape", payload: value };
}
`);
});

test("operations have guards of what is sent and of what is answered, and none where anything fits", () => {
  expect(made("validators/operations.ts")).toBe(`
import { isCat, isDog, isId, isPet } from "./guards.js";
import { misfitOf } from "./misfit.js";
import { codePoints, countKeys, isObject } from "./support.js";

function is$MakeHow_1(value: unknown): boolean {
  return typeof value === "string" && (value.length >= 3 || codePoints(value) >= 2);
}

function is$MakeAnswer404_1(value: unknown): boolean {
  return typeof value === "string";
}

function is$MakeEvent_1(value: unknown): boolean {
  return typeof value === "string";
}

function is$OtherBody_1(value: unknown): boolean {
  if (isObject(value)) {
    if (!(countKeys(value) >= 2)) return false;
  }
  return isCat(value);
}

/** A guard for a value of any shape. */
export type Guard = (value: unknown) => boolean;

/** The guards of one operation. */
export interface OperationValidators {
  /** The body, where one is sent. */
  readonly body?: Guard;
  /** Each parameter outside the body, by its name in TypeScript; undefined fits where it may be left out. */
  readonly params?: Readonly<Record<string, Guard>>;
  /** What an event of the answer holds, where it can be read whole too. */
  readonly event?: Guard;
  /** The body of an answer, by status; a status without content is left out. */
  readonly answers: Readonly<Record<string, Guard>>;
  /** Says where a value fails one of them. */
  readonly misfitOf?: (guard: Guard, value: unknown) => string | undefined;
}

/** The guards of every operation, by its id. */
export const operationValidators = {
  nothing: { answers: {}, misfitOf },
  "make it": { body: isCat, params: { "of-it": isId, how: (value: unknown) => value === undefined || is$MakeHow_1(value) }, event: is$MakeEvent_1, answers: { "200": isPet, "404": is$MakeAnswer404_1 }, misfitOf },
  other: { body: is$OtherBody_1, answers: { "default": isDog }, misfitOf },
  bytes: { answers: {}, misfitOf },
} as const satisfies Readonly<Record<string, OperationValidators>>;
`);
});

test("issues know which branch of a union is meant, and how a Date stands in schemas", () => {
  expect(made("validators/issues.ts")).toBe(`
import { schemas } from "./schemas.js";
import { isDateValue, isObject } from "./support.js";

/** One thing that does not fit. */
export interface Issue {
  /** JSON Pointer to the value; empty for the whole. */
  readonly path: string;
  /** What was expected there. */
  readonly message: string;
  /** JSON Schema keyword that was not satisfied. */
  readonly keyword: string;
}

/** Unions that a constant tells apart: only the branch that was meant is worth explaining. */
const branches: Readonly<Record<string, { readonly property: string; readonly cases: Readonly<Record<string, string>> }>> = {
  Pet: { property: "kind", cases: { cat: "Cat", dog: "Dog" } },
  Toy: { property: "kind", cases: { ball: "", bone: "" } },
};

/** What does not fit, in the order of the schema. */
export async function issuesOf(name: string, value: unknown): Promise<readonly Issue[]> {
  let branch = name;
  for (let union = branches[branch]; union !== undefined; union = branches[branch]) {
    if (!isObject(value)) return [{ path: "", message: "must be an object", keyword: "type" }];
    const chosen = value[union.property];
    const next = typeof chosen === "string" && Object.hasOwn(union.cases, chosen) ? union.cases[chosen] : undefined;
    if (next === "") break; // a branch without a name is explained with its union
    if (next === undefined) {
      const known = Object.keys(union.cases).join(", ");
      return [{ path: \`/\${union.property}\`, message: \`must be one of \${known}\`, keyword: "const" }];
    }
    branch = next;
  }
  const { Errors } = await import("typebox/schema");
  const [, errors] = Errors({ $defs: schemas, $ref: \`#/$defs/\${branch}\` }, standIn(value));
  return errors.map((error) => ({ path: error.instancePath, message: wordsOf(error), keyword: error.keyword }));
}

function standIn(value: unknown): unknown {
  if (isDateValue(value)) return "a Date";
  if (Array.isArray(value)) return value.map(standIn);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, standIn(item)]));
}

function wordsOf({ keyword, params, message }: { readonly keyword: string; readonly params: object; readonly message: string }): string {
  const isDate = keyword === "const" && "allowedValue" in params && params.allowedValue === "a Date";
  return isDate ? \`must be a Date\` : message;
}
`);
});

test("schemas are data", () => {
  expect(made("validators/schemas.ts")).toBe(`
/** Every schema by the name of its type; references are \`#/$defs/Name\`. */
export const schemas: Readonly<Record<string, object | boolean>> = {
  Cat: { type: "object", required: ["kind"], properties: { kind: { const: "cat" } } },
  Dog: { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } },
  Id: { type: "string" },
  Pet: { oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }] },
  Toy: { oneOf: [{ type: "object", required: ["kind"], properties: { kind: { const: "ball" } } }, { type: "object", required: ["kind"], properties: { kind: { const: "bone" } } }] },
  When: { const: "a Date" },
};
`);
});
