import type { StreamEvent } from "./event-kinds.js";
import { itemOf, matchOverlap, type Overlap } from "./mailbox-pages.js";
import type { QueuedEvent } from "./queue/queued-event.js";

/**
 * A persistent set of keys in insertion order. Successive states share one map, to which only the newest state adds;
 * each state knows how many of the keys are its own.
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

/** @param key must not be in the log */
function appended({ places, count }: KeyLog, key: string): KeyLog {
  const own = places.size === count ? places : new Map([...places].slice(0, count));
  own.set(key, count);
  return { places: own, count: count + 1 };
}

/** Remembers at least the last `capacity` keys and fewer than twice as many. Immutable. */
export interface RecentKeys {
  readonly capacity: number;
  readonly young: KeyLog;
  readonly old: KeyLog;
}

export const noKeys = (capacity: number): RecentKeys => ({ capacity, young: noLog(), old: noLog() });

export const hasKey = ({ young, old }: RecentKeys, key: string): boolean => isIn(young, key) || isIn(old, key);

/** @param key must not be remembered already */
export function withKey({ capacity, young, old }: RecentKeys, key: string): RecentKeys {
  const more = appended(young, key);
  return more.count < capacity ? { capacity, young: more, old } : { capacity, young: noLog(), old: more };
}

/**
 * Ids in order of arrival, one batch per step. Not one growing array: an array in the old generation of the heap keeps
 * every id that it refers to alive, so that the garbage collector would copy each one.
 */
interface Noted {
  readonly ids: readonly string[];
  readonly before: Noted | undefined;
}

/**
 * Ids of one lineage. The service repeats events only when a stream is resumed, so ids are looked up from the opening
 * of a connection until as many new ones in a row have come as are remembered; otherwise they are only noted. Looking
 * up every id of a steady stream would cost a third of the time that reading the event takes.
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

/** Events that have been taken, by id, by content, and by the other transport. Immutable. */
export interface Taken {
  readonly ids: IdMemory;
  /** Ids of interactions from either transport: an interaction never runs twice. */
  readonly interactions: RecentKeys;
  /** Ids of messages, if history may bring them too. */
  readonly messages: RecentKeys | undefined;
  /** Events of a mailbox that the stream may bring again. */
  readonly overlap: Overlap | undefined;
  /** Whether the stream that may repeat the overlap is connected. */
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

/** A connection begins. Only one that resumes, or the one that a mailbox was left for, may repeat the overlap. */
export function atConnection(taken: Taken, resumes: boolean): Taken {
  const { ids, isOverlapInUse, interactions } = taken;
  const overlap = !resumes && isOverlapInUse ? undefined : taken.overlap;
  const lookedUp = ids.lookedUp ?? { capacity: interactions.capacity, young: logOf(ids.young), old: logOf(ids.old) };
  return { ...taken, ids: { ...ids, lookedUp, newInARow: 0 }, overlap, isOverlapInUse: overlap !== undefined };
}

/** Forgets the ids, which have lost their meaning. */
export const withoutIds = (taken: Taken): Taken => ({ ...taken, ids: noIds(taken.interactions.capacity) });

/** From now on events of the mailbox are remembered, because the stream beside it brings them too. */
export const withOverlap = (taken: Taken): Taken => ({
  ...taken,
  overlap: { items: [], place: undefined, count: 0 },
  isOverlapInUse: false,
});

export const withoutOverlap = (taken: Taken): Taken => ({ ...taken, overlap: undefined });

/** Whether an event is new, and if not, why. */
export type Novelty = "new" | "known-id" | "repeat" | "possible-repeat";

/** Shortest substring for which V8 keeps the whole string it was cut from. */
const VIEW_LENGTH = 13;

/** Copies a string, so that a remembered id does not keep a whole chunk of the stream in memory. */
const detached = (key: string): string => (key.length < VIEW_LENGTH ? key : ` ${key}`.slice(1));

/**
 * Fast path for events of a steady stream: nothing can be a repeat, and every event has an id and needs no look at its
 * content. Undefined when a {@link DuplicateFilter} has to look at each event.
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

/** Whether no repeats are expected. */
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

/** Tells new events from repeated ones during one step. */
export class DuplicateFilter {
  readonly #before: Taken;
  #newInARow: number;
  /** Ids to look up; undefined once enough new ones in a row have come. */
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

  /** Classifies an event of the stream. Call it once per event, in order. */
  onStream({ eventId, event }: QueuedEvent): Novelty {
    if (eventId !== undefined && !this.#isNewId(eventId)) return "known-id";
    return this.#inOverlap(event);
  }

  /** Whether an event of a mailbox or of history has been taken before, judged by its content. */
  onMailbox({ event }: QueuedEvent): Novelty {
    const overlap = this.#overlap;
    if (overlap !== undefined) this.#overlap = { ...overlap, items: [...overlap.items, itemOf(event)] };
    return this.#isKnown(event) ? "repeat" : "new";
  }

  /** Classifies an event of a mailbox that was opened while another one was read. Call it in order. */
  inSuccessor({ event }: QueuedEvent): Novelty {
    return this.#inOverlap(event);
  }

  #inOverlap(event: StreamEvent): Novelty {
    let novelty: Novelty = "new";
    if (this.#overlap !== undefined) ({ overlap: this.#overlap, novelty } = matchOverlap(this.#overlap, event));
    return novelty === "repeat" || this.#isKnown(event) ? "repeat" : novelty;
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

  /** Whether an interaction or message with this id was taken from either transport; remembers the id. */
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
