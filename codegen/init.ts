import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { ConfigError } from "./config.js";
import { makeFolder } from "../runtime/base/files.js";
import { CONFIG_KEYS, type KeyKind, type KeyRule } from "./config-keys.js";

/** What a first configuration is made from. Paths are relative to the working directory. */
export interface FirstConfig {
  /** Where to write it. */
  readonly path: string;
  /** Default: the first of {@link USUAL} that is there. */
  readonly openapi?: string | undefined;
  readonly asyncapi?: string | undefined;
  /** Default: `generated`. */
  readonly out?: string | undefined;
  /** Address of the JSON Schema of configurations, for editors, relative to the working directory. */
  readonly schema?: string | undefined;
}

/** Where documents usually lie. */
const USUAL = ["", "spec/", "docs/", "api/"].flatMap((folder) =>
  ["openapi", "swagger", "api"].flatMap((name) => ["yaml", "yml", "json"].map((end) => `${folder}${name}.${end}`)),
);

/**
 * Writes a configuration with every key: those that are given, and the others as comments with what each is for. Throws a
 * {@link ConfigError} where a file is in the way or no document is found.
 */
export async function writeFirstConfig({
  path,
  openapi,
  asyncapi,
  out = "generated",
  schema,
}: FirstConfig): Promise<void> {
  if (existsSync(path)) throw new ConfigError(`${path} exists already: change it, or name another with --config`);
  const found = openapi ?? (asyncapi === undefined ? USUAL.find((one) => existsSync(one)) : undefined);
  if (found === undefined && asyncapi === undefined)
    throw new ConfigError(`no document is found (${USUAL.slice(0, 3).join(", ")} …): name it with --openapi`);
  for (const document of [found, asyncapi])
    if (document !== undefined && !existsSync(document)) throw new ConfigError(`${document} is not there`);
  const here = (target: string): string => {
    const way = relative(dirname(resolve(path)), resolve(target))
      .split(sep)
      .join("/");
    return way.startsWith(".") ? way : `./${way}`;
  };
  const given: Readonly<Record<string, string | undefined>> = { openapi: found, asyncapi, out };
  const lines = Object.entries<KeyRule>(CONFIG_KEYS).flatMap(([key, { kind, says }]) => {
    const value = given[key];
    return [`# ${says}`, value === undefined ? `# ${key}: ${standard(kind)}`.trimEnd() : `${key}: ${here(value)}`, ""];
  });
  const head = schema === undefined ? [] : [`# yaml-language-server: $schema=${here(schema)}`, ""];
  await makeFolder(dirname(resolve(path)));
  await writeFile(path, [...head, ...lines.slice(0, -1), ""].join("\n"));
}

/** What a key is without being given, as YAML; empty where that follows from the rest. */
function standard(kind: KeyKind): string {
  if (typeof kind === "object") return kind.words[0];
  const values = {
    flag: "false",
    texts: "[]",
    names: "{}",
    filter: "{ tags: [], paths: [], operations: [] }",
  } as const;
  return kind === "file" || kind === "text" ? "" : values[kind];
}
