import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";

/** A line that hands on whatever another file exports. */
const star = /^export \* from "(.+)";$/gm;

/** What the file exports, that of others included. */
async function exportsOf(file: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    packages: "external",
    external: ["node:*"],
    outdir: dirname(file),
    logLevel: "silent",
  });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}

/**
 * Writes `export { a, b } from "./c.js"` where compiled files say `export * from "./c.js"`. Of a package without effects,
 * esbuild forgets to run a module that is imported through such a line and loaded later by another one: its functions are
 * there, its constants are undefined.
 */
export async function nameExports(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const text = await readFile(file, "utf8");
    const stars = [...text.matchAll(star)];
    if (stars.length === 0) continue;
    // By name goes before by star, and a name once.
    const named = new Set([...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) => namesIn(names)));
    let result = text;
    for (const [line, from = ""] of stars) {
      const names = (await exportsOf(join(dirname(file), from))).filter((name) => !named.has(name));
      for (const name of names) named.add(name);
      result = result.replace(line, `export { ${names.join(", ")} } from "${from}";`);
    }
    await writeFile(file, result);
  }
}

const namesIn = (list: string): readonly string[] => list.split(",").map((part) => part.trim().replace(/^.* as /, ""));
