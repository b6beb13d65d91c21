import type { Platform } from "../platform.js";
import { isSanctioned } from "../rules/standing.js";
import { limits } from "../spec.js";
import type { InteractionRecord } from "../world/records.js";

/** Why an interaction came to nothing, in words for whoever writes the App; undefined for one that did not. */
export function whyNothing(platform: Platform, interaction: InteractionRecord): string | undefined {
  const { state, path, confirmedAtMs } = interaction;
  if (state === "declined") return "the App declined it; its log may say why";
  if (state !== "expired") return undefined;
  if (confirmedAtMs !== undefined)
    return `it was deferred, and no answer came within ${limits.deferredAnswerMs / 1000} s`;
  if (path === "endpoint") return ofDelivery(platform, interaction);
  return path === "gateway" ? ofGateway(platform, interaction) : ofNowhere(platform, interaction);
}

function ofNowhere({ world, clock }: Platform, { appId }: InteractionRecord): string {
  return isSanctioned(world, appId, clock.now())
    ? "it was sent nowhere: the App is sanctioned"
    : "it was sent nowhere: the endpoint was suspended, and only a successful test brings it back";
}

function ofDelivery({ log }: Platform, { id }: InteractionRecord): string {
  const sent = log.entries("delivery").find(({ detail }) => detail["interactionId"] === id);
  const how = sent?.text.replace(/^App \d+: /, "") ?? "nothing is known of the delivery any more";
  return `it was sent to the endpoint, which did not confirm it: ${how}`;
}

function ofGateway({ log, world }: Platform, { id, appId }: InteractionRecord): string {
  const sent = log.entries("event").find(({ detail }) => detail["interactionId"] === id);
  const readers = sent?.detail["readers"];
  if (readers !== 0) return "it was sent by stream or mailbox, and nobody confirmed it in time";
  const state = world.apps.get(appId)?.endpoint?.state ?? "off";
  return `nobody read it: the endpoint is ${state}, and no stream or mailbox of the App takes interactions`;
}
