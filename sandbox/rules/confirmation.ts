import type { Tx } from "../machine/tx.js";
import { type Fields, given, isFields, listOf } from "../json.js";
import { invalidInput } from "../refusal.js";
import { limits } from "../spec.js";
import { isModal } from "../validation.js";
import type { Notice } from "../world/live.js";
import type { InteractionRecord, Json } from "../world/records.js";
import {
  change,
  deadlineOf,
  interactionFor,
  requireDeferred,
  requireFollowUp,
  requireOpen,
  watchDeadlines,
  hide,
  show,
} from "./interactions.js";
import { createMessage, editMessage } from "./messages.js";

export interface AnswerText {
  readonly content: string;
  readonly private?: boolean | undefined;
  readonly components?: readonly Json[] | undefined;
}

/** Confirms, once. Both doors end here, so the first to arrive wins whichever it took. */
export function confirm(tx: Tx, appId: string, id: string, body: Fields): Fields {
  const interaction = interactionFor(tx, appId, id);
  requireOpen(tx, interaction);
  const plan = planOf(tx, interaction, body);
  const messageId = plan.text === undefined ? undefined : speak(tx, interaction, plan.text);
  const confirmed = change(tx, id, {
    state: plan.state,
    confirmedAtMs: tx.nowMs,
    confirmedBy: String(body["type"]),
    ...given({ shown: plan.shown }),
    ...withMessage(interaction, messageId),
  });
  watchDeadlines(tx, confirmed);
  if (plan.notice !== undefined) show(tx, { ...addressee(interaction), ...plan.notice });
  tx.effects.push({ type: "interaction", interactionId: id });
  return outcomeView(tx, confirmed, messageId);
}

function withMessage({ messageIds }: InteractionRecord, messageId: string | undefined): Partial<InteractionRecord> {
  return messageId === undefined ? {} : { messageIds: [...messageIds, messageId] };
}

const addressee = ({ userId, appId, id }: InteractionRecord) => ({ personId: userId, appId, interactionId: id });

interface Plan {
  readonly state: string;
  readonly text?: AnswerText;
  readonly shown?: Json;
  readonly notice?: Pick<Notice, "kind" | "form" | "choices">;
}

/** What a confirmation will do; throws when it cannot be accepted, and then nothing has happened yet. */
function planOf(tx: Tx, interaction: InteractionRecord, body: Fields): Plan {
  const { assumptions } = tx.settings;
  const type = body["type"];
  const typing = interaction.type === "autocomplete";
  if (typing && type !== "suggest" && (type === "reply" || assumptions.autocompleteConfirmations === "suggest-only")) {
    throw invalidInput("Autocomplete is confirmed by suggestions.");
  }
  if (!typing && type === "suggest") throw invalidInput("Suggestions confirm autocomplete only.");
  switch (type) {
    case "reply":
      return { state: "confirmed", text: replyText(tx, body) };
    case "defer":
      return { state: "deferred" };
    case "decline":
      return { state: "declined", notice: { kind: "declined" } };
    case "modal": {
      const form = formOf(tx, body);
      return { state: "form-opened", shown: form, notice: { kind: "form", form } };
    }
    case "suggest": {
      const choices = choicesOf(tx, body);
      return { state: "suggested", shown: choices, notice: { kind: "choices", choices } };
    }
    default:
      throw invalidInput("type must be reply, defer, decline, modal or suggest.");
  }
}

function replyText(tx: Tx, body: Fields): AnswerText {
  const { assumptions } = tx.settings;
  const { content, private: hidden, components } = body;
  if (typeof content !== "string" || content === "") throw invalidInput("A reply needs content that is not empty.");
  if (hidden === true && assumptions.privateReply !== "sent") throw invalidInput("The first answer cannot be private.");
  if (listOf(components)?.length && assumptions.replyComponents !== "sent") {
    throw invalidInput("The first answer cannot carry components.");
  }
  return { content, private: hidden === true, components: listOf(components) };
}

function formOf(tx: Tx, body: Fields): Json {
  const { modalPlacement } = tx.settings.assumptions;
  const { type: _type, ...inline } = body;
  const form = modalPlacement === "nested" ? body["modal"] : inline;
  const where = modalPlacement === "nested" ? "under modal" : "beside type";
  if (!isFields(form) || !isModal(form)) {
    throw invalidInput(`A form needs id, title and fields with type, id and label, ${where}.`);
  }
  return form;
}

function choicesOf(tx: Tx, body: Fields): readonly Json[] {
  const choices = listOf(body["choices"]);
  if (choices === undefined) throw invalidInput("Suggestions need choices.");
  if (choices.length === 0 && tx.settings.assumptions.emptySuggestions === "silent") {
    throw invalidInput("Suggestions need at least one choice.");
  }
  return choices;
}

/**
 * Says something for an interaction. Public text becomes a message of the channel, whose id is returned. Private text
 * is shown to the person who acted and kept nowhere.
 */
function speak(tx: Tx, interaction: InteractionRecord, text: AnswerText): string | undefined {
  const { serverId, channelId, appId } = interaction;
  const { content, components } = text;
  if (text.private === true) {
    show(tx, { kind: "private", ...addressee(interaction), content, ...given({ components }) });
    return undefined;
  }
  return createMessage(tx, { kind: "app", id: appId }, { serverId, channelId, content, components }).id;
}

export function answer(tx: Tx, appId: string, id: string, text: AnswerText): Fields {
  const interaction = interactionFor(tx, appId, id);
  requireDeferred(tx, interaction);
  const replaced = replacedBy(tx, interaction, text);
  const messageId = replaced ?? speak(tx, interaction, text);
  const answered = change(tx, id, {
    state: "answered",
    answeredAtMs: tx.nowMs,
    ...(replaced === undefined ? withMessage(interaction, messageId) : {}),
  });
  return outcomeView(tx, answered, messageId);
}

/** The message of the first answer, which takes the text of the second where that replaces it and both are public. */
function replacedBy(tx: Tx, interaction: InteractionRecord, text: AnswerText): string | undefined {
  const { state, messageIds, serverId, channelId, appId } = interaction;
  const [messageId] = messageIds;
  if (state !== "answered" || tx.settings.assumptions.answerTwice !== "replaces") return undefined;
  hide(tx, addressee(interaction));
  if (messageId === undefined || text.private === true) return undefined;
  return editMessage(tx, { kind: "app", id: appId }, { serverId, channelId, messageId }, text.content).id;
}

/** One of few further texts. Does not change where the interaction stands. */
export function followUp(tx: Tx, appId: string, id: string, text: AnswerText): Fields {
  const interaction = interactionFor(tx, appId, id);
  requireFollowUp(tx, interaction);
  const messageId = speak(tx, interaction, text);
  const followUps = [...interaction.followUps, messageId ?? ""];
  return outcomeView(tx, change(tx, id, { followUps, ...withMessage(interaction, messageId) }), messageId);
}

/** Words of the states. Their places are the same as text that only looks like numbers. */
const states = ["open", "confirmed", "deferred", "declined", "form-opened", "suggested", "answered", "expired"];

/** What the interaction routes answer with. `messageId` is absent, never null, where nothing public was written. */
function outcomeView(tx: Tx, interaction: InteractionRecord, messageId: string | undefined): Fields {
  const { assumptions } = tx.settings;
  const { id, state, followUps, confirmedAtMs, openedAtMs } = interaction;
  const endMs = deadlineOf(interaction) ?? (confirmedAtMs ?? openedAtMs) + limits.followUpWindowMs;
  const list = followUps.map((message) => (message === "" ? {} : { messageId: message }));
  return {
    interaction: {
      id,
      state: assumptions.answeredState === "words" ? state : String(states.indexOf(state)),
      followups: assumptions.followupsShape === "count" ? followUps.length : list,
      expiresAt: assumptions.expiresAtShape === "iso" ? new Date(endMs).toISOString() : endMs,
    },
    ...given({ messageId }),
  };
}
