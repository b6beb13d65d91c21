import type { MessageId, MessagePage, ReactionSummary } from "../../../generated/types.js";

/** The variation selector that asks for the emoji form of a character that is text by default. */
const EMOJI_STYLE = "\ufe0f";

/** Made on first use, so that an engine without the `v` flag of regular expressions still loads this file. */
let oneEmoji: RegExp | undefined;
let textByDefault: RegExp | undefined;

/**
 * The fully qualified spelling of an emoji, which is the one to send: U+FE0F after every character that is text by
 * default, and nowhere else. Text that is no emoji comes back without its U+FE0F and otherwise as it is.
 *
 * The Unicode data of the JavaScript engine says which characters those are; newer characters need no U+FE0F.
 */
export function qualifyEmoji(text: string): string {
  // Emoji that are text by default. A skin tone after one implies the emoji form.
  textByDefault ??= /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;
  const bare = text.replaceAll(EMOJI_STYLE, "");
  const full = bare.replace(textByDefault, `$&${EMOJI_STYLE}`);
  return isKnownEmoji(full) ? full : withoutDigits(bare, full);
}

/** Digits, `#` and `*` are emoji in keycaps only; in any other text they stay as they are. */
const withoutDigits = (bare: string, full: string) => (/[\d#*]/.test(bare) ? bare : full);

/**
 * Whether this engine knows the fully qualified text as one emoji. Only a hint: its data may be older than that of the
 * service, which decides.
 */
export function isKnownEmoji(text: string): boolean {
  oneEmoji ??= new RegExp("^\\p{RGI_Emoji}$", "v");
  return oneEmoji.test(text);
}

/** Whether two spellings are the same emoji: they are compared in the form that the service stores. */
export const sameEmoji = (one: string, other: string): boolean => qualifyEmoji(one) === qualifyEmoji(other);

/**
 * A key for one person's reaction: message, emoji and who. Two spellings of an emoji make one key.
 */
export const reactionKey = (messageId: string, emoji: string, accountId: string): string =>
  `${messageId}/${qualifyEmoji(emoji)}/${accountId}`;

/**
 * The reactions to one message of a page; none where the page has none for it.
 *
 * The platform says that a page maps message ids to reactions with an emoji and a count, and not whether there is a
 * list, a map or a single one under each id. All three are read; what has no emoji and count is left out.
 */
export function reactionsOf({ reactions }: Pick<MessagePage, "reactions">, id: MessageId): readonly ReactionSummary[] {
  const given: unknown = reactions[id];
  if (isReaction(given)) return [given];
  const entries = typeof given === "object" && given !== null ? Object.values(given) : [];
  return entries.filter(isReaction);
}

function isReaction(value: unknown): value is ReactionSummary {
  if (typeof value !== "object" || value === null || !("emoji" in value) || !("count" in value)) return false;
  return typeof value.emoji === "string" && typeof value.count === "number";
}
