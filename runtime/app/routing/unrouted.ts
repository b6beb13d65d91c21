import type { InteractionFacts } from "../../diagnostics/interaction.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Registry } from "./registry.js";
import type { RouteKey } from "./router.js";

/** Names listed in a line; an App may have hundreds. */
const LISTED = 10;

/** Longest name shown. It may be whatever a client of the platform sent. */
const NAME_LENGTH = 100;

/** Reports that nothing handles an interaction, and what there is; a fallback makes that no warning. */
export function reportUnrouted(key: RouteKey, registry: Registry, report: Reporter<InteractionFacts>): void {
  const message = unroutedMessage(key, registry.namesOf(key.type));
  report("unrouted", {}, registry.fallback ? { message, level: "debug" } : { message });
}

/** Which handler is missing, and which there are: for whoever wrote `vote:{id}` here and `votes:` there. */
function unroutedMessage({ type, command, focused, id }: RouteKey, names: readonly string[]): string {
  const name = focused === undefined ? (command ?? id) : `${command ?? ""}.${focused}`;
  if (name === undefined) return `No handler for ${type}: what it is called cannot be read; see the option decoders.`;
  const missing = `No handler for ${type} ${quoted(name.slice(0, NAME_LENGTH))}`;
  if (names.length === 0) return `${missing}, nor for any other ${type}.`;
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  const there = `${missing}. There are handlers for ${names.slice(0, LISTED).map(quoted).join(", ")}${more}.`;
  const meant = id === undefined ? undefined : names.find((template) => beginsLike(template, id));
  return meant === undefined ? there : `${there} It begins like ${quoted(meant)}${UNREAD}`;
}

const UNREAD = ", but its parts cannot be read: make such ids with fillId(), which encodes what free text may hold.";

/** True for an id with the text before the first name of a template: put together by hand, most likely. */
function beginsLike(template: string, id: string): boolean {
  const brace = template.indexOf("{");
  return brace > 0 && id.startsWith(template.slice(0, brace));
}

/** A name may end in whatever else a sentence ends in. */
const quoted = (name: string): string => JSON.stringify(name);
