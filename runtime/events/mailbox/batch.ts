import { decodeGatewayEvent } from "../../../generated/validators.js";
import { asText, likenessOf, type StreamEvent } from "../event-kinds.js";
import { controlOf } from "../gateway/control.js";
import { Entry } from "../intake/entry.js";
import type { Session } from "../stream/session.js";

/** What identifies each event of an answer: its own content where that does, else all of it. */
export function identitiesOf(events: readonly unknown[]): readonly string[] {
  return events.map((wire) => {
    const event = decodeGatewayEvent(wire);
    // `controlOf` knows every control event, so all others are for handlers.
    return controlOf(event) === undefined ? likenessOf(event as StreamEvent) : asText(wire);
  });
}

/** Where the events of an answer stand. */
export interface BatchPlace {
  /** The position that was read from. */
  readonly since: string;
  /** How many events after that position come before these. */
  readonly offset: number;
  /** Reached when all of these are handled; undefined when some were left. */
  readonly next: string | undefined;
  readonly receivedAtMs: number;
}

/** Hands events of a mailbox to the intake, as the stream's are handed to it. */
export function acceptBatch(session: Session, events: readonly unknown[], place: BatchPlace): void {
  const { intake, reporter, seenInteractions, origin, overlap } = session;
  const { since, offset, next, receivedAtMs } = place;
  session.heard = true;
  const entries: Entry<StreamEvent>[] = [];
  events.forEach((wire, index) => {
    const event = decodeGatewayEvent(wire);
    const control = controlOf(event);
    if (control !== undefined) {
      reporter.tell({ type: "control", event: control.payload });
      return;
    }
    // `controlOf` knows every control event, so this is one for handlers.
    const domain = event as StreamEvent;
    overlap?.add(likenessOf(domain));
    if (domain.type === "interaction_create" && !seenInteractions.add(domain.interaction.id)) {
      reporter.counters.duplicates += 1;
      return;
    }
    if (domain.type === "unknown") reporter.counters.unknown += 1;
    entries.push(new Entry(origin, domain, { position: `${since}.${offset + index}`, resumeId: "", receivedAtMs }));
  });
  intake.accept(entries);
  if (next !== undefined) intake.prefix.pass(next);
}
