import { expect, test } from "vitest";
import { emitValidators } from "../../codegen/emit/validators.js";
import { modelWith } from "./support/handmade.js";
import { named } from "./support/small-model.js";
import type { Model } from "../../codegen/model/model.js";

/** Emitted modules without their heads, by path. */
const modules = (given: Model): Readonly<Record<string, string>> =>
  Object.fromEntries(
    emitValidators(given).map((file) => [file.path, file.toString().split("@module\n */\n")[1] ?? ""]),
  );

test("what explains a refusal is one function for all types", () => {
  const made = modules(modelWith({ schemas: named({ Cat: { type: "object" }, Dog: { type: "object" } }) }));
  const text = made["validators/explain.ts"] ?? "";
  expect(text).toMatch(
    /^\nimport \* as guards from ".\/guards.js";\nimport type { Issue } from ".\/issues.js";\nimport { misfitOf } from ".\/misfit.js";\n\n/,
  ); // a bundler wraps what is loaded late
  expect(text).toContain('\nexport type TypeName =\n  | "Cat"\n  | "Dog";\n');
  expect(text).toContain(`
export async function explain(name: TypeName, value: unknown): Promise<readonly Issue[]> {
  const { issuesOf } = await import("./issues.js");
  return issuesOf(name, value);
}
`);
  expect(text).toContain(`
export function assert<Value>(guard: (value: unknown) => value is Value, value: unknown): asserts value is Value {
  if (!guard(value)) throw new ShapeError(guard, value);
}
`);
});

test("of a description without anything there is the least of everything, and nothing is imported", () => {
  const made = modules(modelWith());
  const paths = ["support", "guards", "operations", "explain", "misfit", "issues", "schemas"].map(
    (name) => `validators/${name}.ts`,
  );
  expect(Object.keys(made)).toEqual([...paths, "validators.ts"]);
  expect(made["validators.ts"]).toBe(`
export * from "./validators/guards.js";
export * from "./validators/operations.js";
export * from "./validators/explain.js";
export * from "./validators/misfit.js";
`);
  expect(made["validators/guards.ts"]).toBe(`
export {};
`);
  expect(made["validators/operations.ts"]).toContain("\nexport const operationValidators = {\n\n} as const satisfies");
  expect(made["validators/explain.ts"]).toMatch(
    /^\nimport \* as guards from ".\/guards.js";\nimport type { Issue } from ".\/issues.js";\nimport { misfitOf } from ".\/misfit.js";\n\nexport type { Issue };\n\n\/\*\* A guard/,
  );
  expect(made["validators/issues.ts"]).toBe(`
import { schemas } from "./schemas.js";
import { isObject } from "./support.js";

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
  const [, errors] = Errors({ $defs: schemas, $ref: \`#/$defs/\${branch}\` }, value);
  return errors.map((error) => ({ path: error.instancePath, message: error.message, keyword: error.keyword }));
}
`);
  expect(made["validators/schemas.ts"]).toBe(`
/** Every schema by the name of its type; references are \`#/$defs/Name\`. */
export const schemas: Readonly<Record<string, object | boolean>> = {

};
`);
});
