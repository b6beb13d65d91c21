import { type Fields, fieldsOf, isFields, listOf, ownOf } from "../json.js";
import type { Place, Tx } from "../machine/tx.js";
import { forbidden, invalidInput, SandboxRefusal } from "../refusal.js";
import { requirementOf, unknownPermission } from "../rest/views.js";
import { requireScope } from "../rules/commands.js";
import { capabilityOf } from "../rules/permissions.js";
import type { Actor, CommandRecord, Json, SeenText } from "../world/records.js";

/** Narrows which command is meant, and where. */
export interface TriggerOptions extends Partial<Place> {
  /** The App whose command it is. Default: the only one that has it. */
  readonly appId?: string;
}

/** A command by name or id, or anything that carries its name, such as its definition. */
export type CommandName = string | { readonly name: string };

/** What a person can fill into an option. */
export type ArgumentValue = string | number | boolean;

export interface Argument {
  readonly name: string;
  readonly type: string;
  readonly value: ArgumentValue;
  readonly [extra: string]: Json;
}

/** Finds the command a person means, and makes sure that the person may trigger it. */
export function requireCommand(
  tx: Tx,
  actor: Actor,
  type: string,
  name: CommandName,
  { serverId, appId }: TriggerOptions & { readonly serverId: string },
): CommandRecord {
  const { world } = tx;
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
  requirePermissionFor(tx, actor, command, serverId);
  return command;
}

/** Unlike a refusal over REST, it tells what there is: people see the commands of their server. */
function unregistered(type: string, wanted: string, here: readonly CommandRecord[]): SandboxRefusal {
  const names = [...new Set(here.map(({ name }) => `"${name}"`))].join(", ");
  const there = names === "" ? "none is registered" : `of that type there are ${names}`;
  const why = `No App in this server has registered a ${type} command "${wanted}"; ${there}.`;
  return new SandboxRefusal(404, "SANDBOX_NOT_FOUND", why);
}

function requirePermissionFor(tx: Tx, actor: Actor, command: CommandRecord, serverId: string): void {
  const required = requirementOf(tx.world, command);
  if (required === null) return;
  if (required === unknownPermission) throw forbidden("No user may trigger this: its required permission is unknown.");
  if (!capabilityOf(tx.world, actor, serverId).can.has(required))
    throw forbidden(`This command needs ${required}. ${toGrant(required, serverId, actor)}`);
  requireScope(tx, command.appId, required, serverId);
}

/** The calls of the portal that grant a permission. */
function toGrant(permission: string, serverId: string, { id: personId }: Actor): string {
  const role = JSON.stringify({ serverId, name: "granted", permissions: [permission] });
  const holder = `{ serverId: "${serverId}", roleId, personId: "${personId}" }`;
  return `Grant it by portal.createRole(${role}), and assign its roleId by portal.giveRole(${holder}).`;
}

export const optionsOf = ({ definition }: CommandRecord): readonly Fields[] =>
  (listOf(definition["options"]) ?? []).map(fieldsOf);

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
    const value = ownOf(args, name);
    if (value === undefined) {
      if (option["required"] === true && !partial) throw invalidInput(`The option ${name} is required.`);
      return [];
    }
    if (!partial) requireFit(option, name, value);
    return [{ name, type: String(option["type"]), value }];
  });
}

/** While somebody types, the platform asks for suggestions in an option that is defined with them, and in no other. */
export function requireSuggesting(command: CommandRecord, name: string): void {
  const option = optionsOf(command).find((one) => one["name"] === name);
  if (option?.["autocomplete"] === true) return;
  throw invalidInput(`The option ${name} suggests nothing: its definition does not say autocomplete: true.`);
}

function requireFit(option: Fields, name: string, value: ArgumentValue): void {
  const { type, minValue, maxValue } = option;
  if (type === "string" && typeof value !== "string") throw invalidInput(`${name} takes text.`);
  if (type !== "integer") return;
  if (!Number.isInteger(value)) throw invalidInput(`${name} takes a whole number.`);
  if (typeof minValue === "number" && Number(value) < minValue) throw invalidInput(`${name} is at least ${minValue}.`);
  if (typeof maxValue === "number" && Number(value) > maxValue) throw invalidInput(`${name} is at most ${maxValue}.`);
}

export function commandData(tx: Tx, { id, name }: CommandRecord, args?: readonly Argument[]): Fields {
  const command = { publicId: id, name, path: [] };
  if (args === undefined) return { command };
  const shapes = {
    "data.arguments": { command, arguments: args },
    "data.command.arguments": { command: { ...command, arguments: args } },
    "data.options": { command, options: args },
  };
  return shapes[tx.settings.assumptions.commandArguments];
}

/**
 * Refuses a component that `shown` does not have, naming those that it has. The shape of components is not documented:
 * one is there when its id stands anywhere in them, and where nothing in them is named `id` nothing can be told.
 */
export function requireComponent(shown: readonly Pick<SeenText, "components">[], componentId: string): void {
  const texts = shown.flatMap(({ components }) => textsIn(components ?? []));
  if (texts.some(({ text }) => text === componentId)) return;
  const ids = [...new Set(texts.filter(({ key }) => key === "id").map(({ text }) => `"${text}"`))];
  if (ids.length === 0 && texts.length > 0) return;
  const there = ids.length === 0 ? "there are no components" : `there are ${ids.join(", ")}`;
  throw new SandboxRefusal(404, "SANDBOX_NOT_FOUND", `There is no component "${componentId}" to press; ${there}.`);
}

/** All texts in what an App wrote, however deep, each under the name it has there. */
export function textsIn(value: unknown, key = ""): readonly { readonly key: string; readonly text: string }[] {
  if (typeof value === "string") return [{ key, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, name));
}

/** The fields as they are submitted, checked as the product's own form would check them. */
export function fieldsFor(form: Json, values: Readonly<Record<string, string>>): readonly Fields[] {
  // Whatever stands in the list that an App sent; what is not an object has no place for a value.
  const fields = (listOf(fieldsOf(form)["fields"]) ?? []).filter(isFields);
  const stranger = Object.keys(values).find((id) => !fields.some((field) => field["id"] === id));
  if (stranger !== undefined) throw invalidInput(`The form has no field ${stranger}.`);
  for (const { id, required, maxLength } of fields) {
    const name = String(id);
    const value = ownOf(values, name) ?? "";
    if (required === true && value === "") throw invalidInput(`The field ${name} is required.`);
    if (typeof maxLength === "number" && value.length > maxLength)
      throw invalidInput(`${name} takes at most ${maxLength} characters.`);
  }
  return Object.entries(values).map(([id, value]) => ({ id, value }));
}
