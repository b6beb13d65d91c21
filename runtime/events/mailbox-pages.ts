import { contentIdentity, likenessOf, type StreamEvent } from "./event-kinds.js";
import type { StreamInput } from "./position-state.js";
import type { QueuedEvent } from "./queue/queued-event.js";

/** What is known of one event of a mailbox: its own id where it carries one, and what it looks like. */
export interface PageItem {
  readonly id: string | undefined;
  readonly likeness: string;
}

/** What became of an answer. */
export interface PageRead {
  readonly pages: MailboxPages;
  /** Places within the page of the events to take now, in order. */
  readonly taken: readonly number[];
  /** Events that had been taken before. */
  readonly repeats: number;
  /** Events that had been seen but not taken, and are gone. */
  readonly lost: number;
  /** How many of those to take may have been taken before: nothing tells. */
  readonly doubtful: number;
  /** The position that the answer named can be read from once its events are handled. */
  readonly isReached: boolean;
  /** Fresh events were left for a later read. */
  readonly isLeft: boolean;
}

interface Known extends PageItem {
  readonly taken: boolean;
}

/** How the service treats a position that is read again; undefined until an answer has shown it. */
type Habit = "repeats" | "consumes" | undefined;

/**
 * What is known of a mailbox from its pages. Tells new events from repeated ones when one position is read more than
 * once, which happens while handlers have not finished with what an earlier read brought. Whether the service then
 * repeats its events is not documented: messages and interactions are known by their ids, and these show which it does;
 * everything else is then known by its place. In doubt an event counts as new.
 */
export interface MailboxPages {
  /** What followed the position, in order: seen, and not handled. */
  readonly known: readonly Known[];
  /** Positions that answers ended at, and how many of the known events lie before each. */
  readonly ends: readonly { readonly next: string; readonly count: number }[];
  readonly habit: Habit;
}

export const noPages: MailboxPages = { known: [], ends: [], habit: undefined };

export const itemOf = (event: StreamEvent): PageItem => ({ id: contentIdentity(event), likeness: likenessOf(event) });

/** Everything up to `position` is handled and will not be asked for again. */
export function advancedTo(pages: MailboxPages, position: string): MailboxPages {
  const { known, ends, habit } = pages;
  const at = ends.findLastIndex(({ next }) => next === position);
  const count = ends[at]?.count;
  if (count === undefined) return pages;
  const rest = ends.slice(at + 1).map((end) => ({ next: end.next, count: end.count - count }));
  return { known: known.slice(count), ends: rest, habit };
}

/** Takes an answer of which up to `room` events may be taken. */
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
  const end = { next, count: known.length };
  const ends = isReached ? [...pages.ends.filter((each) => each.next !== next), end] : pages.ends;
  const repeats = page.length - fresh.length;
  return { pages: { known, ends, habit: pages.habit }, taken, repeats, lost, doubtful, isReached, isLeft };
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
  // The answer does not begin where the known events do: those it lacks are gone.
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

/** What is known after an answer; undefined when it ends before what was known, and so reaches nothing. */
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

/** What an answer shows about the service's habit, for certain; undefined when it shows nothing. */
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

/** What a stream brings that was opened beside a mailbox, kept until the mailbox is empty. */
export interface Handover {
  /** When its first byte came: a mailbox read after that and found empty holds nothing the stream is too young for. */
  readonly sinceMs: number;
  readonly held: readonly { readonly input: StreamInput; readonly atMs: number }[];
  /** Events among them. */
  readonly events: number;
}

export const newHandover: Handover = { sinceMs: Infinity, held: [], events: 0 };

/** Whether the stream carries anything at all. */
export const isAlive = (handover: Handover | undefined): boolean => (handover?.held.length ?? 0) > 0;

export function hold({ sinceMs, held, events }: Handover, input: StreamInput, atMs: number): Handover {
  const more = input.type === "events" ? input.events.length : 0;
  return { sinceMs: Math.min(sinceMs, atMs), held: [...held, { input, atMs }], events: events + more };
}

/** Whether the stream has brought one of these too: all that is older came by the mailbox then. */
export function meets({ held }: Handover, events: readonly QueuedEvent[]): boolean {
  const ids = new Set<string | undefined>();
  for (const { input } of held) {
    if (input.type === "events") for (const { event } of input.events) ids.add(contentIdentity(event));
  }
  ids.delete(undefined);
  return events.some(({ event }) => ids.has(contentIdentity(event)));
}

/**
 * Events that the mailbox brought since the stream was opened beside it. Both carry the same events in the same order,
 * so the stream begins with some last part of these and then goes on with new ones. They have no id in common: messages
 * and interactions are known by their own, and from the first of those on everything else by its place. What only looks
 * alike is never taken for a repeat.
 */
export interface Overlap {
  readonly items: readonly PageItem[];
  /** Place of the next event of the stream among these, once one is known. */
  readonly place: number | undefined;
  /** Events of the stream so far. */
  readonly count: number;
}

/** What an event of the stream is, and what it may repeat after that; each is shown once, in order. */
export function meet(
  { items, place, count: before }: Overlap,
  event: StreamEvent,
): { readonly overlap: Overlap | undefined; readonly novelty: "new" | "repeat" | "possible-repeat" } {
  const newFromHere = { overlap: undefined, novelty: "new" } as const;
  // The stream repeats no more than there is.
  if (before >= items.length) return newFromHere;
  const count = before + 1;
  const { id, likeness } = itemOf(event);
  if (id !== undefined) {
    const at = items.findIndex((each) => each.id === id);
    // One that the mailbox did not bring is newer than all it brought, and so is what follows.
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
