import type { GatewayEvent, UnknownEvent } from "../../generated/types.js";
import type { Caller, Clock } from "../abi/index.js";
import { bindApi, repeatableCaller, type BoundApi } from "./api.js";
import { HandlerError } from "./errors.js";
import type { EventContext } from "./handlers.js";
import type { EventPermits } from "./event-permits.js";
import type { AppFacts } from "../diagnostics/app.js";
import type { InteractionSource } from "../diagnostics/interaction.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Around } from "./around.js";
import type { Logger } from "./logger.js";
import type { EventRoute, Registry } from "./routing/registry.js";

export type AnyEvent = Exclude<GatewayEvent, { readonly type: "interaction_create" }> | UnknownEvent;

export interface EventSettings {
  readonly registry: Registry;
  /** Of the App: what tells its references from those of another App that hears of the same event. */
  readonly appId: () => string;
  readonly caller: Caller;
  readonly clock: Clock;
  readonly log: Logger;
  readonly report: Reporter<AppFacts>;
  readonly permits: EventPermits;
  readonly around: Around | undefined;
  readonly onError: (error: HandlerError, context: EventContext<AnyEvent>) => Promise<void> | void;
}

export interface EventArrival {
  readonly event: AnyEvent;
  readonly source: InteractionSource;
  /** The same for every delivery of this event. */
  readonly identity: string;
  /** Whether it was read by history after a gap. */
  readonly backfilled: boolean;
  readonly signal: () => AbortSignal;
}

/** What a handler of an event is given beside it. */
class Context implements EventContext<AnyEvent> {
  readonly #arrival: EventArrival;
  readonly #route: EventRoute;
  readonly #settings: EventSettings;
  readonly type = "event";
  #api: BoundApi | undefined;

  constructor(arrival: EventArrival, route: EventRoute, settings: EventSettings) {
    this.#arrival = arrival;
    this.#route = route;
    this.#settings = settings;
  }

  /** Made for the handler that asks: most events are only looked at. */
  get api(): BoundApi {
    const { appId, caller } = this.#settings;
    // A channel knows a reference whichever App used it, and what one handler writes must not stand for what another does.
    const scope = (): readonly string[] => [appId(), "event", this.identity, this.#route.writes];
    return (this.#api ??= bindApi(repeatableCaller(caller, scope)));
  }
  get log(): Logger {
    return this.#settings.log;
  }
  get event(): AnyEvent {
    return this.#arrival.event;
  }
  get identity(): string {
    return this.#arrival.identity;
  }
  get backfilled(): boolean {
    return this.#arrival.backfilled;
  }
  get signal(): AbortSignal {
    return this.#arrival.signal();
  }
  get source(): InteractionSource {
    return this.#arrival.source;
  }
}

/**
 * Takes an event to its handlers, one after the other; what one throws does not keep the next from running.
 *
 * @throws HandlerError the first of them, once all have run and each was reported: what that means is the dispatcher's
 */
export async function runEvent(arrival: EventArrival, settings: EventSettings): Promise<void> {
  const { registry, permits } = settings;
  const { event } = arrival;
  const routes = registry.eventRoutes(event.type);
  if (routes.length === 0) return;
  const holder = permits.begin(event);
  let failed: HandlerError | undefined;
  for (const route of routes) {
    holder.handler = route.name;
    const error = await runRoute(route, arrival, settings);
    failed ??= error;
  }
  permits.end(holder);
  if (failed !== undefined) throw failed;
}

async function runRoute(
  route: EventRoute,
  arrival: EventArrival,
  settings: EventSettings,
): Promise<HandlerError | undefined> {
  const { clock, report, around, onError } = settings;
  const context = new Context(arrival, route, settings);
  const startedMs = clock.monotonicMs();
  const { source } = arrival;
  const run = async (): Promise<void> => {
    await route.run(context);
  };
  try {
    await (around ? around({ name: "handler", attributes: { handler: route.label, source } }, run) : run());
    report("handled", { handler: route.label, source, tookMs: clock.monotonicMs() - startedMs });
    return undefined;
  } catch (cause) {
    const error = new HandlerError(route.label, cause);
    await onError(error, context);
    return error;
  }
}
