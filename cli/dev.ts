import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { brand } from "../generated/tables.js";
import { formatEntry, startSandbox, type Sandbox } from "../sandbox/index.js";
import { httpUrl } from "./address.js";
import { keepCredential } from "./dev/credential.js";
import { keepEndpoint } from "./dev/endpoint.js";
import { entryOf, optionsFor, startOf } from "./dev/entry.js";
import { openHome, type Home } from "./dev/home.js";
import { keysHelp, listenForKeys } from "./dev/keys.js";
import { lineOf, type Speaker, wantsColour } from "./dev/output.js";
import { startProgram } from "./dev/program.js";
import { RestartingProgram } from "./dev/restarting.js";
import { writeVariables } from "./dev/variables-file.js";
import { watchProject } from "./dev/watch.js";
import { openPage } from "./open-page.js";
import { findPackageManager, isInstalledIn } from "./package-manager.js";
import { environmentOf } from "./sandbox/environment.js";
import { portOf } from "./sandbox.js";
import type { Syntax } from "./syntax.js";
import { UsageError } from "./usage-error.js";

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
    "write-env": {
      type: "string",
      value: "<file>",
      says: "also write the App's variables to this file, for a program that reads it by itself, such as .dev.vars",
    },
    quiet: { type: "boolean", says: "only the output of the App" },
    json: { type: "boolean", says: "print a JSON object per line: from, text" },
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
  readonly colour: boolean;
  /** Where keys are pressed. Default: the terminal, if there is one. */
  readonly keyboard: typeof process.stdin | undefined;
}

type Say = (speaker: Speaker) => (line: string) => void;

/** `svc-apps dev`: the platform and the App, side by side. */
export async function run(argv: readonly string[], given: Partial<Surroundings> = {}): Promise<number> {
  const order = orderOf(argv);
  const { out = (text: string) => void process.stdout.write(text), cwd = process.cwd() } = given;
  const style = { colour: given.colour ?? (given.out === undefined && wantsColour()), json: order.json };
  const say: Say = (speaker) => (line) => out(lineOf(speaker, line, style));
  const entry = order.command === undefined ? entryOf(cwd, order.entry) : undefined;
  if (order.installs) await install(cwd, say);
  const start = order.command ?? startOf(cwd, entry ?? "");
  const ending = endOfProcess(given.signal);
  const sandbox = await startAt(await openHome(cwd, home), order.ports, say("dev"));
  const undo: (() => unknown)[] = [];
  try {
    const page = `${sandbox.controlUrl ?? ""}/`;
    say("dev")(`the page is at ${page}`);
    say("dev")(idsOf(sandbox));
    if (!order.quiet) sandbox.log.subscribe((line) => say("sandbox")(formatEntry(line)));
    if (order.open) openPage(page);
    const world = new World(sandbox, order, cwd);
    if (order.commands !== undefined) await world.register(order.commands, say("commands"));
    await world.writeVariables();
    const { promise: ended, resolve: endWith, reject: failWith } = deferred<number>();
    const app = new RestartingProgram({
      start,
      cwd,
      env: () => world.environment(),
      onLine: say("app"),
      onError: failWith,
      onEnd: (code) => {
        if (entry === undefined) endWith(code);
        say("dev")(
          `the program ended with ${code}${entry === undefined ? "" : "; it starts again when a file changes"}`,
        );
      },
    });
    undo.push(() => app.stop());
    const restart = async (why: string): Promise<void> => {
      say("dev")(`restarting the App: ${why}`);
      world.ensureCredential();
      await world.writeVariables();
      await app.restart();
    };
    if (entry !== undefined)
      undo.push(watchProject(cwd, (file) => void restart(`${file.slice(cwd.length + 1)} changed`)));
    undo.push(keepCredential(sandbox, { say: say("dev"), restart }));
    if (order.endpoint !== undefined) undo.push(keepEndpoint(sandbox, order.endpoint, say("dev")));
    const keyboard = "keyboard" in given ? given.keyboard : process.stdin;
    if (keyboard?.isTTY === true) {
      say("dev")(keysHelp);
      const quit = (): void => ending.abort();
      const clear = (): void => out("\u001B[2J\u001B[H");
      const open = (): void => openPage(page);
      undo.push(listenForKeys(keyboard, { open, clear, quit, restart: () => void restart("as asked") }));
    }
    const code = ending.signal.aborted ? undefined : await Promise.race([ended, aborted(ending.signal)]);
    return code === undefined || code === 0 ? 0 : 1;
  } finally {
    for (const one of undo.toReversed()) await one();
    sandbox.portal.restartService(); // no stream that is not the program's ends without a word
    await sandbox.stop();
  }
}

/** What a command line asks for. */
interface Order {
  /** A program to run as it is, in place of an entry. */
  readonly command?: { readonly program: string; readonly args: readonly string[] };
  readonly entry: string | undefined;
  readonly endpoint: string | undefined;
  readonly commands: string | undefined;
  readonly variablesFile: string | undefined;
  readonly ports: { readonly port: number; readonly controlPort: number };
  readonly open: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly installs: boolean;
}

/** @throws UsageError */
function orderOf(argv: readonly string[]): Order {
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    tokens: true,
    options: syntax.options,
  });
  const kinds = tokens.filter(({ kind }) => kind !== "option").map(({ kind }) => kind);
  const isCommand = kinds.includes("option-terminator");
  if (isCommand ? kinds[0] === "positional" : positionals.length > 1)
    throw new UsageError("pass one entry, or a command after --");
  const [first, ...args] = positionals;
  if (isCommand && first === undefined) throw new UsageError("pass the command after --");
  return {
    ...(isCommand && first !== undefined ? { command: { program: first, args } } : {}),
    entry: first,
    endpoint: values.endpoint === undefined ? undefined : httpUrl(values.endpoint, "--endpoint").href,
    commands: values.commands,
    variablesFile: values["write-env"],
    ports: { port: portOf(values.port), controlPort: portOf(values["control-port"]) },
    open: values.open === true,
    quiet: values.quiet === true,
    json: values.json === true,
    installs: values["no-install"] !== true,
  };
}

/** What the App gets of the local platform. */
class World {
  readonly #sandbox: Sandbox;
  readonly #order: Order;
  readonly #cwd: string;

  constructor(sandbox: Sandbox, order: Order, cwd: string) {
    this.#sandbox = sandbox;
    this.#order = order;
    this.#cwd = cwd;
  }

  /** The variables of this moment. Where a file names the commands, the App is not asked to register them. */
  environment(): NodeJS.ProcessEnv {
    const sync = this.#order.commands === undefined ? { [`${brand.value.toUpperCase()}_SYNC_COMMANDS`]: "prune" } : {};
    return { ...sync, ...process.env, ...environmentOf(this.#sandbox) };
  }

  /** Issues a credential where every one was revoked. */
  ensureCredential(): void {
    const { appId, token } = this.#sandbox.defaults;
    if (token === "") this.#sandbox.portal.issueCredential({ appId });
  }

  async writeVariables(): Promise<void> {
    const { variablesFile } = this.#order;
    if (variablesFile !== undefined)
      await writeVariables(resolve(this.#cwd, variablesFile), environmentOf(this.#sandbox));
  }

  /** Registers the commands of a file, by the command for that, in a process of its own. */
  async register(file: string, say: (line: string) => void): Promise<void> {
    const [, main = ""] = process.argv;
    const options = [...process.execArgv, ...optionsFor(this.#cwd, file)];
    const start = { program: process.execPath, args: [...options, main, "commands", "apply", file, "--prune"] };
    const code = await startProgram(start, { cwd: this.#cwd, env: this.environment(), onLine: say }).over;
    if (code !== 0) throw new Error(`the commands of ${file} could not be registered`);
  }
}

/** The ids that are needed to try something by hand. */
function idsOf({ defaults: { serverId, channelId, person, owner } }: Sandbox): string {
  return `server ${serverId}, channel ${channelId}, member ${person.id}, owner ${owner.id}`;
}

/** Starts the sandbox of a project with the ports of its last run, or with others when those are taken. */
async function startAt(
  { data, kept, keep }: Home,
  asked: { readonly port: number; readonly controlPort: number },
  say: (text: string) => void,
): Promise<Sandbox> {
  const wanted = { port: asked.port || kept.port, controlPort: asked.controlPort || kept.controlPort };
  const options = { data, allowLoopbackEndpoints: true };
  const sandbox = await startSandbox({ ...options, ...wanted }).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_DATA_IN_USE")
      throw new Error(
        `svc-apps dev already runs in this folder: its page is at http://127.0.0.1:${kept.controlPort}/`,
        { cause: error },
      );
    if (code !== "EADDRINUSE" || asked.port !== 0 || asked.controlPort !== 0) throw error;
    say("another program uses the port of the last run, so others were chosen");
    return startSandbox({ ...options, port: 0, controlPort: 0 });
  });
  const { appId, token } = sandbox.defaults;
  if (token === "") sandbox.portal.issueCredential({ appId }); // all were revoked in an earlier run
  await keep({ port: portIn(sandbox.baseUrl), controlPort: portIn(sandbox.controlUrl ?? "") });
  return sandbox;
}

const portIn = (url: string): number => Number(new URL(url).port);

/** Installs the packages of a project that was never installed, with its own package manager. */
async function install(cwd: string, say: Say): Promise<void> {
  if (!existsSync(join(cwd, "package.json")) || isInstalledIn(cwd)) return;
  const { name, install: args } = findPackageManager(cwd);
  say(name)(`${name} ${args.join(" ")}: no packages are installed here yet`);
  const code = await startProgram({ program: name, args }, { cwd, env: process.env, onLine: say(name) }).over;
  if (code !== 0) throw new Error(`${name} install ended with ${code}`);
}

interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

function deferred<Value>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, "promise"> | undefined;
  const promise = new Promise<Value>((resolve, reject) => (settle = { resolve, reject }));
  promise.catch(() => undefined);
  return { promise, resolve: (value) => settle?.resolve(value), reject: (error) => settle?.reject(error) };
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((done) => signal.addEventListener("abort", () => done(undefined)));

function endOfProcess(signal: AbortSignal | undefined): AbortController {
  const ending = new AbortController();
  if (signal?.aborted === true) ending.abort();
  signal?.addEventListener("abort", () => ending.abort());
  if (signal === undefined)
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => ending.abort());
  return ending;
}
