import { listCommands } from "../../generated/routes.js";
import type { CommandDefinition } from "../../generated/types.js";
import { isServerId } from "../../generated/validators/guards.js";
import { applyCommands } from "../http/conveniences/commands/apply.js";
import { type CommandScope, describeKey } from "../http/conveniences/commands/compare.js";
import { type CommandPlan, planCommands } from "../http/conveniences/commands/plan.js";
import type { Client } from "../http/client.js";
import { ArgumentError } from "../base/errors.js";
import type { AppCommand } from "./definitions/commands.js";
import type { AppCommandsOptions } from "./options.js";
import type { Registry } from "./routing/registry.js";
import type { AppServices } from "./services.js";

/**
 * Registers the commands that have handlers, if the App was asked to. Equal ones are left alone. What cannot be
 * registered is reported and does not keep the App from starting: the others still work.
 */
export async function syncAppCommands(services: AppServices, signal: AbortSignal): Promise<void> {
  const { syncCommands = false, fleet } = services.options;
  if (syncCommands === false) return;
  const given = syncCommands === true ? {} : syncCommands;
  const desired = desiredOf(services.registry);
  if (fleet === undefined) return void (await register(services, desired, { given, signal }));
  // Once over all processes, and never by an older build over a newer one.
  const hash = JSON.stringify([given, desired.toSorted((a, b) => (a.command.name < b.command.name ? -1 : 1))]);
  let isWhole = true;
  const registering = fleet.commands(
    { hash },
    async () => {
      isWhole = await register(services, desired, { given, signal });
      if (!isWhole) throw new Error("Some commands were not registered"); // or no member would try again
    },
    signal,
  );
  await registering.catch((error: unknown) => {
    if (isWhole) throw error; // else each was reported
  });
}

/** Where `syncCommands` is not set: reports the commands that the service does not have. Never rejects. */
export async function warnOfUnregistered({ client, options, registry, report }: AppServices): Promise<void> {
  if (options.syncCommands !== undefined || registry.commands.length === 0) return;
  try {
    const { commands, truncated } = await listCommands(client);
    if (truncated !== false) return; // what is not in the list may be registered all the same
    const there = new Set(commands.map(({ type, name }) => `${type} ${name}`));
    const missing = registry.commands.filter(({ type, name }) => !there.has(`${type} ${name}`));
    if (missing.length === 0) return;
    const names = missing.map(({ name }) => JSON.stringify(name)).join(", ");
    const message =
      `Not registered, so users cannot run ${names}. Set syncCommands: true, or run ` +
      "`svc-apps commands apply`; with syncCommands: false, register them yourself.";
    report("commands_unregistered", {}, { message });
  } catch {
    // A hint is not worth an error: a failure of the list is reported where it matters.
  }
}

/** Answers with whether everything was carried out that can be. */
async function register(
  { client, report }: AppServices,
  desired: readonly { readonly command: CommandDefinition }[],
  { given, signal }: { readonly given: AppCommandsOptions; readonly signal: AbortSignal },
): Promise<boolean> {
  const plan = await planOf(client, desired, { given, signal });
  for (const step of plan.steps) {
    const problem = step.action === "blocked" ? step.problem : step.action === "keep" ? step.note : undefined;
    if (problem === undefined) continue;
    report("command_blocked", { problem }, { message: `Not registered: ${describeKey(step.key)}` });
  }
  const results = await applyCommands(client, plan, {
    signal,
    onStep: (result) => {
      const what = `${result.step.action} ${describeKey(result.step.key)}`;
      if (result.ok) report("command_synced", {}, { message: `Commands: ${what}` });
      else report("command_failed", { error: result.error }, { message: `Commands: could not ${what}` });
    },
  });
  return results.every(({ ok }) => ok);
}

/** The commands that have handlers, as a start registers them. */
export const desiredOf = ({ commands }: Registry): readonly { readonly command: CommandDefinition }[] =>
  commands.map((command) => ({ command: definitionOf(command) }));

/** What a start does to the commands that are registered. */
export async function planOf(
  client: Client,
  desired: readonly { readonly command: CommandDefinition }[],
  { given, signal }: { readonly given: AppCommandsOptions; readonly signal?: AbortSignal },
): Promise<CommandPlan> {
  const { prune = false, onlyScope = false } = given;
  const { commandPermission } = client.assumptions;
  const registered = await listCommands(client, {}, signal && { signal });
  return planCommands(desired, registered, { scope: scopeOf(given), prune, onlyScope, commandPermission });
}

/** A server that was meant and is not named must not become "everywhere", least of all with `prune`. */
function scopeOf(given: AppCommandsOptions): CommandScope {
  if (!("serverId" in given) || given.serverId === null) return null;
  if (isServerId(given.serverId)) return given.serverId;
  throw new ArgumentError(
    "syncCommands.serverId is not the id of a server. If it comes from the environment, the variable " +
      "is not set. Omit serverId, or pass null, to register global commands",
  );
}

/** As it is sent: a chat command without options has none on the wire either. */
function definitionOf({ type, name, description, requiredPermission, options = [] }: AppCommand): CommandDefinition {
  return {
    type,
    name,
    description,
    ...(requiredPermission === undefined ? {} : { requiredPermission }),
    ...(options.length === 0 ? {} : { options: options.map((option) => ({ ...option })) }),
  };
}
