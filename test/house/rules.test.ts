import { describe, expect, test } from "vitest";
import { type Area, readArea, readAreas } from "../../tools/rules/areas.js";
import { judge, type Totals } from "../../tools/rules/judge.js";
import { findNamings, type Naming } from "../../tools/rules/naming.js";

const totals: Totals = { rules: 2, tensions: 0, gaps: 1 };
const says = "A sentence that is long enough.";
const areas = (finished: boolean, ids: readonly string[] = ["EVT-01", "EVT-02"]): Area[] => [
  { area: "EVT", purpose: "What this area is about.", finished, rules: ids.map((id) => ({ id, says })) },
  {
    area: "G",
    purpose: "What is left unsaid here.",
    finished,
    rules: [{ id: "G-01", says, rules: ["EVT-01", "EVT-02"] }],
  },
];
const naming = (id: string): Naming => ({ id, file: "test/a.test.ts", line: 3, title: `${id} holds` });

describe("rules and the tests that name them", () => {
  test("a finished area whose rules are all named passes", () => {
    expect(judge(areas(true), [naming("EVT-01"), naming("EVT-02")], totals).problems).toEqual([]);
  });

  test("a rule without a test fails a finished area", () => {
    const { problems } = judge(areas(true), [naming("EVT-01"), naming("G-01")], totals);
    expect(problems).toEqual(["EVT-02 has no test, though area EVT is marked finished"]);
  });

  test("a rule without a test is listed, but passes, while its area is not finished", () => {
    const verdict = judge(areas(false), [naming("EVT-01"), naming("G-01")], totals);
    expect(verdict.problems).toEqual([]);
    expect(verdict.areas[0]?.untested).toEqual(["EVT-02"]);
  });

  test("an entry that other rules decide is covered once all of them are", () => {
    const half = judge(areas(false), [naming("EVT-01")], totals);
    expect(half.areas[1]?.untested).toEqual(["G-01"]);
    const whole = judge(areas(false), [naming("EVT-01"), naming("EVT-02")], totals);
    expect(whole.areas[1]?.rules[0]?.tests.map(({ id }) => id)).toEqual(["EVT-01", "EVT-02"]);
  });

  test("a test that names an id nobody wrote fails, with its place", () => {
    const { problems } = judge(areas(false), [naming("EVT-03")], totals);
    expect(problems).toEqual(["test/a.test.ts:3 names EVT-03, which no file of rules knows"]);
  });

  test.each([
    ["lost at the end", ["EVT-01"], ["1 rules are written, 2 should be"]],
    ["lost in the middle", ["EVT-01", "EVT-03"], ["area EVT: EVT-03 stands where EVT-02 should"]],
    ["repeated", ["EVT-01", "EVT-01"], ["area EVT: EVT-01 stands where EVT-02 should"]],
  ])("an id that is %s fails", (_, ids, want) => {
    const unsaid = judge(areas(false, ids), [], totals).problems.filter((problem) => !problem.startsWith("G-01"));
    expect(unsaid).toEqual(want);
  });

  test("one area in two files fails", () => {
    const twice = [...areas(false), ...areas(false)];
    expect(judge(twice, [], { rules: 4, tensions: 0, gaps: 2 }).problems).toContain("area EVT is written in two files");
  });
});

describe("reading a file of rules", () => {
  const text = (body: string): string => `area: EVT\npurpose: What this area is about.\nfinished: false\n${body}`;

  test.each([
    ["a rule without a sentence", text("rules:\n  - id: EVT-01\n"), /^a\.yaml: \/rules\/0 .*says/],
    ["an id of another form", text(`rules:\n  - id: EVT-1\n    says: ${says}\n`), /\/rules\/0\/id/],
    ["an unknown kind", text(`rules:\n  - id: EVT-01\n    kinds: [type]\n    says: ${says}\n`), /\/rules\/0\/kinds\/0/],
    ["a field that means nothing", text(`rules:\n  - id: EVT-01\n    say: x\n    says: ${says}\n`), /\/rules\/0/],
    ["no rules at all", text("rules: []\n"), /\/rules/],
  ])("refuses %s and says where", (_, yaml, message) => {
    expect(() => readArea("a.yaml", yaml)).toThrow(message);
  });

  test("the files of spec/rules have one sentence for each of 353 rules, 15 tensions and 41 gaps", async () => {
    const ids = (await readAreas("spec/rules")).flatMap(({ rules }) => rules.map(({ id }) => id));
    expect(new Set(ids).size).toBe(353 + 15 + 41);
    expect(ids).toHaveLength(353 + 15 + 41);
  });
});

describe("finding the tests that name a rule", () => {
  const known = new Set(["EVT", "SIG"]);
  const ids = (file: string, text: string): string[] => findNamings(file, text, known).map(({ id }) => id);

  test("titles, several ids in one title, tables and templates count", () => {
    const text = [
      `test("EVT-01 and SIG-02 hold", () => {});`,
      `const table = [["EVT-03 of a table", 1]];`,
      "test(`EVT-04 on ${platform}`, () => {});",
    ].join("\n");
    expect(ids("a.test.ts", text)).toEqual(["EVT-01", "SIG-02", "EVT-03", "EVT-04"]);
    expect(findNamings("a.test.ts", text, known)[2]).toMatchObject({ line: 2, title: "EVT-03 of a table" });
  });

  test("what a test says elsewhere does not count", () => {
    expect(ids("a.test.ts", `test("holds", () => { mark("EVT-01 is not known"); });`)).toEqual([]);
  });

  test("titles of groups and of tests made from tables count, in any dress", () => {
    const text = [
      `describe("EVT-01 group", () => { test.skipIf(old)("EVT-02 inside", run); });`,
      `test.each([{ title: "EVT-03 row" }])("$title", run);`,
      `it.each\`a\`("SIG-04 it", run);`,
    ].join("\n");
    expect(ids("a.test.ts", text)).toEqual(["EVT-01", "EVT-02", "EVT-03", "SIG-04"]);
  });

  test("comments do not count, and neither does what only looks like an id", () => {
    expect(ids("a.test.ts", `// EVT-01 is tested elsewhere\ntest("UTF-16 in SHA-25, EVT-011", () => {});`)).toEqual([]);
  });

  test("in a file of type tests, comments count", () => {
    expect(ids("a.types.ts", `// SIG-05: the header's text\n/** EVT-09 */\nconst text = "EVT-10";`)).toEqual([
      "SIG-05",
      "EVT-09",
    ]);
  });
});
