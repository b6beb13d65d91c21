import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { ALL_RULES, type Level, rulesMarkdown } from "../../codegen/changes/rules.js";

const ORDER: readonly string[] = ["breaking", "warning", "info"] satisfies readonly Level[];
const BY_ID = new Map<string, (typeof ALL_RULES)[number]>(ALL_RULES.map((rule) => [rule.id, rule]));

/** Why a rule of ours is less grave than the one of oasdiff that it stands for. */
const LESS_GRAVE: Readonly<Record<string, string>> = {
  "sunset-unreadable": "nothing on the wire stops working by it",
  "sunset-removed": "nothing on the wire stops working by it",
  "request-default-added":
    "there it breaks for parameters and is nothing for bodies; here it is one rule between the two",
  "request-default-removed": "likewise",
  "parameter-removed": "a service that is asked for more than it knows seldom refuses",
  "request-known-value-removed": "the list says itself that other values are taken",
  "response-enum-removed": "as a further listed value, which is a warning there too",
  "response-required-property-added": "who reads gets more than before",
};

/** Lines of `level id = ours…`, or `level id - why there is none`, one for each rule of oasdiff. */
async function mapping() {
  const text = await readFile("test/changes/oasdiff-rules.txt", "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [level = "", id = "", sign, ...rest] = line.split(" ");
      return { level, id, ours: sign === "=" ? rest : [], reason: sign === "-" ? rest.join(" ") : "" };
    });
}

describe("the rules of oasdiff", () => {
  test("each has ours, or a reason why there is none", async () => {
    const lines = await mapping();
    expect(new Set(lines.map(({ id }) => id)).size).toBe(509);
    for (const { id, ours, reason } of lines) {
      expect(ours.length > 0 || reason.length > 10, id).toBe(true);
      for (const one of ours) expect(BY_ID.has(one), `${id}: ${one}`).toBe(true);
    }
  });

  test("ours are as grave, or say why not", async () => {
    const lesser = (await mapping()).flatMap(({ level, ours }) => {
      const rank = Math.min(...ours.map((id) => ORDER.indexOf(BY_ID.get(id)?.level ?? "")));
      return rank > ORDER.indexOf(level) ? ours : [];
    });
    expect([...new Set(lesser)].sort()).toEqual(Object.keys(LESS_GRAVE).sort());
  });
});

test("the page lists every rule as the table has it", async () => {
  const page = await readFile("docs/diff-rules.md", "utf8");
  // The page is laid out; what it says is the same.
  const cells = (text: string): string[] =>
    text
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.replace(/ +/g, " ").trim());
  const own = page.slice(page.indexOf("## Rules"), page.indexOf("## The rules of oasdiff"));
  expect(cells(own)).toEqual(cells(rulesMarkdown()));
  const theirs = (await mapping()).map(({ level, id, ours, reason }) => {
    const here = ours.length === 0 ? reason : ours.map((one) => `\`${one}\``).join(", ");
    return `| \`${id}\` | ${level} | ${here} |`;
  });
  expect(cells(page.slice(page.indexOf("## The rules of oasdiff")))).toEqual(theirs);
});

test("no rule has another's id, and each says something of its own level", () => {
  expect(BY_ID.size).toBe(ALL_RULES.length);
  for (const { id, says, level } of ALL_RULES) {
    expect(says.length, id).toBeGreaterThan(3);
    expect(ORDER, id).toContain(level);
  }
});
