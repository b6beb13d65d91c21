import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { PageInteraction, PageMessage } from "../../control/page/types.js";
import { readChannel, readMessages } from "../api.js";
import { onMessages, useKnown } from "../store.js";
import type { Seat } from "./seat.js";

/** What is known of a channel: a row of messages without a gap, up to the newest. */
export interface Channel {
  readonly messages: readonly PageMessage[];
  readonly interactions: readonly PageInteraction[];
  /** Whether the first message of the channel is among them. */
  readonly isWhole: boolean;
  /** Why it cannot be read. */
  readonly problem: string;
  /** Reads the page before the oldest one known. */
  readonly loadOlder: () => Promise<void>;
}

/** Messages of a page of the platform; a shorter one is the first of its channel. */
const pageSize = 50;

/** Messages read again one by one; when more changed, what is older is forgotten. */
const mostAgain = 200;

/** Joins the newest page to what is known; where a gap would be, what is older is forgotten. */
function joined(known: readonly PageMessage[], newest: readonly PageMessage[]): readonly PageMessage[] {
  const first = newest[0]?.id;
  const at = known.findIndex(({ id }) => id === first);
  if (at === -1) return newest;
  return [...known.slice(0, at), ...newest];
}

/** A channel as somebody sees it, read again whenever something may have changed. */
export function useChannel({ personId, channelId }: Seat): Channel {
  const version = useKnown((known) => known.version);
  const [messages, setMessages] = useState<readonly PageMessage[]>([]);
  const [interactions, setInteractions] = useState<readonly PageInteraction[]>([]);
  const [isWhole, setWhole] = useState(false);
  const [problem, setProblem] = useState("");
  const seat = `${personId}/${channelId}`;
  const shown = useRef(seat);
  const isLoading = useRef(false);
  const isStale = useRef(false);
  const held = useRef(messages);
  held.current = messages;

  useEffect(() => {
    let isCurrent = true;
    const isNew = shown.current !== seat || isStale.current;
    shown.current = seat;
    isStale.current = false;
    readChannel(personId, channelId).then(
      (read) => {
        if (!isCurrent) return;
        setProblem("");
        setMessages((known) => (isNew ? read.messages : joined(known, read.messages)));
        setInteractions(read.interactions);
        if (read.messages.length < pageSize) setWhole(true);
        else if (isNew) setWhole(false);
      },
      (error: unknown) => {
        if (!isCurrent) return;
        setProblem(error instanceof Error ? error.message : String(error));
        setMessages([]);
        setInteractions([]);
      },
    );
    return () => void (isCurrent = false);
  }, [seat, version]);

  // The newest page is read at every change; what is older is read again where it changed.
  useEffect(() => {
    const again = async (ids: readonly string[]): Promise<void> => {
      const read = new Map((await readMessages(personId, ids)).map((message) => [message.id, message]));
      if (shown.current !== seat) return;
      const now = (message: PageMessage): readonly PageMessage[] => {
        const changed = ids.includes(message.id) ? read.get(message.id) : message;
        return changed === undefined ? [] : [changed];
      };
      setMessages((known) => known.flatMap(now));
    };
    return onMessages((changed) => {
      const ids = held.current.filter(({ id }) => changed?.includes(id) === true).map(({ id }) => id);
      if (changed === undefined || ids.length > mostAgain) isStale.current = true;
      else if (ids.length > 0) void again(ids).catch(() => undefined); // the line is lost, and comes back
    });
  }, [seat]);

  const loadOlder = useCallback(async (): Promise<void> => {
    const before = held.current[0]?.id;
    if (before === undefined || isLoading.current) return;
    isLoading.current = true;
    try {
      const read = await readChannel(personId, channelId, before);
      if (shown.current !== seat) return;
      setMessages((known) => (known[0]?.id === before ? [...read.messages, ...known] : known));
      if (read.messages.length === 0) setWhole(true);
    } finally {
      isLoading.current = false;
    }
  }, [seat]);
  return { messages, interactions, isWhole, problem, loadOlder };
}
