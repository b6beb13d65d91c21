import type { InteractionFacts } from "../../diagnostics/interaction.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { WaitAnswer } from "../../fleet/shared-waits.js";
import type { Registry } from "./registry.js";
import type { RouteKey } from "./router.js";

/** Names listed in a line; an App may have hundreds. */
const LISTED = 10;

/** Longest name shown. It may be whatever a client of the platform sent. */
const NAME_LENGTH = 100;

/** Why no conversation waits for an interaction. */
export type WaitMiss = Exclude<WaitAnswer, "taken">;

/** Why no conversation takes an interaction. */
const MISSES: Readonly<Record<WaitMiss, string>> = {
  gone: "waited in its channel, in a process that is gone.",
  late: "waited for it, and no longer does: its time was up.",
  over: "waited for it, and no longer does.",
  others: "waits for it, but from another person or in another channel.",
};

/** A conversation that does not take an interaction, and its handler, where this process knows it. */
export interface Missed {
  readonly why: WaitMiss;
  readonly handler: string | undefined;
}

/** Reports an interaction without a handler, and which handlers there are. With a fallback, or for a late answer, it is no warning. */
export function reportUnrouted(
  key: RouteKey,
  missed: Missed | undefined,
  registry: Registry,
  report: Reporter<InteractionFacts>,
): void {
  const message = missed ? missedMessage(key, missed) : unroutedMessage(key, registry.namesOf(key.type));
  const level = registry.fallback ? "debug" : "info";
  report("unrouted", {}, registry.fallback || missed ? { message, level } : { message });
}

const missedMessage = (key: RouteKey, { why, handler }: Missed): string =>
  `${missing(key)}: ${handler === undefined ? "a conversation" : `the conversation of ${handler}`} ${MISSES[why]}`;

const missing = ({ type, id }: RouteKey, name = id): string =>
  `No handler for ${type} ${quoted(String(name).slice(0, NAME_LENGTH))}`;

/** Which handler is missing, and which there are: for an author who wrote `vote:{id}` here and `votes:` there. */
function unroutedMessage(key: RouteKey, names: readonly string[]): string {
  const { type, command, focused, id } = key;
  const name = focused === undefined ? (command ?? id) : `${command ?? ""}.${focused}`;
  if (name === undefined) return `No handler for ${type}: what it is called cannot be read; see the option decoders.`;
  if (names.length === 0) return `${missing(key, name)}, nor for any other ${type}.`;
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  const there = `${missing(key, name)}. There are handlers for ${names.slice(0, LISTED).map(quoted).join(", ")}${more}.`;
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
