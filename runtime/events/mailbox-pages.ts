import { contentIdentity, likenessOf, type StreamEvent } from "./event-kinds.js";
import type { StreamInput } from "./position-inputs.js";
import type { QueuedEvent } from "./queue/queued-event.js";

/** An event of a mailbox: the id of its content if it has one, and a text to compare it by. */
export interface PageItem {
  readonly id: string | undefined;
  readonly likeness: string;
}

/** Result of {@link readPage}. */
export interface PageRead {
  readonly pages: MailboxPages;
  /** Indexes within the page of the events to take now, in order. */
  readonly taken: readonly number[];
  /** Number of events that had been taken before. */
  readonly repeats: number;
  /** Number of events that had been seen but not taken and are gone. */
  readonly lost: number;
  /** Number of events to take that may have been taken before. */
  readonly doubtful: number;
  /** Whether the next read may start at the answer's `next` once its events are handled. */
  readonly isReached: boolean;
  /** Whether new events were left for a later read. */
  readonly isLeft: boolean;
}

interface Known extends PageItem {
  readonly taken: boolean;
}

/** What the service does when a position is read again; undefined until an answer has shown it. */
type Habit = "repeats" | "consumes" | undefined;

/**
 * What is known of a mailbox from its pages. One position is read more than once while the events of an earlier read
 * are not handled, and whether the service then repeats them is not documented. Messages and interactions are
 * recognised by their ids, which also show what the service does; other events are then recognised by their place. In
 * doubt an event counts as new.
 */
export interface MailboxPages {
  /** Events after the position that have been seen and not handled, in order. */
  readonly known: readonly Known[];
  /** The `next` of each answer, with the number of known events before it, and of all from the opening on. */
  readonly ends: readonly { readonly next: string; readonly count: number; readonly ordinal: number }[];
  readonly habit: Habit;
  /** Number of events of the mailbox up to the position, from its opening on. */
  readonly before: number;
  /** Number of events of the mailbox that were taken, from its opening on. */
  readonly given: number;
}

/** Nothing is known of a mailbox but how many events it had before the position. */
export const pagesFrom = (before: number): MailboxPages => ({
  known: [],
  ends: [],
  habit: undefined,
  before,
  given: before,
});

/** How many events the mailbox had, from its opening on, up to the position that is handled. */
export const ordinalAt = ({ ends, before }: MailboxPages, handled: string): number =>
  ends.findLast(({ next }) => next === handled)?.ordinal ?? before;

export const itemOf = (event: StreamEvent): PageItem => ({ id: contentIdentity(event), likeness: likenessOf(event) });

/** Drops everything up to `position`, which is handled. */
export function advancedTo(pages: MailboxPages, position: string): MailboxPages {
  const { known, ends, habit, given } = pages;
  const at = ends.findLastIndex(({ next }) => next === position);
  const end = ends[at];
  if (end === undefined) return pages;
  const rest = ends.slice(at + 1).map((later) => ({ ...later, count: later.count - end.count }));
  return { known: known.slice(end.count), ends: rest, habit, before: end.ordinal, given };
}

/** Compares an answer with the known events, and takes up to `room` new ones. */
export function readPage(
  before: MailboxPages,
  page: readonly PageItem[],
  { next, room }: { readonly next: string; readonly room: number },
): PageRead {
  const pages = { ...before, habit: habitShownBy(before, page, next) ?? before.habit };
  const { fresh, lost, doubtful, isElsewhere } = compare(pages, page);
  const taken = fresh.slice(0, room);
  const after = knownAfter(pages, page, { fresh, taken, isElsewhere });
  const isLeft = taken.length < fresh.length;
  const isReached = after !== undefined && !isLeft;
  const known = after ?? pages.known.map((each, place) => (taken.includes(place) ? { ...each, taken: true } : each));
  const given = pages.given + taken.length;
  const end = { next, count: known.length, ordinal: given };
  const ends = isReached ? [...pages.ends.filter((each) => each.next !== next), end] : pages.ends;
  const repeats = page.length - fresh.length;
  return { pages: { ...pages, known, ends, given }, taken, repeats, lost, doubtful, isReached, isLeft };
}

function compare({ known, habit }: MailboxPages, page: readonly PageItem[]) {
  const ids = new Set(known.filter(({ taken }) => taken).map(({ id }) => id));
  const fresh: number[] = [];
  let doubtful = 0;
  page.forEach(({ id, likeness }, place) => {
    const before = known[place];
    if (id !== undefined) {
      if (!ids.has(id)) fresh.push(place);
      return;
    }
    const isAlike = before !== undefined && before.taken && before.likeness === likeness;
    if (isAlike && habit === "repeats") return;
    if (isAlike && habit === undefined) doubtful += 1;
    fresh.push(place);
  });
  const [first] = known;
  // The answer begins with another event than the known ones: those it lacks are gone.
  const isElsewhere = habit !== "consumes" && first !== undefined && page[0] !== undefined && !isSame(first, page[0]);
  const isGone = isElsewhere || habit === "consumes";
  const still = new Set(page.map(({ id }) => id));
  const lost = known.filter(({ taken, id }, place) => {
    if (taken || (id !== undefined && still.has(id))) return false;
    const item = page[place];
    return isGone || (item !== undefined && item.likeness !== known[place]?.likeness);
  });
  return { fresh, lost: lost.length, doubtful, isElsewhere };
}

/** Known events after an answer; undefined when the answer is shorter than what was known. */
function knownAfter(
  { known, habit }: MailboxPages,
  page: readonly PageItem[],
  news: { readonly fresh: readonly number[]; readonly taken: readonly number[]; readonly isElsewhere: boolean },
): readonly Known[] | undefined {
  const taken = new Set(news.taken);
  const isFresh = new Set(news.fresh);
  const seen = (item: PageItem, place: number): Known => ({ ...item, taken: taken.has(place) || !isFresh.has(place) });
  if (habit === "consumes") {
    return [...known.filter((each) => each.taken), ...news.fresh.map((place) => seen(page[place] ?? none, place))];
  }
  return news.isElsewhere || page.length >= known.length ? page.map(seen) : undefined;
}

/** The habit of the service, if this answer proves it. */
function habitShownBy({ known, ends }: MailboxPages, page: readonly PageItem[], next: string): Habit {
  if (known.length === 0) return undefined;
  const ids = new Set(known.map(({ id }) => id));
  for (const [place, { id }] of page.entries()) {
    const before = known[place];
    if (before === undefined || id === undefined) continue;
    if (before.id === id) return "repeats";
    if (!ids.has(id)) return "consumes";
  }
  const end = ends.find((each) => each.next === next);
  if (end === undefined) return undefined;
  if (page.length === 0) return end.count === known.length ? "consumes" : undefined;
  return end.count === page.length ? "repeats" : undefined;
}

const none: PageItem = { id: undefined, likeness: "" };

const isSame = (known: PageItem, item: PageItem): boolean =>
  known.id === undefined ? known.likeness === item.likeness : known.id === item.id;

/** Inputs of a stream that was opened beside a mailbox, held until the mailbox is empty. */
export interface Handover {
  /** When the first byte of the stream came: a read that began later and found nothing proves the mailbox empty. */
  readonly sinceMs: number;
  readonly held: readonly { readonly input: StreamInput; readonly atMs: number }[];
  /** Number of events among the held inputs. */
  readonly events: number;
}

export const newHandover: Handover = { sinceMs: Infinity, held: [], events: 0 };

/** Whether the stream has brought anything, be it a byte. */
export const isAlive = (handover: Handover | undefined): boolean => (handover?.held.length ?? 0) > 0;

/** Whether an input says nothing of what the stream brings, and need not be held. */
export const isWithoutByte = (handover: Handover, { type }: StreamInput): boolean =>
  type === "accepted" || type === "heartbeat" || (type === "disconnected" && !isAlive(handover));

export function hold({ sinceMs, held, events }: Handover, input: StreamInput, atMs: number): Handover {
  const more = input.type === "events" ? input.events.length : 0;
  return { sinceMs: Math.min(sinceMs, atMs), held: [...held, { input, atMs }], events: events + more };
}

/** Whether the stream has brought one of these events too: then the mailbox has brought everything older. */
export function hasOneOf({ held }: Handover, events: readonly QueuedEvent[]): boolean {
  const ids = new Set<string | undefined>();
  for (const { input } of held) {
    if (input.type === "events") for (const { event } of input.events) ids.add(contentIdentity(event));
  }
  ids.delete(undefined);
  return events.some(({ event }) => ids.has(contentIdentity(event)));
}

/**
 * Events that the mailbox brought since a stream was opened beside it. Both transports carry the same events in the
 * same order, so the stream begins with the last part of these events and goes on with new ones. The transports have
 * no event ids in common: messages and interactions are recognised by the ids of their content, and from the first of
 * them on, other events by their place. Equal content alone never makes a repeat.
 */
export interface Overlap {
  readonly items: readonly PageItem[];
  /** Index of the item that the next event of the stream should repeat, once one was recognised. */
  readonly place: number | undefined;
  /** Number of events of the stream so far. */
  readonly count: number;
}

/**
 * Classifies an event of the stream. Returns the overlap to go on with; undefined once nothing more can be a repeat.
 */
export function matchOverlap(
  { items, place, count: before }: Overlap,
  event: StreamEvent,
): { readonly overlap: Overlap | undefined; readonly novelty: "new" | "repeat" | "possible-repeat" } {
  const newFromHere = { overlap: undefined, novelty: "new" } as const;
  // The stream repeats at most as many events as there are.
  if (before >= items.length) return newFromHere;
  const count = before + 1;
  const { id, likeness } = itemOf(event);
  if (id !== undefined) {
    const at = items.findIndex((each) => each.id === id);
    // An event that the mailbox did not bring is newer than all that it brought, as are all later events.
    return at === -1 ? newFromHere : { overlap: { items, place: at + 1, count }, novelty: "repeat" };
  }
  if (place === undefined) {
    const isAlike = items.some((each) => each.likeness === likeness);
    return { overlap: { items, place, count }, novelty: isAlike ? "possible-repeat" : "new" };
  }
  const expected = items[place];
  if (expected === undefined) return newFromHere;
  const novelty = expected.likeness === likeness ? "repeat" : "possible-repeat";
  return { overlap: { items, place: place + 1, count }, novelty };
}
