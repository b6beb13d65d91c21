/**
 * What a newcomer does in the first hour, in fresh folders: a project of every template, installed by a real package
 * manager, tested, and run beside the platform until its bot answers a person. npm by default; `MANAGERS=all` (the nightly
 * lane) adds pnpm, Yarn with node_modules and with Plug'n'Play, and Bun.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { templates } from "../../cli/init/choices.js";
import { run } from "../../tools/run.js";
import { workshop } from "../../tools/workshop.js";

interface Manager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  readonly title: string;
  /** Package that brings the program, where it does not come with Node. */
  readonly from?: string;
  /** Replaces the file that `init` wrote for Yarn. */
  readonly yarnrc?: string;
}

const npm: Manager = { name: "npm", title: "npm" };
const others: readonly Manager[] = [
  { name: "pnpm", title: "pnpm", from: "pnpm@10" },
  { name: "yarn", title: "Yarn with node_modules", from: "@yarnpkg/cli-dist@4" },
  { name: "yarn", title: "Yarn with Plug'n'Play", from: "@yarnpkg/cli-dist@4", yarnrc: "nodeLinker: pnp\n" },
  { name: "bun", title: "Bun", from: "bun@1" },
];
const managers = process.env["MANAGERS"] === "all" ? [npm, ...others] : [npm];

let folder = "";
let archive = "";
let programs = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "first-hour-"));
  ({ archive } = await workshop());
  programs = join(folder, "programs");
  const packages = new Set(managers.flatMap(({ from }) => from ?? []));
  if (packages.size > 0)
    await done("npm", ["install", "--prefix", programs, "--no-audit", "--no-fund", ...packages], folder);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The environment of a newcomer: nothing of this test but the way to the registry, and the package managers of the table. */
function environment(): NodeJS.ProcessEnv {
  const { PATH = "", HOME } = process.env;
  const reached = /^npm_config_(?:registry|cafile)$|_proxy$|^NODE_EXTRA_CA_CERTS$|^SSL_CERT_(?:FILE|DIR)$/i;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => reached.test(name))),
    PATH: `${join(programs, "node_modules/.bin")}:${PATH}`,
    HOME,
    NO_COLOR: "1",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    YARN_ENABLE_TELEMETRY: "0",
    NEXT_TELEMETRY_DISABLED: "1",
    WRANGLER_SEND_METRICS: "false",
  };
}

async function done(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, output } = await run(program, args, { cwd, env: environment() });
  expect(code, `${program} ${args.join(" ")}:\n${output}`).toBe(0);
  return output;
}

/** A new project as `init` makes it, with today's package in place of the published one. */
async function created(name: string, template: string, { name: manager, yarnrc }: Manager): Promise<string> {
  const place = join(folder, name);
  const main = join((await workshop()).home, "dist/cli/main.js");
  const options = ["--template", template, "--package-manager", manager, "--git", "no", "--yes"];
  await done(process.execPath, [main, "init", place, ...options], folder);
  const manifest = join(place, "package.json");
  const text = await readFile(manifest, "utf8");
  await writeFile(manifest, text.replace(/"svc-apps": "[^"]+"/, `"svc-apps": "file:${archive}"`));
  if (yarnrc !== undefined) await writeFile(join(place, ".yarnrc.yml"), yarnrc);
  if (manager === "yarn") await writeFile(join(place, "yarn.lock"), ""); // or a folder above would be its project
  return place;
}

/** Runs `dev` until a person's /roll is answered, and ends it. Gives what was said. */
async function answers(place: string, manager: Manager["name"]): Promise<string> {
  const child = spawn(manager, ["run", "dev"], { cwd: place, env: environment(), detached: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (more: Buffer) => (said += more.toString().replaceAll("\u001B[0m", "")));
  try {
    const found = async (pattern: RegExp): Promise<string> =>
      vi.waitFor(
        () => {
          expect(child.exitCode, said).toBeNull();
          const [, value] = pattern.exec(said) ?? [];
          expect(value, said).toBeDefined();
          return value ?? "";
        },
        { timeout: 120_000, interval: 100 },
      );
    const control = await found(/the page is at (\S+)\/\n/);
    const person = await found(/member (\d+)/);
    await found(/(Commands: create chat \/roll|created chat \/roll|Commands: nothing)/);
    await found(/(the endpoint \S+ is active|streams? opened|connection.*open|events\.connected|GET \/api\/gateway)/i);
    const main = join((await workshop()).home, "dist/cli/main.js");
    const act = ["sandbox", "act", person, "run", "roll", "sides=6", "--control", control];
    expect(await done(process.execPath, [main, ...act], place)).toMatch(/You rolled [1-6] of 6/);
    return said;
  } finally {
    await ended(child);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGINT");
  await vi.waitFor(() => expect(child.exitCode ?? child.signalCode).not.toBeNull(), { timeout: 30_000, interval: 50 });
}

describe.each(managers)("with $title", (manager) => {
  const wanted = manager === npm ? templates : (["node", "lambda"] as const);
  test.each(wanted)(
    "the template %s installs, passes its test, and its bot answers",
    { timeout: 600_000 },
    async (template) => {
      const startedMs = performance.now();
      const place = await created(
        `${manager.title.replaceAll(/\W+/g, "-")}-${template}`.toLowerCase(),
        template,
        manager,
      );
      await done(manager.name, ["install"], place);
      await answers(place, manager.name);
      console.log(
        `${manager.title}, ${template}: an answer ${((performance.now() - startedMs) / 1000).toFixed(1)} s after init`,
      );
      expect(await done(manager.name, ["run", "test"], place)).toMatch(/1 passed/);
    },
  );
});
