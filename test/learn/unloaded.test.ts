import { build } from "esbuild";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

/** Source files of the entries, but that of learning. */
const entries = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target === "string" || subpath === "./learn" ? [] : [target.default.replace(/^\.\/dist\/(.*)\.js$/, "$1.ts")],
);

/** Files of learning that are loaded with these: at once, without those that an import loads later. */
async function loadedWith(entryPoints: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [...entryPoints],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    splitting: true,
    outdir: "x",
  });
  const { inputs } = metafile;
  const seen = new Set(entryPoints);
  for (const file of seen)
    for (const { path, kind } of inputs[file]?.imports ?? []) if (kind === "import-statement") seen.add(path);
  return [...seen].filter((file) => file.startsWith("cli/learn"));
}

test("no other entry of the package, and no other command, loads a file of learning", async () => {
  expect(entries.length).toBeGreaterThan(10);
  expect(await loadedWith([...entries, "cli/run.ts", "cli/listen.ts"])).toEqual([]);
  expect(await loadedWith(["cli/learn/record.ts"])).toContain("cli/learn/recorder.ts");
});

test("learning stands on nothing optional until it begins", async () => {
  expect(await loadedWith(["cli/learn/index.ts"])).toEqual(["cli/learn/index.ts"]);
});
