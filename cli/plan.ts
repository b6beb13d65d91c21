import { parseArgs } from "node:util";
import type { Inside } from "../runtime/app/inside.js";
import { inspect } from "../runtime/app/inspecting.js";
import { desiredOf, planOf } from "../runtime/app/sync.js";
import { type CommandPlan, formatPlan } from "../runtime/http/index.js";
import { addressOf, documentOf, type Surroundings, surroundings, withDetailedExitCode } from "./commands.js";
import { readApp } from "./commands/source.js";
import { type LostIds, lostIn, readInventory, saveInventory } from "./plan/inventory.js";
import type { Syntax } from "./syntax.js";
import { UsageError } from "./usage-error.js";

export const syntax = {
  says: "Says what deploying a build would do: to the registered commands, and to components and forms that users still see.",
  usage: ["<file> [options]"],
  options: {
    state: {
      type: "string",
      value: "<file>",
      says: "what the running build handles, as --save wrote it (default: components are not compared)",
    },
    save: { type: "boolean", says: "write what this build handles to the --state file, and compare nothing" },
    json: { type: "boolean", says: "print one JSON document" },
    "detailed-exitcode": { type: "boolean", says: "exit with 2 when the deploy would change something" },
    "base-url": { type: "string", value: "<url>", says: "address of the service, in place of the variable" },
  },
  notes:
    "<file> is a module that exports the App, which does not start. Commands are planned as the App's syncCommands says. Nothing is written to the service. Conversations are not examined.",
  exit: "0 compared; 1 something failed or could not be decided; 2 wrong usage (1 with --detailed-exitcode, where 2 means changes).",
} as const satisfies Syntax;

interface Order {
  readonly file: string;
  readonly state: string | undefined;
  readonly save: boolean;
  readonly json: boolean;
  readonly detailedExitCode: boolean;
  readonly baseUrl: string | undefined;
}

function readOrder(argv: readonly string[]): Order {
  const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: syntax.options });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0)
    throw new UsageError("plan takes one file, the module that exports the App: svc-apps plan <file>");
  const save = values.save === true;
  if (save && values.state === undefined) throw new UsageError("--save goes with --state <file>, which it writes");
  const detailedExitCode = values["detailed-exitcode"] === true;
  return { file, state: values.state, save, json: values.json === true, detailedExitCode, baseUrl: values["base-url"] };
}

/** `svc-apps plan <file>`. */
export async function run(argv: readonly string[], given: Partial<Surroundings> = {}): Promise<number> {
  return withDetailedExitCode("plan", argv, async () => {
    const order = readOrder(argv);
    const world = { ...surroundings, ...given };
    const inside = await inspect(async () => readApp(order.file, world));
    if (!order.save) return report(await compare(inside, order, world), order, world.out);
    const count = await saveInventory(order.state ?? "", inside.registry);
    world.out(order.json ? `${JSON.stringify({ saved: count })}\n` : `Saved ${count} to ${order.state}.\n`);
    return 0;
  });
}

interface Compared {
  readonly commands: CommandPlan;
  readonly isSynced: boolean;
  /** Undefined: not compared. */
  readonly lost: readonly LostIds[] | undefined;
}

async function compare(
  { options, registry }: Inside,
  { state, baseUrl }: Order,
  world: Surroundings,
): Promise<Compared> {
  const known = state === undefined ? undefined : await readInventory(state);
  const address = addressOf(baseUrl, world.env);
  const { syncCommands = false } = options;
  const asked = typeof syncCommands === "object" ? syncCommands : {};
  const client = world.connect(address.baseUrl, address.token);
  const commands = await planOf(client, desiredOf(registry), { given: asked });
  return { commands, isSynced: syncCommands !== false, lost: known && lostIn(known, registry) };
}

function report({ commands, isSynced, lost }: Compared, order: Order, out: Surroundings["out"]): number {
  const hasChanges = commands.hasChanges || (lost?.length ?? 0) > 0;
  const components = lost === undefined ? null : { lost };
  if (order.json) {
    const document = { commands: documentOf(commands, []), components, hasChanges };
    out(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    const who = isSynced ? "at the start of the App" : "by svc-apps commands apply: syncCommands is off";
    out(`Commands, ${who}\n${formatPlan(commands)}\n\n${componentLines(lost)}`);
  }
  if (commands.isBlocked) return 1;
  return hasChanges && order.detailedExitCode ? 2 : 0;
}

function componentLines(lost: Compared["lost"]): string {
  if (lost === undefined)
    return "Components: not compared. After each deploy, write what the build handles: --state <file> --save\n";
  const lines = lost.map(({ type, id, problem }) => `  ! ${type} ${id}  ${problem}\n`);
  return `Components and forms that users still see: ${lost.length || "none"} lost\n${lines.join("")}`;
}
