import { publish } from "../gateway/publish.js";
import { given } from "../json.js";
import type { Place, Tx } from "../machine/tx.js";
import { invalidInput, notFound } from "../refusal.js";
import { messageView } from "../rest/views.js";
import { limits } from "../spec.js";
import type { Actor, Json, MessageRecord } from "../world/records.js";
import { capabilityOf, channelFor } from "./permissions.js";

export interface NewMessage extends Place {
  readonly content: string;
  readonly clientRef?: string | undefined;
  readonly attachments?: readonly Json[] | undefined;
  readonly components?: readonly Json[] | undefined;
}

/** Stores a message and tells whoever listens; with a key already used in the channel, gives the message it made. */
export function createMessage(tx: Tx, author: Actor, input: NewMessage): MessageRecord {
  const { world } = tx;
  const { serverId, channelId, content, clientRef, attachments, components } = input;
  channelFor(world, author, serverId, channelId);
  const earlier = clientRef === undefined ? undefined : world.history.byClientRef(channelId, clientRef);
  const stored = earlier === undefined ? undefined : world.messages.get(earlier);
  if (stored !== undefined) {
    if (tx.settings.assumptions.duplicateClientRef === "refusal") {
      throw invalidInput("This clientRef was already used in this channel.");
    }
    return stored;
  }
  requireAttachments(tx, serverId, attachments);
  const message = world.messages.put({
    id: world.snowflake(),
    serverId,
    channelId,
    author,
    content,
    createdAtMs: tx.nowMs,
    ...given({ clientRef, attachments, components }),
  });
  forgetSurplus(tx, channelId);
  const body = { type: "message_create", serverId, message: messageView(message, tx.settings) };
  publish(tx, { family: "messages", serverId, channelId, body });
  return message;
}

/** The remark that moderation adds to a text, if it earns one; the message is stored all the same. */
export function remarkOn({ world }: Tx, content: string): string | undefined {
  return world.remarks.list().find(({ id }) => content.includes(id))?.remark;
}

/** Attachments are reused by the key of one that exists in the server; nothing can be uploaded. */
function requireAttachments(tx: Tx, serverId: string, keys: readonly Json[] | undefined): void {
  for (const key of keys ?? []) {
    const known = typeof key === "string" ? tx.world.attachments.get(key) : undefined;
    if (known?.serverId !== serverId) throw invalidInput("attachments may only name attachments that exist here.");
  }
}

function forgetSurplus({ world, settings, effects }: Tx, channelId: string): void {
  const oldest = world.history.surplus(channelId, settings.parameters.historyLimit);
  if (oldest === undefined) return;
  for (const reaction of world.reactions.list(oldest)) world.reactions.delete(reaction.id);
  world.messages.delete(oldest);
  effects.push({ type: "message", messageId: oldest });
}

export function messageFor(tx: Tx, actor: Actor, place: MessagePlace): MessageRecord {
  const channel = channelFor(tx.world, actor, place.serverId, place.channelId);
  const message = tx.world.messages.get(place.messageId);
  if (message?.channelId !== channel.id || message.deletedAtMs !== undefined) throw notFound("message");
  return message;
}

export type MessagePlace = Place & { readonly messageId: string };

/** Changes the text of the actor's own message; another's is out of reach. */
export function editMessage(tx: Tx, actor: Actor, place: MessagePlace, content: string): MessageRecord {
  const message = messageFor(tx, actor, place);
  if (message.author.id !== actor.id) throw notFound("message of yours");
  tx.effects.push({ type: "message", messageId: message.id });
  return tx.world.messages.patch(message.id, { content, editedAtMs: tx.nowMs });
}

export function deleteMessage(tx: Tx, actor: Actor, place: MessagePlace): void {
  const message = messageFor(tx, actor, place);
  const allowed = capabilityOf(tx.world, actor, place.serverId).can.has("gerenciar_mensagens");
  if (message.author.id !== actor.id && !allowed) throw notFound("message that you may delete");
  tx.effects.push({ type: "message", messageId: message.id });
  tx.world.messages.patch(message.id, { deletedAtMs: tx.nowMs });
}

/** Gives a reaction, or takes it back when the actor had given it. */
export function toggleReaction(tx: Tx, actor: Actor, place: MessagePlace, text: string): ReactionToggle {
  const { world } = tx;
  const message = messageFor(tx, actor, place);
  const emoji = canonicalEmoji(text);
  if (emoji === undefined) throw invalidInput("emoji must be one emoji of the RGI set.");
  const id = `${message.id}/${emoji}`;
  const who = `${actor.kind}:${actor.id}`;
  const before = world.reactions.get(id)?.by ?? [];
  const reacted = !before.includes(who);
  const by = reacted ? [...before, who] : before.filter((other) => other !== who);
  if (by.length === 0) world.reactions.delete(id);
  else world.reactions.put({ id, messageId: message.id, emoji, by });
  tx.effects.push({ type: "message", messageId: message.id });
  const { serverId, channelId } = place;
  const body = { type: "reaction_update", serverId, emoji, count: by.length };
  publish(tx, { family: "messages", serverId, channelId, body });
  return { count: by.length, reacted };
}

export interface ReactionToggle {
  readonly count: number;
  readonly reacted: boolean;
}

/** A page of a channel: the newest messages, or those just before `before`; oldest first. */
export function pageOf(tx: Tx, actor: Actor, place: Place, before?: string): readonly MessageRecord[] {
  const { world } = tx;
  channelFor(world, actor, place.serverId, place.channelId);
  const inclusive = before !== undefined && tx.settings.assumptions.messagePageBound === "inclusive";
  const ids = world.history.page(place.channelId, limits.messagePage, before, inclusive);
  return ids.flatMap((id) => world.messages.get(id) ?? []);
}

/** Matches one emoji of the Unicode RGI set in its fully qualified spelling. The data is the engine's own. */
const fullyQualified = new RegExp("^\\p{RGI_Emoji}$", "v");
const textByDefault = /^(?=\p{Emoji})\P{Emoji_Presentation}$/u;
const skinTone = /^\p{Emoji_Modifier}$/u;
const variationSelector = "\uFE0F";

/**
 * The canonical spelling of an emoji, or `undefined` for any other string. A missing or surplus variation selector is
 * repaired, as the platform does for spellings that it recognizes.
 */
export function canonicalEmoji(text: string): string | undefined {
  if (text.length > 64) return undefined;
  if (fullyQualified.test(text)) return text;
  const points = Array.from(text.replaceAll(variationSelector, ""));
  const repaired = points.map((point, at) => point + (needsSelector(point, points[at + 1]) ? variationSelector : ""));
  const candidate = repaired.join("");
  return fullyQualified.test(candidate) ? candidate : undefined;
}

function needsSelector(point: string, next: string | undefined): boolean {
  return textByDefault.test(point) && !(next !== undefined && skinTone.test(next));
}
