/**
 * `npm run walks`: the files and functions of `runtime/` and `generated/` that run on six paths, counted by V8 on the
 * unbundled sources. `npm run walks -- --list` names them.
 */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { Coverage } from "./coverage.js";
import { type Sources, walks } from "./paths.js";

const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } });
const folder = `node_modules/.cache/walks-${process.pid}`;

try {
  const entryPoints: string[] = [];
  for (const part of ["runtime", "generated", "sandbox"])
    for (const file of await readdir(part, { recursive: true }))
      if (/\.tsx?$/.test(file)) entryPoints.push(join(part, file));
  await build({ entryPoints, outdir: folder, outbase: ".", format: "esm", target: "esnext", logLevel: "warning" });
  const root = pathToFileURL(`${folder}/`);
  const load = async (file: string): Promise<unknown> => import(new URL(file, root).href);
  const sources = {
    main: await load("runtime/index.js"),
    sandbox: await load("sandbox/index.js"),
    stores: await load("runtime/store/index.js"),
  } as Sources; // what was just built of these very modules
  const coverage = new Coverage(root);
  for (const [name, walk] of Object.entries(walks)) {
    const ran = (
      await walk(
        sources,
        () => void coverage.take(),
        () => coverage.take(),
      )
    ).filter(({ file }) => !file.startsWith("sandbox/"));
    const functions = ran.reduce((sum, one) => sum + one.functions.length, 0);
    console.log(
      `${name.padEnd(50)} ${String(ran.length).padStart(3)} files, ${String(functions).padStart(3)} functions`,
    );
    if (!values.list) continue;
    for (const one of ran) console.log(`    ${one.file}: ${one.functions.join(", ")}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
