import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsOf, extract, type Program } from "../../tools/snippets/extract.js";
import { anchorsOf, linksOf } from "../../tools/snippets/links.js";
import { play } from "../../tools/snippets/play.js";

const page = (...lines: string[]): string => lines.join("\n");

describe("code in pages", () => {
  test("each ts block is a program at its place; other languages are not", () => {
    const text = page(
      "# Title",
      "",
      "```ts",
      "const a = 1;",
      "```",
      "",
      "```json",
      "{}",
      "```",
      "```ts run",
      "go();",
      "```",
    );
    expect(extract("a.md", text).programs).toEqual([
      { file: "a.md", line: 4, code: "const a = 1;", use: "compile" },
      { file: "a.md", line: 11, code: "go();", use: "run" },
    ]);
  });

  test("a block may be a file that other blocks of the page import", () => {
    const text = page("```ts file=src/bot.ts", "export const a = 1;", "```");
    expect(extract("a.md", text)).toMatchObject({ problems: [], programs: [{ name: "src/bot.ts", use: "compile" }] });
    const outside = page("```ts file=../bot.ts", "export const a = 1;", "```");
    expect(extract("a.md", outside).problems).toEqual(["a.md:1: ```ts file=../bot.ts means nothing"]);
  });

  test("a block that continues another makes one program with it, its lines still those of the page", () => {
    const text = page("```ts", "const a = 1;", "```", "then", "```ts continues run", "use(a);", "```");
    const [program, ...rest] = extract("a.md", text).programs;
    expect(rest).toEqual([]);
    expect(program).toMatchObject({ line: 2, use: "run" });
    expect(program?.code.split("\n")[6 - 2]).toBe("use(a);");
  });

  test("a longer fence may hold a shorter one, and an indented block loses its indentation", () => {
    const text = page("````ts", "`x`;", "```", "y;", "````", "  ```ts", "  z;", "  ```");
    expect(extract("a.md", text).programs.map(({ code }) => code)).toEqual(["`x`;\n```\ny;", "z;"]);
  });

  test.each([
    ["a language that would go unchecked", page("```typescript", "x", "```"), /^a\.md:1: write ```ts/],
    ["a word that means nothing", page("```ts runs", "x", "```"), /^a\.md:1: ```ts runs means nothing/],
    [
      "a line of code that a page would cut off",
      page("```sh", `${"x".repeat(80)}`, `${"x".repeat(81)}`, "```"),
      /^a\.md:3: this line of code has 81 columns; a page shows 80$/,
    ],
    ["a continuation of nothing", page("```ts continues", "x", "```"), /^a\.md:1: continues nothing/],
  ])("refuses %s", (_, text, message) => {
    expect(extract("a.md", text).problems).toEqual([expect.stringMatching(message)]);
  });
});

describe("links in pages", () => {
  test("lead from the page they stand in, with the heading they name; those to the web are left alone", () => {
    const text = page(
      "[a](other.md#some-part)",
      "",
      "[b](../README.md) and [c](https://example.com) [d](#here)",
      "`[e](code.md)`",
    );
    expect(linksOf("docs/a.md", text).map(({ line, path, anchor }) => [line, path, anchor])).toEqual([
      [1, "docs/other.md", "some-part"],
      [3, "README.md", ""],
      [3, "docs/a.md", "here"],
    ]);
  });

  test("in blocks of code are none", () => {
    expect(linksOf("a.md", page("```ts", "x[0](y)", "```"))).toEqual([]);
  });

  test("headings make anchors without punctuation, repeated ones with a number", () => {
    const text = page("# What `diff` says", "## Twice", "## Twice", "```sh", "# no heading", "```");
    expect([...anchorsOf(text)]).toEqual(["what-diff-says", "twice", "twice-1"]);
  });
});

describe("shell lines in pages", () => {
  const calls = (text: string): string[] =>
    callsOf({ file: "a.md", line: 1, text }).map(({ kind, name }) => `${kind} ${name}`);

  test.each([
    ["npm ci && npm run demo   # starts `npm run nothing`", ["script demo"]],
    ["npm test", ["script test"]],
    ["npm run -s rules -- --untested", ["script rules"]],
    ["npx svc-apps sandbox --port 0", ["command sandbox"]],
    ["npx svc-apps --version", []],
    ["npm install svc-apps", []],
    ["# npm run nothing", []],
  ])("%s", (text, want) => {
    expect(calls(text)).toEqual(want);
  });
});

describe("running a program of a page", () => {
  let place: string;
  const stage = (patienceMs = 30_000) => ({ cwd: place, env: process.env, patienceMs, settleMs: 400 });
  const program = (code: string, use: Program["use"]): Program => ({ file: "a.md", line: 1, code, use });
  const played = async (code: string, use: Program["use"], patienceMs?: number): Promise<string | undefined> => {
    const file = join(place, "program.mjs");
    await writeFile(file, code);
    return play(file, program(code, use), stage(patienceMs));
  };

  beforeAll(async () => void (place = await mkdtemp(join(tmpdir(), "play-"))));
  afterAll(() => rm(place, { recursive: true, force: true }));

  test("one that ends well is well", async () => {
    expect(await played("console.log(1)", "run")).toBeUndefined();
  });

  test("one that fails says how, with its output", async () => {
    expect(await played("console.log('so far'); process.exitCode = 3", "run")).toBe("ended with 3\nso far");
  });

  test("one that does not print what it says it prints is reported; one that does is well", async () => {
    expect(await played('console.log("so"); // prints "so far"', "run")).toBe('did not print "so far"\nso');
    expect(await played('console.log("not", "so far"); // prints "so far"', "run")).toBeUndefined();
  });

  test("one that does not end is stopped and reported", async () => {
    expect(await played("setInterval(() => {}, 1000)", "run", 300)).toBe("did not end within 300 ms");
  });

  test("one that serves must stay up", async () => {
    expect(await played('// prints "never"', "serve")).toBe("ended by itself");
  });

  test("one that serves and stops when asked is well", async () => {
    expect(await played("setInterval(() => {}, 1000)", "serve")).toBeUndefined();
  });

  test("one that serves but ends badly when asked to stop is reported", async () => {
    const code = `process.on("SIGTERM", () => process.exit(4)); setInterval(() => {}, 1000); console.log("up") // prints "up"`;
    expect(await played(code, "serve")).toBe("ended with 4\nup");
  });
});
