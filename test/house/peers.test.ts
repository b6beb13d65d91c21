import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const { peerDependencies } = manifest;

/** What a page says of a package's version, as the first group of the pattern. */
async function said(page: string, pattern: RegExp): Promise<string | undefined> {
  const [, version] = pattern.exec(await readFile(page, "utf8")) ?? [];
  return version;
}

test.each([
  ["typescript", "README.md", /TypeScript, ([\d.]+)\+/],
  ["typescript", "docs/runtimes.md", /^\| TypeScript +\| ([\d.]+) to /m],
  ["vitest", "docs/app-reference.md", /vitest ([\d.]+) or later/],
  ["msw", "docs/generate-reference.md", /`msw`, ([\d.]+) or later/],
] as const)("the range of the peer %s begins where %s says that it does", async (name, page, pattern) => {
  const version = await said(page, pattern);
  expect(version).toMatch(/^\d/);
  expect([`>=${version}`, `^${version}.0`]).toContain(peerDependencies[name]);
});

test("the lock file has the ranges of peers that package.json has", async () => {
  const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as {
    readonly packages: { readonly "": { readonly peerDependencies: unknown } }; // npm's own format
  };
  expect(lock.packages[""].peerDependencies).toEqual(peerDependencies);
});
