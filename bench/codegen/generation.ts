/**
 * What generating costs, whole processes, against openapi-typescript's types alone on the same document in the same run.
 *
 *   npx tsx bench/codegen/generation.ts [document.json …]
 *
 * Our own description and documents of 10, 100 and 1,000 schemas are always measured; large public documents, such as
 * those of Discord and GitHub, are given by path; of each, what it costs to generate again in one process after a schema
 * has changed, as in watch mode, is measured too. Discord's is `specs/openapi.json` of github.com/discord/discord-api-spec,
 * GitHub's is `generated/api.github.com.json` of the package @octokit/openapi.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import manifest from "../../package.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const work = mkdtempSync(join(tmpdir(), "bench-codegen-"));
// Settings of prettier that are copied along name a plugin.
symlinkSync(join(ROOT, "node_modules"), join(work, "node_modules"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

// As published: compiled, not run through a loader. Types are checked elsewhere.
const dist = join(ROOT, "node_modules/.cache/bench-codegen/dist");
spawnSync(process.execPath, [
  join(ROOT, "node_modules/typescript-native/bin/tsc"),
  "-p",
  join(ROOT, "tsconfig.build.json"),
  "--outDir",
  dist,
]);
writeFileSync(join(dist, "package.json"), '{ "type": "module" }');
const generate = join(dist, "codegen/cli.js");
const peer = join(ROOT, "node_modules/openapi-typescript/bin/cli.js");

interface Cost {
  readonly wallS: number;
  /** Of all threads: what it costs even when the machine has other things to do. */
  readonly cpuS: number;
}

/** Runs a program to its end, and says what it cost. */
function cost(args: readonly string[]): Cost {
  const startMs = performance.now();
  const script =
    "const u=process.resourceUsage;process.on('exit',()=>{const r=u.call(process);require('fs').writeSync(2,'\\n#cpu '+(r.userCPUTime+r.systemCPUTime))})";
  const { status, stderr } = spawnSync(process.execPath, ["--require", preload(script), ...args], {
    cwd: work,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")}\n${stderr}`);
  return {
    wallS: (performance.now() - startMs) / 1_000,
    cpuS: Number(/#cpu (\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1e6,
  };
}

function preload(script: string): string {
  const path = join(work, "cpu.cjs");
  writeFileSync(path, script);
  return path;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

/** Costs of several programs that take turns. */
function race(programs: Readonly<Record<string, () => readonly string[]>>): Readonly<Record<string, Cost>> {
  const rounds = Object.fromEntries(Object.keys(programs).map((name) => [name, [] as Cost[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(programs)) rounds[name]?.push(cost(args()));
  }
  return Object.fromEntries(
    Object.entries(rounds).map(([name, costs]) => [
      name,
      { wallS: median(costs.map(({ wallS }) => wallS)), cpuS: median(costs.map(({ cpuS }) => cpuS)) },
    ]),
  );
}

let count = 0;
const fresh = (): string => join(work, `out-${count++}`);
const row = (name: string, { wallS, cpuS }: Cost, base?: Cost): void => {
  const ratio =
    base === undefined ? "| |" : `| ${(wallS / base.wallS).toFixed(2)} | ${(cpuS / base.cpuS).toFixed(2)} |`;
  console.log(`| ${name} | ${wallS.toFixed(2)} | ${cpuS.toFixed(2)} ${ratio}`);
};
const head = (title: string): void =>
  console.log(`\n${title}\n\n| | s | s of CPU | against types alone | by CPU |\n|---|---:|---:|---:|---:|`);

head("Our own description");
cpSync(join(ROOT, "spec"), join(work, "spec"), { recursive: true });
writeFileSync(join(work, ".prettierrc.json"), JSON.stringify(manifest.prettier));
const own = race({
  cold: () => {
    rmSync(join(work, "generated"), { recursive: true, force: true });
    return [generate, "--config", join(work, "spec/codegen.yaml")];
  },
  check: () => [generate, "--config", join(work, "spec/codegen.yaml"), "--check"],
});
for (const [name, spent] of Object.entries(own)) row(name, spent);

for (const document of process.argv.slice(2)) {
  head(basename(document));
  const result = race({
    "types alone": () => [peer, document, "-o", join(work, "types.ts")],
    everything: () => [generate, "--openapi", document, "--out", fresh(), "--paths", "--clashes", "nest"],
  });
  for (const [name, spent] of Object.entries(result)) row(name, spent, result["types alone"]);
  console.log(`\nAgain after a change, in one process: ${againS(document).toFixed(2)} s of CPU.`);
}
if (process.argv.length === 2) console.log("\nNo document was given: see the head of bench/codegen/generation.ts.");

/** Seconds of CPU for generating again in one process, each time after the title of a schema has changed; the median. */
function againS(document: string): number {
  const copy = join(work, "changed.json");
  const script = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { run } from ${JSON.stringify(pathToFileURL(join(dist, "codegen/run.js")).href)};
    const document = JSON.parse(readFileSync(${JSON.stringify(document)}, "utf8"));
    const schema = Object.values(document.components.schemas).find((one) => one.type === "object");
    const spent = [];
    for (let round = 0; round <= ${ROUNDS}; round++) {
      schema.description = "Changed " + round + " times.";
      writeFileSync(${JSON.stringify(copy)}, JSON.stringify(document));
      const before = process.cpuUsage();
      await run(["--openapi", ${JSON.stringify(copy)}, "--out", ${JSON.stringify(fresh())}], { out() {}, err() {} });
      const { user, system } = process.cpuUsage(before);
      if (round > 0) spent.push((user + system) / 1e6);
    }
    console.log(spent.sort((a, b) => a - b)[Math.floor(spent.length / 2)]);`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
  return Number(stdout);
}

/** A document of `size` schemas that refer to each other, and an operation for each. */
function synthetic(size: number): string {
  const name = (index: number): string => `Thing${index % size}`;
  const text = { type: "string", minLength: 1 };
  const schema = (index: number): object => ({
    type: "object",
    required: ["id", "kind"],
    properties: {
      id: { type: "string", pattern: "^[0-9]+$" },
      kind: { const: `kind-${index}` },
      title: text,
      count: { type: "integer", minimum: 0 },
      next: { $ref: `#/components/schemas/${name(index + 1)}` },
      others: {
        type: "array",
        items: {
          oneOf: [
            { $ref: `#/components/schemas/${name(index + 2)}` },
            { $ref: `#/components/schemas/${name(index + 3)}` },
          ],
        },
      },
    },
  });
  const operation = (index: number): object => ({
    get: {
      operationId: `getThing${index}`,
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      responses: {
        "200": {
          description: "",
          content: { "application/json": { schema: { $ref: `#/components/schemas/${name(index)}` } } },
        },
      },
    },
  });
  const all = Array.from({ length: size }, (_, index) => index);
  const document = {
    openapi: "3.1.0",
    info: { title: "Synthetic", version: "1" },
    paths: Object.fromEntries(all.map((index) => [`/things${index}/{id}`, operation(index)])),
    components: { schemas: Object.fromEntries(all.map((index) => [name(index), schema(index)])) },
  };
  const path = join(work, `synthetic-${size}.json`);
  mkdirSync(work, { recursive: true });
  writeFileSync(path, JSON.stringify(document));
  return path;
}

head("Growth");
const sizes = [10, 100, 1_000];
const documents = new Map(sizes.map((size) => [size, synthetic(size)]));
const growth = race(
  Object.fromEntries(
    sizes.map((size) => [
      `${size} schemas`,
      () => [generate, "--openapi", documents.get(size) ?? "", "--out", fresh()],
    ]),
  ),
);
for (const [name, spent] of Object.entries(growth)) row(name, spent);
const [small, middle, large] = sizes.map((size) => growth[`${size} schemas`]?.cpuS ?? Number.NaN);
console.log(
  `\nEach further schema: ${((((middle ?? 0) - (small ?? 0)) / 90) * 1e3).toFixed(2)} ms from 10 to 100, ${((((large ?? 0) - (middle ?? 0)) / 900) * 1e3).toFixed(2)} ms from 100 to 1,000.`,
);
