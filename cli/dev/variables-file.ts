import { readFile, writeFile } from "node:fs/promises";

/**
 * Writes variables into a file of `NAME=value` lines that a program reads by itself, such as `.dev.vars`. Other lines of
 * the file stay. It holds a credential, of the local platform only, and is readable by its owner alone.
 */
export async function writeVariables(file: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => "");
  const kept = text.split("\n").filter((line) => !Object.keys(variables).some((name) => line.startsWith(`${name}=`)));
  const lines = kept.filter((line, at) => line !== "" || at < kept.length - 1);
  const own = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, `${[...lines, ...own].join("\n")}\n`, { mode: 0o600 });
}
