/**
 * What a small GET costs over a kept-alive connection on this machine, 32 in flight, against what a user would pick
 * instead; every contender in one run, round after round, so that a busy machine is busy for all.
 *
 *   npm run build && npm install --prefix bench/http && node bench/http/main.mjs
 *
 * ROUNDS (5) and CALLS (6000) set how long it takes. Prints a table in Markdown, and whether the goals are met.
 */
import { fork } from "node:child_process";
import { contenders } from "./contenders.mjs";
import { importCosts } from "./import-cost.mjs";
import { bundleSizes } from "./size.mjs";

const rounds = Number(process.env.ROUNDS ?? 5);
const calls = Number(process.env.CALLS ?? 6_000);
const IN_FLIGHT = 32;

const server = fork(new URL("server.mjs", import.meta.url));
const port = await new Promise((resolve) => server.once("message", resolve));
const all = contenders(`http://127.0.0.1:${port}`);

async function run(call, count) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const results = new Map(Object.keys(all).map((name) => [name, { perSecond: [], cpuUs: [] }]));
for (const call of Object.values(all)) await run(call, 1_500);
for (let round = 0; round < rounds; round += 1) {
  for (const [name, call] of Object.entries(all)) {
    globalThis.gc?.();
    const cpu = process.cpuUsage();
    const start = performance.now();
    await run(call, calls);
    const { user, system } = process.cpuUsage(cpu);
    const { perSecond, cpuUs } = results.get(name);
    perSecond.push((calls / (performance.now() - start)) * 1_000);
    cpuUs.push((user + system) / calls);
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
  ["bundle over fetch, bytes", sizes["svc-apps/fetch"], "<=", 4_096],
];
console.log("\n| Goal | wanted | measured | |\n| --- | --: | --: | --- |");
for (const [what, value, sign, wanted] of goals) {
  const met = sign === ">=" ? value >= wanted : value <= wanted;
  console.log(`| ${what} | ${sign} ${wanted} | ${Number(value.toFixed(2))} | ${met ? "met" : "missed"} |`);
}
