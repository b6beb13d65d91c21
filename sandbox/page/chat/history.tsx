import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageInteraction, PageMessage } from "../../control/page/types.js";
import { Interaction } from "./interaction.js";
import { Message } from "./message.js";
import type { Seen } from "./chat.js";
import type { Channel } from "./use-channel.js";

/** Messages drawn at a time; more are known, and drawn when one scrolls there. */
const drawn = 150;
/** How many the drawn part moves by. */
const step = 50;
/** Distance from an edge at which the drawn part moves, pixels. */
const nearPx = 400;

type Item =
  | { readonly atMs: number; readonly message: PageMessage }
  | { readonly atMs: number; readonly interaction: PageInteraction };

/** The messages drawn, and between them what this person triggered, by time. */
function itemsOf(
  messages: readonly PageMessage[],
  { interactions, isWhole }: Channel,
  isStart: boolean,
): readonly Item[] {
  const firstMs = isStart && isWhole ? 0 : (messages[0]?.createdAtMs ?? 0);
  const own = interactions
    .filter(({ type, openedAtMs }) => type !== "autocomplete" && openedAtMs >= firstMs)
    .map((interaction) => ({ atMs: interaction.openedAtMs, interaction }));
  const said = messages.map((message) => ({ atMs: message.createdAtMs, message }));
  // Sorting keeps the order of what happened in the same millisecond: what was triggered stands before its answer.
  return [...own, ...said].sort((left, right) => left.atMs - right.atMs);
}

/** When this person last did something here that stays to be seen, in the sandbox's time. */
const lastOwnMs = (messages: readonly PageMessage[], interactions: Channel["interactions"], personId: string): number =>
  Math.max(
    ...messages.filter(({ author }) => author.id === personId).map(({ createdAtMs }) => createdAtMs),
    ...interactions.filter(({ type }) => type !== "autocomplete").map(({ openedAtMs }) => openedAtMs),
    0,
  );

/** What was said in a channel: scrolls through any number of messages, and stays at the newest while one is there. */
export function History({ state, seat, channel }: Seen & { readonly channel: Channel }) {
  const { messages, isWhole, loadOlder } = channel;
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const anchor = useRef<{ readonly key: string; readonly top: number } | undefined>(undefined);
  /** Messages below the drawn part, that are known and not drawn. */
  const [below, setBelow] = useState(0);
  const end = Math.max(0, messages.length - below);
  const start = Math.max(0, end - drawn);
  const items = itemsOf(messages.slice(start, end), channel, start === 0);

  const hold = (): void => {
    const box = list.current;
    if (box === null) return;
    const top = box.getBoundingClientRect().top;
    const first = [...box.children].find((child) => child.getBoundingClientRect().bottom > top);
    if (first instanceof HTMLElement && first.dataset["key"] !== undefined)
      anchor.current = { key: first.dataset["key"], top: first.getBoundingClientRect().top };
  };
  const move = useCallback(
    (next: number) => {
      hold();
      setBelow(Math.max(0, next));
    },
    [messages.length],
  );
  const onScroll = (): void => {
    const box = list.current;
    if (box === null) return;
    const belowPx = box.scrollHeight - box.scrollTop - box.clientHeight;
    isAtEnd.current = belowPx < 40 && below === 0;
    if (!isAtEnd.current) hold();
    if (box.scrollTop < nearPx && start > 0) move(Math.min(below + step, messages.length - drawn));
    else if (box.scrollTop < nearPx && !isWhole) void loadOlder();
    else if (belowPx < nearPx && below > 0) move(below - step);
  };

  // Who does something wants to see what comes of it, wherever the history was scrolled to.
  const ownMs = lastOwnMs(messages, channel.interactions, seat.personId);
  const seenMs = useRef(ownMs);
  useLayoutEffect(() => {
    if (ownMs > seenMs.current) {
      isAtEnd.current = true;
      setBelow(0);
    }
    seenMs.current = ownMs;
  }, [ownMs]);

  // What was just read lies above the drawn part; nothing scrolls by itself at the very top.
  useLayoutEffect(() => {
    const box = list.current;
    if (box !== null && box.scrollTop < nearPx && start > 0 && !isAtEnd.current)
      move(Math.min(below + step, messages.length - drawn));
  }, [messages[0]?.id]);

  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    if (isAtEnd.current && below === 0) {
      box.scrollTop = box.scrollHeight;
      return;
    }
    const { current } = anchor;
    const held =
      current &&
      [...box.children].find((child) => child instanceof HTMLElement && child.dataset["key"] === current.key);
    if (current && held) box.scrollTop += held.getBoundingClientRect().top - current.top;
  });

  return (
    <div class="history" ref={list} onScroll={onScroll} tabIndex={0} role="log" aria-label="Messages">
      {channel.problem !== "" && <p class="problem">{channel.problem}</p>}
      {messages.length === 0 && channel.problem === "" && items.length === 0 && (
        <p class="empty">Nothing was said here yet.</p>
      )}
      {items.map((item) =>
        "message" in item ? (
          <Message key={item.message.id} state={state} seat={seat} message={item.message} />
        ) : (
          <Interaction key={item.interaction.id} state={state} seat={seat} interaction={item.interaction} />
        ),
      )}
    </div>
  );
}
