import type { Command, CommandDefinition, CommandList } from "../../../../generated/types.js";
import { type ChangedField, changedFields, readPermission } from "./compare.js";
import { checkDistinct, type CommandKey, type DesiredCommand, keyOf, keyOfListed, keyText } from "./key.js";

/** One step of a plan. */
export type CommandStep = { readonly key: CommandKey } & (
  | { readonly action: "create"; readonly definition: CommandDefinition }
  | {
      readonly action: "update";
      readonly definition: CommandDefinition;
      readonly listed: Command;
      readonly changed: readonly ChangedField[];
    }
  | { readonly action: "delete"; readonly listed: Command }
  | { readonly action: "keep"; readonly listed: Command }
  /** Registered and not defined here; it stays, because deleting was not asked for. */
  | { readonly action: "leave"; readonly listed: Command }
  /** Nothing is done about it; `problem` says why, and what to do. */
  | { readonly action: "blocked"; readonly problem: string }
);

/** What has to happen so that the registered commands are the defined ones. */
export interface CommandPlan {
  readonly steps: readonly CommandStep[];
  /** The list was cut off: what is not in it may exist all the same. */
  readonly truncated: boolean;
  /** Whether anything would be written. */
  readonly hasChanges: boolean;
  /** Whether something that was asked for is not in the plan. */
  readonly isBlocked: boolean;
}

/** Options of {@link planCommands}. */
export interface PlanOptions {
  /** Deletes registered commands that are not defined. Default false. */
  readonly prune?: boolean;
  /** Takes a list that was cut off for the whole. Default false. */
  readonly force?: boolean;
  /** Whether `requiredPermission` is compared and sent: the assumption `commandPermission`. Default `sent`. */
  readonly commandPermission?: "sent" | "omitted";
}

/**
 * Compares definitions with the registered commands. Pure: nothing is sent. Commands are told apart by scope, type and
 * name; equal ones are left alone, because every edit makes all clients load the catalog again.
 * Throws an `ArgumentError` when two definitions are of one command.
 */
export function planCommands(
  desired: readonly DesiredCommand[],
  list: CommandList,
  { prune = false, force = false, commandPermission = "sent" }: PlanOptions = {},
): CommandPlan {
  checkDistinct(desired);
  const listed = matchListed(desired, list.commands);
  const whole = force || !list.truncated;
  const steps: CommandStep[] = desired.map((one) => {
    const found = listed.get(keyText(keyOf(one))) ?? [];
    return stepFor(one, found, whole, commandPermission === "sent");
  });
  const wanted = new Set(desired.map((one) => keyText(keyOf(one))));
  for (const [text, commands] of listed) {
    if (wanted.has(text)) continue;
    for (const command of commands) steps.push(surplusStep(command, prune, whole));
  }
  return {
    steps,
    truncated: list.truncated,
    hasChanges: steps.some(({ action }) => action === "create" || action === "update" || action === "delete"),
    isBlocked: steps.some(({ action }) => action === "blocked"),
  };
}

/**
 * Sorts the registered commands by key. When no record of the list names a server although some are wanted in one, the
 * list does not say scopes: a record then belongs to the only definition of its type and name.
 */
function matchListed(desired: readonly DesiredCommand[], commands: readonly Command[]): Map<string, Command[]> {
  const saysScope = commands.some(({ serverId }) => typeof serverId === "string");
  const sorted = new Map<string, Command[]>();
  for (const command of commands) {
    const own = keyOfListed(command);
    const alike = desired.map(keyOf).filter(({ type, name }) => type === own.type && name === own.name);
    const key = !saysScope && alike.length === 1 && alike[0] ? alike[0] : own;
    const text = keyText(key);
    sorted.set(text, [...(sorted.get(text) ?? []), command]);
  }
  return sorted;
}

function stepFor(one: DesiredCommand, found: readonly Command[], whole: boolean, withPermission: boolean): CommandStep {
  const key = keyOf(one);
  const [listed, ...others] = found;
  if (!listed) {
    if (whole) return { key, action: "create", definition: writable(one.command, undefined, withPermission) };
    return { key, action: "blocked", problem: "the list was cut off, so it may exist already; force to create it" };
  }
  if (others.length > 0) {
    const ids = found.map(({ publicId }) => publicId).join(", ");
    return { key, action: "blocked", problem: `registered ${found.length} times (${ids}); delete all but one` };
  }
  const changed = changedFields(one.command, listed, withPermission);
  if (changed.length === 0) return { key, action: "keep", listed };
  const unmanaged = one.command.requiredPermission === undefined && readPermission(listed).kind === "unknown";
  if (unmanaged && withPermission) {
    const problem =
      "nobody may trigger it, because the service does not know what it requires, and an edit would lift that; " +
      "state requiredPermission (a name, or null) in its definition";
    return { key, action: "blocked", problem };
  }
  return { key, action: "update", listed, changed, definition: writable(one.command, listed, withPermission) };
}

function surplusStep(listed: Command, prune: boolean, whole: boolean): CommandStep {
  const key = keyOfListed(listed);
  if (!prune) return { key, action: "leave", listed };
  if (whole) return { key, action: "delete", listed };
  return { key, action: "blocked", problem: "the list was cut off, so nothing is deleted; force to do it" };
}

/**
 * The whole definition, as it is sent. An edit replaces everything, so a requirement that the definition does not
 * manage is sent back as it was read; what the service calls unknown is never sent.
 */
function writable(
  definition: CommandDefinition,
  listed: Command | undefined,
  withPermission: boolean,
): CommandDefinition {
  const { requiredPermission, ...rest } = definition;
  if (!withPermission) return rest;
  if (requiredPermission !== undefined) return definition;
  const read = listed ? readPermission(listed) : undefined;
  return read?.kind === "permission" ? { ...rest, requiredPermission: read.name } : rest;
}
