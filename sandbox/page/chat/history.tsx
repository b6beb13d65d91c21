import type { TargetedKeyboardEvent } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { select, type Selection } from "../address.js";
import { appName, nameOf } from "../names.js";
import { Empty, Problem } from "../parts/show.js";
import { Interaction } from "./interaction.js";
import { isChosen, itemsOf, lastOwnMs } from "./items.js";
import { Message } from "./message.js";
import { commandsHere, type Seen } from "./seat.js";
import type { Channel } from "./use-channel.js";

/** Messages drawn at a time; more are known, and drawn when one scrolls there. */
const drawn = 150;
/** How many the drawn part moves by. */
const step = 50;
/** Distance from an edge at which the drawn part moves, pixels. */
const nearPx = 400;

const itemsIn = (box: HTMLElement | null): readonly HTMLElement[] =>
  [...(box?.children ?? [])].filter(
    (child) => child instanceof HTMLElement && child.classList.contains("item"),
  ) as HTMLElement[]; // as just tested

/** Makes one item the only one that Tab stops at, with all that can be used in it. */
function stopAt(box: HTMLElement, at: HTMLElement | undefined): void {
  for (const item of itemsIn(box)) {
    item.tabIndex = item === at ? 0 : -1;
    for (const one of item.querySelectorAll<HTMLElement>("button, select, a, input, textarea"))
      if (one.getAttribute("role") !== "menuitem") one.tabIndex = item === at ? 0 : -1;
  }
}

/** What was said in a channel: scrolls through any number of messages, and stays at the newest while one is there. */
export function History({
  state,
  seat,
  channel,
  selection,
}: Seen & { readonly channel: Channel; readonly selection: Selection | undefined }) {
  const { messages, isWhole, loadOlder } = channel;
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const anchor = useRef<{ readonly key: string; readonly top: number } | undefined>(undefined);
  /** The item that Tab stops at, by its key; without one the newest. */
  const stop = useRef("");
  /** Messages below the drawn part, that are known and not drawn. */
  const [below, setBelow] = useState(0);
  const end = Math.max(0, messages.length - below);
  const start = Math.max(0, end - drawn);
  const items = itemsOf(messages.slice(start, end), channel, start === 0);

  const hold = (): void => {
    const box = list.current;
    if (box === null) return;
    const top = box.getBoundingClientRect().top;
    const first = itemsIn(box).find((child) => child.getBoundingClientRect().bottom > top);
    if (first?.dataset["key"] !== undefined)
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
    if (box === null || box.clientHeight === 0) return; // of a view that is not shown
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
    if (box !== null && box.clientHeight > 0 && box.scrollTop < nearPx && start > 0 && !isAtEnd.current)
      move(Math.min(below + step, messages.length - drawn));
  }, [messages[0]?.id]);

  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    const all = itemsIn(box);
    stopAt(box, all.find(({ dataset }) => dataset["key"] === stop.current) ?? all.at(-1));
    if (isAtEnd.current && below === 0) {
      box.scrollTop = box.scrollHeight;
      return;
    }
    const { current } = anchor;
    const held = current && all.find(({ dataset }) => dataset["key"] === current.key);
    if (current && held) box.scrollTop += held.getBoundingClientRect().top - current.top;
  });

  // What is chosen in the timeline is seen here.
  const chosen = selection?.kind === "entry" ? undefined : selection?.id;
  useEffect(() => {
    const at = messages.findIndex(({ id }) => id === chosen);
    if (at >= 0 && (at < start || at >= end)) setBelow(Math.max(0, messages.length - at - drawn / 2));
    const item = itemsIn(list.current).find(({ dataset }) => dataset["key"] === chosen);
    if (item === undefined) return;
    isAtEnd.current = item.nextElementSibling === null;
    item.scrollIntoView({ block: "nearest" });
    hold();
  }, [chosen]);

  const press = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const all = itemsIn(list.current);
    const at = all.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at >= 0 && event.key === "Enter") {
      const key = all[at]?.dataset["key"] ?? "";
      select({ kind: all[at]?.classList.contains("message") === true ? "message" : "interaction", id: key });
    }
    const next = to === undefined || at < 0 ? undefined : all[to];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    const item = target instanceof HTMLElement ? target.closest<HTMLElement>(".item") : null;
    if (item === null || list.current === null) return;
    stop.current = item.dataset["key"] ?? "";
    stopAt(list.current, item);
  };
  const isEmpty = messages.length === 0 && channel.problem === "" && items.length === 0;
  return (
    <div
      class="history"
      ref={list}
      onScroll={onScroll}
      onKeyDown={press}
      onFocusCapture={onFocus}
      role="log"
      aria-live="off"
      tabIndex={items.length === 0 ? 0 : -1}
      aria-label="Messages"
    >
      {channel.problem !== "" && <Problem>{channel.problem}</Problem>}
      {isEmpty && <Beginning state={state} seat={seat} />}
      {items.map((item) =>
        "message" in item ? (
          <Message
            key={item.message.id}
            state={state}
            seat={seat}
            message={item.message}
            isFollowing={item.isFollowing}
            isChosen={isChosen(selection, "message", item.message.id)}
          />
        ) : (
          <Interaction
            key={item.interaction.id}
            state={state}
            seat={seat}
            interaction={item.interaction}
            isChosen={isChosen(selection, "interaction", item.interaction.id)}
          />
        ),
      )}
      <News state={state} seat={seat} channel={channel} />
    </div>
  );
}

/** What to do first. */
function Beginning({ state, seat }: Seen) {
  const commands = commandsHere(state, seat, "chat");
  const away = state.apps.find(({ id, endpoint }) => {
    const { streams = 0, mailboxes = 0 } = state.readers[id] ?? {};
    return streams + mailboxes === 0 && endpoint?.state !== "active";
  });
  return (
    <Empty title="Nothing was said here yet">
      <p>
        {commands.length > 0
          ? `Write a message, or use a command: ${commands.map(({ name }) => `/${name}`).join(", ")}.`
          : "Write a message to see what your App gets. Commands appear here once your App registers them."}
      </p>
      {away !== undefined && (
        <p>
          {away.name} is not listening yet: start your App, or save an address for it in the{" "}
          <a href="#portal">portal</a>.
        </p>
      )}
    </Empty>
  );
}

/** How long news wait for more before they are read out, milliseconds. */
const gatherMs = 1000;

/** Reads out what others said: the text of one message, and of many at once only how many. */
function News({ state, seat, channel: { messages, isWhole } }: Seen & { readonly channel: Channel }) {
  const [said, say] = useState("");
  const heard = useRef<string | undefined>(undefined);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    const last = heard.current;
    // What is there when the channel is opened is no news.
    if (last === undefined) heard.current = newest ?? (isWhole ? "" : undefined);
    if (last === undefined || newest === undefined) return undefined;
    const timer = setTimeout(() => {
      heard.current = newest;
      const fresh = messages.slice(messages.findIndex(({ id }) => id === last) + 1);
      const others = fresh.filter(({ author }) => author.id !== seat.personId);
      const [one] = others;
      if (one === undefined) return;
      const name = one.author.kind === "app" ? appName(state, one.author.id) : nameOf(state, one.author);
      say(others.length === 1 ? `${name}: ${one.content}` : `${others.length} new messages`);
    }, gatherMs);
    return () => clearTimeout(timer);
  }, [newest, isWhole]);
  return (
    <p class="hidden" aria-live="polite">
      {said}
    </p>
  );
}
