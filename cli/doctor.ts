import { printTo } from "../codegen/printable.js";
import { parseArgs } from "node:util";
import { assumptionDefaults, brand } from "../generated/tables.js";
import type { Transport } from "../runtime/abi/index.js";
import type { Client } from "../runtime/http/index.js";
import { nodeTransport } from "../runtime/http/transport/node.js";
import { systemResolve } from "../sandbox/delivery/address.js";
import type { Resolve } from "../sandbox/delivery/address.js";
import {
  checkClock,
  checkCommands,
  checkCredential,
  checkKeys,
  checkStream,
  NO_INTERACTIONS,
  observing,
} from "./doctor/checks.js";
import type { Observed } from "./doctor/checks.js";
import { UsageError } from "./usage-error.js";
import { checkEndpoint } from "./doctor/endpoint.js";
import type { Finding } from "./doctor/finding.js";
import { failed, format } from "./doctor/finding.js";
import { checkStanding } from "./doctor/standing.js";
import { clientOf } from "./settings.js";
import type { Syntax } from "./syntax.js";
import { unsetLine } from "./variable.js";

const BASE_URL = `${brand.value.toUpperCase()}_BASE_URL`;
const TOKEN = `${brand.value.toUpperCase()}_APP_TOKEN`;
const CONTROL = `${brand.value.toUpperCase()}_SANDBOX_CONTROL`;

export const syntax = {
  says: "Finds what keeps an App from working, and says what to do about it: credential, clock, keys, stream, commands.",
  usage: ["[options]", "endpoint <url>", "interactions [options]"],
  verbs: {
    endpoint: {
      usage: "endpoint <url>",
      says: "whether the platform would accept this address as an endpoint",
      options: ["json"],
    },
    interactions: {
      usage: "interactions",
      says: "why no interaction may arrive although nothing is wrong",
      options: ["json"],
    },
  },
  options: {
    "base-url": { type: "string", value: "<url>", says: `address of the service (default: ${BASE_URL})` },
    json: { type: "boolean", says: "print the findings as JSON: check, verdict (ok, warning, failed) and text" },
  },
  notes: `The credential comes from ${TOKEN}. Where ${CONTROL} is set, the state of the endpoint in that sandbox is reported too.`,
  exit: "0 nothing has failed; 1 something has failed; 2 wrong usage.",
} as const satisfies Syntax;

/** Where the command reads its surroundings and writes its words. */
export interface Surroundings {
  readonly out: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly transport: Transport;
  readonly now: () => number;
  readonly resolve: Resolve;
  /** How long a stream may say nothing. */
  readonly streamPatienceMs: number;
}

/** `svc-apps doctor`; `--help` lists the options. */
export async function run(argv: readonly string[], given: Partial<Surroundings> = {}): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: syntax.options,
  });
  const json = values.json === true;
  const world: Surroundings = {
    out: printTo("stdout"),
    env: process.env,
    transport: nodeTransport(),
    now: () => Date.now(),
    resolve: systemResolve,
    streamPatienceMs: assumptionDefaults.firstByteMs,
    ...given,
  };
  const [what, url, ...others] = positionals;
  if (what === "endpoint") {
    if (url === undefined || others.length > 0)
      throw new UsageError("endpoint takes one address: svc-apps doctor endpoint <url>");
    return report(await checkEndpoint(url, world.resolve), { ...world, json });
  }
  if (what === "interactions" && url === undefined) {
    if (!json) world.out(NO_INTERACTIONS);
    const standing = await checkStanding(world.env[CONTROL], world.env[TOKEN] ?? "");
    if (!json && standing.length > 0) world.out("\n");
    return report(standing, { ...world, json });
  }
  if (what !== undefined)
    throw new UsageError(
      `there is no doctor ${positionals.join(" ")}; there are doctor, doctor endpoint <url>, doctor interactions`,
    );
  const findings = await checkApp(values["base-url"] ?? world.env[BASE_URL], world);
  const code = report(findings, { ...world, json });
  if (code === 0 && !json) world.out(`\n${closing(findings)}\n`);
  return code;
}

/** The last word, which contradicts none of the findings. */
function closing(findings: readonly Finding[]): string {
  const notes = findings.filter(({ verdict }) => verdict === "warning").length;
  const what =
    notes === 0
      ? "Nothing wrong was found."
      : `Nothing has failed; ${notes === 1 ? "one thing is" : `${notes} things are`} noted above.`;
  return `${what} When no interactions come all the same: svc-apps doctor interactions`;
}

function report(findings: readonly Finding[], { out, json }: Surroundings & { readonly json: boolean }): number {
  if (json) out(`${JSON.stringify(findings, null, 2)}\n`);
  else for (const finding of findings) out(format(finding));
  return findings.some(({ verdict }) => verdict === "failed") ? 1 : 0;
}

async function checkApp(baseUrl: string | undefined, world: Surroundings): Promise<readonly Finding[]> {
  const token = world.env[TOKEN];
  if (!baseUrl) return [failed("settings", unsetLine(BASE_URL, baseUrl))];
  if (!token) return [failed("settings", unsetLine(TOKEN, token))];
  const observed: Observed = {};
  const transport = observing(world.transport, observed, world.now);
  let client: Client;
  try {
    client = clientOf({ baseUrl, token, transport });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [failed("settings", error.message)];
  }
  const credential = await checkCredential(client);
  const clock = checkClock(observed);
  if (credential.verdict === "failed") return observed.skewMs === undefined ? [credential] : [credential, clock];
  const findings = [credential, clock, await checkKeys(client), ...(await checkStream(client, world.streamPatienceMs))];
  return [...findings, ...(await checkCommands(client)), ...(await checkStanding(world.env[CONTROL], token))];
}
