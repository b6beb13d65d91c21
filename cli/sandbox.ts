import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { assumptionDefaults, brand } from "../generated/tables.js";
import { formatEntry, startSandbox, type Sandbox, type SandboxOptions } from "../sandbox/index.js";
import { isLoopbackHost } from "../sandbox/delivery/address.js";
import { problemOfAssumption, assumptionNames } from "../sandbox/settings.js";
import { httpUrl } from "./address.js";
import { UsageError } from "./frame.js";
import { openPage } from "./open-page.js";
import { environmentOf } from "./sandbox/environment.js";
import { askSandbox } from "./sandbox-control.js";

const prefix = brand.value.toUpperCase();

const help = `Usage: svc-apps sandbox [options]                start the platform on this machine
       svc-apps sandbox portal <name> key=value…  do something in the portal of a running one
       svc-apps sandbox act <personId> <act> args… let a person do something
       svc-apps sandbox fault <name> args…         order something to go wrong
       svc-apps sandbox log                        what happened so far

portal, act and fault alone list what there is and what it takes. For example:
  sandbox act <personId> run roll sides=6          runs /roll, waits and shows what the App answered
  sandbox act <personId> post <channelId> "hello"
  sandbox fault serverError operation=createMessage when=after
What begins with a dash goes behind --, as in: sandbox act <personId> post <channelId> -- "-1"

Options to start:
  --port <n>                  port of the platform (default: any free one)
  --control-port <n>          port of the control interface (default: any free one)
  --host <address>            address to listen on (default: 127.0.0.1)
  --allow-remote              let other machines reach --host
  --data <file>               keep the world in a file
  --seed <text>               derive ids, credentials and keys from this
  --assume <key=value>        read an open point of the documentation in this way; repeatable
  --allow-loopback-endpoints  accept endpoints on this machine, over http and on any port
  --clock virtual             time stands still until it is moved, on the page or by the control interface
  --record                    record everything, for the page and GET /recording of the control interface
  --open                      open the page in the browser
  --quiet                     no live log

Options for the others:
  --control <url>             control interface of the running sandbox (default: ${prefix}_SANDBOX_CONTROL)
  --json                      with log: whole entries as JSON (the others print JSON anyway)

Exit code: 0 done; 1 it failed, was refused, or what act triggered expired (then "why" says why); 2 called wrongly.
`;

/** `sandbox`: starts the platform, or talks to one that runs; `--help` lists the options. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      port: { type: "string" },
      "control-port": { type: "string" },
      host: { type: "string" },
      "allow-remote": { type: "boolean" },
      data: { type: "string" },
      seed: { type: "string" },
      assume: { type: "string", multiple: true },
      "allow-loopback-endpoints": { type: "boolean" },
      clock: { type: "string" },
      record: { type: "boolean" },
      open: { type: "boolean" },
      quiet: { type: "boolean" },
      control: { type: "string" },
      json: { type: "boolean" },
    },
  });
  if (values.help === true) {
    process.stdout.write(help);
    return 0;
  }
  if (positionals.length > 0) {
    const { control: _control, json = false, ...toStart } = values;
    const [misplaced] = Object.keys(toStart);
    if (misplaced !== undefined)
      throw new UsageError(`--${misplaced} is for starting a sandbox, not for ${positionals[0]}`);
    const say = (text: string): void => void process.stderr.write(text);
    const { text, code } = await askSandbox(() => controlOf(values.control), positionals, { say, json });
    process.stdout.write(text);
    return code;
  }
  const { host = "127.0.0.1" } = values;
  if (values["allow-remote"] !== true && !isLoopbackHost(host))
    throw new UsageError(`--host ${host} could be reached from other machines; --allow-remote allows that`);
  if (values.json === true) throw new UsageError("--json is for the commands to a running sandbox, such as log");
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
    { quiet: values.quiet ?? false, open: values.open ?? false },
  );
}

function controlOf(given: string | undefined): string {
  const control = given ?? process.env[`${prefix}_SANDBOX_CONTROL`];
  if (!control)
    throw new UsageError(`set ${prefix}_SANDBOX_CONTROL to what the sandbox printed, or give --control <url>`);
  return httpUrl(control, "the control address").href.replace(/\/$/, "");
}

/** A port of a command line; 0, any free one, where none is given. @throws UsageError when it is none */
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
    const foreign = Object.hasOwn(assumptionDefaults, key) && !assumptionNames.includes(key);
    const problem = foreign
      ? `the assumption ${key} is one of clients, not of the sandbox`
      : problemOfAssumption(key, value);
    if (problem !== undefined) throw new UsageError(`--assume ${pair}: ${problem}`);
    return [key, value] as const;
  });
  return Object.fromEntries(entries);
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
  { quiet, open }: { readonly quiet: boolean; readonly open: boolean },
): Promise<number> {
  const sandbox = await startSandbox(options);
  process.stdout.write(greeting(sandbox));
  if (open) openPage(sandbox.controlUrl ?? "");
  if (!quiet) sandbox.log.subscribe((entry) => void process.stdout.write(`${formatEntry(entry)}\n`));
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
