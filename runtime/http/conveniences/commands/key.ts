import type { Command, CommandDefinition, CommandType, ServerId } from "../../../../generated/types.js";
import { ArgumentError } from "../../errors/index.js";

/** A command as it should be. */
export interface DesiredCommand {
  readonly command: CommandDefinition;
  /** The one server it exists in. Without it the command is global. */
  readonly serverId?: ServerId;
}

/** What tells commands apart: scope, type and name. Uniqueness of names beyond that is not documented. */
export interface CommandKey {
  /** Undefined for a global command. */
  readonly serverId: ServerId | undefined;
  readonly type: CommandType;
  readonly name: string;
}

export const keyOf = ({ command: { type, name }, serverId }: DesiredCommand): CommandKey => ({ serverId, type, name });

/** Whether a listed command carries its server is not documented; where it does, it is believed. */
export const keyOfListed = ({ type, name, serverId }: Command): CommandKey => ({
  serverId: typeof serverId === "string" ? (serverId as ServerId) : undefined, // read from an undocumented field
  type,
  name,
});

/** JSON keeps names with separators in them apart. */
export const keyText = ({ serverId, type, name }: CommandKey): string => JSON.stringify([serverId ?? null, type, name]);

/** For people: `chat /roll (global)`. */
export const describeKey = ({ serverId, type, name }: CommandKey): string =>
  `${type} ${type === "chat" ? "/" : ""}${name} (${serverId === undefined ? "global" : `server ${serverId}`})`;

/** Refuses two definitions of one command. */
export function checkDistinct(desired: readonly DesiredCommand[]): void {
  const seen = new Set<string>();
  for (const one of desired) {
    const key = keyOf(one);
    const text = keyText(key);
    if (seen.has(text)) throw new ArgumentError(`two definitions of the command ${describeKey(key)}`);
    seen.add(text);
  }
}
