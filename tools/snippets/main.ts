/**
 * `npm run docs:check`: every page says only what works. Each `ts` block is compiled against the package's public
 * names, marked ones are run against a local platform, each shell line calls scripts and commands that exist, each link
 * leads somewhere, and docs/index.md lists every page.
 */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { commands } from "../../cli/table.js";
import manifest from "../../package.json" with { type: "json" };
import { install } from "../install.js";
import { run } from "../run.js";
import { compile, fileName } from "./compile.js";
import { callsOf, extract, type Program } from "./extract.js";
import { anchorsOf, linksOf } from "./links.js";
import { play } from "./play.js";

/** The little of the sandbox that is needed here. */
interface Platform {
  readonly baseUrl: string;
  readonly defaults: { readonly token: string; readonly serverId: string; readonly channelId: string };
  stop(): Promise<void>;
}

const inDocs = (await readdir("docs", { recursive: true }))
  .filter((name) => name.endsWith(".md") && !name.endsWith(".api.md"))
  .sort();
const index = "docs/index.md";
const files = ["README.md", "CONTRIBUTING.md", ...inDocs.map((name) => join("docs", name))];
const texts = new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const)));
const pages = [...texts].map(([file, text]) => extract(file, text));
const problems = pages.flatMap((page) => page.problems);

/** Of a project that `init` makes. */
const made = ["dev", "build", "start", "test", "doctor"];
const known = {
  script: [...Object.keys(manifest.scripts), ...made],
  command: [...commands.map(({ name }) => name), "help"],
};
for (const line of pages.flatMap((page) => page.shell))
  for (const { kind, name } of callsOf(line))
    if (!known[kind].includes(name)) problems.push(`${line.file}:${line.line}: there is no ${kind} ${name}`);

const links = [...texts].flatMap(([file, text]) => linksOf(file, text));
for (const { file, line, path, anchor } of links) {
  const target = texts.get(path);
  if (!existsSync(path)) problems.push(`${file}:${line}: there is no ${path}`);
  else if (anchor !== "" && target !== undefined && !anchorsOf(target).has(anchor))
    problems.push(`${file}:${line}: ${path} has no heading #${anchor}`);
}
const listed = new Set(links.filter(({ file }) => file === index).map(({ path }) => path));
for (const file of files) if (file !== index && !listed.has(file)) problems.push(`${index} does not list ${file}`);

const programs = pages.flatMap((page) => page.programs);
// Those that a page shows whole.
const framework = ["express", "@types/express", "fastify", "koa", "@types/koa", "hono"];
const ours = ["@types/node", "undici-types", ...Object.keys(manifest.peerDependencies)];
const { place, remove } = await install([...ours, ...framework]);
let played = 0;

async function playAll(): Promise<void> {
  const wanted = programs.map((program, n) => ({ program, n })).filter(({ program }) => program.use !== "compile");
  if (wanted.length === 0) return;
  const entry = pathToFileURL(join(place, "node_modules", manifest.name, "dist/sandbox/index.js")).href;
  const { startSandbox } = (await import(entry)) as { startSandbox(): Promise<Platform> }; // a build made just now
  // Two at a time: a program that serves mostly waits.
  const lane = async (): Promise<void> => {
    for (let next = wanted.shift(); next !== undefined; next = wanted.shift())
      if (await playOne(next.program, next.n, await startSandbox())) played += 1;
  };
  await Promise.all([lane(), lane()]);
}

/** Runs the tests that pages show, against the other files of their pages. */
async function runTests(): Promise<void> {
  if (!programs.some(({ name }) => name?.endsWith(".test.ts"))) return;
  const vitest = join(process.cwd(), "node_modules/vitest/vitest.mjs");
  const { code, output } = await run(process.execPath, [vitest, "run", "--root", join(place, "out")], { cwd: place });
  if (code !== 0) problems.push(output);
}

async function playOne(program: Program, n: number, platform: Platform): Promise<boolean> {
  const brand = manifest.name.slice(0, manifest.name.indexOf("-")).toUpperCase();
  const { token, serverId, channelId } = platform.defaults;
  const values = { BASE_URL: platform.baseUrl, APP_TOKEN: token, SERVER_ID: serverId, CHANNEL_ID: channelId };
  const env = Object.fromEntries(Object.entries(values).map(([name, value]) => [`${brand}_${name}`, value]));
  try {
    const file = join("out", `${fileName(program, n)}.js`);
    const fault = await play(file, program, {
      cwd: place,
      env: { ...process.env, ...env, PORT: "0" },
      patienceMs: 60_000,
      settleMs: 1_500,
    });
    if (fault !== undefined) problems.push(`${program.file}:${program.line}: ${fault}`);
    return fault === undefined;
  } finally {
    await platform.stop();
  }
}

try {
  const errors = await compile(place, programs, join(process.cwd(), "node_modules/typescript-native/bin/tsc"));
  problems.push(...errors);
  if (errors.length === 0) {
    await playAll();
    await runTests();
  }
} finally {
  await remove();
}

for (const problem of problems) console.error(problem);
if (problems.length === 0)
  console.log(`${programs.length} programs of ${files.length} pages compile, ${played} of them were run`);
process.exitCode = problems.length === 0 ? 0 : 1;
