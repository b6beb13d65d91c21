import type { Command, CommandDefinition, CommandOption } from "../../../../generated/types.js";
import { isRecord } from "../../answer.js";

/** What a listed command requires of who triggers it, told apart as it must be. */
export type PermissionReading =
  /** Nothing. */
  | { readonly kind: "none" }
  | { readonly kind: "permission"; readonly name: string }
  /** The service does not know what it requires: nobody may trigger it. */
  | { readonly kind: "unknown" }
  /** The listing does not say. */
  | { readonly kind: "not-stated" };

/** What the service answers when it does not know the requirement itself. It is read only, and is not null. */
const UNKNOWN = "desconhecida";

/** Reads `requiredPermission` of a listed command. */
export function readPermission({ requiredPermission: value }: Pick<Command, "requiredPermission">): PermissionReading {
  if (value === undefined) return { kind: "not-stated" };
  if (value === null) return { kind: "none" };
  return value === UNKNOWN ? { kind: "unknown" } : { kind: "permission", name: value };
}

/** Fields in which a listed command differs from its definition. */
export type ChangedField = "description" | "options" | "requiredPermission";

/**
 * Compares a definition with what is listed. What a definition leaves out of `requiredPermission` it does not manage;
 * fields that the listing has on top are not documented, and are no difference.
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

/** Left out, null and (where something is off unless said) false mean the same. */
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
