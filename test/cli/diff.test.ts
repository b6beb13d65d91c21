import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../cli/diff.js";
import { UsageError } from "../../cli/usage-error.js";

let place: string;
const at = (name: string): string => join(place, name);

async function ran(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const code = await run(
    argv,
    (text) => void (out += text),
    (text) => void (err += text),
  );
  return { code, out, err };
}

const openapi = (operationId: string, summary: string, more = ""): string => `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    get: { operationId: ${operationId}, summary: ${summary}, responses: { "200": { description: All. } } }
${more}`;
const events = (name: string): string => `asyncapi: 3.0.0
info: { title: Books, version: "1" }
channels: {}
components: { messages: { lent: { name: ${name}, payload: { type: object } } } }
`;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "diff-"));
  await writeFile(at("a.yaml"), openapi("listBooks", "Lists."));
  await writeFile(
    at("a.json"),
    JSON.stringify({ openapi: "3.1.0", info: { title: "Books", version: "1" }, paths: {} }),
  );
  await writeFile(at("text.yaml"), openapi("listBooks", "Lists books."));
  await writeFile(
    at("more.yaml"),
    openapi("listBooks", "Lists.", "  /pens: { get: { operationId: listPens, responses: {} } }"),
  );
  await writeFile(at("renamed.yaml"), openapi("getBooks", "Lists."));
  await writeFile(at("none.yaml"), openapi("listBooks", "Lists.").replace(/ {2}\/books:\n.*\n/, "  /pens: {}\n"));
  await writeFile(at("sunset.yaml"), openapi("listBooks", "Lists., deprecated: true, x-sunset: 2026-02-01"));
  await writeFile(at("events.yaml"), events("lent"));
  await writeFile(at("events-renamed.yaml"), events("given"));
  await writeFile(at("broken.yaml"), openapi("listBooks", "Lists.").replace("description: All.", "$ref: '#/nowhere'"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

describe("diff", () => {
  test.each([
    ["nothing", "a.yaml", 0, "Nothing changed.\n"],
    [
      "another text",
      "text.yaml",
      0,
      /^Info \(1\)\n {2}GET \/books has another summary\n {6}text-changed, client: .*a.yaml:5:10 -> .*text.yaml:5:10\n$/,
    ],
    ["an addition", "more.yaml", 0, /^Info \(1\)\n {2}GET \/pens is new\n {6}operation-added, wire: .*\n$/],
    [
      "a break",
      "renamed.yaml",
      4,
      /^Breaking \(1\)\n {2}listBooks is called getBooks instead of listBooks\n.*function-renamed, client: /,
    ],
  ])("%s is told by text and exit code", async (_, after, code, text) => {
    const result = await ran(at("a.yaml"), at(after));
    expect(result).toMatchObject({ code, err: "" });
    expect(result.out).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
  });

  test.each([
    ["breaking", "more.yaml", 0],
    ["warning", "more.yaml", 0],
    ["info", "more.yaml", 3],
    ["info", "renamed.yaml", 4],
    ["none", "renamed.yaml", 0],
  ])("--fail-on %s decides what %s fails with", async (level, after, code) => {
    expect((await ran("--fail-on", level, at("a.yaml"), at(after))).code).toBe(code);
  });

  test("--level gives a rule another level, which is counted and shown", async () => {
    const raised = await ran("--level", "operation-added=breaking", at("a.yaml"), at("more.yaml"));
    expect(raised.code).toBe(4);
    expect(raised.out).toMatch(/^Breaking \(1\)\n {2}GET \/pens is new\n/);
    expect((await ran("--level", "function-renamed=info", at("a.yaml"), at("renamed.yaml"))).code).toBe(0);
  });

  test.each([
    ["operation-gone=info", "--level operation-gone=info: there is no rule operation-gone; --rules lists them"],
    ["operation-added=grave", "--level is one of breaking, warning, info"],
    ["operation-added", "--level is one of breaking, warning, info"],
  ])("--level %s is refused", async (level, says) => {
    await expect(ran("--level", level, at("a.yaml"), at("more.yaml"))).rejects.toThrow(says);
  });

  test("--side wire does not count what only the generated client notices", async () => {
    expect(await ran("--side", "wire", at("a.yaml"), at("renamed.yaml"))).toEqual({
      code: 0,
      out: "Nothing changed.\n",
      err: "",
    });
  });

  test("--today decides whether a sunset date has come", async () => {
    const codes = ["2026-01-31", "2026-02-01"].map(
      async (day) => (await ran("--today", day, at("sunset.yaml"), at("none.yaml"))).code,
    );
    expect(await Promise.all(codes)).toEqual([4, 0]);
  });

  describe("lines of findings that are accepted", () => {
    const ignoring = async (...lines: readonly string[]) => {
      await writeFile(at("ignore.txt"), lines.join("\n"));
      return ran("--ignore", at("ignore.txt"), at("a.yaml"), at("renamed.yaml"));
    };

    test.each([
      ["by the place in either document", "function-renamed /paths/~1books/get # announced"],
      ["by what lies around it", "function-renamed /paths/* # announced"],
      ["by any rule", "* /paths/~1books/get # announced"],
      ["at any place", "function-renamed * # announced"],
    ])("take them out %s", async (_, line) => {
      expect(await ignoring("# accepted", "", line)).toEqual({ code: 0, out: "Nothing changed.\n", err: "" });
    });

    test("are told when they name nothing any more", async () => {
      const { code, err } = await ignoring("operation-removed /paths/~1books/get # announced");
      expect(code).toBe(4);
      expect(err).toMatch(/ignore\.txt:1: nothing is found by operation-removed at \/paths\/~1books\/get any more/);
    });

    test.each([
      ["no reason", "function-renamed *", /ignore\.txt:1: there is no reason; write `rule place # reason`/],
      [
        "a misspelled rule",
        "function-renmaed * # x",
        /there is no rule function-renmaed; did you mean function-renamed\?/,
      ],
      ["a place that is no pointer", "function-renamed books # x", /books is no place; write a JSON pointer, or \*/],
    ])("are refused for %s", async (_, line, message) => {
      await expect(ignoring(line)).rejects.toThrow(message);
    });
  });

  test("--format markdown is a table for a pull request, with what needs no decision folded away", async () => {
    const { out } = await ran("--format", "markdown", at("a.yaml"), at("renamed.yaml"));
    expect(out).toMatch(/^### API changes\n\nBreaking: 1\.\n\n#### Breaking \(1\)\n\n\| Change \| Rule \|/);
    expect(out).toContain("| `listBooks` is called getBooks instead of listBooks | `function-renamed` | client |");
    expect((await ran("--format", "markdown", at("a.yaml"), at("more.yaml"))).out).toMatch(
      /<details>\n<summary>Info \(1\)<\/summary>/,
    );
  });

  test("a pipe or a bracket of a description cannot break the table", async () => {
    await writeFile(
      at("bars.yaml"),
      openapi("listBooks", "Lists.").replace(
        "responses:",
        'parameters: [{ name: "a|<b>", in: query, schema: {} }], responses:',
      ),
    );
    const { out } = await ran("--format", "markdown", at("a.yaml"), at("bars.yaml"));
    expect(out).toContain("also takes the query parameter `a\\|\\<b\\>`");
  });

  test("JSON documents and AsyncAPI documents alone are read too", async () => {
    expect((await ran(at("a.json"), at("a.yaml"))).out).toContain("GET /books is new");
    const { code, out } = await ran(at("events.yaml"), at("events-renamed.yaml"));
    expect(code).toBe(4);
    expect(out).toContain("event lent is gone");
  });

  test("folders and configurations of the generators are read", async () => {
    expect(await ran("spec", "spec/codegen.yaml")).toEqual({ code: 0, out: "Nothing changed.\n", err: "" });
  });

  test("--json gives the changes as data", async () => {
    const { out } = await ran("--json", at("a.yaml"), at("renamed.yaml"));
    const place = { pointer: "/paths/~1books/get", line: 5, column: 10 };
    expect(JSON.parse(out)).toEqual([
      {
        rule: "function-renamed",
        level: "breaking",
        side: "client",
        subject: "listBooks",
        at: "",
        message: "is called getBooks instead of listBooks",
        name: "listBooks",
        before: { file: expect.stringMatching(/a\.yaml$/) as unknown, ...place },
        after: { file: expect.stringMatching(/renamed\.yaml$/) as unknown, ...place },
        affects: [],
      },
    ]);
  });

  test("--only shows less and leaves the exit code as it is", async () => {
    expect(await ran("--only", "info", at("a.yaml"), at("renamed.yaml"))).toEqual({
      code: 4,
      out: "No info change.\n",
      err: "",
    });
  });

  test.each([
    ["one description", ["a"], UsageError, /the old one and the new one/],
    ["three descriptions", ["a", "b", "c"], UsageError, /the old one and the new one/],
    ["an unknown level", ["a", "b", "--only", "grave"], UsageError, /--only is one of breaking, warning, info/],
    ["an unknown format", ["a", "b", "--format", "xml"], UsageError, /--format is one of text, json, markdown/],
    ["a day that is none", ["a", "b", "--today", "soon"], UsageError, /--today is a date such as 2026-01-31/],
    ["an unknown option", ["a", "b", "--grave"], TypeError, /--grave/],
    ["a file that is not there", ["nowhere.yaml", "b"], Error, /nowhere\.yaml: there is no such file/],
  ])("%s is refused", async (_, argv, kind, message) => {
    const refused = ran(...argv);
    await expect(refused).rejects.toBeInstanceOf(kind);
    await expect(refused).rejects.toThrow(message);
  });

  test("a description with a fault is refused with its place", async () => {
    await expect(ran(at("a.yaml"), at("broken.yaml"))).rejects.toThrow(/broken\.yaml:5:.*nowhere/);
  });
});
