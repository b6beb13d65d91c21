import { type Clock, systemClock } from "../abi/index.js";
import { CLOCK } from "../http/check-given.js";
import { checkOptions, FUNCTION, type Kind, oneOf } from "../http/check-options.js";
import { settledWithin } from "../abi/within.js";
import { checkInput, refuseDefinition } from "./definitions/check.js";
import { STATE_STORE } from "./option-kinds.js";
import type { MiddlewareContext } from "./handlers.js";
import { memoryState, type StateStore } from "./state-store.js";
import type { Middleware } from "./routing/middleware.js";

/** Whose data it is. */
export type SessionScope = "person" | "channel" | "server";

/** How {@link sessions} keep their data. */
export interface SessionsOptions<Data extends object> {
  /** `person`: of one person within a server. Default: `person`. */
  readonly by?: SessionScope;
  /** What a session begins with. */
  readonly initial: () => Data;
  /** Default: in memory. One that does not answer within a second fails the handler: a person is waiting. */
  readonly store?: StateStore;
  /** Measures that second. Default: the system's. */
  readonly clock?: Clock;
}

/** As long as for conversations. */
const STORE_MS = 1_000;

const SESSIONS_OPTIONS = {
  by: oneOf("person", "channel", "server"),
  initial: FUNCTION,
  store: STATE_STORE,
  clock: CLOCK,
} satisfies Record<keyof SessionsOptions<object>, Kind>;

/**
 * Middleware that puts `session` on the context of interactions: plain data of the person, channel or server, read
 * before the handler and written after it when it has changed. Of two handlers at the same time, the one that ends last
 * has its way. Events have none. A store that does not answer ends the handler with an error.
 *
 * @throws ArgumentError when an option is missing, misspelled or of another kind.
 */
export function sessions<Data extends object>(
  options: SessionsOptions<Data>,
): Middleware<MiddlewareContext, { readonly session: Data }> {
  checkInput("sessions", options, "an object of options");
  checkOptions(options, SESSIONS_OPTIONS, { of: "sessions()", prefix: "sessions(): " });
  if (options.initial === undefined)
    refuseDefinition("sessions()", "needs initial, a function that gives what a session begins with");
  const { by = "person", initial, store = memoryState(), clock = systemClock } = options;
  const inTime = <Value>(work: Value | PromiseLike<Value>): Promise<Value> =>
    settledWithin(
      Promise.resolve(work), // a store of a program without types may answer at once
      { clock, timeoutMs: STORE_MS },
      () => new Error(`sessions(): the store did not answer within ${STORE_MS} ms`),
    );
  return async (context, next) => {
    if (context.type === "event") return next({ session: initial() });
    const { serverId, channelId, userId } = context;
    const whose = by === "server" ? serverId : `${serverId}:${by === "channel" ? channelId : userId}`;
    const key = `session:${by}:${whose}`;
    const found = await inTime(store.get(key));
    if (typeof (found ?? {}) !== "object")
      throw new TypeError(`sessions(): what the store holds under "${key}" is no object.`);
    const session = (found ?? initial()) as Data; // written by this middleware, under this key
    const before = JSON.stringify(session);
    const result = await next({ session });
    if (JSON.stringify(session) !== before) await inTime(store.set(key, session));
    return result;
  };
}
