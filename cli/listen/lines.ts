import type { Interaction } from "../../generated/types.js";
import { assumptionDefaults } from "../../generated/tables.js";
import { allDecoders, routeKey } from "../../runtime/app/contexts/decoders.js";
import type { StreamEvent } from "../../runtime/events/event-kinds.js";
import type { CloseReason, EventsDiagnostic } from "../../runtime/diagnostics/events.js";
import { messageOf } from "../message.js";
import { plain } from "../../codegen/printable.js";

/** An event as one line for people. */
export function eventLine(event: StreamEvent): string {
  const { type } = event;
  switch (event.type) {
    case "message_create":
      return `message_create      ${event.message.publicId}  “${plain(event.message.content)}”\n`;
    case "reaction_update":
      return `reaction_update     ${plain(event.emoji)} ${event.count}\n`;
    case "interaction_create":
      return `interaction_create  ${shortName(event.interaction)}\n`;
    case "unknown":
      return otherLine(event.wireType, event.payload);
    default:
      return otherLine(type, event);
  }
}

const decoders = allDecoders({}, assumptionDefaults.commandArguments);

/** An interaction by the beginning of its id, its kind, and the command or component it is about. */
export function shortName(interaction: Interaction): string {
  const about = Object.values({ ...routeKey(interaction, decoders), owner: undefined }).filter(
    (part) => part !== undefined,
  );
  return [interaction.id.slice(0, 8), "", ...about].map(plain).join(" ");
}

/** An event that has no line of its own, as it came. */
function otherLine(type: string, event: unknown): string {
  return `${plain(type).padEnd(18)}  ${plain(JSON.stringify(event))}\n`;
}

const DOORS = { gateway: "stream", mailbox: "mailbox" } as const;

/** What happens to the stream, as one line; empty for what tells people nothing, or what the end of the command tells. */
export function noticeLine(notice: EventsDiagnostic): string {
  const text = noticeText(notice);
  return text === "" ? "" : `· ${plain(text)}\n`;
}

function noticeText(notice: EventsDiagnostic): string {
  switch (notice.type) {
    case "events.control":
    case "events.connecting":
      return "";
    case "events.connected":
      return `connected by ${DOORS[notice.transport]}`;
    case "events.opened":
      return `opened, version ${notice.version}`;
    case "events.resumed":
      return `resumed after ${inSeconds(notice.offlineMs)}, missed events follow`;
    case "events.gap":
      return `gap: events of the last ${inSeconds(notice.offlineMs)} may be missing (${notice.reason})`;
    case "events.disconnected":
      return `disconnected: ${endingText(notice.reason)}`;
    case "events.retrying":
      return [`trying again in ${inSeconds(notice.inMs)}`, notice.hint].filter(Boolean).join("; ");
    case "events.ended":
      return notice.error === undefined ? "ended" : "";
    default:
      return otherNotice(notice);
  }
}

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function endingText(ending: CloseReason): string {
  if ("error" in ending && ending.error !== undefined) return messageOf(ending.error);
  const { cause, ...more } = ending;
  return [cause, ...Object.values(more).map(String)].join(" ");
}

/** A notice that has no words of its own: its name, and its fields by name. */
function otherNotice({ type, level: _level, message: _message, ...fields }: EventsDiagnostic): string {
  const told = Object.entries(fields).map(([name, value]) => `${name} ${messageOf(value)}`);
  return [type.replace("events.", "").replaceAll("_", " "), ...told].join(", ");
}
