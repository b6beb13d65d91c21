import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** A line that hands on whatever another file exports. */
const star = /^export \* from "(.+)";$/gm;

/** What a compiled module exports, in the order of the alphabet. */
export const namesOf = async (module: string): Promise<readonly string[]> =>
  Object.keys((await import(resolve(module))) as object).sort();

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
      const names = (await namesOf(join(dirname(file), from))).filter((name) => !named.has(name));
      for (const name of names) named.add(name);
      result = result.replace(line, `export { ${names.join(", ")} } from "${from}";`);
    }
    await writeFile(file, result);
  }
}

const namesIn = (list: string): readonly string[] => list.split(",").map((part) => part.trim().replace(/^.* as /, ""));
