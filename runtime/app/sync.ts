import { listCommands } from "../../generated/routes.js";
import type { CommandDefinition, ServerId } from "../../generated/types.js";
import { isServerId } from "../../generated/validators/guards.js";
import { applyCommands } from "../http/conveniences/commands/apply.js";
import { describeKey } from "../http/conveniences/commands/key.js";
import { planCommands } from "../http/conveniences/commands/plan.js";
import { ArgumentError } from "../http/errors/index.js";
import type { AppCommand } from "./definitions/commands.js";
import type { AppCommandsOptions } from "./options.js";
import type { Registry } from "./running/registry.js";
import type { Wiring } from "./wiring.js";

/**
 * Registers the commands that have handlers, if the App was asked to. Equal ones are left alone. What cannot be
 * registered is told and does not keep the App from starting: the others still work.
 */
export async function syncAppCommands(
  { client, options, log }: Wiring,
  registry: Registry,
  signal: AbortSignal,
): Promise<void> {
  const { syncCommands = false } = options;
  if (syncCommands === false) return;
  const given = syncCommands === true ? {} : syncCommands;
  const { prune = false } = given;
  const scope = scopeOf(given);
  const desired = registry.commands.map((command) => ({ command: definitionOf(command), ...scope }));
  const { commandPermission } = client.assumptions;
  const plan = planCommands(desired, await listCommands(client, {}, { signal }), { prune, commandPermission });
  for (const step of plan.steps) {
    if (step.action === "blocked") log.warn({ problem: step.problem }, `Not registered: ${describeKey(step.key)}`);
  }
  await applyCommands(client, plan, {
    signal,
    onStep: (result) => {
      const what = `${result.step.action} ${describeKey(result.step.key)}`;
      if (result.ok) log.info({}, `Commands: ${what}`);
      else log.error({ err: result.error }, `Commands: could not ${what}`);
    },
  });
}

/** A server that was meant and is not named must not become "everywhere", least of all with `prune`. */
function scopeOf(given: AppCommandsOptions): { readonly serverId?: ServerId } {
  if (!("serverId" in given)) return {};
  if (isServerId(given.serverId)) return { serverId: given.serverId };
  throw new ArgumentError(
    "syncCommands was given a serverId that is not the id of a server. If it comes from the environment, the variable " +
      "is not set. Leave serverId out to register the commands everywhere.",
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
