import type { Clock } from "../abi/index.js";
import type { AppFacts } from "../diagnostics/app.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { type AppOptions, eventsOptionsOf } from "./options.js";
import { property } from "../interaction/read.js";

/** An event whose handler is at work. */
interface Holder {
  /** The label of the handler at work; an event may have several, one after the other. */
  handler: string;
  readonly event: string;
  readonly channelId?: string;
}

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
  readonly #holders = new Map<object, Holder>();
  #cancel: (() => void) | undefined;
  #isStuck = false;

  constructor(settings: PermitSettings) {
    this.#settings = settings;
  }

  /** Whether all places were taken for a quarter of the time limit, and none was given back since. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  begin(event: object & { readonly type: string }): Holder {
    const { limit, timeoutMs, clock } = this.#settings;
    const channelId = property(event, "channelId") ?? property(property(event, "message"), "channelId");
    const where = typeof channelId === "string" ? { channelId } : {};
    const holder: Holder = { handler: event.type, event: event.type, ...where };
    this.#holders.set(event, holder);
    if (this.#holders.size >= limit) {
      this.#cancel ??= clock.schedule(() => this.#stuck(), timeoutMs === 0 ? STUCK_MS : timeoutMs / 4);
    }
    return holder;
  }

  end(event: object): void {
    if (this.#holders.delete(event)) this.#free();
  }

  /** The handler of an event took too long: gives its name, for the error. */
  timedOut(event: object): string | undefined {
    const holder = this.#holders.get(event);
    this.#holders.delete(event);
    if (!this.#settings.keepsPlace) this.#free();
    return holder && named(holder);
  }

  /** The App no longer waits for its handlers. */
  abandon(): void {
    this.#holders.clear();
    this.#free();
  }

  #free(): void {
    this.#isStuck = false;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #stuck(): void {
    const holders = [...this.#holders.values()];
    const names = [...new Set(holders.map(named))];
    const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : "";
    const message = `All ${this.#settings.limit} places for handlers of events (eventConcurrency) are taken, so no other event is handled. They are held by ${names.slice(0, LISTED).join(", ")}${more}`;
    this.#isStuck = true;
    this.#settings.report("events_stuck", { holders: holders.map((holder) => ({ ...holder })) }, { message });
  }
}

/** The places that the options of an App give to handlers of events. */
export function permitsOf(options: AppOptions, parts: Pick<PermitSettings, "clock" | "report">): EventPermits {
  const { eventConcurrency: limit = 16, handlerTimeoutMs: timeoutMs = 60_000 } = options;
  const keepsPlace = (eventsOptionsOf(options)?.onFailure ?? "skip") !== "skip";
  return new EventPermits({ ...parts, limit, timeoutMs, keepsPlace });
}

const named = ({ handler, event, channelId }: Holder): string =>
  `${handler} (event ${event}${channelId === undefined ? "" : `, channel ${channelId}`})`;
