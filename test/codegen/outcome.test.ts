import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runBundle } from "../../codegen/bundle/run.js";
import { runDocs } from "../../codegen/docs/run.js";
import { run as generate } from "../../codegen/run.js";

let place: string;
const at = (name: string): string => join(place, name);

const description = (schema: string): string => `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      parameters: [{ name: limit, in: query, schema: { ${schema} } }]
      responses: { "204": { description: Done. } }
`;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "outcome-"));
  await writeFile(at("good.yaml"), description("type: integer, minimun: 1"));
  await writeFile(at("bad.yaml"), description('$ref: "#/nowhere"'));
});
afterAll(() => rm(place, { recursive: true }));

describe.each([
  ["generate", generate, "routes.ts"],
  ["docs", runDocs, "index.md"],
  ["bundle", runBundle, "openapi.json"],
] as const)("%s --json", (name, command, made) => {
  const ran = async (file: string, ...more: readonly string[]) => {
    const said = { out: "", err: "" };
    const write = { out: (text: string) => void (said.out += text), err: (text: string) => void (said.err += text) };
    const code = await command(["--openapi", at(file), "--out", at(`${name}-${file}`), "--json", ...more], write);
    expect(said.err).toBe("");
    return { code, ...(JSON.parse(said.out) as { changed: string[]; files: number; problems: object[] }) };
  };

  test("prints one document: what was written, and warnings with their places", async () => {
    const { code, changed, files, problems } = await ran("good.yaml");
    expect(code).toBe(0);
    expect(changed).toContain(made);
    expect(files).toBeGreaterThanOrEqual(changed.length);
    expect(problems).toEqual([
      {
        severity: "warning",
        message: expect.stringContaining("minimun") as string,
        advice: expect.stringContaining("minimum") as string,
        file: expect.stringMatching(/good\.yaml$/) as string,
        line: 7,
        column: 71,
      },
    ]);
  });

  test("prints the errors of a description in it, and ends with 1", async () => {
    const { code, changed, problems } = await ran("bad.yaml");
    expect([code, changed]).toEqual([1, []]);
    expect(problems).toContainEqual(expect.objectContaining({ severity: "error", line: 7 }));
  });
});

test("generate --check --json names what is out of date, and ends with 1", async () => {
  let out = "";
  const argv = ["--openapi", at("good.yaml"), "--out", at("never"), "--check", "--json"];
  const code = await generate(argv, { out: (text) => void (out += text), err: (text) => void (out += text) });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ changed: expect.arrayContaining(["routes.ts"]) as string[] });
});
