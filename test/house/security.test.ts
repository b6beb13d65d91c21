import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const page = await readFile("SECURITY.md", "utf8");

test("every promise of the page about security names tests, and these exist", () => {
  const [, section = ""] = page.split("## What is promised");
  const rows =
    section
      .split("\n## ")[0]
      ?.split("\n")
      .filter((line) => /^\| [^-]/.test(line))
      .slice(1) ?? [];
  expect(rows.length).toBeGreaterThan(10);
  const named = rows.map((row) => [row, [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, file = ""]) => file)] as const);
  expect(named.filter(([, files]) => files.length === 0)).toEqual([]);
  expect(named.flatMap(([, files]) => files).filter((file) => !existsSync(file))).toEqual([]);
});

test("what the page says of releases is what the workflow does", async () => {
  const workflow = await readFile(".github/workflows/release.yml", "utf8");
  for (const step of ["npm audit signatures", "npm audit --omit=dev", ".ci/run", "npm run release", "id-token: write"])
    expect(workflow).toContain(step);
  expect(workflow).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
  // An action that a tag names could be replaced by its owner.
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, name = ""]) => name);
  expect(actions.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
  expect(await readFile("tools/release.ts", "utf8")).toContain('"--provenance"');
});
