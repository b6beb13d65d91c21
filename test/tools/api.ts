/**
 * `npm run api`: writes `docs/api/`, the report of the public surface: one file for each entry of the package, every
 * export with its signature, sorted. `npm run api:check` fails where the committed report says something else.
 */
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { formatDrift } from "../../codegen/diff.js";
import type { Drift } from "../../codegen/output.js";
import manifest from "../../package.json" with { type: "json" };
import { install } from "./install.js";

const check = process.argv.includes("--check");
const folder = "docs/api";
const silent = { default: { logLevel: ExtractorLogLevel.None } };
const compilerOptions = {
  target: "ES2023",
  lib: ["ES2023"],
  module: "NodeNext",
  moduleResolution: "NodeNext",
  types: ["node"],
  strict: true,
  skipLibCheck: true,
};

/** Writes the report of one entry of the installed package into `into`. */
function extract(home: string, types: string, name: string, into: string): void {
  const entry = resolve(home, types);
  const config = ExtractorConfig.prepare({
    configObjectFullPath: resolve(home, "api-extractor.json"),
    packageJsonFullPath: resolve(home, "package.json"),
    configObject: {
      projectFolder: home,
      mainEntryPointFilePath: entry,
      compiler: { overrideTsconfig: { compilerOptions, files: [entry] } },
      apiReport: { enabled: true, reportFileName: `${name}.api.md`, reportFolder: into, reportTempFolder: into },
      dtsRollup: { enabled: false },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: { extractorMessageReporting: silent, compilerMessageReporting: silent, tsdocMessageReporting: silent },
    },
  });
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      message.handled = true; // that a report was written for the first time is no news here
    },
  });
}

const { home, remove } = await install(["@types/node", "undici-types"], { beside: true });
const written = await mkdtemp(join(tmpdir(), "api-"));
try {
  const drift: (Drift & { readonly wanted: string })[] = [];
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    if (typeof target === "string") continue;
    const missing = await access(join(home, target.types)).then(
      () => false,
      () => true,
    );
    if (missing) continue; // pack:check is about those
    const name = subpath === "." ? "index" : subpath.slice(2).replaceAll("/", "-");
    extract(home, target.types, name, written);
    const path = `${name}.api.md`;
    const wanted = await readFile(join(written, path), "utf8");
    const found = await readFile(join(folder, path), "utf8").catch(() => undefined);
    if (found === undefined) drift.push({ path, kind: "missing", wanted });
    else if (found !== wanted) drift.push({ path, kind: "changed", wanted, found });
  }
  if (check && drift.length > 0) {
    console.error(formatDrift(drift));
    console.error(
      `\nthe public surface differs from ${folder} in ${drift.length} files; look at it, then: npm run api`,
    );
    process.exitCode = 1;
  } else if (!check) {
    await mkdir(folder, { recursive: true });
    for (const { path, wanted } of drift) await writeFile(join(folder, path), wanted);
    console.log(`${drift.length} files of ${folder} written`);
  } else console.log(`${folder} is up to date`);
} finally {
  await rm(written, { recursive: true, force: true });
  await remove();
}
