import { deliver } from "../delivery/send.js";
import { publish } from "../gateway/publish.js";
import { log, type Tx } from "../machine/tx.js";
import { conflict, expired, invalidInput, notFound } from "../refusal.js";
import { confirmationWindows, endpointRouting, limits } from "../spec.js";
import { interactionView } from "../rest/views.js";
import type { InteractionRecord } from "../world/records.js";
import { isBarred, isSanctioned } from "./permissions.js";
import type { Notice } from "../world/live.js";
import type { World } from "../world/world.js";

type Opening = Pick<InteractionRecord, "appId" | "type" | "serverId" | "channelId" | "userId" | "data">;

/**
 * Opens an interaction and sends it by one path: to the endpoint when that is active, nowhere when it is suspended, the
 * App is sanctioned or the App does not reach the channel, else by the gateway.
 */
export function openInteraction(tx: Tx, opening: Opening): InteractionRecord {
  const { world, nowMs } = tx;
  const state = world.apps.get(opening.appId)?.endpoint?.state ?? "off";
  const unreachable = isSanctioned(world, opening.appId, nowMs) || isBarred(world, opening.appId, opening.channelId);
  const interaction = world.interactions.put({
    ...opening,
    id: world.uuid("interaction"),
    path: unreachable ? "nowhere" : endpointRouting[state],
    openedAtMs: nowMs,
    windowMs: limits[confirmationWindows[opening.type]],
    state: "open",
    followUps: [],
    messageIds: [],
  });
  noteChange(tx, interaction);
  watchDeadlines(tx, interaction);
  forgetOldest(tx);
  if (interaction.path === "gateway") world.interactions.patch(interaction.id, { readers: announce(tx, interaction) });
  if (interaction.path === "endpoint") deliver(tx, interaction);
  return interaction;
}

function announce(tx: Tx, interaction: InteractionRecord): number {
  const { id, appId, serverId, channelId } = interaction;
  const body = {
    type: "interaction_create",
    serverId,
    appId,
    interaction: interactionView(interaction, tx.nowMs),
  };
  return publish(tx, { family: "interactions", serverId, channelId, appId, interactionId: id, body });
}

/** Time by which the next step must come, if the state waits for one. */
export function deadlineOf(interaction: InteractionRecord): number | undefined {
  if (interaction.state === "open") return interaction.openedAtMs + interaction.windowMs;
  if (interaction.state === "deferred") return (interaction.confirmedAtMs ?? 0) + limits.deferredAnswerMs;
  return undefined;
}

/** Sees to it that an interaction is looked at again when its deadline passes; one that waits for nothing is not. */
export function watchDeadlines({ effects, nowMs }: Tx, interaction: InteractionRecord): void {
  const deadlineMs = deadlineOf(interaction);
  const afterMs = deadlineMs === undefined ? undefined : deadlineMs - nowMs;
  effects.push({ type: "timer", timer: `interaction:${interaction.id}`, afterMs });
}

/** Its deadline may have passed. A timer may run out a moment early by the clock, and then it is set again. */
export function expireInteraction(tx: Tx, id: string): void {
  const interaction = current(tx, id);
  if (interaction !== undefined && deadlineOf(interaction) !== undefined) watchDeadlines(tx, interaction);
}

/** The interaction as it stands now: one whose deadline has passed is expired from then on. */
export function current(tx: Tx, id: string): InteractionRecord | undefined {
  const interaction = tx.world.interactions.get(id);
  const deadlineMs = interaction === undefined ? undefined : deadlineOf(interaction);
  if (deadlineMs === undefined || tx.nowMs < deadlineMs) return interaction;
  return change(tx, id, { state: "expired" });
}

/** Replaces fields, notes it in the log, and wakes whoever waits. */
export function change(tx: Tx, id: string, fields: Partial<InteractionRecord>): InteractionRecord {
  const interaction = tx.world.interactions.patch(id, fields);
  noteChange(tx, interaction);
  return interaction;
}

function noteChange(tx: Tx, interaction: InteractionRecord): void {
  const { id, type, state, path, appId } = interaction;
  log(tx, "interaction", `${type} ${id.slice(0, 8)} ${state} (${path})`, { id, type, state, path, appId });
  tx.effects.push({ type: "interaction", interactionId: id });
}

function forgetOldest({ world, settings }: Tx): void {
  if (world.interactions.size <= settings.parameters.interactionsKept) return;
  for (const { id } of world.interactions.all()) {
    world.interactions.delete(id);
    return;
  }
}

export function interactionFor(tx: Tx, appId: string, id: string): InteractionRecord {
  const interaction = current(tx, id);
  if (interaction?.appId !== appId) throw notFound("interaction of yours");
  return interaction;
}

export function requireOpen(tx: Tx, interaction: InteractionRecord): void {
  if (interaction.state === "open") return;
  const neverConfirmed = interaction.state === "expired" && interaction.confirmedAtMs === undefined;
  if (neverConfirmed) throw tooLate(tx);
  throw alreadyConfirmed();
}

const alreadyConfirmed = () => conflict("INTERACTION_ALREADY_CONFIRMED", "This interaction was confirmed before.");

function tooLate(tx: Tx): Error {
  const code = tx.settings.assumptions.expiredConfirmCode;
  const why = "The time to confirm has passed.";
  return code === "INVALID_INPUT" ? invalidInput(why) : conflict(code, why);
}

/** Refuses an answer unless the interaction was deferred less than a minute ago; a second one, by the assumption. */
export function requireDeferred({ settings }: Tx, interaction: InteractionRecord): void {
  if (interaction.state === "deferred") return;
  if (interaction.state === "answered" && settings.assumptions.answerTwice !== "refused") return;
  if (interaction.state === "expired") throw expired("The time to answer has passed.");
  if (interaction.state === "answered")
    throw conflict("SANDBOX_ALREADY_ANSWERED", "This interaction was answered before.");
  throw conflict("SANDBOX_NOT_DEFERRED", "Only a deferred interaction can be answered.");
}

/** Refuses a follow-up before the confirmation, after ten minutes, or beyond the fifth. */
export function requireFollowUp(tx: Tx, interaction: InteractionRecord): void {
  const { assumptions } = tx.settings;
  const { confirmedAtMs, answeredAtMs, openedAtMs, state } = interaction;
  if (confirmedAtMs === undefined) throw conflict("SANDBOX_NOT_CONFIRMED", "Confirm the interaction first.");
  if (state === "expired") throw expired("The deferred answer was never sent.");
  const spoke = state === "confirmed" || state === "answered";
  if (!spoke && assumptions.followUpAfterDecline === "refused") {
    throw conflict("SANDBOX_NOTHING_TO_FOLLOW", "There is no answer to follow up.");
  }
  const starts = { confirm: confirmedAtMs, creation: openedAtMs, answer: answeredAtMs ?? confirmedAtMs };
  if (tx.nowMs >= starts[assumptions.followUpWindowStart] + limits.followUpWindowMs) {
    throw expired("The time for follow-ups has passed.");
  }
  if (interaction.followUps.length >= limits.followUps) {
    throw conflict("SANDBOX_FOLLOW_UP_LIMIT", `There can be ${limits.followUps} follow-ups.`);
  }
}

/*
 * What single people see and nobody else ever does. By design no snapshot and no history holds it, so a restart loses
 * it as a reload does on the platform.
 */

const keptPerPerson = 200;

export function show({ world, effects }: Tx, notice: Notice): void {
  const { personId: id, interactionId } = notice;
  world.sights.put({ id, notices: [...noticesOf(world, id), notice].slice(-keptPerPerson) });
  effects.push({ type: "interaction", interactionId });
}

/** Takes back what a person was shown of an interaction in private. */
export function hide({ world, effects }: Tx, { personId: id, interactionId }: Omit<Notice, "kind">): void {
  const isHidden = (one: Notice): boolean => one.kind === "private" && one.interactionId === interactionId;
  world.sights.put({ id, notices: noticesOf(world, id).filter((one) => !isHidden(one)) });
  effects.push({ type: "interaction", interactionId });
}

export const noticesOf = (world: World, personId: string): readonly Notice[] =>
  world.sights.get(personId)?.notices ?? [];
