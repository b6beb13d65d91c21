import type { Platform } from "../platform.js";
import { conflict, expired, invalidInput, notFound } from "../refusal.js";
import { confirmationWindows, endpointRouting, limits } from "../spec.js";
import type { InteractionRecord, InteractionType, Json } from "../world/records.js";
import { isSanctioned } from "./standing.js";

/** What opens an interaction. */
export interface Opening {
  readonly appId: string;
  readonly type: InteractionType;
  readonly serverId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly data: { readonly [key: string]: Json };
}

/**
 * Opens an interaction and sends it on its one path: the endpoint when it is active, nowhere when it is suspended or
 * the App is sanctioned, else the gateway.
 */
export function openInteraction(platform: Platform, opening: Opening): InteractionRecord {
  const { world, clock } = platform;
  const state = world.apps.get(opening.appId)?.endpoint?.state ?? "off";
  const sanctioned = isSanctioned(world, opening.appId, clock.now());
  const interaction = world.interactions.put({
    ...opening,
    id: world.uuid("interaction"),
    path: sanctioned ? "nowhere" : endpointRouting[state],
    openedAtMs: clock.now(),
    windowMs: limits[confirmationWindows[opening.type]],
    state: "open",
    followUps: [],
    messageIds: [],
  });
  tell(platform, interaction);
  watchDeadlines(platform, interaction);
  forgetOldest(platform);
  if (interaction.path === "gateway") publish(platform, interaction);
  if (interaction.path === "endpoint") platform.sender.deliver(platform, interaction);
  return interaction;
}

/** The interaction as it is sent at `nowMs`: the time left is a duration, counted here. */
export function interactionView(interaction: InteractionRecord, nowMs: number): { readonly [key: string]: Json } {
  const { id, type, serverId, channelId, userId, data, openedAtMs, windowMs } = interaction;
  const expiresInMs = Math.max(0, Math.ceil(openedAtMs + windowMs - nowMs));
  return { id, type, serverId, channelId, userId, data, expiresInMs };
}

function publish(platform: Platform, interaction: InteractionRecord): void {
  const { id, appId, serverId, channelId } = interaction;
  const body = {
    type: "interaction_create",
    serverId,
    appId,
    interaction: interactionView(interaction, platform.clock.now()),
  };
  platform.hub.publish({ family: "interactions", serverId, channelId, appId, interactionId: id, body });
}

/** Time by which the next step must come, if the state waits for one. */
export function deadlineOf(interaction: InteractionRecord): number | undefined {
  if (interaction.state === "open") return interaction.openedAtMs + interaction.windowMs;
  if (interaction.state === "deferred") return (interaction.confirmedAtMs ?? 0) + limits.deferredAnswerMs;
  return undefined;
}

/** Brings an interaction up to date with the clock, and makes sure that somebody looks again at its deadline. */
export function watchDeadlines(platform: Platform, interaction: InteractionRecord): void {
  const deadlineMs = deadlineOf(interaction);
  if (deadlineMs === undefined) return;
  const look = (): void => {
    const later = current(platform, interaction.id);
    // A timer may fire a moment before its time by the clock, and then nothing has expired yet.
    if (later !== undefined && deadlineOf(later) === deadlineMs) watchDeadlines(platform, later);
  };
  platform.clock.schedule(look, deadlineMs - platform.clock.now());
}

/** The interaction as it stands now: one whose deadline has passed is expired from then on. */
export function current(platform: Platform, id: string): InteractionRecord | undefined {
  const interaction = platform.world.interactions.get(id);
  const deadlineMs = interaction === undefined ? undefined : deadlineOf(interaction);
  if (deadlineMs === undefined || platform.clock.now() < deadlineMs) return interaction;
  return change(platform, id, { state: "expired" });
}

/** Replaces fields, and tells the log and whoever waits. */
export function change(platform: Platform, id: string, fields: Partial<InteractionRecord>): InteractionRecord {
  const interaction = platform.world.interactions.patch(id, fields);
  tell(platform, interaction);
  return interaction;
}

function tell(platform: Platform, interaction: InteractionRecord): void {
  const { id, type, state, path, appId } = interaction;
  platform.log.add("interaction", `${type} ${id.slice(0, 8)} ${state} (${path})`, { id, type, state, path, appId });
  platform.notices.changed(id);
}

function forgetOldest({ world, settings }: Platform): void {
  if (world.interactions.size <= settings.parameters.interactionsKept) return;
  for (const { id } of world.interactions.all()) {
    world.interactions.delete(id);
    return;
  }
}

/** The App's own interaction, up to date. */
export function interactionFor(platform: Platform, appId: string, id: string): InteractionRecord {
  const interaction = current(platform, id);
  if (interaction?.appId !== appId) throw notFound("interaction of yours");
  return interaction;
}

/** Refuses a confirmation unless the interaction is open. */
export function requireOpen(platform: Platform, interaction: InteractionRecord): void {
  if (interaction.state === "open") return;
  const neverConfirmed = interaction.state === "expired" && interaction.confirmedAtMs === undefined;
  if (neverConfirmed) throw tooLate(platform);
  throw alreadyConfirmed();
}

const alreadyConfirmed = () => conflict("INTERACTION_ALREADY_CONFIRMED", "This interaction was confirmed before.");

function tooLate(platform: Platform): Error {
  const code = platform.settings.readings.expiredConfirmCode;
  const why = "The time to confirm has passed.";
  return code === "INVALID_INPUT" ? invalidInput(why) : conflict(code, why);
}

/** Refuses an answer unless the interaction was deferred less than a minute ago and not answered yet. */
export function requireDeferred(interaction: InteractionRecord): void {
  if (interaction.state === "deferred") return;
  if (interaction.state === "expired") throw expired("The time to answer has passed.");
  if (interaction.state === "answered")
    throw conflict("SANDBOX_ALREADY_ANSWERED", "This interaction was answered before.");
  throw conflict("SANDBOX_NOT_DEFERRED", "Only a deferred interaction can be answered.");
}

/** Refuses a follow-up before the confirmation, after ten minutes, or beyond the fifth. */
export function requireFollowUp(platform: Platform, interaction: InteractionRecord): void {
  const { readings } = platform.settings;
  const { confirmedAtMs, answeredAtMs, openedAtMs, state } = interaction;
  if (confirmedAtMs === undefined) throw conflict("SANDBOX_NOT_CONFIRMED", "Confirm the interaction first.");
  if (state === "expired") throw expired("The deferred answer never came.");
  const spoke = state === "confirmed" || state === "answered";
  if (!spoke && readings.followUpAfterDecline === "refused") {
    throw conflict("SANDBOX_NOTHING_TO_FOLLOW", "There is no answer to follow up.");
  }
  const starts = { confirm: confirmedAtMs, creation: openedAtMs, answer: answeredAtMs ?? confirmedAtMs };
  if (platform.clock.now() >= starts[readings.followUpWindowStart] + limits.followUpWindowMs) {
    throw expired("The time for follow-ups has passed.");
  }
  if (interaction.followUps.length >= limits.followUps) {
    throw conflict("SANDBOX_FOLLOW_UP_LIMIT", `There can be ${limits.followUps} follow-ups.`);
  }
}
