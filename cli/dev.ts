import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { brand } from "../generated/tables.js";
import { formatEntry, startSandbox, type Sandbox } from "../sandbox/index.js";
import { httpUrl } from "./address.js";
import { keepEndpoint } from "./dev/endpoint.js";
import { entryOf, startOf, type Start } from "./dev/entry.js";
import { openHome, type Home } from "./dev/home.js";
import { startProgram, type Program } from "./dev/program.js";
import { UsageError } from "./usage-error.js";
import { openPage } from "./open-page.js";
import { findPackageManager, isInstalledIn } from "./package-manager.js";
import { environmentOf } from "./sandbox/environment.js";
import { portOf } from "./sandbox.js";
import type { Syntax } from "./syntax.js";

const home = `.${brand.value}`;

export const syntax = {
  says: `Starts the platform on this machine and your App beside it, and prints the address of a page that shows both. Ids, ports and the credential stay the same from run to run: they are kept in ${home}/, which git ignores. The App gets what it needs in its environment, and restarts when one of its files changes. Ctrl-C ends both.`,
  usage: ["[options] [entry]", "[options] -- <command…>"],
  options: {
    endpoint: {
      type: "string",
      value: "<url>",
      says: "address where the App accepts signed deliveries, on this machine: activated, and kept active",
    },
    commands: {
      type: "string",
      value: "<file>",
      says: "commands to register at the start, as for svc-apps commands apply (default: the App registers those it has handlers for, unless its syncCommands says otherwise)",
    },
    open: { type: "boolean", says: "open the page in the browser" },
    port: { type: "string", value: "<n>", says: "port of the platform (default: that of the last run)" },
    "control-port": { type: "string", value: "<n>", says: "port of the page (default: that of the last run)" },
    quiet: { type: "boolean", says: "only the output of the App" },
    "no-install": { type: "boolean", says: "do not install packages" },
  },
  notes: `[entry] is a file of JavaScript or TypeScript (default: ${"src/main.ts"} and the like). A <command…> behind -- is started as it is, in any language, and watches its own files. Where a package.json has no packages installed, they are installed first.`,
  exit: "0 it was ended; 1 it could not be started, or the program of <command…> ended by itself with a failure; 2 wrong usage.",
} as const satisfies Syntax;

/** Where the command writes, and what ends it. */
export interface Surroundings {
  readonly out: (text: string) => void;
  readonly cwd: string;
  /** Ends it. Default: SIGINT, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
}

/** `svc-apps dev`; `--help` lists the options. */
export async function run(argv: readonly string[], given: Partial<Surroundings> = {}): Promise<number> {
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    tokens: true,
    options: syntax.options,
  });
  const { out = (text: string) => void process.stdout.write(text), cwd = process.cwd() } = given;
  const endpoint = values.endpoint === undefined ? undefined : httpUrl(values.endpoint, "--endpoint").href;
  const ports = { port: portOf(values.port), controlPort: portOf(values["control-port"]) };
  const words = tokens.filter(({ kind }) => kind !== "option").map(({ kind }) => kind);
  const isCommand = words.includes("option-terminator");
  if (isCommand ? words[0] === "positional" : positionals.length > 1)
    throw new UsageError("give one entry, or a command behind --");
  if (isCommand && positionals.length === 0) throw new UsageError("give the command behind --");
  const signal = given.signal ?? endOfProcess();
  const entry = isCommand ? undefined : entryOf(cwd, positionals[0]);
  const say =
    (who: string) =>
    (line: string): void =>
      out(`${who.padEnd(8)}│ ${line}\n`);
  if (values["no-install"] !== true) await installed(cwd, say);
  const [program = "", ...args] = positionals;
  const start: Start = entry === undefined ? { program, args, watches: false } : startOf(cwd, entry);
  const kept = await openHome(cwd, home);
  const sandbox = await startAt(kept, ports, say("dev"));
  const page = `${sandbox.controlUrl ?? ""}/`;
  say("dev")(`the page is at ${page}`);
  if (values.quiet !== true) sandbox.log.subscribe((line) => say("sandbox")(formatEntry(line)));
  if (values.open === true) openPage(page);
  // Whoever names a file says with it what is to be registered.
  const sync = values.commands === undefined ? { [`${brand.value.toUpperCase()}_SYNC_COMMANDS`]: "1" } : {};
  const environment = { ...sync, ...process.env, ...environmentOf(sandbox) };
  const running: Program[] = [];
  let stopKeeping: (() => void) | undefined;
  try {
    if (values.commands !== undefined) await register(values.commands, { cwd, env: environment, say: say("commands") });
    const app = startProgram(start, { cwd, env: environment, onLine: say("app") });
    running.push(app);
    if (endpoint !== undefined) stopKeeping = keepEndpoint(sandbox, endpoint, say("dev"));
    const ended = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
    const code = signal.aborted ? undefined : await Promise.race([app.over, ended]);
    if (code === undefined) return 0;
    say("dev")(`the program ended with ${code}`);
    return code === 0 ? 0 : 1;
  } finally {
    stopKeeping?.();
    await Promise.all(running.map(async (one) => one.stop()));
    sandbox.portal.restartService(); // no stream that is not the program's ends without a word
    await sandbox.stop();
  }
}

/** Starts the sandbox of a project where it was before, or elsewhere when somebody else is there now. */
async function startAt(
  { data, kept, keep }: Home,
  asked: { readonly port: number; readonly controlPort: number },
  say: (text: string) => void,
): Promise<Sandbox> {
  const wanted = { port: asked.port || kept.port, controlPort: asked.controlPort || kept.controlPort };
  const options = { data, allowLoopbackEndpoints: true };
  const sandbox = await startSandbox({ ...options, ...wanted }).catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken || asked.port !== 0 || asked.controlPort !== 0) throw error;
    say("another program has the port of the last run, so others were chosen");
    return startSandbox({ ...options, port: 0, controlPort: 0 });
  });
  const { appId, token } = sandbox.defaults;
  if (token === "") sandbox.portal.issueCredential({ appId }); // all were revoked in an earlier run
  await keep({ port: portIn(sandbox.baseUrl), controlPort: portIn(sandbox.controlUrl ?? "") });
  return sandbox;
}

const portIn = (url: string): number => Number(new URL(url).port);

/** Installs the packages of a project that was never installed, with its own package manager. */
async function installed(cwd: string, say: (who: string) => (line: string) => void): Promise<void> {
  if (!existsSync(join(cwd, "package.json")) || isInstalledIn(cwd)) return;
  const { name, install } = findPackageManager(cwd);
  say(name)(`${name} ${install.join(" ")}: no packages are installed here yet`);
  const start = { program: name, args: install, watches: false };
  const code = await startProgram(start, { cwd, env: process.env, onLine: say(name) }).over;
  if (code !== 0) throw new Error(`${name} install ended with ${code}`);
}

/** Registers the commands of a file, by the command for that, in a process of its own. */
async function register(
  file: string,
  { cwd, env, say }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly say: (line: string) => void },
): Promise<void> {
  const [, main = ""] = process.argv;
  const start = {
    program: process.execPath,
    args: [...process.execArgv, main, "commands", "apply", file],
    watches: false,
  };
  const code = await startProgram(start, { cwd, env, onLine: say }).over;
  if (code !== 0) throw new Error(`the commands of ${file} could not be registered`);
}

function endOfProcess(): AbortSignal {
  const ending = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => ending.abort());
  return ending.signal;
}
