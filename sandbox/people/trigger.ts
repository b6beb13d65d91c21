import type { Platform } from "../platform.js";
import { forbidden, invalidInput, SandboxRefusal } from "../refusal.js";
import { requirementOf, unknownPermission } from "../rest/views.js";
import { requireScope } from "../rules/commands.js";
import { capabilityOf } from "../rules/permissions.js";
import type { Actor, CommandRecord, Json } from "../world/records.js";
import type { CommandName, TriggerOptions } from "./person.js";

/** What a person can fill into an option. */
export type ArgumentValue = string | number | boolean;

/** One argument as it is delivered. */
export interface Argument {
  readonly name: string;
  readonly type: string;
  readonly value: ArgumentValue;
  readonly [extra: string]: Json;
}

/** Finds the command a person means, and makes sure that the person may trigger it. */
export function requireCommand(
  platform: Platform,
  actor: Actor,
  type: string,
  name: CommandName,
  { serverId, appId }: TriggerOptions & { readonly serverId: string },
): CommandRecord {
  const { world } = platform;
  const wanted = typeof name === "string" ? name : name.name;
  const here = world.commands
    .list()
    .filter(
      (command) =>
        command.type === type &&
        (command.serverId === undefined || command.serverId === serverId) &&
        (appId === undefined || command.appId === appId) &&
        world.installs.get(`${serverId}/${command.appId}`) !== undefined,
    );
  const found = here.filter((command) => command.name === wanted || command.id === wanted);
  // A command of the server stands before a global one of the same name.
  const command = found.find((candidate) => candidate.serverId !== undefined) ?? found[0];
  if (command === undefined) throw unregistered(type, wanted, here);
  requirePermissionFor(platform, actor, command, serverId);
  return command;
}

/** Unlike a refusal over REST, it tells what there is: people see the commands of their server. */
function unregistered(type: string, wanted: string, here: readonly CommandRecord[]): SandboxRefusal {
  const names = [...new Set(here.map(({ name }) => `"${name}"`))].join(", ");
  const there = names === "" ? "none is registered" : `of that type there are ${names}`;
  const why = `No App in this server has registered a ${type} command "${wanted}"; ${there}.`;
  return new SandboxRefusal(404, "SANDBOX_NOT_FOUND", why);
}

function requirePermissionFor(platform: Platform, actor: Actor, command: CommandRecord, serverId: string): void {
  const required = requirementOf(platform.world, command);
  if (required === null) return;
  if (required === unknownPermission)
    throw forbidden("Nobody may trigger this: the service does not know what it needs.");
  if (!capabilityOf(platform.world, actor, serverId).can.has(required))
    throw forbidden(`This command needs ${required}.`);
  requireScope(platform, command.appId, required, serverId);
}

/** Reads the options of a definition. */
function optionsOf(command: CommandRecord): readonly { readonly [key: string]: Json }[] {
  const options = command.definition["options"];
  return Array.isArray(options) ? (options as readonly { readonly [key: string]: Json }[]) : [];
}

/** Arguments in the order of the definition, checked as the product's own form would check them. */
export function argumentsFor(
  command: CommandRecord,
  args: Readonly<Record<string, ArgumentValue>>,
  { partial = false }: { readonly partial?: boolean } = {},
): readonly Argument[] {
  const options = optionsOf(command);
  const unknown = Object.keys(args).find((name) => !options.some((option) => option["name"] === name));
  if (unknown !== undefined) throw invalidInput(`The command has no option ${unknown}.`);
  return options.flatMap((option) => {
    const name = String(option["name"]);
    const value = args[name];
    if (value === undefined) {
      if (option["required"] === true && !partial) throw invalidInput(`The option ${name} is required.`);
      return [];
    }
    if (!partial) requireFit(option, name, value);
    return [{ name, type: String(option["type"]), value }];
  });
}

function requireFit(option: { readonly [key: string]: Json }, name: string, value: ArgumentValue): void {
  const { type, minValue, maxValue } = option;
  if (type === "string" && typeof value !== "string") throw invalidInput(`${name} takes text.`);
  if (type !== "integer") return;
  if (!Number.isInteger(value)) throw invalidInput(`${name} takes a whole number.`);
  if (typeof minValue === "number" && Number(value) < minValue) throw invalidInput(`${name} is at least ${minValue}.`);
  if (typeof maxValue === "number" && Number(value) > maxValue) throw invalidInput(`${name} is at most ${maxValue}.`);
}

/** The data of a triggered command, with its arguments where the readings put them. */
export function commandData(
  platform: Platform,
  { id, name }: CommandRecord,
  args?: readonly Argument[],
): { readonly [key: string]: Json } {
  const command = { publicId: id, name, path: [] };
  if (args === undefined) return { command };
  switch (platform.settings.readings.commandArguments) {
    case "data.arguments":
      return { command, arguments: args };
    case "data.command.arguments":
      return { command: { ...command, arguments: args } };
    case "data.options":
      return { command, options: args };
  }
}
