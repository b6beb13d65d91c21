import type { Platform } from "../platform.js";
import { invalidInput, notFound, SandboxRefusal } from "../refusal.js";
import { unknownPermission } from "../rest/views.js";
import type { Actor, CommandRecord, Json } from "../world/records.js";
import { serverFor } from "./permissions.js";

type Definition = { readonly [key: string]: Json };

/** Registers a command, for all servers or for one. It takes effect at once. */
export function createCommand(
  platform: Platform,
  appId: string,
  { command, serverId }: { readonly command: Definition; readonly serverId?: string | undefined },
): CommandRecord {
  const { world } = platform;
  const actor: Actor = { kind: "app", id: appId };
  if (serverId !== undefined) serverFor(world, actor, serverId);
  requireDefinition(platform, appId, command, { serverId });
  const { type, name } = command;
  return world.commands.put({
    id: world.snowflake(),
    appId,
    version: 1,
    type: String(type),
    name: String(name),
    definition: command,
    ...(serverId === undefined ? {} : { serverId }),
  });
}

/** Replaces the definition whole and raises the version. */
export function editCommand(platform: Platform, appId: string, commandId: string, command: Definition): CommandRecord {
  const existing = commandFor(platform, appId, commandId);
  requireDefinition(platform, appId, command, { serverId: existing.serverId, commandId });
  return platform.world.commands.patch(existing.id, {
    version: existing.version + 1,
    type: String(command["type"]),
    name: String(command["name"]),
    definition: command,
  });
}

/** Interactions already open follow their own deadline. */
export function deleteCommand(platform: Platform, appId: string, commandId: string): void {
  platform.world.commands.delete(commandFor(platform, appId, commandId).id);
}

export function commandFor(platform: Platform, appId: string, commandId: string): CommandRecord {
  const command = platform.world.commands.get(commandId);
  if (command?.appId !== appId) throw notFound("command of yours");
  return command;
}

function requireDefinition(platform: Platform, appId: string, command: Definition, place: CommandPlace): void {
  const { readings } = platform.settings;
  const { type, name, description, options, requiredPermission } = command;
  if (type !== "chat" && options !== undefined) throw invalidInput("Only chat commands have options.");
  if (description === undefined && (type === "chat" || readings.commandDescription === "required")) {
    throw invalidInput("The command needs a description.");
  }
  if (requiredPermission === unknownPermission) throw invalidInput(`${unknownPermission} is read, never written.`);
  if (requiredPermission !== undefined && readings.commandPermission === "omitted") {
    throw invalidInput("requiredPermission cannot be written.");
  }
  const twins = platform.world.commands.list(appId).filter((other) => other.name === name && other.type === type);
  const clash = twins.some((other) => other.serverId === place.serverId && other.id !== place.commandId);
  if (clash && readings.commandNameUnique === "unique")
    throw invalidInput("A command of this type has this name already.");
  if (typeof requiredPermission !== "string" || readings.missingScopeRaised === "trigger") return;
  requireScope(platform, appId, requiredPermission, place.serverId);
}

interface CommandPlace {
  readonly serverId?: string | undefined;
  readonly commandId?: string;
}

/**
 * Refuses what the installation does not authorize: in the command's server, or, for a global command, when no
 * installation authorizes it.
 */
export function requireScope(platform: Platform, appId: string, permission: string, serverId?: string): void {
  const { world } = platform;
  const installs = serverId === undefined ? world.installs.list() : world.installs.list(serverId);
  const mine = installs.filter((install) => install.appId === appId);
  if (mine.length === 0 && serverId === undefined) return;
  if (world.permissions.get(permission) === undefined) return;
  if (mine.some((install) => install.scopes.includes(permission))) return;
  throw new SandboxRefusal(403, "APP_MISSING_SCOPE", `The installation does not authorize ${permission}.`);
}
