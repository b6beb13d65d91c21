import type { Command, CommandDefinition, CommandOption, CommandType, ServerId } from "../../../../generated/types.js";
import { unknownField } from "../../../abi/index.js";
import { ArgumentError, ProtocolError } from "../../../base/errors.js";
import { isRecord, typeName } from "../../../base/values.js";
/** Where a command exists: one server, or null for every server in which the App is installed. */
export type CommandScope = ServerId | null;

/** A command as it should be. */
export interface DesiredCommand {
  readonly command: CommandDefinition;
  /** The one server it exists in; null: global. Default: the scope of the plan, which is global unless it names one. */
  readonly serverId?: CommandScope;
}

/** What identifies a command: scope, type and name. Uniqueness of names beyond that is not documented. */
export interface CommandKey {
  /** Null for a global command; undefined for a registered one where the list does not say the scope. */
  readonly serverId: CommandScope | undefined;
  readonly type: CommandType;
  readonly name: string;
}

export const keyOf = ({
  command: { type, name },
  serverId = null,
}: DesiredCommand): CommandKey & {
  readonly serverId: CommandScope;
} => ({ serverId, type, name });

/** JSON keeps names with separators in them apart. */
export const keyText = ({ serverId = null, type, name }: CommandKey): string => JSON.stringify([serverId, type, name]);

/** Throws an {@link ArgumentError} for what is neither the id of a server nor null. */
export function checkScope(name: string, scope: unknown): void {
  if (scope === null || isServerText(scope)) return;
  const got = typeof scope === "number" ? scope : typeName(scope);
  throw new ArgumentError(`${name} must be the id of a server, or null for global, got ${got}`);
}

const isServerText = (value: unknown): value is ServerId => typeof value === "string" && value !== "";

/** The scope in words: `global`, `server 71…`, `scope not listed`. */
export const describeScope = (scope: CommandScope | undefined): string =>
  scope === null ? "global" : scope === undefined ? "scope not listed" : `server ${scope}`;

/** For people: `chat /roll (global)`. */
export const describeKey = ({ serverId, type, name }: CommandKey): string =>
  `${type} ${type === "chat" ? "/" : ""}${name} (${describeScope(serverId)})`;

/**
 * The scope of each listed command. It is not documented whether a record names its server: a text is a server, null is
 * global. A record without the field is global where others name servers and none says null; otherwise its scope is
 * unknown, as where the field holds anything else.
 *
 * @throws ProtocolError when one of them is not an object
 */
export function scopesOf(commands: readonly Command[]): ReadonlyMap<Command, CommandScope | undefined> {
  if (!commands.every(isRecord))
    throw new ProtocolError("listCommands: a command is not an object", { operation: "listCommands" });
  const serverIdOf = (command: Command): unknown => unknownField(command, "serverId");
  const saysServer = commands.some((command) => isServerText(serverIdOf(command)));
  const saysNull = commands.some((command) => serverIdOf(command) === null);
  const unsaid = saysServer && !saysNull ? null : undefined;
  const scopeOf = (command: Command): CommandScope | undefined => {
    const serverId = serverIdOf(command);
    if (isServerText(serverId) || serverId === null) return serverId;
    return serverId === undefined ? unsaid : undefined;
  };
  return new Map(commands.map((command) => [command, scopeOf(command)]));
}

/** Throws an {@link ArgumentError} for two definitions of one command. */
export function checkDistinct(desired: readonly DesiredCommand[]): void {
  const seen = new Set<string>();
  for (const one of desired) {
    const key = keyOf(one);
    const text = keyText(key);
    if (seen.has(text)) throw new ArgumentError(`two definitions of the command ${describeKey(key)}`);
    seen.add(text);
  }
}

/** The permission that a listed command requires of its user. */
export type PermissionReading =
  /** Nothing. */
  | { readonly kind: "none" }
  | { readonly kind: "permission"; readonly name: string }
  /** The service does not know what it requires: no one may trigger it. */
  | { readonly kind: "unknown" }
  /** The listing does not say. */
  | { readonly kind: "not-stated" };

/** Read when the service does not know the requirement itself. It is never sent, and does not mean null. */
export const UNKNOWN = "desconhecida";

/** Reads `requiredPermission` of a listed command. */
export function readPermission({
  requiredPermission: value,
}: Partial<Pick<Command, "requiredPermission">>): PermissionReading {
  if (value === undefined) return { kind: "not-stated" };
  if (value === null) return { kind: "none" };
  return value === UNKNOWN ? { kind: "unknown" } : { kind: "permission", name: value };
}

/** Fields in which a listed command differs from its definition. */
export type ChangedField = "description" | "options" | "requiredPermission";

/**
 * Compares a definition with a listed command. A definition without `requiredPermission` does not manage it. Further
 * fields of the listed command are not documented, and are no difference.
 */
export function changedFields(definition: CommandDefinition, listed: Command, withPermission: boolean): ChangedField[] {
  const changed: ChangedField[] = [];
  if ((definition.description ?? "") !== (listed.description ?? "")) changed.push("description");
  const wanted = definition.type === "chat" ? (definition.options ?? []) : [];
  if (!sameOptions(wanted, listed.options ?? [])) changed.push("options");
  const { requiredPermission: permission } = definition;
  if (withPermission && permission !== undefined && permission !== (listed.requiredPermission ?? null)) {
    changed.push("requiredPermission");
  }
  return changed;
}

const sameOptions = (wanted: readonly CommandOption[], listed: readonly CommandOption[]): boolean =>
  wanted.length === listed.length && wanted.every((option, at) => sameOption(option, listed[at]));

const DOCUMENTED = ["type", "name", "description", "required", "autocomplete", "minValue", "maxValue"];

/** A field that is absent, null or false means the same. */
const plain = (value: unknown): unknown => (value === false ? null : (value ?? null));

function sameOption(wanted: CommandOption, listed: CommandOption | undefined): boolean {
  if (!listed) return false;
  const fields = new Set([...DOCUMENTED, ...Object.keys(wanted)]);
  return [...fields].every((field) => sameJson(plain(wanted[field]), plain(listed[field])));
}

/** Whether two JSON values are the same, whatever the order of their keys. */
function sameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => sameJson(item, other[at]));
  }
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => sameJson(one[key], other[key]));
}
