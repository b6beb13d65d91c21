import type { Tx } from "../machine/tx.js";
import { invalidInput, notFound, SandboxRefusal } from "../refusal.js";
import { unknownPermission } from "../rest/views.js";
import { type Fields as Definition, given } from "../json.js";
import type { Actor, CommandRecord } from "../world/records.js";
import { serverFor } from "./permissions.js";

/** Registers a command, for all servers or for one. It takes effect at once. */
export function createCommand(
  tx: Tx,
  appId: string,
  { command, serverId }: { readonly command: Definition; readonly serverId?: string | undefined },
): CommandRecord {
  const { world } = tx;
  const actor: Actor = { kind: "app", id: appId };
  if (serverId !== undefined) serverFor(world, actor, serverId);
  requireDefinition(tx, appId, command, { serverId });
  const { type, name } = command;
  return world.commands.put({
    id: world.snowflake(),
    appId,
    version: 1,
    type: String(type),
    name: String(name),
    definition: definitionIn(command),
    ...given({ serverId }),
  });
}

/** What an App says of a command. Its id, its server and its version are not for the App to set. */
function definitionIn({ type, name, description, options, requiredPermission }: Definition): Definition {
  return given({ type, name, description, options, requiredPermission });
}

/** Replaces the definition whole and raises the version. */
export function editCommand(tx: Tx, appId: string, commandId: string, command: Definition): CommandRecord {
  const existing = commandFor(tx, appId, commandId);
  requireDefinition(tx, appId, command, { serverId: existing.serverId, commandId });
  return tx.world.commands.patch(existing.id, {
    version: existing.version + 1,
    type: String(command["type"]),
    name: String(command["name"]),
    definition: definitionIn(command),
  });
}

/** Interactions already open follow their own deadline. */
export function deleteCommand(tx: Tx, appId: string, commandId: string): void {
  tx.world.commands.delete(commandFor(tx, appId, commandId).id);
}

export function commandFor(tx: Tx, appId: string, commandId: string): CommandRecord {
  const command = tx.world.commands.get(commandId);
  if (command?.appId !== appId) throw notFound("command of yours");
  return command;
}

function requireDefinition(tx: Tx, appId: string, command: Definition, place: CommandPlace): void {
  const { assumptions } = tx.settings;
  const { type, name, description, options, requiredPermission } = command;
  if (type !== "chat" && options !== undefined) throw invalidInput("Only chat commands have options.");
  if (description === undefined && (type === "chat" || assumptions.commandDescription === "required")) {
    throw invalidInput("The command needs a description.");
  }
  if (requiredPermission === unknownPermission) throw invalidInput(`${unknownPermission} is read, never written.`);
  if (requiredPermission !== undefined && assumptions.commandPermission === "omitted") {
    throw invalidInput("requiredPermission cannot be written.");
  }
  const twins = tx.world.commands.list(appId).filter((other) => other.name === name && other.type === type);
  const clash = twins.some((other) => other.serverId === place.serverId && other.id !== place.commandId);
  if (clash && assumptions.commandNameUnique === "unique")
    throw invalidInput("A command of this type has this name already.");
  if (typeof requiredPermission !== "string" || assumptions.missingScopeRaised === "trigger") return;
  requireScope(tx, appId, requiredPermission, place.serverId);
}

interface CommandPlace {
  readonly serverId?: string | undefined;
  readonly commandId?: string;
}

/**
 * Refuses what the installation does not authorize: in the command's server, or, for a global command, when no
 * installation authorizes it.
 */
export function requireScope(tx: Tx, appId: string, permission: string, serverId?: string): void {
  const { world } = tx;
  const installs = serverId === undefined ? world.installs.list() : world.installs.list(serverId);
  const mine = installs.filter((install) => install.appId === appId);
  if (mine.length === 0 && serverId === undefined) return;
  if (world.permissions.get(permission) === undefined) return;
  if (mine.some((install) => install.scopes.includes(permission))) return;
  throw new SandboxRefusal(403, "APP_MISSING_SCOPE", `The installation does not authorize ${permission}.`);
}
