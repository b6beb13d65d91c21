import type { Platform } from "../platform.js";
import { invalidInput, notFound } from "../refusal.js";
import { messageView } from "../rest/views.js";
import { limits } from "../spec.js";
import type { Actor, Json, MessageRecord } from "../world/records.js";
import { canonicalEmoji } from "./emoji.js";
import { capabilityOf, channelFor } from "./permissions.js";

/** What a new message is made of. */
export interface NewMessage {
  readonly serverId: string;
  readonly channelId: string;
  readonly content: string;
  readonly clientRef?: string | undefined;
  readonly attachments?: readonly Json[] | undefined;
  readonly components?: readonly Json[] | undefined;
}

/** Stores a message and tells whoever listens; with a key already used in the channel, gives the message it made. */
export function createMessage(platform: Platform, author: Actor, input: NewMessage): MessageRecord {
  const { world } = platform;
  const { serverId, channelId, content, clientRef, attachments, components } = input;
  channelFor(world, author, serverId, channelId);
  const earlier = clientRef === undefined ? undefined : world.history.byClientRef(channelId, clientRef);
  const stored = earlier === undefined ? undefined : world.messages.get(earlier);
  if (stored !== undefined) {
    if (platform.settings.readings.duplicateClientRef === "refusal") {
      throw invalidInput("This clientRef was already used in this channel.");
    }
    return stored;
  }
  requireAttachments(platform, serverId, attachments);
  const message = world.messages.put({
    id: world.snowflake(),
    serverId,
    channelId,
    author,
    content,
    createdAtMs: platform.clock.now(),
    ...(clientRef === undefined ? {} : { clientRef }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(components === undefined ? {} : { components }),
  });
  forgetSurplus(platform, channelId);
  const body = { type: "message_create", serverId, message: messageView(message) };
  platform.hub.publish({ family: "messages", serverId, channelId, body });
  return message;
}

/** The remark that moderation adds to a text, if it earns one; the message is stored all the same. */
export function remarkOn({ world }: Platform, content: string): string | undefined {
  return world.remarks.list().find(({ id }) => content.includes(id))?.remark;
}

/** Attachments are reused by the key of one that exists in the server; nothing can be uploaded. */
function requireAttachments(platform: Platform, serverId: string, keys: readonly Json[] | undefined): void {
  for (const key of keys ?? []) {
    const known = typeof key === "string" ? platform.world.attachments.get(key) : undefined;
    if (known?.serverId !== serverId) throw invalidInput("attachments may only name attachments that exist here.");
  }
}

function forgetSurplus({ world, settings }: Platform, channelId: string): void {
  const oldest = world.history.surplus(channelId, settings.parameters.historyLimit);
  if (oldest === undefined) return;
  for (const reaction of world.reactions.list(oldest)) world.reactions.delete(reaction.id);
  world.messages.delete(oldest);
}

/** A message the actor reaches. */
export function messageFor(platform: Platform, actor: Actor, place: MessagePlace): MessageRecord {
  const channel = channelFor(platform.world, actor, place.serverId, place.channelId);
  const message = platform.world.messages.get(place.messageId);
  if (message?.channelId !== channel.id || message.deletedAtMs !== undefined) throw notFound("message");
  return message;
}

/** Where a message is. */
export interface MessagePlace {
  readonly serverId: string;
  readonly channelId: string;
  readonly messageId: string;
}

/** Changes the text of the actor's own message; another's is out of reach. */
export function editMessage(platform: Platform, actor: Actor, place: MessagePlace, content: string): MessageRecord {
  const message = messageFor(platform, actor, place);
  if (message.author.id !== actor.id) throw notFound("message of yours");
  return platform.world.messages.patch(message.id, { content, editedAtMs: platform.clock.now() });
}

/** Deletes one's own message, or another's with the permission for it. */
export function deleteMessage(platform: Platform, actor: Actor, place: MessagePlace): void {
  const message = messageFor(platform, actor, place);
  const allowed = capabilityOf(platform.world, actor, place.serverId).can.has("gerenciar_mensagens");
  if (message.author.id !== actor.id && !allowed) throw notFound("message that you may delete");
  platform.world.messages.patch(message.id, { deletedAtMs: platform.clock.now() });
}

/** Gives a reaction, or takes it back when the actor had given it. */
export function toggleReaction(platform: Platform, actor: Actor, place: MessagePlace, text: string): ReactionToggle {
  const { world } = platform;
  const message = messageFor(platform, actor, place);
  const emoji = canonicalEmoji(text);
  if (emoji === undefined) throw invalidInput("emoji must be one emoji of the RGI set.");
  const id = `${message.id}/${emoji}`;
  const who = `${actor.kind}:${actor.id}`;
  const before = world.reactions.get(id)?.by ?? [];
  const reacted = !before.includes(who);
  const by = reacted ? [...before, who] : before.filter((other) => other !== who);
  if (by.length === 0) world.reactions.delete(id);
  else world.reactions.put({ id, messageId: message.id, emoji, by });
  const { serverId, channelId } = place;
  const body = { type: "reaction_update", serverId, emoji, count: by.length };
  platform.hub.publish({ family: "messages", serverId, channelId, body });
  return { count: by.length, reacted };
}

/** Where a reaction stands after a toggle. */
export interface ReactionToggle {
  readonly count: number;
  readonly reacted: boolean;
}

/** A page of a channel: the newest messages, or those just before `before`; oldest first. */
export function pageOf(
  platform: Platform,
  actor: Actor,
  place: Omit<MessagePlace, "messageId">,
  before?: string,
): readonly MessageRecord[] {
  const { world } = platform;
  channelFor(world, actor, place.serverId, place.channelId);
  const inclusive = before !== undefined && platform.settings.readings.messagePageBound === "inclusive";
  const ids = world.history.page(place.channelId, limits.messagePage, before, inclusive);
  return ids.flatMap((id) => world.messages.get(id) ?? []);
}
