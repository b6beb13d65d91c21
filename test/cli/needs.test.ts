import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { commands } from "../../cli/table.js";

interface Manifest {
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const { peerDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest; // our own
/** The package of an import. */
const packageOf = (path: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
const isOptional = (path: string): boolean => Object.hasOwn(peerDependencies, packageOf(path));

/** The optional packages that a module imports: by everything that it loads, now or later, and at once. */
async function importsOf(
  entry: string,
): Promise<{ readonly all: readonly string[]; readonly atOnce: readonly string[] }> {
  const options = { bundle: true, write: false, metafile: true, platform: "node", format: "esm" } as const;
  const { metafile } = await build({
    ...options,
    entryPoints: [entry],
    packages: "external",
    splitting: true,
    outdir: "x",
  });
  const { outputs } = metafile;
  const begun = Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === entry);
  const files = new Set(begun); // and all that they import at once; a set is walked to its end while it grows
  for (const file of files)
    for (const { path, kind, external } of outputs[file]?.imports ?? [])
      if (kind === "import-statement" && !external) files.add(path);
  const optionalOf = (file: string) =>
    (outputs[file]?.imports ?? []).filter(({ external, path }) => external && isOptional(path));
  const names = Object.keys(outputs).flatMap((file) => optionalOf(file).map(({ path }) => packageOf(path)));
  const atOnce = [...files].flatMap((file) => optionalOf(file).filter(({ kind }) => kind === "import-statement"));
  return { all: [...new Set(names)].toSorted(), atOnce: atOnce.map(({ path }) => packageOf(path)) };
}

describe.each(commands.map(({ name, needs = [], needsFor = {} }) => ({ name, needs, needsFor })))(
  "svc-apps $name",
  ({ name, needs, needsFor }) => {
    test("asks for the optional packages that it imports, and loads none of them for its help", async () => {
      const { all, atOnce } = await importsOf(`cli/${name}.ts`);
      const layout = name === "generate" ? ["prettier"] : []; // asked for by a configuration, and told when it is missed
      const older = ["generate", "diff", "docs", "bundle", "learn", "listen"].includes(name)
        ? ["@asyncapi/converter", "@scalar/openapi-upgrader", "json-p3"]
        : []; // likewise, by a document or an overlay
      // One of two clients, by the address of the engine, and told when it is missed.
      const engines = ["@nats-io/jetstream", "@nats-io/kv", "@nats-io/transport-node", "ioredis"];
      const later = [...layout, ...older, ...(name === "fleet" ? engines : [])];
      expect([...needs, ...Object.values(needsFor).flat(), ...later].toSorted()).toEqual(all);
      expect(atOnce).toEqual([]);
    });
  },
);
