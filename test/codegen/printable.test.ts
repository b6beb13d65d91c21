import { expect, test } from "vitest";
import { formatProblems, Problems } from "../../codegen/load/problems.js";
import { SourceFile } from "../../codegen/load/source.js";
import { coloured, plain, printable } from "../../codegen/printable.js";

test.each([
  ["\u001b[31mred", "\\u001b[31mred"],
  ["a\u202eb\u2066c", "a\\u202eb\\u2066c"],
  ["a\r::warning::b", "a\\u000d::warning::b"],
  ["::warning::b\n  ::error::c", "·::warning::b\n  ·::error::c"],
  ["x ##[section]y ##vso[task]z", "x ##·[section]y ##·vso[task]z"],
  ["##teamcity[buildStatus] ## title", "##·teamcity[buildStatus] ## title"],
  ["a\u2028b\u0085c", "a\\u2028b\\u0085c"],
  ["two\n\tlines é 👩‍👩‍👧", "two\n\tlines é 👩‍👩‍👧"],
])("what is printed of %j does nothing", (text, wanted) => {
  expect(printable(text)).toBe(wanted);
});

test("JSON that is printed is the same JSON", () => {
  const value = { a: "\u202e\u001b", "::b": "\u2028" };
  expect(JSON.parse(printable(JSON.stringify(value, undefined, 2)))).toEqual(value);
});

test.each([
  ["plain", "plain"],
  ["\u001b[1;38:5:9mred", "\u001b[1;38:5:9mred\u001b[0m"],
  ["a\u001b[2Jb\u001b[3Ac\u009b2Kd", "a\\u001b[2Jb\\u001b[3Ac\\u009b2Kd"],
  ["\u001b]0;title\u0007\u001b[32mok\u202e", "\\u001b]0;title\\u0007\u001b[32mok\\u202e\u001b[0m"],
  ["over\rwritten", "over\\u000dwritten"],
  ["\u001b[m::error::x", "\u001b[m·::error::x\u001b[0m"],
])("a program's own line %j keeps its colours, and moves nothing", (text, wanted) => {
  expect(coloured(text)).toBe(wanted);
});

test("what others wrote stays on its line", () => {
  expect(plain("a\nb\u202ec\u001b[2K")).toBe("a·b·c·[2K");
});

test("no text of a document begins a line of a report, and none fills the log", () => {
  const problems = new Problems();
  const file = new SourceFile("/a.yaml", "a.yaml", "a: 1\n");
  const origin = { file, pointer: "" };
  problems.warning(origin, "a\n::error::b", "c\n::error::d");
  problems.error(origin, "x".repeat(5000), "y");
  const lines = formatProblems(problems.all).split("\n");
  expect(lines.filter((line) => /^\s*::/.test(line))).toEqual([]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(700);
  expect(lines.join("\n")).toContain(`${"x".repeat(600)}…`);
});
