import type { StreamEvent } from "./event-kinds.js";
import { itemOf, meet, type Overlap } from "./mailbox-pages.js";
import type { QueuedEvent } from "./queue/queued-event.js";

/**
 * Keys in the order in which they were added, each with its place. States that grew from one another share the map, and
 * only the newest of them adds to it: each knows how many of the keys are its own.
 */
interface KeyLog {
  readonly places: Map<string, number>;
  readonly count: number;
}

const noLog = (): KeyLog => ({ places: new Map(), count: 0 });

function isIn({ places, count }: KeyLog, key: string): boolean {
  const place = places.get(key);
  return place !== undefined && place < count;
}

/** `key` must not be in it. */
function appended({ places, count }: KeyLog, key: string): KeyLog {
  const own = places.size === count ? places : new Map([...places].slice(0, count));
  own.set(key, count);
  return { places: own, count: count + 1 };
}

/** At least the last `capacity` keys that were added, and fewer than twice as many. Never changed. */
export interface RecentKeys {
  readonly capacity: number;
  readonly young: KeyLog;
  readonly old: KeyLog;
}

export const noKeys = (capacity: number): RecentKeys => ({ capacity, young: noLog(), old: noLog() });

export const hasKey = ({ young, old }: RecentKeys, key: string): boolean => isIn(young, key) || isIn(old, key);

/** `key` must be new. */
export function withKey({ capacity, young, old }: RecentKeys, key: string): RecentKeys {
  const more = appended(young, key);
  return more.count < capacity ? { capacity, young: more, old } : { capacity, young: noLog(), old: more };
}

/**
 * Ids in the order in which they came, a batch for each step. Not one list for all: what an old list refers to outlives
 * it in the eyes of the collector of young memory, which then copies every id.
 */
interface Noted {
  readonly ids: readonly string[];
  readonly before: Noted | undefined;
}

/**
 * Ids of one lineage. The service repeats events when a stream is resumed and at no other time, so ids are only looked up
 * after a connection was opened and until as many new ones in a row have come as are remembered; in between they are
 * merely noted. Looking up every id of a steady stream would cost as much as a third of reading the event.
 */
interface IdMemory {
  readonly lookedUp: RecentKeys | undefined;
  readonly newInARow: number;
  readonly young: Noted | undefined;
  readonly youngCount: number;
  readonly old: Noted | undefined;
}

const noIds = (capacity: number): IdMemory => ({
  lookedUp: noKeys(capacity),
  newInARow: 0,
  young: undefined,
  youngCount: 0,
  old: undefined,
});

function logOf(noted: Noted | undefined): KeyLog {
  const places = new Map<string, number>();
  for (let batch = noted; batch !== undefined; batch = batch.before) {
    for (const id of batch.ids) if (!places.has(id)) places.set(id, places.size);
  }
  return { places, count: places.size };
}

/** What has been taken already: by id, by content, and by the other transport. Plain data, never changed. */
export interface Taken {
  readonly ids: IdMemory;
  /** Interactions of whatever transport: one of them never runs twice here. */
  readonly interactions: RecentKeys;
  /** Messages, where history may bring them too. */
  readonly messages: RecentKeys | undefined;
  /** What a mailbox has brought that the stream may bring again. */
  readonly overlap: Overlap | undefined;
  /** The stream that the overlap was kept for is there. */
  readonly isOverlapInUse: boolean;
}

/** @param remembersMessages history may bring messages that the service brings too */
export const nothingTaken = (size: number, remembersMessages: boolean): Taken => ({
  ids: noIds(size),
  interactions: noKeys(size),
  messages: remembersMessages ? noKeys(size) : undefined,
  overlap: undefined,
  isOverlapInUse: false,
});

/** A connection begins; one that resumes nothing, other than the one that a mailbox was left for, repeats nothing. */
export function atConnection(taken: Taken, resumes: boolean): Taken {
  const { ids, isOverlapInUse, interactions } = taken;
  const overlap = !resumes && isOverlapInUse ? undefined : taken.overlap;
  const lookedUp = ids.lookedUp ?? { capacity: interactions.capacity, young: logOf(ids.young), old: logOf(ids.old) };
  return { ...taken, ids: { ...ids, lookedUp, newInARow: 0 }, overlap, isOverlapInUse: overlap !== undefined };
}

/** Ids mean nothing any more. */
export const withoutIds = (taken: Taken): Taken => ({ ...taken, ids: noIds(taken.interactions.capacity) });

/** From here on the mailbox brings what the stream beside it brings too. */
export const withOverlap = (taken: Taken): Taken => ({
  ...taken,
  overlap: { items: [], place: undefined, count: 0 },
  isOverlapInUse: false,
});

export const withoutOverlap = (taken: Taken): Taken => ({ ...taken, overlap: undefined });

/** Whether an event is new, and what tells that it is not. */
export type Novelty = "new" | "known-id" | "repeat" | "possible-repeat";

/** Shortest text that V8 keeps as a view into the text it was cut from, which would then live as long as the key. */
const VIEW_LENGTH = 13;

/** A copy with memory of its own, so that remembering an id does not keep a whole chunk of the stream. */
const detached = (key: string): string => (key.length < VIEW_LENGTH ? key : ` ${key}`.slice(1));

/**
 * What has been taken after these events of a stream, where nothing can come again and each has an id and a content that
 * need no look: nearly always. Undefined where a {@link Sieve} has to look at each.
 */
export function takenSteadily(before: Taken, events: readonly QueuedEvent[]): Taken | undefined {
  if (!isSteady(before)) return undefined;
  const noted: string[] = [];
  for (const { eventId, resumeId, event } of events) {
    if (eventId === undefined || resumeId === "") return undefined;
    if (event.type === "interaction_create" || event.type === "unknown") return undefined;
    noted.push(detached(eventId));
  }
  const { interactions, messages, overlap, isOverlapInUse } = before;
  const ids = idsWith(before, noted, before.ids);
  return { ids, interactions, messages, overlap, isOverlapInUse };
}

/** Nothing is expected to come again. */
const isSteady = ({ ids, overlap, messages }: Taken): boolean =>
  ids.lookedUp === undefined && overlap === undefined && messages === undefined;

function idsWith(
  { ids, interactions }: Taken,
  noted: readonly string[],
  { lookedUp, newInARow }: Pick<IdMemory, "lookedUp" | "newInARow">,
): IdMemory {
  if (noted.length === 0 && newInARow === ids.newInARow) return ids;
  const young = noted.length === 0 ? ids.young : { ids: noted, before: ids.young };
  const youngCount = ids.youngCount + noted.length;
  return youngCount < interactions.capacity
    ? { lookedUp, newInARow, young, youngCount, old: ids.old }
    : { lookedUp, newInARow, young: undefined, youngCount: 0, old: young };
}

/** Tells new events from others for one step, and what has been taken after it. */
export class Sieve {
  readonly #before: Taken;
  #newInARow: number;
  /** New ids are looked up until so many have come. */
  #lookedUp: RecentKeys | undefined;
  readonly #noted: string[] = [];
  #interactions: RecentKeys;
  #messages: RecentKeys | undefined;
  #overlap: Overlap | undefined;

  constructor(before: Taken) {
    const { ids, interactions, messages, overlap } = before;
    this.#before = before;
    this.#newInARow = ids.newInARow;
    this.#lookedUp = ids.lookedUp;
    this.#interactions = interactions;
    this.#messages = messages;
    this.#overlap = overlap;
  }

  /** What an event of the stream is; each is shown once, in order. */
  onStream({ eventId, event }: QueuedEvent): Novelty {
    if (eventId !== undefined && !this.#isNewId(eventId)) return "known-id";
    let novelty: Novelty = "new";
    if (this.#overlap !== undefined) ({ overlap: this.#overlap, novelty } = meet(this.#overlap, event));
    return novelty === "repeat" || this.#isKnown(event) ? "repeat" : novelty;
  }

  /** Whether an event of a mailbox has been taken, as far as its content tells. */
  onMailbox({ event }: QueuedEvent): boolean {
    const overlap = this.#overlap;
    if (overlap !== undefined) this.#overlap = { ...overlap, items: [...overlap.items, itemOf(event)] };
    return this.#isKnown(event);
  }

  after(): Taken {
    const before = this.#before;
    const ids = idsWith(before, this.#noted, { lookedUp: this.#lookedUp, newInARow: this.#newInARow });
    const isSame = this.#interactions === before.interactions && this.#messages === before.messages;
    if (isSame && this.#overlap === before.overlap && ids === before.ids) return before;
    return {
      ids,
      interactions: this.#interactions,
      messages: this.#messages,
      overlap: this.#overlap,
      isOverlapInUse: before.isOverlapInUse,
    };
  }

  #isNewId(id: string): boolean {
    const key = detached(id);
    if (this.#lookedUp !== undefined) {
      if (hasKey(this.#lookedUp, key)) {
        this.#newInARow = 0;
        return false;
      }
      this.#newInARow += 1;
      const { capacity } = this.#lookedUp;
      this.#lookedUp = this.#newInARow < capacity ? withKey(this.#lookedUp, key) : undefined;
    }
    this.#noted.push(key);
    return true;
  }

  /** Whether it has been taken, by whatever way: what its own id tells. From here on it has. */
  #isKnown(event: StreamEvent): boolean {
    if (event.type === "interaction_create") {
      const { id } = event.interaction;
      if (hasKey(this.#interactions, id)) return true;
      this.#interactions = withKey(this.#interactions, detached(id));
    } else if (event.type === "message_create" && this.#messages !== undefined) {
      const { publicId } = event.message;
      if (hasKey(this.#messages, publicId)) return true;
      this.#messages = withKey(this.#messages, detached(publicId));
    }
    return false;
  }
}
