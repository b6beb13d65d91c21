import { expect, test } from "vitest";
import { namespacesAsValues, withoutEffects } from "../../tools/pure.js";

const made = (code: string): string => withoutEffects(namespacesAsValues(code), "bundle.js");

test("what is computed when a bundle is loaded can be left out, and what is only said stays as it is", () => {
  const plain =
    'import { a } from "a";\nvar b = { c: [1, () => a.d()] };\nfunction e() {\n  a.f();\n}\nexport { b, e };\n';
  expect(made(plain)).toBe(plain);
  const marked = "var a = /* @__PURE__ */ new Map();\nvar B = class extends Error {\n  c = d.e();\n};\n";
  expect(made(marked)).toBe(marked);
});

test.each([
  ["a call", "b()"],
  ["an object that is made", "new Set(b)"],
  ["an argument of a call that is marked", "/* @__PURE__ */ b(c())"],
  ["a property, which may be a getter", "{ b: c.d }"],
  ["an item, which may be one", "[b[0]]"],
  ["a text, which converts", "`${b}`"],
  ["a text with a tag, which is called", "b`c`"],
  ["an operator, which converts", "b + c"],
  ["a list that is spread, which is walked", "[...b]"],
  ["an object that is spread, whose getters run", "{ ...b }"],
])("may run code when it is loaded: %s", (_what, value) => {
  const [, marked, text] = /^(\/\* @__PURE__ \*\/ )?(.*)$/.exec(value) ?? [];
  expect(made(`var a = ${value};`)).toBe(`var a = ${marked ?? ""}/* @__PURE__ */ (() => (${text}))();`);
});

test("a class that computes something when it is loaded keeps its name", () => {
  for (const code of [
    "class { static b = c(); }",
    "class { static { c(); } }",
    "class { [c]() {} }",
    "class extends c() {}",
  ])
    expect(made(`var A = ${code};`)).toBe(`var A = /* @__PURE__ */ (() => {\n  const A = ${code};\n  return A;\n})();`);
});

test("an object of everything that a module exports is one expression", () => {
  const text = made(
    "var __export = (target, all) => {\n  fill(target, all);\n};\nvar a = {};\n__export(a, {\n  b: () => b\n});\n",
  );
  expect(text).toContain("return target;\n};");
  expect(text).toContain("var a = /* @__PURE__ */ __export({}, {\n  b: () => b\n});");
});

test("what can neither be left out nor be marked is refused", () => {
  expect(() => made("a();")).toThrow("has effects when it is loaded:\na();");
  expect(() => made("for (const a of b) c(a);")).toThrow("has effects when it is loaded");
  expect(() => made("var { a } = b();")).toThrow("takes apart what it is given when it is loaded");
});
