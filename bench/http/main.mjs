/**
 * What a small GET costs over a kept-alive connection on this machine, 32 in flight, against what a user would pick
 * instead. Round after round everybody has a turn, in a process of its own, so that a busy machine is busy for all.
 *
 *   npm run build && npm install --prefix bench/http && node bench/http/main.mjs
 *
 * ROUNDS (5) and CALLS (10000) set how long it takes. Prints a table in Markdown, and whether the goals are met.
 */
import { execFile, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { contenders } from "./contenders.mjs";
import { importCosts } from "./import-cost.mjs";
import { bundleSizes } from "./size.mjs";

const rounds = Number(process.env.ROUNDS ?? 5);
const calls = process.env.CALLS ?? "10000";

const server = fork(new URL("server.mjs", import.meta.url));
const port = await new Promise((resolve) => server.once("message", resolve));
const program = fileURLToPath(new URL("round.mjs", import.meta.url));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const results = new Map(Object.keys(contenders).map((name) => [name, { perSecond: [], cpuUs: [] }]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, { perSecond, cpuUs }] of results) {
    const args = [program, name, `http://127.0.0.1:${port}`, calls];
    const figures = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
    perSecond.push(figures.perSecond);
    cpuUs.push(figures.cpuUs);
  }
}
server.disconnect();

/** Ratios are taken inside each round: what slows the machine then slows both sides. */
const ratio = (name, other, figure) =>
  median(results.get(name)[figure].map((value, round) => value / results.get(other)[figure][round]));

console.log("| Contender | calls/s, fetch = 1 | CPU a call, fetch = 1 | µs CPU |");
console.log("| --- | --: | --: | --: |");
const rows = [...results.keys()].map((name) => ({
  name,
  speed: ratio(name, "fetch, bare", "perSecond"),
  cpu: ratio(name, "fetch, bare", "cpuUs"),
  us: median(results.get(name).cpuUs),
}));
for (const { name, speed, cpu, us } of rows.toSorted((a, b) => b.speed - a.speed)) {
  console.log(`| ${name} | ${speed.toFixed(2)} | ${cpu.toFixed(2)} | ${us.toFixed(0)} |`);
}

const imports = await importCosts();
console.log("\n| Import in a fresh process | ms over an empty one |\n| --- | --: |");
for (const [name, ms] of Object.entries(imports)) console.log(`| ${name} | ${ms.toFixed(1)} |`);

const sizes = await bundleSizes();
console.log("\n| Bundle of a one-route program | bytes, gzip |\n| --- | --: |");
for (const [name, bytes] of Object.entries(sizes)) console.log(`| ${name} | ${bytes} |`);

const goals = [
  ["calls/s against fetch", ratio("svc-apps", "fetch, bare", "perSecond"), ">=", 4],
  ["calls/s against @discordjs/rest", ratio("svc-apps", "@discordjs/rest", "perSecond"), ">=", 1.5],
  ["CPU against undici request", ratio("svc-apps", "undici request, bare", "cpuUs"), "<=", 1.25],
  ["CPU over fetch against fetch", ratio("svc-apps over fetch", "fetch, bare", "cpuUs"), "<=", 1.03],
  ["import, ms", imports["svc-apps"], "<=", 12],
  ["bundle over fetch, bytes", sizes["svc-apps/rest"], "<=", 6_000],
  ["bundle for browsers, bytes", sizes["svc-apps"], "<=", 12_000],
];
console.log("\n| Goal | wanted | measured | |\n| --- | --: | --: | --- |");
for (const [what, value, sign, wanted] of goals) {
  const met = sign === ">=" ? value >= wanted : value <= wanted;
  console.log(`| ${what} | ${sign} ${wanted} | ${Number(value.toFixed(2))} | ${met ? "met" : "missed"} |`);
}
