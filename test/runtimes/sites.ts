/**
 * Sites that a framework's own programs build and serve, as processes of their own and with the package as it is
 * published. Each has the same App, with the credentials of the platform that it is started for.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Installation, install } from "../../tools/install.js";
import { run } from "../../tools/run.js";
import { freePort } from "./drivers.js";
import type { World } from "./scenario.js";

/** One site: its files, how it is built and how it is served. `node` runs each program. */
export interface Site {
  /** Packages that its files import by name. */
  readonly links: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** What runs it, by its path below the installed packages, and its arguments. Default: Node. */
  readonly runner?: readonly string[];
  /** A program, by its path below the installed packages, and its arguments. */
  readonly build?: readonly string[];
  /** The same, or a file of the site that begins with "./". */
  readonly serve: (port: string) => readonly string[];
  readonly environment?: (port: string) => Readonly<Record<string, string>>;
  /** What it prints once it listens. */
  readonly ready: string;
}

const modules = join(import.meta.dirname, "node_modules");
const rootModules = join(import.meta.dirname, "../../node_modules");
/** Some want a Node that is newer than the oldest which the package itself runs on. */
const newer = join(modules, "node24/bin/node");
const node = existsSync(newer) ? newer : process.execPath;

const bot = `import { App, chatCommand } from "svc-apps";
export const app = new App(({ SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token }) => ({ baseUrl, token, events: false }));
app.command(chatCommand({ name: "echo", description: "Say it again" }), async (interaction) => {
  await interaction.reply("again");
  await interaction.followUp("and again");
});
app.command(chatCommand({ name: "slow", description: "Take a second" }), async (interaction) => {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await interaction.reply("at last");
});
`;

const quiet = { NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1", NODE_ENV: "production" } as const;

let installing: Promise<Installation> | undefined;
const built = new Map<Site, Promise<string>>();

const pathOf = (file: string): string => (file.startsWith("./") ? file : join(modules, file));

/** Builds a site; gives its folder. */
async function build(site: Site): Promise<string> {
  installing ??= install();
  const { place } = await installing;
  const folder = join(place, `site-${built.size}`);
  for (const [path, text] of Object.entries({ "bot.mjs": bot, ...site.files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  for (const name of site.links) {
    await mkdir(dirname(join(folder, "node_modules", name)), { recursive: true });
    const own = join(modules, name);
    await symlink(existsSync(own) ? own : join(rootModules, name), join(folder, "node_modules", name));
  }
  const [program, ...args] = site.build ?? [];
  if (program === undefined) return folder;
  const { code, output } = await run(node, [pathOf(program), ...args], {
    cwd: folder,
    env: { ...process.env, ...quiet },
  });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}: ${output}`);
  return folder;
}

/** A site that listens. */
export interface RunningSite {
  readonly port: number;
  readonly child: ChildProcess;
  close(): Promise<void>;
}

/** Starts a site as a process of its own, which is built once. */
export async function startSite(site: Site, world: Pick<World, "baseUrl" | "token">): Promise<RunningSite> {
  const building = built.get(site) ?? build(site);
  built.set(site, building);
  const cwd = await building;
  const port = await freePort();
  const [program = "", ...args] = site.serve(String(port));
  const [runner, ...first] = site.runner ?? [];
  const child = spawn(runner === undefined ? node : join(modules, runner), [...first, pathOf(program), ...args], {
    cwd,
    env: {
      ...process.env,
      ...quiet,
      ...site.environment?.(String(port)),
      SVC_BASE_URL: world.baseUrl,
      SVC_APP_TOKEN: world.token,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (output += piece.toString()));
  const ended = once(child, "exit");
  while (!output.includes(site.ready)) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    child,
    async close() {
      child.kill();
      await ended;
    },
  };
}

/** Removes what was built. Another file of tests in the same process builds anew. */
export async function removeSites(): Promise<void> {
  const installation = await installing?.catch(() => undefined);
  await installation?.remove();
  installing = undefined;
  built.clear();
}
