import { Readable } from "node:stream";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatDrift } from "../../codegen/diff.js";
import { findDrift, MANIFEST, OutputError, type Planned, writeOutput } from "../../codegen/output.js";
import { run } from "../../codegen/run.js";
import { temporaryFolder, writeFiles } from "./support/temporary.js";

const HEAD = "// Generated from a test.\n";

/** A file to write, and how often its text was asked for. */
function planned(path: string, text: string, identity = text): Planned & { readonly made: () => number } {
  let count = 0;
  return {
    path,
    identity,
    text: () => {
      count++;
      return Promise.resolve(`${HEAD}${text}\n`);
    },
    made: () => count,
  };
}

describe("writing", () => {
  test("writes what is missing, into folders that are not there yet", async () => {
    const folder = join(await temporaryFolder(), "deep/er");
    const drift = await writeOutput(folder, [planned("a/b.ts", "one")]);
    expect(drift.map(({ path, kind }) => [path, kind])).toEqual([["a/b.ts", "missing"]]);
    expect(await readFile(join(folder, "a/b.ts"), "utf8")).toBe(`${HEAD}one\n`);
  });

  test("without a change neither makes a text nor touches a file", async () => {
    const folder = await temporaryFolder();
    await writeOutput(folder, [planned("a.ts", "one")]);
    const before = await Promise.all(["a.ts", MANIFEST].map((name) => stat(join(folder, name))));
    const again = planned("a.ts", "one");
    expect(await writeOutput(folder, [again])).toEqual([]);
    expect(again.made()).toBe(0);
    const after = await Promise.all(["a.ts", MANIFEST].map((name) => stat(join(folder, name))));
    expect(after.map(({ mtimeMs }) => mtimeMs)).toEqual(before.map(({ mtimeMs }) => mtimeMs));
  });

  test("repairs a file that somebody edited", async () => {
    const folder = await temporaryFolder();
    await writeOutput(folder, [planned("a.ts", "one")]);
    await writeFile(join(folder, "a.ts"), `${HEAD}edited\n`);
    expect((await writeOutput(folder, [planned("a.ts", "one")])).map(({ kind }) => kind)).toEqual(["changed"]);
    expect(await readFile(join(folder, "a.ts"), "utf8")).toBe(`${HEAD}one\n`);
  });

  test("removes what it wrote once and no longer does, and nothing else", async () => {
    const folder = await temporaryFolder();
    await writeOutput(folder, [planned("a.ts", "one"), planned("b.ts", "two")]);
    await writeFiles(folder, { "mine.ts": "export {};\n" });
    expect((await writeOutput(folder, [planned("a.ts", "one")])).map(({ path, kind }) => [path, kind])).toEqual([
      ["b.ts", "left over"],
    ]);
    await expect(readFile(join(folder, "b.ts"))).rejects.toThrow("ENOENT");
    expect(await readFile(join(folder, "mine.ts"), "utf8")).toBe("export {};\n");
  });

  test("refuses to overwrite a file that it did not write", async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { "a.ts": "export const precious = 1;\n" });
    await expect(writeOutput(folder, [planned("a.ts", "one")])).rejects.toThrow(OutputError);
    expect(await readFile(join(folder, "a.ts"), "utf8")).toBe("export const precious = 1;\n");
  });

  test("a manifest from elsewhere removes and shows nothing outside of the folder", async () => {
    const root = await temporaryFolder();
    const [folder, outside] = [join(root, "out"), join(root, "outside")];
    await writeFiles(root, { "victim.ts": HEAD, "outside/victim.ts": HEAD, "out/old.ts": HEAD });
    await symlink(outside, join(folder, "link"));
    await symlink(join(root, "victim.ts"), join(folder, "left.ts"));
    const entry = { from: "a", written: "b" };
    const paths = ["../victim.ts", join(root, "victim.ts"), "link/victim.ts", "link/../../victim.ts", "..", "old.ts"];
    paths.push("left.ts", "link", "", ".", "a/../old.ts");
    await writeFile(join(folder, MANIFEST), JSON.stringify(Object.fromEntries(paths.map((path) => [path, entry]))));
    const drift = await findDrift(folder, []);
    expect(drift.map(({ path }) => path)).toEqual(["old.ts"]);
    expect((await writeOutput(folder, [])).map(({ path }) => path)).toEqual(["old.ts"]);
    expect(await readFile(join(root, "victim.ts"), "utf8")).toBe(HEAD);
    expect(await readFile(join(outside, "victim.ts"), "utf8")).toBe(HEAD);
  });

  test("a link that leads out of the folder is neither shown nor replaced", async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { "secret.ts": `${HEAD}secret`, "out/b.ts": HEAD });
    await symlink("../secret.ts", join(root, "out/a.ts"));
    const drift = await findDrift(join(root, "out"), [planned("a.ts", "one")]);
    expect(drift).toEqual([{ path: "a.ts", kind: "changed", wanted: `${HEAD}one\n`, found: "" }]);
    await expect(writeOutput(join(root, "out"), [planned("a.ts", "one")])).rejects.toThrow(
      "holds a.ts, which was not generated",
    );
  });

  test("a page that is configured beside the folder is written again when it changes", async () => {
    const root = await temporaryFolder();
    const folder = join(root, "out");
    await writeOutput(folder, [planned("../docs/page.md", "one")]);
    expect((await writeOutput(folder, [planned("../docs/page.md", "two")])).map(({ kind }) => kind)).toEqual([
      "changed",
    ]);
    expect(await readFile(join(root, "docs/page.md"), "utf8")).toBe(`${HEAD}two\n`);
  });

  test("does without the manifest, and mends a broken one", async () => {
    const folder = await temporaryFolder();
    await writeOutput(folder, [planned("a.ts", "one")]);
    await writeFile(join(folder, MANIFEST), "{ broken");
    const again = planned("a.ts", "one");
    expect(await findDrift(folder, [again])).toEqual([]);
    expect(again.made()).toBe(1);
  });

  test("takes a checkout with other line ends for the same", async () => {
    const folder = await temporaryFolder();
    await writeOutput(folder, [planned("a.ts", "one")]);
    await writeFile(join(folder, "a.ts"), `${HEAD}one\n`.replaceAll("\n", "\r\n"));
    expect(await findDrift(folder, [planned("a.ts", "one")])).toEqual([]);
  });
});

test("a difference is shown with its place, a little around it, and no more than is needed", () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`);
  const wanted = lines.with(9, "new ten").toSpliced(30, 1).join("\n");
  const text = formatDrift([{ path: "a.ts", kind: "changed", found: lines.join("\n"), wanted }]);
  expect(text).toBe(
    [
      "a.ts: differs",
      "@@ line 10",
      "  line 8",
      "  line 9",
      "- line 10",
      "+ new ten",
      "@@ line 31",
      "  line 29",
      "  line 30",
      "- line 31",
    ].join("\n"),
  );
});

describe("the command", () => {
  const DOCUMENT =
    'openapi: 3.1.0\ninfo: { title: T, version: "1" }\ncomponents: { schemas: { A: { type: string } } }\n';

  /** Runs the command and tells how it ended. */
  async function command(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
    let [out, err] = ["", ""];
    const code = await run(argv, { out: (text) => (out += text), err: (text) => (err += text) });
    return { code, out, err };
  }

  test("generates from a document alone, and checks what it wrote", async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { "api.yaml": DOCUMENT });
    const [openapi, out] = [join(folder, "api.yaml"), join(folder, "out")];
    expect(await command("--openapi", openapi, "--out", out)).toMatchObject({ code: 0, err: "" });
    expect(await readFile(join(out, "types.ts"), "utf8")).toContain("export type A = string;");
    expect((await command("--openapi", openapi, "--out", out, "--check")).code).toBe(0);
    await writeFiles(folder, { "api.yaml": DOCUMENT.replace("string", "number") });
    const late = await command("--openapi", openapi, "--out", out, "--check");
    expect(late.code).toBe(1);
    expect(late.err).toContain("- export type A = string;\n+ export type A = number;");
    expect(late.err).toContain("files are out of date; to mend it, run: the same without --check");
    expect(await readFile(join(out, "types.ts"), "utf8")).toContain("export type A = string;");
  });

  test("reads a configuration whose paths are relative to it", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "spec"));
    await writeFiles(folder, {
      "spec/api.yaml": DOCUMENT.replace("string", '"{{kind}}"'),
      "spec/codegen.yaml":
        "openapi: api.yaml\nout: ../out\nruntime: ./door.js\nformat: none\nsubstitutions: { kind: number }\n",
    });
    expect((await command("--config", join(folder, "spec/codegen.yaml"))).code).toBe(0);
    expect(await readFile(join(folder, "out/types.ts"), "utf8")).toContain("export type A = number;");
  });

  test("puts what the command line says on top of a configuration, whatever the option", async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { "api.yaml": DOCUMENT, "codegen.yaml": "openapi: api.yaml\nout: out\n" });
    const argv = ["--config", join(folder, "codegen.yaml"), "--out", join(folder, "other"), "--paths"];
    expect(await command(...argv, "--runtime", "the-door")).toMatchObject({ code: 0, err: "" });
    expect(await readdir(join(folder, "other"))).toContain("paths.ts");
    expect(await readFile(join(folder, "other/service.ts"), "utf8")).toContain('from "the-door"');
    const maybe = await command(...argv, "--clashes", "maybe");
    expect(maybe).toMatchObject({ code: 2, err: "the command line: clashes must be one of settle, nest, error\n" });
  });

  test("a check names the command of its configuration that mends the difference", async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, {
      "api.yaml": DOCUMENT,
      "codegen.yaml": "openapi: api.yaml\nout: out\nruntime: ./door.js\ncommand: make types\n",
    });
    const late = await command("--config", join(folder, "codegen.yaml"), "--check");
    expect(late.code).toBe(1);
    expect(late.err).toMatch(/to mend it, run: make types\n$/);
  });

  test("says what is wrong with the description and writes nothing", async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { "api.yaml": DOCUMENT.replace("{ type: string }", '{ $ref: "#/nowhere" }') });
    const { code, err } = await command("--openapi", join(folder, "api.yaml"), "--out", join(folder, "out"));
    expect(code).toBe(1);
    expect(err).toMatch(/api\.yaml:3:\d+ - error: the reference #\/nowhere leads nowhere/);
    await expect(stat(join(folder, "out"))).rejects.toThrow("ENOENT");
  });

  test.each([
    [["--openapi", "a.yaml"], "--out says where to write; it is missing"],
    [["--openapi", "a.yaml", "--out", "o", "--clashes", "maybe"], "clashes must be one of settle, nest, error"],
    [["--config", "nowhere.yaml"], "nowhere.yaml: ENOENT"],
    [["--config", "c.yaml", "--openapi", "a.yaml", "--out", "o"], "pass --config, or --openapi and --asyncapi"],
    [["--nonsense"], "Unknown option '--nonsense'"],
  ])("called wrongly ends with code 2: %j", async (argv, says) => {
    const { code, err } = await command(...argv);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });

  test("reads a document from the standard input", async () => {
    const folder = await temporaryFolder();
    const out = join(folder, "out");
    const options = { out: () => undefined, err: () => undefined, input: Readable.from([Buffer.from(DOCUMENT)]) };
    expect(await run(["--openapi", "-", "--out", out], options)).toBe(0);
    expect(await readFile(join(out, "types.ts"), "utf8")).toContain("export type A = string;");
  });

  test("explains itself", async () => {
    const { code, out } = await command("--help");
    expect(code).toBe(0);
    for (const option of [
      "--openapi",
      "--asyncapi",
      "--out",
      "--runtime",
      "--config",
      "--paths",
      "--check",
      "--watch",
    ]) {
      expect(out).toContain(option);
    }
  });

  test("watching, generates again when the description changes, and survives a broken one", async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { "api.yaml": DOCUMENT });
    const stop = new AbortController();
    const said: string[] = [];
    let wake = (): void => undefined;
    const until = async (text: string): Promise<void> => {
      while (!said.join("").includes(text)) await new Promise<void>((resolve) => (wake = resolve));
      said.length = 0;
    };
    const out = (text: string): void => {
      said.push(text);
      wake();
    };
    const done = run(["--openapi", join(folder, "api.yaml"), "--out", join(folder, "out"), "--watch"], {
      out,
      err: out,
      signal: stop.signal,
    });
    await until("watching");
    await writeFiles(folder, { "api.yaml": DOCUMENT.replace("string", "number") });
    await until("files written");
    expect(await readFile(join(folder, "out/types.ts"), "utf8")).toContain("export type A = number;");
    await writeFiles(folder, { "api.yaml": DOCUMENT.replace("{ type: string }", '{ $ref: "#/nowhere" }') });
    await until("leads nowhere");
    await writeFiles(folder, { "api.yaml": DOCUMENT.replace("string", "boolean") });
    await until("files written");
    stop.abort();
    expect(await done).toBe(0);
  });
});
