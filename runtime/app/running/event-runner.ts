import type { GatewayEvent, UnknownEvent } from "../../../generated/types.js";
import type { Caller, Clock } from "../../abi/index.js";
import { clientRefs } from "../../events/client-ref.js";
import { bindApi, repeatableCaller } from "../api.js";
import type { BoundApi } from "../api.js";
import { HandlerError } from "../errors.js";
import type { EventContext } from "../handlers.js";
import type { Around, Tell } from "../hooks.js";
import type { Source } from "../interaction/types.js";
import type { Logger } from "../logger.js";
import type { EventRoute, Registry } from "./registry.js";

export type AnyEvent = Exclude<GatewayEvent, { readonly type: "interaction_create" }> | UnknownEvent;

export interface EventRunnerSettings {
  readonly registry: Registry;
  readonly caller: Caller;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tell: Tell | undefined;
  readonly around: Around | undefined;
  readonly onError: (error: HandlerError, context: EventContext<AnyEvent>) => Promise<void> | void;
}

/** An event that has come in. */
export interface EventArrival {
  readonly event: AnyEvent;
  readonly source: Source;
  /** The same for every delivery of this event. */
  readonly identity: string;
  readonly signal: () => AbortSignal;
}

/** What a handler of an event is given beside it. The calls it makes are numbered for this handler alone. */
class Context implements EventContext<AnyEvent> {
  readonly #arrival: EventArrival;
  readonly #caller: Caller;
  readonly type = "event";
  readonly log: Logger;
  #api: BoundApi | undefined;

  constructor(arrival: EventArrival, caller: Caller, log: Logger) {
    this.#arrival = arrival;
    this.#caller = caller;
    this.log = log;
  }

  get api(): BoundApi {
    return (this.#api ??= bindApi(this.#caller));
  }
  get event(): AnyEvent {
    return this.#arrival.event;
  }
  get identity(): string {
    return this.#arrival.identity;
  }
  get signal(): AbortSignal {
    return this.#arrival.signal();
  }
  get source(): Source {
    return this.#arrival.source;
  }
}

/** Takes an event to its handlers, one after the other; what one throws does not keep the next from running. */
export async function runEvent(arrival: EventArrival, settings: EventRunnerSettings): Promise<void> {
  const { registry } = settings;
  const { event } = arrival;
  const routes = event.type === "unknown" ? registry.unknownEventRoutes : registry.eventRoutes(event.type);
  for (const [index, route] of routes.entries()) await runRoute(route, index, arrival, settings);
}

async function runRoute(
  route: EventRoute,
  index: number,
  arrival: EventArrival,
  settings: EventRunnerSettings,
): Promise<void> {
  const { caller, clock, log, tell, around, onError } = settings;
  // Each handler counts its own writes: what another one does must not shift them.
  const refs = index === 0 ? clientRefs(arrival.identity) : clientRefs(arrival.identity, String(index));
  const context = new Context(arrival, repeatableCaller(caller, refs), log);
  const startedMs = clock.monotonicMs();
  const { source } = arrival;
  const run = async (): Promise<void> => {
    await route.run(context);
  };
  try {
    await (around ? around({ name: "handler", attributes: { handler: route.label, source } }, run) : run());
    tell?.({ kind: "handled", handler: route.label, source, tookMs: clock.monotonicMs() - startedMs });
  } catch (cause) {
    const error = new HandlerError(route.label, cause);
    tell?.({ kind: "handler_failed", handler: route.label, source, error });
    await onError(error, context);
  }
}
