import type { PageInteraction, PageMessage } from "../../control/page/types.js";
import type { Selection } from "../address.js";
import type { Channel } from "./use-channel.js";

export type Item =
  | { readonly atMs: number; readonly message: PageMessage; readonly isFollowing: boolean }
  | { readonly atMs: number; readonly interaction: PageInteraction };

/** Messages of one author that come within so many milliseconds stand under one name. */
const togetherMs = 5 * 60_000;

/** The messages drawn, and between them what this person triggered, by time. */
export function itemsOf(
  messages: readonly PageMessage[],
  { interactions, isWhole }: Channel,
  isStart: boolean,
): readonly Item[] {
  const firstMs = isStart && isWhole ? 0 : (messages[0]?.createdAtMs ?? 0);
  const own = interactions
    .filter(({ type, openedAtMs }) => type !== "autocomplete" && openedAtMs >= firstMs)
    .map((interaction) => ({ atMs: interaction.openedAtMs, interaction }));
  const said = messages.map((message) => ({ atMs: message.createdAtMs, message, isFollowing: false }));
  // Sorting keeps the order of what happened in the same millisecond: what was triggered stands before its answer.
  const all: readonly Item[] = [...own, ...said].sort((left, right) => left.atMs - right.atMs);
  return all.map((item, at) => {
    const before = all[at - 1];
    if (!("message" in item) || before === undefined || !("message" in before)) return item;
    const isSame = before.message.author.id === item.message.author.id;
    return { ...item, isFollowing: isSame && item.atMs - before.atMs < togetherMs };
  });
}

/** When this person last did something here that stays to be seen, in the sandbox's time. */
export const lastOwnMs = (
  messages: readonly PageMessage[],
  interactions: Channel["interactions"],
  personId: string,
): number =>
  Math.max(
    ...messages.filter(({ author }) => author.id === personId).map(({ createdAtMs }) => createdAtMs),
    ...interactions.filter(({ type }) => type !== "autocomplete").map(({ openedAtMs }) => openedAtMs),
    0,
  );

/** The key of the item that is chosen, here or in the timeline. */
export const isChosen = (selection: Selection | undefined, kind: Selection["kind"], id: string): boolean =>
  selection?.kind === kind && selection.id === id;
