import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { writeOutput } from "../../codegen/output.js";
import { placeAll } from "../../codegen/placed.js";
import { temporaryFolder, writeFiles } from "./support/temporary.js";

const HEAD = "// Generated from a test.\n";

const planned = (path: string, text: string): Parameters<typeof writeOutput>[1][number] => ({
  path,
  identity: text,
  text: () => Promise.resolve(`${HEAD}${text}\n`),
});

/** Every file below a folder, by its path. */
async function tree(folder: string): Promise<Readonly<Record<string, string>>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const read = files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, "utf8")] as const);
  return Object.fromEntries(await Promise.all(read));
}

describe("what is generated is there as a whole or not at all", () => {
  test("a disk that is full leaves every file as it was, and nothing beside them", async () => {
    const folder = await temporaryFolder();
    await placeAll(folder, [{ path: "a", text: "one" }]);
    const before = await tree(folder);
    const files = `[{ path: "a", text: "two" }, { path: "b", text: "x".repeat(1_000_000) }]`;
    const program = `import { placeAll } from ${JSON.stringify(PLACED)}; await placeAll(process.argv[1], ${files});`;
    const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", program, folder];
    // A limit on the size of files fails in the middle of a file, as a full disk does.
    const child = promisify(execFile)("sh", ["-c", 'ulimit -f 400; exec "$0" "$@"', ...node], {
      env: { ...process.env, TSX_DISABLE_CACHE: "1" },
    });
    await expect(child).rejects.toThrow(`${folder} cannot be written: EFBIG`);
    expect(await tree(folder)).toEqual(before);
  });

  test.each([
    ["a file where a folder is needed", { "z/file.ts": "one" }, "z", /EEXIST|ENOTDIR/],
    ["a folder where a file is needed", { "z.ts": "one" }, "z.ts/mine.ts", /EISDIR/],
  ])("%s leaves every file as it was", async (_says, files, inTheWay, says) => {
    const folder = await temporaryFolder();
    await writeOutput(folder, [planned("a.ts", "one")]);
    await writeFiles(folder, { [inTheWay]: "mine" });
    const before = await tree(folder);
    const all = Object.entries({ "a.ts": "two", ...files }).map(([path, text]) => planned(path, text));
    await expect(writeOutput(folder, all)).rejects.toThrow(says);
    expect(await tree(folder)).toEqual(before);
  });

  test("a folder that was made for nothing is gone again", async () => {
    const folder = await temporaryFolder();
    const path = "x".repeat(300);
    await expect(placeAll(join(folder, "out"), [{ path: `${path}/a`, text: "" }])).rejects.toThrow("ENAMETOOLONG");
    expect(await readdir(folder)).toEqual([]);
  });

  test.runIf(process.platform === "linux")("where no folder can be made it ends, and says which", async () => {
    const placed = placeAll("/proc/none/deeper", [{ path: "a/b", text: "" }]);
    await expect(placed).rejects.toThrow("/proc/none/deeper cannot be written: ENOENT");
  });

  test("what a killed process left is taken away, what another one is writing is not", async () => {
    const folder = await temporaryFolder();
    const killed = promisify(execFile)(process.execPath, ["-e", ""]);
    await killed;
    await mkdir(join(folder, `.staged-${killed.child.pid ?? 0}-0`));
    await writeFiles(folder, { [`.staged-${process.ppid}-0/0`]: "", ".staged-mine": "" });
    await placeAll(folder, [{ path: "a", text: "a" }]);
    expect((await readdir(folder)).sort()).toEqual([`.staged-${process.ppid}-0`, ".staged-mine", "a"]);
  });
});

const PLACED = new URL("../../codegen/placed.ts", import.meta.url).href;
