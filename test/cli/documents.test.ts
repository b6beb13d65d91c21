import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run as diff } from "../../cli/diff.js";
import { UsageError } from "../../cli/usage-error.js";
import { runBundle } from "../../codegen/bundle/run.js";
import { runDocs } from "../../codegen/docs/run.js";
import { run as generate } from "../../codegen/run.js";

/** Every command that reads a description takes it from a file, another machine or the standard input, overlaid. */
const OPENAPI = `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    get: { operationId: listBooks, summary: Lists., responses: { "200": { description: All. } } }
`;
const OVERLAY = `overlay: 1.0.0
info: { title: Names, version: "1" }
actions:
  - { target: "$.paths['/books'].get", update: { operationId: readShelf } }
`;

let place: string;
let server: Server;
let url: string;
const at = (name: string): string => join(place, name);

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "documents-"));
  await writeFile(at("openapi.yaml"), OPENAPI);
  await writeFile(at("other.yaml"), OPENAPI.replace("listBooks", "getBooks"));
  await writeFile(at("names.yaml"), OVERLAY);
  server = createServer((request, response) => {
    if (request.url === "/openapi.yaml") response.end(OPENAPI);
    else response.writeHead(404).end("no");
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.yaml`; // it listens on a port
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => void server.close(done));
  await rm(place, { recursive: true, force: true });
});

type Command = (argv: readonly string[], input?: Readable) => Promise<{ code: number; said: string }>;

/** What a command writes, or says of why it does not; `made` is the file that names the operation. */
const writing =
  (command: typeof generate | typeof runBundle | typeof runDocs, made: string): Command =>
  async (argv, input) => {
    let said = "";
    const out = await mkdtemp(join(place, "out-"));
    const write = (text: string): void => void (said += text);
    const tell = { out: write, err: write, ...(input === undefined ? {} : { input }) };
    const code = await command([...argv, "--out", out], tell);
    return { code, said: said + (await readFile(join(out, made), "utf8").catch(() => "")) };
  };

const COMMANDS: readonly (readonly [name: string, command: Command])[] = [
  ["generate", writing(generate, "routes.ts")],
  ["docs", writing(runDocs, "index.md")],
  ["bundle", writing(runBundle, "openapi.json")],
];

describe.each(COMMANDS)("%s", (_, command) => {
  test("applies overlays to what it reads", async () => {
    const { code, said } = await command(["--openapi", at("openapi.yaml"), "--overlay", at("names.yaml")]);
    expect([code, said.includes("readShelf"), said.includes("listBooks")]).toEqual([0, true, false]);
  });

  test("takes the document of another machine where that is allowed, and pins it", async () => {
    const here = process.cwd();
    const folder = await mkdtemp(join(place, "lock-"));
    process.chdir(folder);
    try {
      await expect(command(["--openapi", url])).resolves.toMatchObject({
        code: 1,
        said: expect.stringContaining("--allow-remote") as unknown,
      });
      await expect(command(["--openapi", url, "--allow-remote"])).resolves.toMatchObject({
        code: 1,
        said: expect.stringContaining("is not pinned") as unknown,
      });
      expect(await command(["--openapi", url, "--update-lock"])).toMatchObject({ code: 0 });
      expect(await readFile("codegen.lock", "utf8")).toContain(url);
      const { code, said } = await command(["--openapi", url, "--allow-remote"]);
      expect([code, said.includes("listBooks")]).toEqual([0, true]);
    } finally {
      process.chdir(here);
    }
  });

  test("reads the standard input where the document is -", async () => {
    const { code, said } = await command(["--openapi", "-"], Readable.from([OPENAPI]));
    expect([code, said.includes("listBooks")]).toEqual([0, true]);
  });
});

describe("diff", () => {
  const ran = async (argv: readonly string[], input?: Readable) => {
    let said = "";
    const write = (text: string): void => void (said += text);
    const code = await diff(argv, write, write, input);
    return { code, said };
  };

  test("applies overlays to both descriptions", async () => {
    expect((await ran([at("openapi.yaml"), at("other.yaml")])).said).toContain("function-renamed");
    expect(await ran([at("openapi.yaml"), at("other.yaml"), "--overlay", at("names.yaml")])).toEqual({
      code: 0,
      said: "Nothing changed.\n",
    });
  });

  test.each([
    ["the old one", (): string[] => ["-", at("other.yaml")], 4],
    ["the new one", (): string[] => [at("openapi.yaml"), "-"], 0],
  ])("reads the standard input as %s", async (_, argv, code) => {
    expect((await ran(argv(), Readable.from([OPENAPI]))).code).toBe(code);
  });

  test("takes the standard input once", async () => {
    const twice = ran(["-", "-"], Readable.from([OPENAPI]));
    await expect(twice).rejects.toThrow("only one document");
    await expect(twice).rejects.toThrow(UsageError);
  });

  test("says of a standard input that is not a description what it lacks", async () => {
    await expect(ran(["-", at("other.yaml")], Readable.from(["a: 1"]))).rejects.toThrow(/says neither which OpenAPI/);
  });

  test("compares with the document of another machine as it is pinned", async () => {
    const here = process.cwd();
    process.chdir(await mkdtemp(join(place, "lock-")));
    try {
      await expect(ran([url, at("other.yaml")])).rejects.toThrow(/nothing is fetched unless --allow-remote/);
      await expect(ran([url, at("other.yaml"), "--allow-remote"])).rejects.toThrow(/is not pinned/);
      expect((await ran([url, at("openapi.yaml"), "--update-lock"])).code).toBe(0);
      expect((await ran([url, at("other.yaml"), "--allow-remote"])).code).toBe(4);
    } finally {
      process.chdir(here);
    }
  });
});
