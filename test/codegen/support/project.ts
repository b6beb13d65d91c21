import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { readConfig } from "../../../codegen/config.js";
import type { Files } from "./describe.js";

const SPEC = fileURLToPath(new URL("../../../spec/", import.meta.url));

/** The project's own description, as data by file name, and how the generators are told to read it. */
export async function project(): Promise<{
  readonly files: Files;
  readonly texts: Readonly<Record<string, string>>;
  readonly options: { readonly substitutions: Readonly<Record<string, string>>; readonly formats: readonly string[] };
}> {
  const { substitutions, formats } = await readConfig(join(SPEC, "codegen.yaml"));
  const names = (await readdir(SPEC, { recursive: true })).filter((name) => name.endsWith(".yaml"));
  const texts = Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name.replaceAll("\\", "/"), await readFile(join(SPEC, name), "utf8")] as const),
    ),
  );
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parse(text) as unknown]));
  return { files, texts, options: { substitutions, formats } };
}
