import { expect, test } from "vitest";
import { withoutEffects } from "../../tools/pure.js";

const made = (code: string): string => withoutEffects(code, "bundle.js");

test("what is computed when a bundle is loaded can be left out, and what is only said stays as it is", () => {
  const plain =
    'import { a } from "a";\nvar b = { c: [1, () => a.d()] };\nfunction e() {\n  a.f();\n}\nexport { b, e };\n';
  expect(made(plain)).toBe(plain);
  const marked = "var a = /* @__PURE__ */ new Map();\nvar B = class extends Error {\n  c = d.e();\n};\n";
  expect(made(marked)).toBe(marked);
  expect(made("var a = new Set(b);")).toBe("var a = /* @__PURE__ */ (() => (new Set(b)))();");
  expect(made("var a = { b: c.d };")).toBe("var a = /* @__PURE__ */ (() => ({ b: c.d }))();");
  expect(made("var a = `${b}`;")).toBe("var a = /* @__PURE__ */ (() => (`${b}`))();");
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
