import { describe, expect, test } from "vitest";
import type { Finding } from "../../codegen/changes/finding.js";
import { parseIgnoreLines, withoutIgnored } from "../../codegen/changes/ignore.js";
import { ConfigError } from "../../codegen/config.js";

const FORM = "write `rule place # reason`, such as `request-property-removed /components/schemas/A/* # never sent`";
const at = (pointer: string): Finding["before"] => ({ file: "a.yaml", pointer, line: 1, column: 1 });
const finding = (rule: Finding["rule"], before: string, after: string): Finding => ({
  rule,
  level: "breaking",
  side: "wire",
  subject: "A",
  at: "",
  message: "is gone",
  name: "",
  before: at(before),
  after: at(after),
  affects: [],
});

describe("a file of accepted findings", () => {
  test("has a rule, a place and a reason in each line that says anything", () => {
    const text =
      "\n# deprecated /a\r\n  operation-removed /paths/~1a # by # us \r\n\ndeprecated\t*\t#long ago\n*   /paths/*   #  x\n";
    expect(parseIgnoreLines(text, "accepted")).toEqual([
      { where: "accepted:3", rule: "operation-removed", place: "/paths/~1a", reason: "by # us" },
      { where: "accepted:5", rule: "deprecated", place: "*", reason: "long ago" },
      { where: "accepted:6", rule: "*", place: "/paths/*", reason: "x" },
    ]);
    expect(parseIgnoreLines("", "accepted")).toEqual([]);
  });

  test("is refused with all that is wrong in it", () => {
    const wrong: readonly (readonly [line: string, told: string])[] = [
      ["operation-removed /a", `there is no reason; ${FORM}`],
      ["operation-removed /a #", `there is no reason; ${FORM}`],
      ["operation-removed /a #  ", `there is no reason; ${FORM}`],
      ["operation-removed # gone", `not understood; ${FORM}`],
      ["operation-removed /a b # gone", `not understood; ${FORM}`],
      ["operation-removd /a # gone", "there is no rule operation-removd; did you mean operation-removed?"],
      ["qqq a # gone", "there is no rule qqq; --rules lists them"],
      ["operation-removed a/ # gone", "a/ is no place; write a JSON pointer, or * for any"],
      ["deprecated ** # gone", "** is no place; write a JSON pointer, or * for any"],
    ];
    const told = wrong.map(([, one], index) => `accepted:${index + 1}: ${one}`);
    const lines = wrong.map(([line]) => line).join("\n");
    expect(() => parseIgnoreLines(lines, "accepted")).toThrow(new ConfigError(told.join("\n")));
  });
});

describe("findings that are accepted", () => {
  const gone = finding("operation-removed", "/paths/~1a", "/paths");
  const old = finding("deprecated", "/paths/~1a/get", "/paths/~1b/get");

  test.each([
    ["by their rule and any place", "deprecated *", [gone]],
    ["by any rule at a place before", "* /paths/~1a", [old]],
    ["by any rule at a place after", "* /paths/~1b/get", [gone]],
    ["by any rule and place", "* *", []],
    ["with all that lies inside, and itself", "* /paths/~1a/*", []],
    ["with all that begins so", "* /paths/~1b*", [gone]],
    ["by their rule at their place alone", "deprecated /paths/~1a", [gone, old]],
    ["by nothing but the whole place", "* /paths/~1a/", [gone, old]],
    ["by nothing that lies around a place", "operation-removed /path", [gone, old]],
  ])("%s", (_, line, left) => {
    const [one] = parseIgnoreLines(`${line} # known`, "accepted");
    const lines = one === undefined ? [] : [one];
    expect(withoutIgnored([gone, old], lines)).toEqual({ left, unused: left.length === 2 ? lines : [] });
  });

  test("need only one line, and every line that names them is used", () => {
    const text = "deprecated * # a\n* /paths/~1a/get # b\nsunset-set * # c";
    const lines = parseIgnoreLines(text, "accepted");
    expect(withoutIgnored([gone, old], lines)).toEqual({ left: [gone], unused: [lines[2]] });
  });
});
