import type { Platform } from "../platform.js";
import { invalidInput } from "../refusal.js";
import { limits } from "../spec.js";
import type { InteractionRecord, Json } from "../world/records.js";
import {
  change,
  deadlineOf,
  interactionFor,
  requireDeferred,
  requireFollowUp,
  requireOpen,
  watchDeadlines,
} from "./interactions.js";
import { createMessage } from "./messages.js";

type Fields = { readonly [key: string]: Json };

/** Text of an answer, and who sees it. */
export interface AnswerText {
  readonly content: string;
  readonly private?: boolean | undefined;
  readonly components?: readonly Json[] | undefined;
}

/** Confirms, once. Both doors end here, so the first to arrive wins whichever it took. */
export function confirm(platform: Platform, appId: string, id: string, body: Fields): Fields {
  const interaction = interactionFor(platform, appId, id);
  requireOpen(platform, interaction);
  const plan = planOf(platform, interaction, body);
  const messageId = plan.text === undefined ? undefined : speak(platform, interaction, plan.text);
  const confirmed = change(platform, id, {
    state: plan.state,
    confirmedAtMs: platform.clock.now(),
    confirmedBy: String(body["type"]),
    ...(plan.shown === undefined ? {} : { shown: plan.shown }),
    ...withMessage(interaction, messageId),
  });
  watchDeadlines(platform, confirmed);
  if (plan.notice !== undefined) platform.notices.show({ ...addressee(interaction), ...plan.notice });
  platform.notices.changed(id);
  return outcomeView(platform, confirmed, messageId);
}

function withMessage({ messageIds }: InteractionRecord, messageId: string | undefined): Partial<InteractionRecord> {
  return messageId === undefined ? {} : { messageIds: [...messageIds, messageId] };
}

const addressee = ({ userId, appId, id }: InteractionRecord) => ({ personId: userId, appId, interactionId: id });

interface Plan {
  readonly state: string;
  readonly text?: AnswerText;
  readonly shown?: Json;
  readonly notice?:
    | { readonly kind: "declined" }
    | { readonly kind: "form"; readonly form: Json }
    | { readonly kind: "choices"; readonly choices: readonly Json[] };
}

/** What a confirmation will do; throws when it cannot be accepted, and then nothing has happened yet. */
function planOf(platform: Platform, interaction: InteractionRecord, body: Fields): Plan {
  const { readings } = platform.settings;
  const type = body["type"];
  const typing = interaction.type === "autocomplete";
  if (typing && type !== "suggest" && (type === "reply" || readings.autocompleteConfirmations === "suggest-only")) {
    throw invalidInput("Autocomplete is confirmed by suggestions.");
  }
  if (!typing && type === "suggest") throw invalidInput("Suggestions confirm autocomplete only.");
  switch (type) {
    case "reply":
      return { state: "confirmed", text: replyText(platform, body) };
    case "defer":
      return { state: "deferred" };
    case "decline":
      return { state: "declined", notice: { kind: "declined" } };
    case "modal": {
      const form = formOf(platform, body);
      return { state: "form-opened", shown: form, notice: { kind: "form", form } };
    }
    case "suggest": {
      const choices = choicesOf(platform, body);
      return { state: "suggested", shown: choices, notice: { kind: "choices", choices } };
    }
    default:
      throw invalidInput("type must be reply, defer, decline, modal or suggest.");
  }
}

function replyText(platform: Platform, body: Fields): AnswerText {
  const { readings } = platform.settings;
  const { content, private: hidden, components } = body;
  if (typeof content !== "string" || content === "") throw invalidInput("A reply needs content that is not empty.");
  if (hidden === true && readings.privateReply !== "sent") throw invalidInput("The first answer cannot be private.");
  if (listOr(components)?.length && readings.replyComponents !== "sent") {
    throw invalidInput("The first answer cannot carry components.");
  }
  return { content, private: hidden === true, components: listOr(components) };
}

function formOf(platform: Platform, body: Fields): Json {
  const { modalPlacement } = platform.settings.readings;
  const { type: _type, ...inline } = body;
  const form = modalPlacement === "nested" ? body["modal"] : inline;
  const where = modalPlacement === "nested" ? "under modal" : "beside type";
  if (!isFields(form) || typeof form["id"] !== "string" || !Array.isArray(form["fields"])) {
    throw invalidInput(`A form needs id, title and fields, ${where}.`);
  }
  return form;
}

function choicesOf(platform: Platform, body: Fields): readonly Json[] {
  const choices = listOr(body["choices"]);
  if (choices === undefined) throw invalidInput("Suggestions need choices.");
  if (choices.length === 0 && platform.settings.readings.emptySuggestions === "silent") {
    throw invalidInput("Suggestions need at least one choice.");
  }
  return choices;
}

function listOr(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) ? (value as readonly Json[]) : undefined;
}

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Says something for an interaction. Public text becomes a message of the channel, whose id is returned. Private text
 * is shown to the person who acted and kept nowhere.
 */
function speak(platform: Platform, interaction: InteractionRecord, text: AnswerText): string | undefined {
  const { serverId, channelId, appId } = interaction;
  const { content, components } = text;
  if (text.private === true) {
    const extra = components === undefined ? {} : { components };
    platform.notices.show({ kind: "private", ...addressee(interaction), content, ...extra });
    return undefined;
  }
  return createMessage(platform, { kind: "app", id: appId }, { serverId, channelId, content, components }).id;
}

/** The answer that a deferred interaction waits for. */
export function answer(platform: Platform, appId: string, id: string, text: AnswerText): Fields {
  const interaction = interactionFor(platform, appId, id);
  requireDeferred(interaction);
  const messageId = speak(platform, interaction, text);
  const answered = change(platform, id, {
    state: "answered",
    answeredAtMs: platform.clock.now(),
    ...withMessage(interaction, messageId),
  });
  return outcomeView(platform, answered, messageId);
}

/** One of few further texts. Does not change where the interaction stands. */
export function followUp(platform: Platform, appId: string, id: string, text: AnswerText): Fields {
  const interaction = interactionFor(platform, appId, id);
  requireFollowUp(platform, interaction);
  const messageId = speak(platform, interaction, text);
  const followUps = [...interaction.followUps, messageId ?? ""];
  return outcomeView(platform, change(platform, id, { followUps, ...withMessage(interaction, messageId) }), messageId);
}

/** Words of the states, and the same as text that only looks like numbers. */
const stateNumbers: { readonly [state: string]: string } = {
  open: "0",
  confirmed: "1",
  deferred: "2",
  declined: "3",
  "form-opened": "4",
  suggested: "5",
  answered: "6",
  expired: "7",
};

/** What the interaction routes answer with. `messageId` is absent, never null, where nothing public was written. */
function outcomeView(platform: Platform, interaction: InteractionRecord, messageId: string | undefined): Fields {
  const { readings } = platform.settings;
  const { id, state, followUps, confirmedAtMs, openedAtMs } = interaction;
  const endMs = deadlineOf(interaction) ?? (confirmedAtMs ?? openedAtMs) + limits.followUpWindowMs;
  const list = followUps.map((message) => (message === "" ? {} : { messageId: message }));
  return {
    interaction: {
      id,
      state: readings.answeredState === "words" ? state : (stateNumbers[state] ?? state),
      followups: readings.followupsShape === "count" ? followUps.length : list,
      expiresAt: readings.expiresAtShape === "iso" ? new Date(endMs).toISOString() : endMs,
    },
    ...(messageId === undefined ? {} : { messageId }),
  };
}
