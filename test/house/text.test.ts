import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

/** Every text file of the repository that git knows of, or would take. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && !/\.(png|ico|woff2?)$/.test(path));

async function linesMatching(paths: readonly string[], pattern: RegExp, allowed?: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const text = await readFile(path, "utf8").catch(() => ""); // deleted, not yet committed
    text.split("\n").forEach((line, n) => {
      const rest = allowed === undefined ? line : line.replaceAll(allowed, "");
      if (pattern.test(rest)) found.push(`${path}:${n + 1}: ${line.trim().slice(0, 160)}`);
    });
  }
  return found;
}

const code = files.filter((path) =>
  /^(runtime|codegen|sandbox|testing|cli|examples|bench|test)\/.*\.[cm]?tsx?$/.test(path),
);
const here = "test/house/text.test.ts";

describe("what no file may say", () => {
  test("the lock file names no registry host", async () => {
    expect(await linesMatching(["package-lock.json"], /"resolved":|https?:\/\/[^"]*\.tgz/)).toEqual([]);
  });

  test("no file carries an absolute path of somebody's machine", async () => {
    const home = /(^|[\s"'`(=:])(\/work\/|\/home\/[a-z]|\/Users\/|\/root\/|[A-Z]:\\Users\\)/;
    expect(
      await linesMatching(
        files.filter((path) => path !== here),
        home,
      ),
    ).toEqual([]);
  });

  test("no message of an error ends in a full stop: whoever prints it goes on behind it", async () => {
    const ended: string[] = [];
    for (const path of code.filter((name) => /^(runtime|codegen|sandbox|testing|cli)\//.test(name))) {
      const text = await readFile(path, "utf8").catch(() => "");
      for (const [message] of text.matchAll(/new \w*Error\(\s*(["`])(?:(?!\1)[^\n])*\.\1\s*[,)]/g)) {
        ended.push(`${path}: ${message}`);
      }
    }
    expect(ended).toEqual([]);
  });

  test("no file switches a check off where it stands", async () => {
    const off =
      /(oxlint|eslint|prettier|knip|biome|v8|c8|istanbul)-(disable|ignore)|(v8|c8|istanbul) ignore|@ts-(ignore|nocheck)/;
    expect(
      await linesMatching(
        code.filter((path) => path !== here),
        off,
      ),
    ).toEqual([]);
  });

  test("GEN-01 the brand stands in the description, in generated code and in the package's name, nowhere else", async () => {
    // Tests may spell the wire out: that is how they notice when something derives it wrongly.
    const outside = code.filter((path) => !path.startsWith("test/"));
    const brand = new RegExp(`\\b${manifest.name.split("-")[0]}(?![a-zA-Z])|_?svc_`, "i");
    // The package's name; and names of environment variables, which are the user's own, in examples of either kind.
    const excused = new RegExp(`${manifest.name}(/[a-z]+)*`, "g");
    const variable = /\bSVC_[A-Z_]+\b/;
    const met = await linesMatching(outside, brand, excused);
    const isExample = (line: string): boolean => /^examples\/|^[^:]+:\d+: (\*|\/\/|\/\*)/.test(line);
    expect(met.filter((line) => !(isExample(line) && variable.test(line)))).toEqual([]);
  });
});
