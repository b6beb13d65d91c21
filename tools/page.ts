/**
 * Builds the sandbox's page into static files: `npm run build:page` beside its source, for whoever works from a checkout,
 * and with a folder as its argument somewhere else. The library it is made with goes into the files; the package needs
 * none for it.
 */
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { pageFacts } from "./page-facts.js";

const source = "sandbox/page";

/** Most that the page may weigh on the line, bytes. */
const limitBytes = 60_000;

export async function buildPage(folder: string): Promise<{ readonly gzipBytes: number }> {
  const license = (await readFile("node_modules/preact/LICENSE", "utf8")).trim();
  const common = { minify: true, outdir: folder, write: false, logLevel: "warning" } as const;
  const built = await Promise.all([
    build({
      ...common,
      entryPoints: { app: `${source}/main.tsx` },
      bundle: true,
      format: "esm",
      target: ["chrome123", "firefox120", "safari17.5"],
      jsx: "automatic",
      jsxImportSource: "preact",
      banner: { js: `/*! Holds preact. ${license} */` },
      legalComments: "none",
    }),
    build({ ...common, entryPoints: { app: `${source}/look/page.css` }, bundle: true, external: ["*.woff2"] }),
  ]);
  const files = new Map<string, Uint8Array>([["index.html", await readFile(`${source}/index.html`)]]);
  for (const { path, contents } of built.flatMap(({ outputFiles }) => outputFiles)) files.set(basename(path), contents);
  const fonts = (await readdir(`${source}/fonts`)).filter((name) => name.endsWith(".woff2"));
  for (const name of fonts) files.set(name, await readFile(`${source}/fonts/${name}`));
  const gzipBytes = [...files.values()].reduce((sum, contents) => sum + gzipSync(contents).length, 0);
  if (gzipBytes > limitBytes) throw new Error(`the page weighs ${gzipBytes} bytes, more than ${limitBytes}`);
  files.set("facts.json", Buffer.from(JSON.stringify(await pageFacts()))); // data, as what the sandbox answers
  files.set("OFL.txt", await readFile(`${source}/fonts/OFL.txt`)); // goes with the fonts, and nobody loads it
  await mkdir(folder, { recursive: true });
  for (const [name, contents] of files) await replace(`${folder}/${name}`, contents);
  return { gzipBytes };
}

/** Writes a file as a whole: another process may be reading it. */
async function replace(file: string, contents: Uint8Array): Promise<void> {
  const beside = `${file}.${process.pid}`;
  await writeFile(beside, contents);
  await rename(beside, file);
}

if (process.argv[1]?.endsWith("page.ts") === true) {
  const { gzipBytes } = await buildPage(process.argv[2] ?? `${source}/static`);
  console.log(`the page: ${(gzipBytes / 1000).toFixed(1)} kB gzip`);
}
