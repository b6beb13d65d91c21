import { printTo } from "../codegen/printable.js";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { columns } from "../codegen/help.js";
import { nearest } from "../runtime/base/nearest.js";
import { assumptionChoices, assumptionDefaults, brand } from "../generated/tables.js";
import { formatEntry, type LogEntry, startSandbox, type Sandbox, type SandboxOptions } from "../sandbox/index.js";
import { isLoopbackHost } from "../sandbox/delivery/address.js";
import { problemOfAssumption, assumptionNames } from "../sandbox/settings.js";
import { httpUrl } from "./address.js";
import { UsageError } from "./usage-error.js";
import { openPage } from "./open-page.js";
import { environmentOf } from "./sandbox/environment.js";
import { askSandbox } from "./sandbox-control.js";
import type { Syntax } from "./syntax.js";

const prefix = brand.value.toUpperCase();

export const syntax = {
  says: "Starts the platform on this machine, or talks to one that runs.",
  usage: [
    "[options]",
    "portal <action> name=value…",
    "act <personId> <act> [values…]",
    "fault <name> [values…]",
    "log",
    "assumptions",
  ],
  verbs: {
    portal: {
      usage: "portal [action] [name=value…]",
      says: "does something in the portal of a running sandbox; without an action lists all",
      options: ["control"],
      notes: "Example: sandbox portal createApp name=Dice",
    },
    act: {
      usage: "act <personId> [act] [values…]",
      says: "lets a person do something; without an act lists all",
      options: ["control"],
      notes: `Examples:
  sandbox act <personId> run roll sides=6      runs /roll, waits and shows the answer of the App
  sandbox act <personId> post <channelId> "hello"
Put -- before a value that begins with a dash: sandbox act <personId> post <channelId> -- "-1"`,
    },
    fault: {
      usage: "fault [name] [values…]",
      says: "makes something fail; without a name lists all faults",
      options: ["control"],
      notes: "Example: sandbox fault serverError operation=createMessage when=after",
    },
    log: { usage: "log", says: "prints what happened so far", options: ["control", "json"] },
    assumptions: {
      usage: "assumptions",
      says: "lists what --assume takes: names, values and defaults",
      options: ["json"],
    },
  },
  options: {
    port: { type: "string", value: "<n>", says: "port of the platform (default: any free one)" },
    "control-port": {
      type: "string",
      value: "<n>",
      says: "port of the page and the control interface (default: any free one)",
    },
    host: { type: "string", value: "<address>", says: "address to listen on (default: 127.0.0.1)" },
    "allow-remote": { type: "boolean", says: "let other machines reach --host" },
    data: { type: "string", value: "<file>", says: "keep the state in a file" },
    seed: { type: "string", value: "<text>", says: "derive ids, credentials and keys from this" },
    assume: {
      type: "string",
      multiple: true,
      value: "<name=value>",
      words: assumptionNames.map((name) => `${name}=`),
      says: "how to behave where the documentation is silent; repeatable",
    },
    "allow-loopback-endpoints": {
      type: "boolean",
      says: "accept endpoints on this machine, over http and on any port",
    },
    clock: {
      type: "string",
      value: "<kind>",
      words: ["real", "virtual"],
      says: "real or virtual: a virtual clock stands still until the page or the control interface moves it (default: real)",
    },
    record: { type: "boolean", says: "record everything, for the page and GET /recording of the control interface" },
    open: { type: "boolean", says: "open the page in the browser" },
    quiet: { type: "boolean", says: "no live log" },
    control: {
      type: "string",
      value: "<url>",
      says: `control interface of the running sandbox (default: ${prefix}_SANDBOX_CONTROL)`,
    },
    json: {
      type: "boolean",
      says: "print JSON: the environment and each log entry on a line of its own; with log, whole entries",
    },
  },
  exit: '0 done; 1 it failed, was refused, or the interaction expired (then "why" says why); 2 wrong usage.',
} as const satisfies Syntax;

/** `sandbox`: starts the platform, or talks to one that runs; `--help` lists the options. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: syntax.options,
  });
  if (positionals.join(" ") === "assumptions") {
    printTo("stdout")(values.json === true ? `${JSON.stringify(assumptionTable())}\n` : assumptionLines());
    return 0;
  }
  if (positionals.length > 0) {
    const { control: _control, json = false, ...toStart } = values;
    const [misplaced] = Object.keys(toStart);
    if (misplaced !== undefined)
      throw new UsageError(`--${misplaced} is for starting a sandbox, not for ${positionals[0]}`);
    const say = printTo("stderr");
    const { text, code } = await askSandbox(() => controlOf(values.control), positionals, { say, json });
    printTo("stdout")(text);
    return code;
  }
  const { host = "127.0.0.1" } = values;
  if (values["allow-remote"] !== true && !isLoopbackHost(host))
    throw new UsageError(`--host ${host} could be reached from other machines; --allow-remote allows that`);
  if (values.data !== undefined && !existsSync(dirname(values.data)))
    throw new UsageError(`--data ${values.data}: there is no folder ${dirname(values.data)}`);
  if (values.data !== undefined && statSync(values.data, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`--data ${values.data} is a folder: name a file in it`);
  return serve(
    {
      port: portOf(values.port),
      controlPort: portOf(values["control-port"]),
      allowRemote: values["allow-remote"] ?? false,
      allowLoopbackEndpoints: values["allow-loopback-endpoints"] ?? false,
      assumptions: assumptionsOf(values.assume ?? []),
      clock: clockOf(values.clock),
      record: values.record ?? false,
      ...(values.host === undefined ? {} : { host: values.host }),
      ...(values.data === undefined ? {} : { data: values.data }),
      ...(values.seed === undefined ? {} : { seed: values.seed }),
    },
    { quiet: values.quiet ?? false, open: values.open ?? false, json: values.json ?? false },
  );
}

function controlOf(given: string | undefined): string {
  const control = given ?? process.env[`${prefix}_SANDBOX_CONTROL`];
  if (!control)
    throw new UsageError(`set ${prefix}_SANDBOX_CONTROL to what the sandbox printed, or pass --control <url>`);
  return httpUrl(control, "the control address").href.replace(/\/$/, "");
}

/** A port of a command line; default 0, any free one. @throws UsageError when it is not a port */
export function portOf(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new UsageError(`${JSON.stringify(text)} is no port`);
  return Number(text);
}

/** Reads `key=value` pairs; a value is taken as text where the assumption is one, else as JSON when it is some. */
function assumptionsOf(pairs: readonly string[]): NonNullable<SandboxOptions["assumptions"]> {
  const entries = pairs.map((pair) => {
    const [key = "", ...rest] = pair.split("=");
    const text = rest.join("=");
    const value = typeof Reflect.get(assumptionDefaults, key) === "string" ? text : jsonOr(text);
    const problem = assumptionNames.includes(key) ? problemOfAssumption(key, value) : unknownAssumption(key);
    if (problem !== undefined) throw new UsageError(`--assume ${pair}: ${problem}`);
    return [key, value] as const;
  });
  return Object.fromEntries(entries);
}

function unknownAssumption(key: string): string {
  if (Object.hasOwn(assumptionDefaults, key)) return `the assumption ${key} is one of clients, not of the sandbox`;
  const meant = nearest(key, assumptionNames);
  const hint = meant === undefined ? ";" : `; did you mean ${meant}?`;
  return `unknown assumption ${key}${hint} svc-apps sandbox assumptions lists them`;
}

/** What `--assume` takes. */
const assumptionTable = () =>
  assumptionNames.map((name) => {
    const { values, types } = choicesOf(name);
    return { name, values: values ?? types ?? [], default: Reflect.get(assumptionDefaults, name) as unknown };
  });

const assumptionLines = (): string =>
  `${columns(
    assumptionTable().map((one) => [one.name, `${one.values.join(" | ")} (default: ${JSON.stringify(one.default)})`]),
  )}\n`;

/** The values of an assumption, or the types of them. */
function choicesOf(name: string): { readonly values?: readonly string[]; readonly types?: readonly string[] } {
  const [, choice = {}] = Object.entries(assumptionChoices).find(([key]) => key === name) ?? [];
  return choice;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function clockOf(text: string | undefined): "real" | "virtual" {
  if (text === undefined || text === "real" || text === "virtual") return text ?? "real";
  throw new UsageError(`--clock is real or virtual, got ${JSON.stringify(text)}`);
}

async function serve(
  options: SandboxOptions,
  { quiet, open, json }: { readonly quiet: boolean; readonly open: boolean; readonly json: boolean },
): Promise<number> {
  const sandbox = await startSandbox(options);
  const asLine = (entry: LogEntry): string => (json ? JSON.stringify(entry) : formatEntry(entry));
  printTo("stdout")(json ? `${JSON.stringify(environmentOf(sandbox))}\n` : greeting(sandbox));
  if (open) openPage(sandbox.controlUrl ?? "");
  if (!quiet) sandbox.log.subscribe((entry) => printTo("stdout")(`${asLine(entry)}\n`));
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  // As the service does it: no stream ends without a word.
  sandbox.portal.restartService();
  await sandbox.stop();
  return 0;
}

/** What is printed at the start: the environment of an App, and where to see and control the sandbox. */
function greeting(sandbox: Sandbox): string {
  const text = Object.entries(environmentOf(sandbox)).map(([name, value]) => `${name}=${value}\n`);
  return `# sandbox, seed ${sandbox.seed}; Ctrl-C stops it\n# its page: ${sandbox.controlUrl}/\n${text.join("")}\n`;
}
