import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../cli/diff.js";
import { UsageError } from "../../cli/frame.js";

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
  await writeFile(at("events.yaml"), events("lent"));
  await writeFile(at("events-renamed.yaml"), events("given"));
  await writeFile(at("broken.yaml"), openapi("listBooks", "Lists.").replace("description: All.", "$ref: '#/nowhere'"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

describe("diff", () => {
  test.each([
    ["nothing", "a.yaml", 0, "Nothing changed.\n"],
    ["documentation only", "text.yaml", 0, "Documentation (1)\n  function listBooks has another description\n"],
    ["an addition", "more.yaml", 3, "Additive (1)\n  function listPens is new: GET /pens\n"],
    ["a break", "renamed.yaml", 4, "Breaking (1)\n  function listBooks is called getBooks now\n"],
  ])("%s is told by text and exit code", async (_, after, code, out) => {
    expect(await ran(at("a.yaml"), at(after))).toEqual({ code, out, err: "" });
  });

  test("JSON documents and AsyncAPI documents alone are read too", async () => {
    expect((await ran(at("a.json"), at("a.yaml"))).code).toBe(3);
    const { code, out } = await ran(at("events.yaml"), at("events-renamed.yaml"));
    expect(code).toBe(4);
    expect(out).toContain("event lent is gone");
  });

  test("folders and configurations of the generators are read", async () => {
    expect(await ran("spec", "spec/codegen.yaml")).toEqual({ code: 0, out: "Nothing changed.\n", err: "" });
  });

  test("--json gives the changes as data", async () => {
    const { out } = await ran("--json", at("a.yaml"), at("renamed.yaml"));
    expect(JSON.parse(out)).toEqual([
      { group: "breaking", kind: "function", name: "listBooks", at: "", what: "is called getBooks now", affects: [] },
    ]);
  });

  test("--only shows less and leaves the exit code as it is", async () => {
    expect(await ran("--only", "additive", at("a.yaml"), at("renamed.yaml"))).toEqual({
      code: 4,
      out: "No additive change.\n",
      err: "",
    });
  });

  test.each([
    ["one description", ["a"], UsageError, /the old one and the new one/],
    ["three descriptions", ["a", "b", "c"], UsageError, /the old one and the new one/],
    ["an unknown group", ["a", "b", "--only", "grave"], UsageError, /breaking|additive/],
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
