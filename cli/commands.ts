import { parseArgs } from "node:util";
import { isServerId } from "../generated/validators/guards.js";
import { brand } from "../generated/tables.js";
import { listCommands } from "../generated/routes.js";
import {
  applyCommands,
  type Client,
  type CommandPlan,
  type CommandScope,
  describeKey,
  formatPlan,
  isArgumentError,
  planCommands,
  type PlanOptions,
  type StepResult,
} from "../runtime/http/index.js";
import { inspect } from "../runtime/app/inspecting.js";
import { readDefinitions } from "./commands/source.js";
import { isMisuse, withoutAdvice, UsageError } from "./frame.js";
import { messageOf } from "./message.js";
import { clientOf } from "./settings.js";

const BASE_URL = `${brand.value.toUpperCase()}_BASE_URL`;
const TOKEN = `${brand.value.toUpperCase()}_APP_TOKEN`;

const HELP = `Compares the commands you define with those that are registered, and registers what differs.

  svc-apps commands plan  <file>   says what would be done
  svc-apps commands apply <file>   does it

<file> is a module or JSON. A module exports an App, whose commands are those with a handler, or a list of definitions
(as default or as "commands"), or definitions one by one. JSON is a list. An entry { command, serverId } of a list is a
command of one server. Apps in the module do not start.

  --server <id>      the scope: registers in this server, and touches nothing outside it
  --global           the scope: global commands, and touches nothing outside them
                     Default: the scopes that the file names, global for an entry that names none.
  --prune            deletes registered commands of the scope that are not in the file
  --all-scopes       with --prune: deletes in every scope
  --only-scope       the App has commands in this scope and no other: takes those whose scope is not listed for its
  --force            takes a list that the service cut off for the whole one
  --dry-run          with apply: the same as plan
  --json             prints the plan, and with apply how each step went, as one JSON document
  --detailed-exitcode
                     2 when there are changes: with plan, to be made; with apply, made. 0 when there are none
  --base-url <url>   address of the service; default: ${BASE_URL} of the environment
                     The credential is taken from ${TOKEN} of the environment, and from nowhere else.

Exit code: 0 all is as defined, or can be made so; 1 something could not be done or decided; 2 called wrongly
(with --detailed-exitcode 1, since 2 means changes then).
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
  connect: (baseUrl, token) => clientOf({ baseUrl, token }),
  load: async (url) => (await import(url)) as object, // a module's namespace is an object
  patienceMs: 10_000,
};

interface Order {
  readonly write: boolean;
  readonly file: string;
  readonly plan: PlanOptions;
  readonly json: boolean;
  readonly detailedExitCode: boolean;
  readonly baseUrl: string | undefined;
}

function readOrder(argv: readonly string[]): Order | undefined {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      server: { type: "string" },
      global: { type: "boolean" },
      prune: { type: "boolean" },
      "all-scopes": { type: "boolean" },
      "only-scope": { type: "boolean" },
      json: { type: "boolean" },
      "detailed-exitcode": { type: "boolean" },
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
  if (values["all-scopes"] === true && values.prune !== true) throw new UsageError("--all-scopes goes with --prune");
  const scope = scopeOf(values.server, values.global === true);
  const plan = {
    ...(scope === undefined ? undefined : { scope }),
    prune: values.prune === true,
    allScopes: values["all-scopes"] === true,
    onlyScope: values["only-scope"] === true,
    force: values.force === true,
  };
  const detailedExitCode = values["detailed-exitcode"] === true;
  return { write, file, plan, json: values.json === true, detailedExitCode, baseUrl: values["base-url"] };
}

function scopeOf(server: string | undefined, global: boolean): CommandScope | undefined {
  if (server === undefined) return global ? null : undefined;
  if (global) throw new UsageError("--server and --global are two scopes: give one");
  if (!isServerId(server)) throw new UsageError(`--server takes the id of a server, got ${JSON.stringify(server)}`);
  return server;
}

/** `svc-apps commands plan|apply <file>`. */
export async function run(argv: readonly string[], given: Partial<Surroundings> = {}): Promise<number> {
  try {
    return await runOrder(argv, given);
  } catch (error) {
    // What is wrongly called ends with 2, which means changes here: a plain error ends with 1.
    if (!argv.includes("--detailed-exitcode") || !isMisuse(error)) throw error;
    const hint = error instanceof UsageError ? "" : "; svc-apps commands --help lists the options";
    throw new Error(withoutAdvice(messageOf(error)) + hint, { cause: error });
  }
}

async function runOrder(argv: readonly string[], given: Partial<Surroundings>): Promise<number> {
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
  const desired = await inspect(() => readDefinitions(order.file, loading));
  const client = connect(baseUrl, token);
  const { commandPermission } = client.assumptions;
  const plan = planFor(desired, await listCommands(client, {}), { ...order.plan, commandPermission });
  const say = order.json ? () => {} : out;
  say(`${formatPlan(plan)}\n`);
  const results = order.write ? await carryOut(client, plan, say) : [];
  if (order.json) out(`${JSON.stringify(documentOf(plan, results), null, 2)}\n`);
  if (results.some(({ ok }) => !ok) || plan.isBlocked) return 1;
  return plan.hasChanges && order.detailedExitCode ? 2 : 0;
}

/** A definition outside the named scope is a mistake of the call: it names the file and the scope. */
function planFor(...planned: Parameters<typeof planCommands>): CommandPlan {
  try {
    return planCommands(...planned);
  } catch (error) {
    throw isArgumentError(error) ? new UsageError(error.message, { cause: error }) : error;
  }
}

async function carryOut(
  client: Client,
  plan: CommandPlan,
  out: (text: string) => void,
): Promise<readonly StepResult[]> {
  if (!plan.hasChanges) return [];
  const results = await applyCommands(client, plan, { onStep: (result) => out(`  ${sentence(result)}\n`) });
  const failed = results.filter(({ ok }) => !ok).length;
  out(failed > 0 ? `${failed} of ${results.length} could not be done.\n` : `Done: ${results.length}.\n`);
  return results;
}

/** The plan as data: each step with its scope, and how it went if it was carried out. */
function documentOf(plan: CommandPlan, results: readonly StepResult[]): object {
  const went = new Map<object, StepResult>(results.map((result) => [result.step, result]));
  const steps = plan.steps.map((step) => {
    const { key, action } = step;
    const result = went.get(step);
    return {
      action,
      scope: scopeAsData(key.serverId),
      type: key.type,
      name: key.name,
      ...("listed" in step ? { commandId: step.listed.publicId } : undefined),
      ...("changed" in step ? { changed: step.changed } : undefined),
      ...("problem" in step ? { problem: step.problem } : undefined),
      ...(result && { done: result.ok, ...(result.ok ? undefined : { error: result.error }) }),
    };
  });
  const { truncated, hasChanges, isBlocked } = plan;
  return { steps, truncated, hasChanges, isBlocked };
}

const scopeAsData = (scope: CommandScope | undefined): object => {
  if (scope === undefined) return { kind: "not-listed" };
  return scope === null ? { kind: "global" } : { kind: "server", serverId: scope };
};

const PAST = { create: "created", update: "changed", delete: "deleted" } as const;

const sentence = (result: StepResult): string => {
  const what = describeKey(result.step.key);
  return result.ok ? `${PAST[result.step.action]} ${what}` : `failed ${what}: ${result.error.message}`;
};
