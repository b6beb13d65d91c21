import { parseArgs } from "node:util";
import { assumptionDefaults, brand } from "../generated/tables.js";
import { formatEntry, startSandbox, type Sandbox, type SandboxOptions } from "../sandbox/index.js";
import { problemOfReading, readingNames } from "../sandbox/readings.js";
import { httpUrl } from "./address.js";
import { UsageError } from "./frame.js";
import { askSandbox } from "./sandbox-control.js";

const prefix = brand.value.toUpperCase();

const help = `Usage: svc-apps sandbox [options]                start the platform on this machine
       svc-apps sandbox gesture <name> key=value…  do something in the portal of a running one
       svc-apps sandbox act <personId> <act> args… let a person do something
       svc-apps sandbox fault <name> args…         order something to go wrong
       svc-apps sandbox log                        what happened so far

gesture, act and fault alone list what there is and what it takes. For example:
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
  --quiet                     no live log

Options for the others:
  --control <url>             control interface of the running sandbox (default: ${prefix}_SANDBOX_CONTROL)

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
      quiet: { type: "boolean" },
      control: { type: "string" },
    },
  });
  if (values.help === true) {
    process.stdout.write(help);
    return 0;
  }
  if (positionals.length > 0) {
    const { control: _control, ...toStart } = values;
    const [misplaced] = Object.keys(toStart);
    if (misplaced !== undefined)
      throw new UsageError(`--${misplaced} is for starting a sandbox, not for ${positionals[0]}`);
    const say = (text: string): void => void process.stderr.write(text);
    const { text, code } = await askSandbox(() => controlOf(values.control), positionals, say);
    process.stdout.write(text);
    return code;
  }
  return serve(
    {
      port: portOf(values.port),
      controlPort: portOf(values["control-port"]),
      allowRemote: values["allow-remote"] ?? false,
      allowLoopbackEndpoints: values["allow-loopback-endpoints"] ?? false,
      assumptions: assumptionsOf(values.assume ?? []),
      ...(values.host === undefined ? {} : { host: values.host }),
      ...(values.data === undefined ? {} : { data: values.data }),
      ...(values.seed === undefined ? {} : { seed: values.seed }),
    },
    values.quiet ?? false,
  );
}

function controlOf(given: string | undefined): string {
  const control = given ?? process.env[`${prefix}_SANDBOX_CONTROL`];
  if (!control)
    throw new UsageError(`set ${prefix}_SANDBOX_CONTROL to what the sandbox printed, or give --control <url>`);
  return httpUrl(control, "the control address").href.replace(/\/$/, "");
}

function portOf(text: string | undefined): number {
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
    const foreign = Object.hasOwn(assumptionDefaults, key) && !readingNames.includes(key);
    const problem = foreign
      ? `the assumption ${key} is one of clients, not of the sandbox`
      : problemOfReading(key, value);
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

async function serve(options: SandboxOptions, quiet: boolean): Promise<number> {
  const sandbox = await startSandbox(options);
  process.stdout.write(environmentOf(sandbox));
  if (!quiet) sandbox.log.subscribe((entry) => void process.stdout.write(`${formatEntry(entry)}\n`));
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  await sandbox.stop();
  return 0;
}

/** What to put into the environment of an App, and where to control the sandbox. */
function environmentOf({ baseUrl, controlUrl, seed, defaults }: Sandbox): string {
  const { token, serverId, channelId, appId, person } = defaults;
  const lines = {
    [`${prefix}_BASE_URL`]: baseUrl,
    [`${prefix}_APP_TOKEN`]: token,
    [`${prefix}_APP_ID`]: appId,
    [`${prefix}_SERVER_ID`]: serverId,
    [`${prefix}_CHANNEL_ID`]: channelId,
    [`${prefix}_PERSON_ID`]: person.id,
    [`${prefix}_SANDBOX_CONTROL`]: controlUrl ?? "",
  };
  const text = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`);
  return `# sandbox, seed ${seed}; Ctrl-C stops it\n${text.join("")}\n`;
}
