import { expect, test } from "vitest";
import { defineEmitter } from "../../codegen/emit/emitter.js";
import { emitAll, EmitterError, OPTIONAL } from "../../codegen/emit/index.js";
import { emitRoutes } from "../../codegen/emit/routes.js";
import { modelWith } from "./support/handmade.js";
import { named, operation } from "./support/small-model.js";

const plain = modelWith({ schemas: named({ A: { type: "string" } }), operations: [operation()] });
const full = modelWith({
  schemas: named({ When: { type: "string", "x-as": "date" } }),
  webhooks: [{ name: "a", functionName: "a", method: "POST", headers: {}, bodies: {}, answers: [] }],
});
const paths = (...given: Parameters<typeof emitAll>): readonly string[] => emitAll(...given).map(({ path }) => path);

const ALWAYS = [
  "routes.ts",
  "service.ts",
  "tables.ts",
  "types.ts",
  "validators.ts",
  ...["explain", "guards", "issues", "misfit", "operations", "schemas", "support"].map(
    (name) => `validators/${name}.ts`,
  ),
];

test("what is always made is sorted by its path, and what else depends on the model and on what is asked for", () => {
  expect(paths(plain, { runtime: "./abi.js" })).toEqual(ALWAYS);
  expect(paths(plain, { runtime: "./abi.js", undocumented: "a/open.md" })).toEqual(["a/open.md", ...ALWAYS]);
  expect(paths(full, { runtime: "./abi.js" })).toEqual(
    [...ALWAYS, "validators/json.ts", "validators/readers.ts"].sort(),
  );
  expect(paths(plain, { runtime: "./abi.js" }, OPTIONAL)).toEqual(
    [...ALWAYS, "fakers.ts", "groups.ts", "msw.ts"].sort(),
  );
  expect(paths(full, { runtime: "./abi.js" }, OPTIONAL)).toContain("validators/webhooks.ts");
  const msw = OPTIONAL.filter(({ name }) => name === "msw");
  expect(paths(plain, { runtime: "./abi.js" }, msw)).toEqual([...ALWAYS, "fakers.ts", "msw.ts"].sort());
});

test("the files are data: the text of their writers, and whether they are laid out", () => {
  const files = emitAll(plain, { runtime: "./abi.js", undocumented: "open.md" });
  const text = emitRoutes(plain, "./abi.js").toString();
  expect(files.find(({ path }) => path === "routes.ts")).toEqual({ path: "routes.ts", text, layout: true });
  expect(files.find(({ path }) => path === "validators/guards.ts")?.layout).toBe(false);
  expect(files.find(({ path }) => path === "open.md")?.layout).toBe(true);
});

test("an emitter of one's own gives files as data, and may make the same file again, but no other of its name", () => {
  const makes = (name: string, text: string) =>
    defineEmitter({ name, emit: () => [{ path: "own.txt", text, layout: false }] });
  const options = { runtime: "./abi.js" };
  const made = emitAll(plain, options, [makes("a", "x"), makes("b", "x")]);
  expect(made.filter(({ path }) => path === "own.txt")).toEqual([{ path: "own.txt", text: "x", layout: false }]);
  const clash = (): unknown => emitAll(plain, options, [makes("a", "x"), makes("b", "y")]);
  expect(clash).toThrow(new EmitterError("the emitters a and b both make own.txt"));
  expect(clash).toThrow(EmitterError);
  expect(new EmitterError().name).toBe("EmitterError");
});
