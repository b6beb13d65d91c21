import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Where a stream is written to by itself, and why that is right. */
const exceptions: Readonly<Record<string, string>> = {
  "cli/conformance.ts": "lines of the judged program, which keep their colours",
  "cli/dev.ts": "lines that are clean already, and the order that clears the screen",
  "cli/main.ts": "an old Node, which may not load the rest",
  "cli/run.ts": "the end of the process waits for these words",
};

test("what commands print passes through the one function that cleans it", async () => {
  const files = (
    await Promise.all(
      ["cli", "codegen"].map(async (folder) =>
        (await readdir(folder, { recursive: true })).map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
      ),
    )
  ).flat();
  const raw = await Promise.all(
    files
      .filter((file) => file.endsWith(".ts"))
      .map(async (file) => {
        const text = await readFile(file, "utf8");
        return /process\.std(out|err)\.write\(\S|^\s*console\./m.test(text) ? [file] : [];
      }),
  );
  expect(raw.flat().toSorted()).toEqual(Object.keys(exceptions));
});
