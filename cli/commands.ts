import { parseArgs } from "node:util";
import { brand } from "../generated/tables.js";
import { listCommands } from "../generated/routes.js";
import {
  applyCommands,
  type Client,
  type CommandPlan,
  createClient,
  describeKey,
  formatPlan,
  planCommands,
  type StepResult,
} from "../runtime/http/index.js";
import { looking } from "../runtime/app/looking.js";
import { readDefinitions } from "./commands/source.js";
import { UsageError } from "./frame.js";

const BASE_URL = `${brand.value.toUpperCase()}_BASE_URL`;
const TOKEN = `${brand.value.toUpperCase()}_APP_TOKEN`;

const HELP = `Compares the commands you define with those that are registered, and registers what differs.

  svc-apps commands plan  <file>   says what would be done
  svc-apps commands apply <file>   does it

<file> is a module or JSON. A module exports an App, whose commands are those with a handler, or a list of definitions
(as default or as "commands"), or definitions one by one. JSON is a list. An entry { command, serverId } of a list is a
command of one server. Apps in the module do not start.

  --prune            deletes registered commands that are not in the file
  --force            takes a list that the service cut off for the whole one
  --dry-run          with apply: the same as plan
  --base-url <url>   address of the service; default: ${BASE_URL} of the environment
                     The credential is taken from ${TOKEN} of the environment, and from nowhere else.

Exit code: 0 all is as defined, or can be made so; 1 something could not be done or decided; 2 called wrongly.
`;

/** Where the command reads its surroundings and writes its words. */
export interface Surroundings {
  readonly out: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly connect: (baseUrl: string, token: string) => Client;
  /** Loads a module, by its address. */
  readonly load: (url: string) => Promise<object>;
  /** How long a module may take to load, milliseconds. */
  readonly patienceMs: number;
}

const surroundings: Surroundings = {
  out: (text) => void process.stdout.write(text),
  env: process.env,
  connect: (baseUrl, token) => createClient({ baseUrl, token }),
  load: async (url) => (await import(url)) as object, // a module's namespace is an object
  patienceMs: 10_000,
};

interface Order {
  readonly write: boolean;
  readonly file: string;
  readonly prune: boolean;
  readonly force: boolean;
  readonly baseUrl: string | undefined;
}

function readOrder(argv: readonly string[]): Order | undefined {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      prune: { type: "boolean" },
      force: { type: "boolean" },
      "dry-run": { type: "boolean" },
      "base-url": { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) return undefined;
  const [verb, file, ...others] = positionals;
  if (verb !== "plan" && verb !== "apply") {
    const what = verb === undefined ? "say what to do" : `there is no commands ${verb}`;
    throw new UsageError(`${what}: commands plan <file> or commands apply <file>`);
  }
  if (file === undefined || others.length > 0) {
    throw new UsageError(`${verb} takes one file with definitions: svc-apps commands ${verb} <file>`);
  }
  const write = verb === "apply" && values["dry-run"] !== true;
  return { write, file, prune: values.prune === true, force: values.force === true, baseUrl: values["base-url"] };
}

/** `svc-apps commands plan|apply <file>`. */
export async function run(argv: readonly string[], given: Partial<Surroundings> = {}): Promise<number> {
  const { out, env, connect, ...loading } = { ...surroundings, ...given };
  const order = readOrder(argv);
  if (!order) {
    out(HELP);
    return 0;
  }
  const baseUrl = order.baseUrl ?? env[BASE_URL];
  const token = env[TOKEN];
  if (!baseUrl) throw new UsageError(`set ${BASE_URL}, or give --base-url`);
  if (!token) throw new UsageError(`set ${TOKEN} to the credential of your App`);
  const desired = await looking(() => readDefinitions(order.file, loading));
  const client = connect(baseUrl, token);
  const { commandPermission } = client.assumptions;
  const plan = planCommands(desired, await listCommands(client, {}), { ...order, commandPermission });
  out(`${formatPlan(plan)}\n`);
  const failed = order.write ? await carryOut(client, plan, out) : 0;
  return failed > 0 || plan.isBlocked ? 1 : 0;
}

async function carryOut(client: Client, plan: CommandPlan, out: (text: string) => void): Promise<number> {
  if (!plan.hasChanges) return 0;
  const results = await applyCommands(client, plan, { onStep: (result) => out(`  ${sentence(result)}\n`) });
  const failed = results.filter(({ ok }) => !ok).length;
  out(failed > 0 ? `${failed} of ${results.length} could not be done.\n` : `Done: ${results.length}.\n`);
  return failed;
}

const PAST = { create: "created", update: "changed", delete: "deleted" } as const;

const sentence = (result: StepResult): string => {
  const what = describeKey(result.step.key);
  return result.ok ? `${PAST[result.step.action]} ${what}` : `failed ${what}: ${result.error.message}`;
};
