import type { Offer } from "../fleet/shared-waits.js";
import { confirmDeadlineMs, property, readInteraction } from "../interaction/read.js";
import { interactionReporter, refOf } from "../interaction/report.js";
import { keyOfInteraction } from "./contexts/decoders.js";
import type { Incoming, InteractionSettings, Known } from "./interaction-settings.js";

const SOURCES = ["gateway", "mailbox", "delivery"] as const;

/** What is known of an interaction that has just come in: where it belongs, and until when it must be confirmed. */
export function knownOf(arrival: Incoming, { decoders, sink, timing }: InteractionSettings): Known {
  const { interaction, source, receivedAtMs, deadlineMs: latestMs = Infinity } = arrival;
  const { type, expiresInMs } = interaction;
  const { key, unreadable } = keyOfInteraction(interaction, decoders);
  const report = interactionReporter(sink, refOf(interaction, source, key.command ?? key.id));
  const lastMs = confirmDeadlineMs({ type, expiresInMs, receivedAtMs, marginMs: timing.marginMs });
  return { arrival, key, unreadable, report, deadlineMs: Math.min(lastMs, latestMs) };
}

/** An interaction that came to another member of the fleet, as if it had come here; that one has claimed it. */
export function arrivalOf({ what, leftMs }: Offer, { clock, rest }: InteractionSettings): Incoming | undefined {
  const { interaction } = readInteraction(property(what, "interaction"));
  if (interaction.type === "unknown") return undefined;
  const source = SOURCES.find((one) => one === property(what, "source")) ?? "gateway";
  const receivedAtMs = clock.monotonicMs();
  const { signal } = new AbortController();
  const channel = rest(interaction.id);
  return { interaction, source, channel, receivedAtMs, deadlineMs: receivedAtMs + leftMs, signal: () => signal };
}

/** How long a conversation here has waited for what came to another member; undefined: none does. */
export async function waitedMs(offer: Offer, settings: InteractionSettings): Promise<number | undefined> {
  const arrival = arrivalOf(offer, settings);
  return arrival && settings.conversations.waitedMs(knownOf(arrival, settings).key, arrival.interaction);
}
