import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, "node_modules/.cache/test-sources");

/** Sources that tests load by the hundred. The page is JSX for browsers, and commands look for the package around them. */
const isPrebuilt = (file: string): boolean =>
  /^(?:runtime|generated|codegen|sandbox|testing\/(?:delivery|fleet|store))\/.*\.ts$/.test(file) &&
  !file.startsWith("sandbox/page/");

/** Ends the path of a module that is wanted as a source, with all that it imports: to mock a part, or to load it anew. */
const AS_SOURCE = "?sources";

/**
 * Writes each source as JavaScript below `node_modules/.cache`, and lets tests import it from there. Node then loads it as
 * it loads a package; through the runner of the tests, which asks another process for every module of every worker, the
 * same took half of the time of all tests. Without `write`, all are loaded as sources.
 */
export async function prebuilt({ write: isOn }: { readonly write: boolean }): Promise<Plugin> {
  if (isOn) await write();
  return {
    name: "prebuilt-sources",
    enforce: "pre",
    resolveId(source, importer = root) {
      if (!source.startsWith(".") && !source.startsWith(root)) return undefined;
      const asSource = source.endsWith(AS_SOURCE) || importer.endsWith(AS_SOURCE);
      const path = resolve(dirname(importer), source.replace(/\?.*/, "")).replace(/\.js$/, ".ts");
      if (path.includes("/node_modules/")) return undefined;
      if (asSource) return path + AS_SOURCE;
      const file = relative(root, path);
      return isOn && !source.includes("?") && isPrebuilt(file) ? { id: builtPath(file), external: true } : undefined;
    },
  };
}

const builtPath = (file: string): string => join(cache, file.replace(/\.ts$/, ".js"));

async function write(): Promise<void> {
  const entryPoints: string[] = [];
  for (const folder of ["runtime", "generated", "codegen", "sandbox", "testing"])
    for (const file of await readdir(join(root, folder), { recursive: true }))
      if (isPrebuilt(join(folder, file))) entryPoints.push(join(folder, file));
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: cache,
    outbase: root,
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    write: false,
  });
  await writeChanged(join(cache, "package.json"), '{ "type": "module" }\n');
  await Promise.all(outputFiles.map(async ({ path, text }) => writeChanged(path, placed(path, text))));
}

/** A source finds the files beside it from where it is written, not from where it is built. */
function placed(path: string, text: string): string {
  if (!path.endsWith(".js") || !text.includes("import.meta.url")) return text;
  const source = join(root, relative(cache, path)).replace(/\.js$/, ".ts");
  return text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(source).href));
}

/** Another run of the tests may read it meanwhile: it is put in place as a whole, and only if it differs. */
async function writeChanged(path: string, text: string): Promise<void> {
  if ((await readFile(path, "utf8").catch(() => undefined)) === text) return;
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}`;
  await writeFile(beside, text);
  await rename(beside, path);
}
