import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { run } from "../../codegen/run.js";
import { temporaryFolder, writeFiles } from "./support/temporary.js";

const document = (reference: string): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: {},
    components: { schemas: { A: { type: "object", properties: { a: { $ref: reference } } } } },
  });
const SECRET = "root:x:0:0:root:/root:/bin/bash\n";
const REFUSED = "points to a file outside of the folder of the document";

/** A folder with a secret beside the description, and what a run of the generator says of it. */
async function said(
  files: Readonly<Record<string, string>>,
  argv: readonly string[],
  input = "",
): Promise<{ code: number; text: string; folder: string }> {
  const folder = await temporaryFolder();
  await writeFiles(folder, { secret: SECRET, "shared/b.json": '{ "type": "string" }', ...files });
  let text = "";
  const write = (part: string): void => void (text += part);
  const args = argv.map((one) => one.replace("@", folder));
  const code = await run([...args, "--out", join(folder, "out")], {
    out: write,
    err: write,
    input: Readable.from([input]),
  });
  return { code, text, folder };
}

test.each(["../secret", "../shared/b.json", "file:///etc/passwd", "/etc/passwd", "in/../../secret"])(
  "a document may not refer to %s",
  async (reference) => {
    const { code, text } = await said({ "api/a.json": document(reference) }, ["--openapi", "@/api/a.json"]);
    expect(code).toBe(1);
    expect(text).toContain(REFUSED);
    expect(text).toContain("Allow its folder with --allow-files");
    expect(text).not.toContain("root:");
  },
);

test("a document refers to files below its folder, and below a folder that the caller opens", async () => {
  const files = { "api/a.json": document("in/b.json"), "api/in/b.json": '{ "$ref": "../c.json" }', "api/c.json": "{}" };
  expect((await said(files, ["--openapi", "@/api/a.json"])).code).toBe(0);
  const outside = { "api/a.json": document("../shared/b.json") };
  expect((await said(outside, ["--openapi", "@/api/a.json", "--allow-files", "@/shared"])).code).toBe(0);
  expect((await said(outside, ["--openapi", "@/api/a.json", "--allow-files", "@/other"])).code).toBe(1);
});

test("a link out of the folder is no way around", async () => {
  const folder = await temporaryFolder();
  await writeFiles(folder, { secret: SECRET, "api/a.json": document("link/secret") });
  await mkdir(join(folder, "api"), { recursive: true });
  await symlink("..", join(folder, "api/link"));
  let text = "";
  const write = (part: string): void => void (text += part);
  await run(["--openapi", join(folder, "api/a.json"), "--out", join(folder, "out")], { out: write, err: write });
  expect(text).toContain(REFUSED);
});

test.each(["shared/b.json", "./a.json", "file:///etc/passwd"])(
  "a document of the standard input may not refer to %s",
  async (reference) => {
    const { code, text } = await said({}, ["--openapi", "-"], document(reference));
    expect(code).toBe(1);
    expect(text).toContain(REFUSED);
  },
);

test("what is not a description is not quoted", async () => {
  const { code, text } = await said({ "api/a.json": document("env"), "api/env": "TOKEN=abc123\nOTHER=def456\n" }, [
    "--openapi",
    "@/api/a.json",
  ]);
  expect(code).toBe(1);
  expect(text).toContain("is not a description");
  expect(text).not.toMatch(/abc123|def456/);
});
