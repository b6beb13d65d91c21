import type { Connection } from "./connection.js";
import type { Feed, FeedEntry } from "./feed.js";

/** How many events of a chain of streams can be found again; more than any resume may miss. */
const rememberedPerChain = 1000;
const rememberedChains = 200;

interface Chain {
  readonly name: string;
  readonly appId: string;
  /** Feed sequences carried, oldest first; the last one has the number `count`. */
  readonly carried: number[];
  count: number;
  /** Where the feed stood when the chain began. */
  readonly start: number;
}

/** What the `id:` of a frame counts. */
export interface Positions {
  /** Begins to count for a new stream, or goes on where the stream it resumes left off. */
  begin(connection: Connection, feed: Feed, resumedId: string | undefined): void;
  /** The id of the position at which a new stream starts. */
  startId(connection: Connection, feed: Feed): string;
  /** The id under which a stream carries an event. */
  idOf(connection: Connection, entry: FeedEntry): string;
  /** The place in the feed that an id means, as the feed writes it; text that is no place when it means none. */
  placeOf(appId: string, id: string): string;
}

/** Ids count the events of an App: the same event has the same id on every stream. */
export const byApp: Positions = {
  begin: () => undefined,
  startId: (_connection, feed) => String(feed.sequence),
  idOf: (_connection, entry) => String(entry.sequence),
  placeOf: (_appId, id) => id,
};

/** Ids count the events of one stream and of the streams that resume it. */
export class ByConnection implements Positions {
  readonly #chains = new Map<string, Chain>();
  readonly #chainOf = new WeakMap<Connection, Chain>();
  #made = 0;

  begin(connection: Connection, feed: Feed, resumedId: string | undefined): void {
    const resumed = resumedId === undefined ? undefined : this.#chains.get(nameIn(resumedId));
    const chain = resumed ?? this.#begin(connection.appId, feed.sequence);
    this.#chainOf.set(connection, chain);
    if (resumedId === undefined || resumed === undefined) return;
    // What came after the id was never received: those numbers are given out again.
    const surplus = chain.count - countIn(resumedId);
    chain.carried.splice(Math.max(0, chain.carried.length - surplus));
    chain.count -= surplus;
  }

  #begin(appId: string, start: number): Chain {
    const chain: Chain = { name: `c${++this.#made}`, appId, carried: [], count: 0, start };
    this.#chains.set(chain.name, chain);
    const [oldest] = this.#chains.keys();
    if (this.#chains.size > rememberedChains && oldest !== undefined) this.#chains.delete(oldest);
    return chain;
  }

  startId(connection: Connection): string {
    const chain = this.#chainOf.get(connection);
    return `${chain?.name ?? ""}-${chain?.count ?? 0}`;
  }

  idOf(connection: Connection, entry: FeedEntry): string {
    const chain = this.#chainOf.get(connection);
    if (chain === undefined) throw new Error("a stream counts from its beginning");
    chain.carried.push(entry.sequence);
    if (chain.carried.length > rememberedPerChain) chain.carried.shift();
    return `${chain.name}-${++chain.count}`;
  }

  placeOf(appId: string, id: string): string {
    const chain = this.#chains.get(nameIn(id));
    const count = countIn(id);
    if (chain === undefined || chain.appId !== appId || !(count <= chain.count)) return "unknown";
    if (count === 0) return String(chain.start);
    const sequence = chain.carried[chain.carried.length - 1 - (chain.count - count)];
    return sequence === undefined ? "unknown" : String(sequence);
  }
}

const nameIn = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf("-")));

const countIn = (id: string): number =>
  /-[0-9]{1,15}$/.test(id) ? Number(id.slice(id.lastIndexOf("-") + 1)) : Number.NaN;
