import type { Clock } from "../abi/index.js";
import type { AppFacts } from "../diagnostics/app.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { appOptions, type AppOptions, eventsOptionsOf } from "./options.js";
import { withDefaults } from "../base/options.js";
import { property } from "../interaction/read.js";

/** An event whose handler is at work. */
interface Holder {
  /** The label of the handler at work; an event may have several, one after the other. */
  handler: string;
  readonly event: Held;
  /** Its index among the holders; -1 once it no longer is one. */
  at: number;
}

type Held = object & { readonly type: string };

interface PermitSettings {
  readonly clock: Clock;
  readonly report: Reporter<AppFacts>;
  /** Handlers of events at work at the same time. */
  readonly limit: number;
  /** How long a handler may take. 0: for ever. */
  readonly timeoutMs: number;
  /** Whether a handler that took too long keeps its place until it ends. */
  readonly keepsPlace: boolean;
}

/** Where no handler has a time limit, milliseconds. */
const STUCK_MS = 15_000;

const LISTED = 5;

/** Who holds the places for handlers of events: reports when all are taken and none is given back. */
export class EventPermits {
  readonly #settings: PermitSettings;
  /** A list without order: a Map would allocate tables anew every few events. */
  readonly #holders: Holder[] = [];
  #cancel: (() => void) | undefined;
  #isStuck = false;

  constructor(settings: PermitSettings) {
    this.#settings = settings;
  }

  /** Whether all places were taken for a quarter of the time limit, and none was given back since. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  begin(event: Held): Holder {
    const { limit, timeoutMs, clock } = this.#settings;
    const holder: Holder = { handler: event.type, event, at: this.#holders.length };
    this.#holders.push(holder);
    if (this.#holders.length >= limit) {
      this.#cancel ??= clock.schedule(() => this.#stuck(), timeoutMs === 0 ? STUCK_MS : timeoutMs / 4);
    }
    return holder;
  }

  end(holder: Holder): void {
    if (holder.at < 0) return;
    this.#remove(holder);
    this.#free();
  }

  /** The handler of an event took too long: gives its name, for the error. */
  timedOut(event: object): string | undefined {
    const holder = this.#holders.find((one) => one.event === event);
    if (holder) this.#remove(holder);
    if (!this.#settings.keepsPlace) this.#free();
    return holder && named(factsOf(holder));
  }

  /** The App no longer waits for its handlers. */
  abandon(): void {
    for (const holder of this.#holders.splice(0)) holder.at = -1;
    this.#free();
  }

  #remove(holder: Holder): void {
    const last = this.#holders.pop();
    if (last && last !== holder) {
      this.#holders[holder.at] = last;
      last.at = holder.at;
    }
    holder.at = -1;
  }

  #free(): void {
    this.#isStuck = false;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #stuck(): void {
    const holders = this.#holders.map(factsOf);
    const names = [...new Set(holders.map(named))];
    const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : "";
    const message = `All ${this.#settings.limit} places for handlers of events (eventConcurrency) are taken, so no other event is handled. They are held by ${names.slice(0, LISTED).join(", ")}${more}`;
    this.#isStuck = true;
    this.#settings.report("events_stuck", { holders }, { message });
  }
}

/** The places that the options of an App give to handlers of events. */
export function permitsOf(options: AppOptions, parts: Pick<PermitSettings, "clock" | "report">): EventPermits {
  const { eventConcurrency: limit, handlerTimeoutMs: timeoutMs } = withDefaults(appOptions, options);
  const keepsPlace = (eventsOptionsOf(options)?.onFailure ?? "skip") !== "skip";
  return new EventPermits({ ...parts, limit, timeoutMs, keepsPlace });
}

interface HolderFacts {
  readonly handler: string;
  readonly event: string;
  readonly channelId?: string;
}

/** What is reported of a holder; read only then, since most events end before. */
function factsOf({ handler, event }: Holder): HolderFacts {
  const channelId = property(event, "channelId") ?? property(property(event, "message"), "channelId");
  return { handler, event: event.type, ...(typeof channelId === "string" && { channelId }) };
}

const named = ({ handler, event, channelId }: HolderFacts): string =>
  `${handler} (event ${event}${channelId === undefined ? "" : `, channel ${channelId}`})`;
