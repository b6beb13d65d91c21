import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { run } from "../../tools/run.js";
import { program } from "../support/program.js";

const script = join(process.cwd(), ".github/actions/diff/diff.sh");
let repository = "";

const document = (required: string): string => `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      parameters: [{ name: page, in: query, required: ${required}, schema: { type: integer } }]
      responses: { "204": { description: Done. } }
`;

async function git(...args: readonly string[]): Promise<string> {
  const { code, output } = await run("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
    cwd: repository,
  });
  expect(code, output).toBe(0);
  return output.trim();
}

beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), "action-"));
  await git("init", "--quiet");
  await mkdir(join(repository, "api"));
  await writeFile(join(repository, "api/openapi.yaml"), document("false"));
  await git("add", ".");
  await git("commit", "--quiet", "--message", "first");
});
afterEach(() => rm(repository, { recursive: true }));

async function diff(variables: Readonly<Record<string, string>>) {
  const summary = join(repository, "summary.md");
  const DIFF = [process.execPath, ...(await program("cli/main")), "diff"].join(" ");
  const env = { ...process.env, DIFF, GITHUB_STEP_SUMMARY: summary, ...variables };
  const { code, output } = await run("bash", [script], { cwd: repository, env });
  return { code, output, summary: await readFile(summary, "utf8").catch(() => "") };
}

test("a breaking change ends with 4, and the summary says what it is", async () => {
  await writeFile(join(repository, "api/openapi.yaml"), document("true"));
  const { code, summary } = await diff({ SPEC: "api/openapi.yaml", BASE: "HEAD" });
  expect(summary).toMatch(/^## Changes of `api\/openapi\.yaml`\n\n[^]*page/);
  expect(code).toBe(4);
});

test("a folder without a change ends with 0", async () => {
  expect(await diff({ SPEC: "api", BASE: "HEAD" })).toMatchObject({ code: 0 });
});

test("a description that the base does not have is new, and no failure", async () => {
  await mkdir(join(repository, "other"));
  await writeFile(join(repository, "other/openapi.yaml"), document("true"));
  const { code, summary } = await diff({ SPEC: "other", BASE: "HEAD" });
  expect([code, summary]).toEqual([0, "The description `other` is new: HEAD does not have it.\n"]);
});

test.each([
  [{ SPEC: "api", BASE: "--output=x" }, 2, "--output=x is no revision"],
  [{ SPEC: "../api", BASE: "HEAD" }, 2, "path must be inside of the repository"],
  [
    { SPEC: "api", BASE: "0123456789012345678901234567890123456789" },
    1,
    "cannot be fetched; check out with fetch-depth: 0",
  ],
])("%j is refused", async (variables, code, why) => {
  const ended = await diff(variables);
  expect(ended.output).toContain(`::error::`);
  expect(ended.output).toContain(why);
  expect(ended.code).toBe(code);
});

test("the action passes every input to the script", async () => {
  const action = parse(await readFile(join(script, "../action.yml"), "utf8")) as {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly runs: { readonly steps: readonly { readonly env: Readonly<Record<string, string>> }[] };
  }; // our own file
  const env = JSON.stringify(action.runs.steps[0]?.env);
  for (const name of Object.keys(action.inputs)) expect(env).toContain(`inputs.${name} `);
});
