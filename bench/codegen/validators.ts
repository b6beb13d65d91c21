/**
 * Guards of the interaction union against a hand-written switch and against other libraries, on valid and invalid
 * values, with and without `eval`; and what loading the guards costs a fresh process.
 *
 *   npm install --prefix bench/codegen
 *   npx tsx bench/codegen/validators.ts
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { printAjv } from "./print-ajv.js";

const cache = fileURLToPath(new URL("../../node_modules/.cache/bench-codegen/", import.meta.url));
const home = new URL("./", import.meta.url).href;

// Bundled first: a runner that rewrites functions as it loads them would be measured along.
mkdirSync(cache, { recursive: true });
writeFileSync(`${cache}ajv.cjs`, printAjv());
await build({
  entryPoints: [fileURLToPath(new URL("race.ts", import.meta.url))],
  bundle: true,
  platform: "node",
  format: "esm",
  outdir: cache,
  outExtension: { ".js": ".mjs" },
  external: ["ajv", "ajv/*", "typebox", "typebox/*"],
  logLevel: "error",
});

function node(...args: string[]): string {
  return execFileSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, BENCH_HOME: home, BENCH_CACHE: cache },
  });
}

console.log("With eval\n");
console.log(node(`${cache}race.mjs`));
console.log("Where eval is forbidden\n");
console.log(node("--disallow-code-generation-from-strings", `${cache}race.mjs`));

// The guards as they are published: one file each, types taken off.
const generated = fileURLToPath(new URL("../../generated/", import.meta.url));
await build({
  entryPoints: [
    `${generated}validators.ts`,
    ...readdirSync(`${generated}validators`).map((name) => `${generated}validators/${name}`),
  ],
  outbase: generated,
  outdir: `${cache}generated`,
  format: "esm",
  logLevel: "error",
});
writeFileSync(`${cache}package.json`, '{ "type": "module" }');
writeFileSync(`${cache}generated/nothing.js`, "export const nothing = 1;");
const loader = (name: string): string =>
  `const started = performance.now(); await import("./generated/${name}.js"); console.log(performance.now() - started);`;
const NAMES = ["nothing", "validators"] as const;
for (const name of NAMES) writeFileSync(`${cache}load-${name}.mjs`, loader(name));

const times = { nothing: [] as number[], validators: [] as number[] };
for (let round = 0; round < 15; round++) {
  for (const name of NAMES) times[name].push(Number(node(`${cache}load-${name}.mjs`)));
}
const middle = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const [median, best] = [middle, (list: readonly number[]) => Math.min(...list)].map(
  (pick) => pick(times.validators) - pick(times.nothing),
);
console.log(
  `Loading all guards in a fresh process: ${median?.toFixed(2)} ms over an empty module, best ${best?.toFixed(2)} ms`,
);
