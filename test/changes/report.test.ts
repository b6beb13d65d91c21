import { describe, expect, test } from "vitest";
import type { Finding } from "../../codegen/changes/finding.js";
import { report } from "../../codegen/changes/report.js";

const place = (file: string, line: number): Finding["before"] => ({ file, pointer: "/p", line, column: 2 });
const finding = (more: Partial<Finding>): Finding => ({
  rule: "operation-removed",
  level: "breaking",
  side: "wire",
  subject: "GET /a",
  at: "",
  message: "is gone",
  name: "",
  before: place("a.yaml", 3),
  after: place("b.yaml", 4),
  affects: [],
  ...more,
});
const users = (count: number): string[] => Array.from({ length: count }, (_, index) => `GET /${index + 1}`);

const found: readonly Finding[] = [
  finding({ level: "info", rule: "type-added", side: "client", subject: "A", message: "is new" }),
  finding({ affects: users(6) }),
  finding({ level: "warning", subject: "B", at: "200 a[].b", message: "may be c", affects: users(8) }),
  finding({}),
];

describe("a report for people", () => {
  test("names what changed by level, the gravest first, with all that it reaches", () => {
    expect(report(found, "text")).toMatchInlineSnapshot(`
      "Breaking (2)
        GET /a is gone (GET /1, GET /2, GET /3, GET /4, GET /5, GET /6)
            operation-removed, wire: a.yaml:3:2 -> b.yaml:4:2
        GET /a is gone
            operation-removed, wire: a.yaml:3:2 -> b.yaml:4:2

      Warnings (1)
        B, 200 a[].b: may be c (GET /1, GET /2, GET /3, GET /4, GET /5, GET /6, 2 more)
            operation-removed, wire: a.yaml:3:2 -> b.yaml:4:2

      Info (1)
        A is new
            type-added, client: a.yaml:3:2 -> b.yaml:4:2
      "
    `);
  });

  test("leaves levels out that nothing has", () => {
    expect(report([finding({ level: "warning" })], "text")).toMatch(/^Warnings \(1\)\n {2}GET/);
  });

  test("notifies nobody whom a document mentions", () => {
    const odd = finding({ message: "is @team now", affects: ["@org/team"] });
    expect(report([odd], "markdown")).toContain("is @\u2060team now");
    expect(report([odd], "markdown")).not.toContain("@org/");
  });

  test("says that nothing changed", () => {
    expect(report([], "text")).toBe("Nothing changed.\n");
  });
});

describe("a report for a pull request", () => {
  test("has a table for each level, and folds away what needs no decision", () => {
    expect(report(found, "markdown")).toMatchInlineSnapshot(`
      "### API changes

      Breaking: 2, Warnings: 1, Info: 1.

      #### Breaking (2)

      | Change | Rule | Side | Reaches | Place |
      | --- | --- | --- | --- | --- |
      | \`GET /a\` is gone | \`operation-removed\` | wire | GET /1, GET /2, GET /3, GET /4, GET /5, GET /6 | \`a.yaml:3:2 → b.yaml:4:2\` |
      | \`GET /a\` is gone | \`operation-removed\` | wire |  | \`a.yaml:3:2 → b.yaml:4:2\` |

      #### Warnings (1)

      | Change | Rule | Side | Reaches | Place |
      | --- | --- | --- | --- | --- |
      | \`B\` \`200 a[].b\` may be c | \`operation-removed\` | wire | GET /1, GET /2, GET /3, GET /4, GET /5, GET /6, 2 more | \`a.yaml:3:2 → b.yaml:4:2\` |

      <details>
      <summary>Info (1)</summary>

      | Change | Rule | Side | Reaches | Place |
      | --- | --- | --- | --- | --- |
      | \`A\` is new | \`type-added\` | client |  | \`a.yaml:3:2 → b.yaml:4:2\` |

      </details>
      "
    `);
  });

  test("keeps signs of Markdown and line ends in their cells", () => {
    const odd = finding({
      subject: "a|b\nc|\nd",
      at: "`e`",
      message: "is \\ * _ < > [ ] | # `f`\ng\nh",
      affects: ["i_j"],
    });
    const rows = report([odd], "markdown").split("\n").slice(8);
    expect(rows).toEqual([
      "| `a\\|b·c\\|·d` `` `e` `` is \\\\ \\* \\_ \\< \\> \\[ \\] \\| \\# `f`·g·h | `operation-removed` | wire | i\\_j | `a.yaml:3:2 → b.yaml:4:2` |",
      "",
    ]);
  });

  test("says that nothing changed", () => {
    expect(report([], "markdown")).toBe("### API changes\n\nNothing changed.\n");
  });
});

test("a report for programs is all that was found, as JSON", () => {
  expect(report(found, "json")).toBe(`${JSON.stringify(found, undefined, 2)}\n`);
  expect(report([], "json")).toBe("[]\n");
});

describe("a report with the places of a program", () => {
  const use = { file: "src/bot.ts", line: 7, column: 3 };
  const used = { ...finding({}), uses: [use] };

  test("names them below each finding, at most six", () => {
    expect(report([used], "text")).toContain("\n      used at src/bot.ts:7:3\n");
    const many = Array.from({ length: 8 }, (_, index) => ({ ...use, line: index + 1 }));
    expect(report([{ ...used, uses: many }], "text")).toMatch(/src\/bot\.ts:6:3, 2 more\n/);
  });

  test("has a column for them in a table", () => {
    const table = report([used], "markdown");
    expect(table).toContain("| Place | Used at |\n| --- | --- | --- | --- | --- | --- |\n");
    expect(table).toContain("→ b.yaml:4:2` | `src/bot.ts:7:3` |");
  });
});

describe("a report for a build service", () => {
  test("is an annotation for each place of the program, or for the place in the new description", () => {
    const use = { file: "a,b:c.ts", line: 7, column: 3 };
    expect(report([{ ...finding({ at: "x" }), uses: [use, { ...use, line: 9 }] }], "github")).toBe(
      "::error file=a%2Cb%3Ac.ts,line=7,col=3,title=operation-removed::GET /a, x is gone\n" +
        "::error file=a%2Cb%3Ac.ts,line=9,col=3,title=operation-removed::GET /a, x is gone\n",
    );
    expect(report([finding({ level: "warning" }), finding({ level: "info" })], "github")).toBe(
      "::warning file=b.yaml,line=4,col=2,title=operation-removed::GET /a is gone\n" +
        "::notice file=b.yaml,line=4,col=2,title=operation-removed::GET /a is gone\n",
    );
    expect(report([], "github")).toBe("");
  });

  test("cannot be made to say another command by a description", () => {
    const [line, ...others] = report([finding({ message: "is\n::set-env name=x::100%" })], "github").split("\n");
    expect(line).toContain("::GET /a is·::set-env name=x::100%25");
    expect(others).toEqual([""]);
  });

  test("is a test case for each finding in JUnit's form, failed where it is not only information", () => {
    const xml = report([finding({ subject: '"a" <b> & c', level: "warning" }), finding({ level: "info" })], "junit");
    expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="API changes" tests="2" failures="1">
  <testcase classname="operation-removed" name="&quot;a&quot; &lt;b&gt; &amp; c is gone">
    <failure type="warning" message="&quot;a&quot; &lt;b&gt; &amp; c is gone">b.yaml:4:2</failure>
  </testcase>
  <testcase classname="operation-removed" name="GET /a is gone"/>
</testsuite>
`);
  });
});

test.each(["text", "markdown", "github", "junit"] as const)(
  "what a document says begins no line of the report and ends no cell of it, as %s",
  (format) => {
    const evil = "a\n::error::x `| # <b>\u202e";
    const hostile = finding({
      subject: evil,
      at: evil,
      message: evil,
      affects: [evil],
      before: place(evil, 1),
      after: place(evil, 1),
    });
    const [written, harmless] = [hostile, finding({ at: "a", affects: ["a"] })].map((one) => report([one], format));
    expect(written?.split("\n")).toHaveLength(harmless?.split("\n").length ?? 0);
    expect(written).not.toMatch(/^\s*::error::x|\u202e/m);
    if (format === "markdown") {
      const bars = (text = "") => text.split("\n").map((line) => line.replaceAll(String.raw`\|`, "").split("|").length);
      expect(bars(written)).toEqual(bars(harmless));
    }
  },
);
