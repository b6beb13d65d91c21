/**
 * Makes `dist/elsewhere/`: what bundlers for Workers, edge runtimes and browsers get of the entries that need Node. Each
 * is a module of the same names that says, when it is imported, what is needed and what to use instead.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { build } from "esbuild";

/** Modules of an entry that run anywhere: only what else it exports is missing elsewhere, and says so when it is called. */
const anywhere: Readonly<Record<string, string>> = { "./testing": "dist/testing/delivery/index.js" };

/** What to use instead, by subpath. */
const instead: Readonly<Record<string, string>> = {
  "./codegen": "generate there (`npx svc-apps generate`), and import here what it wrote.",
  "./fleet/nats": "run fleets there, and take signed deliveries here, by an adapter of svc-apps/adapters.",
  "./fleet/redis": "run fleets there, and take signed deliveries here, by an adapter of svc-apps/adapters.",
  "./learn": "record there (`npx svc-apps listen --learn <file>`).",
  "./why": "record there, or read the diagnostics that onDiagnostic reports.",
  "./testing": "test the App there, and its endpoint here with signDelivery() and labCases.",
  "./testing/vitest": "test the App there, and its endpoint here with labCases of svc-apps/testing.",
  "./sandbox": "start the sandbox there (`npx svc-apps sandbox`), and pass its address here as baseUrl.",
};

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly browser?: string; readonly default: string }>>;
}

/** Names that a module exports, found without running it. */
async function namesOf(file: string): Promise<readonly string[]> {
  const settings = { bundle: true, write: false, metafile: true, format: "esm", platform: "node" } as const;
  const { metafile } = await build({ ...settings, entryPoints: [file], packages: "external", outfile: "names.js" });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}

/** Writes a module for each subpath whose `browser` condition asks for one. */
export async function makeElsewhere(): Promise<void> {
  const { name, exports } = JSON.parse(await readFile("package.json", "utf8")) as Manifest; // our own file
  for (const [subpath, target] of Object.entries(exports)) {
    if (typeof target === "string" || target.browser === undefined) continue;
    const what = instead[subpath];
    if (what === undefined) throw new Error(`tools/elsewhere.ts does not say what to use instead of ${subpath}`);
    const told = `${name}${subpath.slice(1)} needs Node 20.19 or later, Bun or Deno: ${what}`;
    await mkdir(dirname(target.browser), { recursive: true });
    await writeFile(target.browser, await standIn(subpath, target, JSON.stringify(told)));
  }
}

/** The text of a module that stands in for an entry which needs Node. */
async function standIn(
  subpath: string,
  target: { readonly browser?: string; readonly default: string },
  told: string,
): Promise<string> {
  const names = await namesOf(target.default);
  const shared = anywhere[subpath];
  if (shared === undefined)
    return `${names.length === 0 ? "export {};" : `export let ${names.join(", ")};`}\nthrow new Error(${told});\n`;
  const kept = new Set(await namesOf(shared));
  const missing = names.filter((name) => !kept.has(name));
  const from = relative(dirname(target.browser ?? ""), shared);
  return [
    `export * from ${JSON.stringify(from)};`,
    `function missing() { throw new Error(${told}); }`,
    `export { ${missing.map((name) => `missing as ${name}`).join(", ")} };`,
    "",
  ].join("\n");
}
