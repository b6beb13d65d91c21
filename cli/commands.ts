import { printTo } from "../codegen/printable.js";
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
import { isMisuse, withoutAdvice } from "./frame.js";
import { messageOf } from "./message.js";
import { clientOf } from "./settings.js";
import type { Syntax } from "./syntax.js";
import { unknownWord, UsageError } from "./usage-error.js";

const BASE_URL = `${brand.value.toUpperCase()}_BASE_URL`;
const TOKEN = `${brand.value.toUpperCase()}_APP_TOKEN`;

const PLAN_OPTIONS = [
  "server",
  "global",
  "prune",
  "all-scopes",
  "only-scope",
  "force",
  "json",
  "detailed-exitcode",
  "base-url",
] as const;

export const syntax = {
  says: "Compares the commands that you define with those that are registered, and registers the difference.",
  usage: ["plan <file> [options]", "apply <file> [options]"],
  verbs: {
    plan: {
      usage: "plan <file>",
      says: "prints what would be done, and changes nothing",
      options: [
        "server",
        "global",
        "prune",
        "all-scopes",
        "only-scope",
        "force",
        "json",
        "detailed-exitcode",
        "base-url",
      ],
    },
    apply: {
      usage: "apply <file>",
      says: "creates, edits and, with --prune, deletes what differs",
      options: ["dry-run", ...PLAN_OPTIONS],
    },
  },
  options: {
    server: { type: "string", value: "<id>", says: "scope: this server only; nothing outside it changes" },
    global: {
      type: "boolean",
      says: "scope: global commands only (default: the scopes that the file names, global for an entry without one)",
    },
    prune: { type: "boolean", says: "delete registered commands of the scope that are not in the file" },
    "all-scopes": { type: "boolean", says: "with --prune: delete in every scope" },
    "only-scope": {
      type: "boolean",
      says: "the App has commands in this scope and no other: a command whose scope is not listed belongs to it",
    },
    force: { type: "boolean", says: "take a list that the service cut off for the complete list" },
    "dry-run": { type: "boolean", says: "with apply: the same as plan" },
    json: { type: "boolean", says: "print the plan, and with apply the outcome of each step, as one JSON document" },
    "detailed-exitcode": { type: "boolean", says: "exit with 2 when there are changes (plan: to make; apply: made)" },
    "base-url": { type: "string", value: "<url>", says: `address of the service (default: ${BASE_URL})` },
  },
  notes: `<file> is a module or JSON. A module exports an App (its commands are those with a handler), or a list of definitions as default or as "commands", or definitions one by one. JSON is a list. An entry { command, serverId } is a command of one server. Apps in the module do not start.
The credential comes from ${TOKEN}.`,
  exit: "0 everything is as defined, or can be made so; 1 something failed or could not be decided; 2 wrong usage (1 with --detailed-exitcode, where 2 means changes).",
} as const satisfies Syntax;

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

export const surroundings: Surroundings = {
  out: printTo("stdout"),
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

function readOrder(argv: readonly string[]): Order {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: syntax.options,
  });
  const [verb, file, ...others] = positionals;
  if (verb !== "plan" && verb !== "apply") {
    if (verb === undefined) throw new UsageError("pass what to do: commands plan <file> or commands apply <file>");
    throw new UsageError(`commands: ${unknownWord("command", verb, ["plan", "apply"])}`);
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
  if (global) throw new UsageError("--server and --global are two scopes: pass one");
  if (!isServerId(server)) throw new UsageError(`--server takes the id of a server, got ${JSON.stringify(server)}`);
  return server;
}

/** `svc-apps commands plan|apply <file>`. */
export async function run(argv: readonly string[], given: Partial<Surroundings> = {}): Promise<number> {
  return withDetailedExitCode("commands", argv, async () => runOrder(argv, given));
}

/** What is wrongly called ends with 2, which means changes here: a plain error ends with 1. */
export async function withDetailedExitCode(
  command: string,
  argv: readonly string[],
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!argv.includes("--detailed-exitcode") || !isMisuse(error)) throw error;
    const hint = error instanceof UsageError ? "" : `; svc-apps ${command} --help lists the options`;
    throw new Error(withoutAdvice(messageOf(error)) + hint, { cause: error });
  }
}

async function runOrder(argv: readonly string[], given: Partial<Surroundings>): Promise<number> {
  const { out, env, connect, ...loading } = { ...surroundings, ...given };
  const order = readOrder(argv);
  const { baseUrl, token } = addressOf(order.baseUrl, env);
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

/** @throws UsageError when one of the two is missing */
export function addressOf(
  given: string | undefined,
  env: Surroundings["env"],
): { readonly baseUrl: string; readonly token: string } {
  const baseUrl = given ?? env[BASE_URL];
  const token = env[TOKEN];
  if (!baseUrl) throw new UsageError(`set ${BASE_URL}, or pass --base-url`);
  if (!token) throw new UsageError(`set ${TOKEN} to the credential of your App`);
  return { baseUrl, token };
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
export function documentOf(plan: CommandPlan, results: readonly StepResult[]): object {
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
