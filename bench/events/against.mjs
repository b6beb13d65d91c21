/**
 * This checkout against another one, such as the last release, in pairs in one run: what an event costs on its way to a
 * handler, by `for await` and by batches.
 *
 *   node bench/events/against.mjs <folder of the other checkout>
 *
 * ROUNDS (5) pairs and COUNT (200,000) events: opening a stream costs as much as some hundred of them, and is no event.
 * Each side of a pair is a process of its own: in one process, whoever was loaded first is some percent slower. The
 * median of the pairs counts, by CPU time, so that a busy machine is busy for both, and in one thread: threads of the
 * collector that wait for a core would count as work.
 */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const here = (path) => new URL(path, import.meta.url).pathname;
const rounds = Number(process.env.ROUNDS ?? 5);
const count = Number(process.env.COUNT ?? 200_000);
const bundleOf = (name) => here(`../../node_modules/.cache/bench-events/against-${name}.mjs`);
const ways = { byDispatcher: "to a handler", byLoop: "by `for await`", byBatches: "by batches" };

/** The readers of one checkout, over events made by its own material. */
async function bundle(root, name) {
  const { build } = await import("esbuild");
  await build({
    stdin: {
      contents: 'export * from "./consume.ts"; export * from "./material.ts";',
      resolveDir: `${root}/bench/events`,
    },
    outfile: bundleOf(name),
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { "#transport": `${root}/runtime/http/transport/default-node.ts` },
    logLevel: "error",
  });
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Prints nanoseconds of CPU time per event for each way: the median of five, after three for warming up. */
async function measure(name) {
  const { clientOver, cutAtRandom, eventJson, frame, greeting, ...readers } = await import(bundleOf(name));
  const frames = Array.from({ length: count }, (_, n) => frame(n, eventJson(n)));
  const chunks = cutAtRandom(greeting + frames.join(""));
  const taken = {};
  for (const way of Object.keys(ways)) {
    const times = [];
    // Once: a collection before each run would have the code compiled again in it, see `measure.ts`.
    globalThis.gc?.();
    for (let run = -3; run < 5; run += 1) {
      const before = process.cpuUsage();
      await readers[way](clientOver(chunks), count);
      const { user, system } = process.cpuUsage(before);
      if (run >= 0) times.push(((user + system) * 1000) / count);
    }
    taken[way] = median(times);
  }
  console.log(JSON.stringify(taken));
  process.exit(0);
}

const inProcess = (name) =>
  JSON.parse(
    execFileSync(process.execPath, ["--expose-gc", "--single-threaded", here("against.mjs"), "--measure", name], {
      encoding: "utf8",
    }),
  );

async function compare(other) {
  await bundle(here("../.."), "ours");
  await bundle(resolve(other), "theirs");
  const pairs = Array.from({ length: rounds }, (_, round) => {
    // Each goes first in every other pair.
    const first = round % 2 === 0 ? "ours" : "theirs";
    const second = first === "ours" ? "theirs" : "ours";
    return { [first]: inProcess(first), [second]: inProcess(second) };
  });
  console.log("| speed against the other checkout, by CPU | median of pairs | lowest | highest | ns an event |");
  console.log("| --- | ---: | ---: | ---: | ---: |");
  for (const [way, name] of Object.entries(ways)) {
    const ratios = pairs.map(({ ours, theirs }) => theirs[way] / ours[way]);
    const shown = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
    console.log(`| ${name} | ${shown.join(" | ")} | ${Math.round(median(pairs.map(({ ours }) => ours[way])))} |`);
  }
}

if (process.argv[2] === "--measure") await measure(process.argv[3]);
else await compare(process.argv[2] ?? ".");
