import type { Offer } from "../../fleet/shared-waits.js";
import { confirmDeadlineMs, property, readInteraction } from "../../interaction/read.js";
import { interactionReporter, refOf } from "../../interaction/report.js";
import { keyOfInteraction } from "../contexts/decoders.js";
import type { Arrival, Incoming, InteractionSettings } from "./settings.js";

const SOURCES = ["gateway", "mailbox", "delivery"] as const;

/** Reads an interaction's route key and works out its deadline. */
export function arrivalOf(incoming: Incoming, { decoders, sink, timing }: InteractionSettings): Arrival {
  const { interaction, source, receivedAtMs, deadlineMs: latestMs = Infinity } = incoming;
  const { type, expiresInMs } = interaction;
  const { key, unreadable } = keyOfInteraction(interaction, decoders);
  const report = interactionReporter(sink, refOf(interaction, source, key.command ?? key.id));
  const lastMs = confirmDeadlineMs({ type, expiresInMs, receivedAtMs, marginMs: timing.marginMs });
  return { incoming, key, unreadable, report, deadlineMs: Math.min(lastMs, latestMs) };
}

/** An interaction that another member of the fleet received, and claimed, as if it had arrived here. */
export function arrivalOfOffer({ what, leftMs }: Offer, settings: InteractionSettings): Arrival | undefined {
  const { interaction } = readInteraction(property(what, "interaction"));
  if (interaction.type === "unknown") return undefined;
  const source = SOURCES.find((one) => one === property(what, "source")) ?? "gateway";
  const receivedAtMs = settings.clock.monotonicMs();
  const channel = settings.rest(interaction.id);
  const deadlineMs = receivedAtMs + leftMs;
  return arrivalOf(
    { interaction, source, channel, receivedAtMs, deadlineMs, signal: () => new AbortController().signal },
    settings,
  );
}
