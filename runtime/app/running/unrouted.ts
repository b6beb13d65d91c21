import type { RouteKey } from "../routing/router.js";

/** Names listed in a line; an App may have hundreds. */
const LISTED = 10;

/** Longest name shown. It may be whatever a client of the platform sent. */
const NAME_LENGTH = 100;

/** Which handler is missing, and which there are: for whoever wrote `vote:{id}` here and `votes:` there. */
export function unroutedMessage({ type, command, focused, id }: RouteKey, names: readonly string[]): string {
  const name = focused === undefined ? (command ?? id) : `${command ?? ""}.${focused}`;
  if (name === undefined) return `No handler for ${type}: what it is called cannot be read; see the option decoders.`;
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  const there = names.length === 0 ? "there are none" : `there are ${names.slice(0, LISTED).join(", ")}${more}`;
  return `No handler for ${type} ${JSON.stringify(name.slice(0, NAME_LENGTH))}; ${there}.`;
}
