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
      "| `a\\|b c\\| d` ```e``` is \\\\ \\* \\_ \\< \\> \\[ \\] \\| \\# `f` g h | `operation-removed` | wire | i\\_j | `a.yaml:3:2 → b.yaml:4:2` |",
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
