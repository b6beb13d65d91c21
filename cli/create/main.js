#!/usr/bin/env node
// `npm create svc-apps <folder>`: the command `svc-apps init`, under the name that package managers look for.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const manifest = createRequire(import.meta.url).resolve("svc-apps/package.json");
const main = join(dirname(manifest), "dist/cli/main.js");
const { status } = spawnSync(process.execPath, [main, "init", ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
