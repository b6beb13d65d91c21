import { type Clock, systemClock } from "../../abi/index.js";
import { isRecord } from "../../base/values.js";
import { CLOCK } from "../../http/check-given.js";
import { checkOptions, FUNCTION, type Kind, oneOf } from "../../http/check-options.js";
import type { KeyValue } from "../../store/contract.js";
import { STORE } from "../../store/kind.js";
import { memoryStore } from "../../store/memory.js";
import { Records } from "../../store/records.js";
import { ConfirmableInteraction } from "../contexts/context.js";
import { checkInput, refuseDefinition } from "../definitions/check.js";
import type { MiddlewareContext } from "../handlers.js";
import type { Middleware } from "../routing/middleware.js";
import { KeyedQueue } from "./queue.js";
import { OpenSession, type Session } from "./session.js";

/** Whose data it is. */
export type SessionScope = "person" | "channel" | "server";

/** How {@link sessions} keep their data. */
export interface SessionsOptions<Data extends object> {
  /** `person`: of one person within a server. Default: `person`. */
  readonly by?: SessionScope;
  /** What a session begins with. Each gets a copy of its own. */
  readonly initial: () => Data;
  /** Default: in memory. One that does not answer within a second fails the handler: a person is waiting. */
  readonly store?: KeyValue;
  /** Milliseconds that a handler waits for other handlers of the same session in this process. Default: 30,000. */
  readonly queueTimeoutMs?: number;
  /** Measures these times. Default: the system's. */
  readonly clock?: Clock;
}

const SESSIONS_OPTIONS = {
  by: oneOf("person", "channel", "server"),
  initial: FUNCTION,
  store: STORE,
  queueTimeoutMs: ["a number of milliseconds above 0", (value) => typeof value === "number" && value > 0],
  clock: CLOCK,
} satisfies Record<keyof SessionsOptions<object>, Kind>;

/** The failure of a store is that of the handler, which is reported. */
const SILENT = { wants: () => false, report: () => undefined };

/**
 * Middleware that puts `session` on the context of interactions: plain data of the person, channel or server, read
 * before the handler and written after it when it has changed. Events have none.
 *
 * Handlers of one session run one after the other in a process; while one waits for a person, others go on. A write never
 * replaces what somebody else wrote meanwhile: `session.update(change)` is applied again, and any other change fails the
 * handler with a {@link SessionConflictError}.
 *
 * @throws ArgumentError when an option is missing, misspelled or of another kind.
 */
export function sessions<Data extends object>(
  options: SessionsOptions<Data>,
): Middleware<MiddlewareContext, { readonly session: Session<Data> }> {
  checkInput("sessions", options, "an object of options");
  checkOptions(options, SESSIONS_OPTIONS, { of: "sessions()", prefix: "sessions(): " });
  if (options.initial === undefined)
    refuseDefinition("sessions()", "needs initial, a function that gives what a session begins with");
  const { by = "person", initial, clock = systemClock, queueTimeoutMs = 30_000 } = options;
  const { store = memoryStore({ clock }) } = options;
  const read = (value: unknown): Data | undefined => (isRecord(value) ? (value as Data) : undefined); // written here
  const records = new Records<Data>(store, { use: "session", read, clock, sink: SILENT });
  const queue = new KeyedQueue(clock, queueTimeoutMs);
  return async (context, next) => {
    const { serverId, channelId, userId } = context.type === "event" ? NOBODY : context;
    const whose = by === "server" ? serverId : `${serverId}:${by === "channel" ? channelId : userId}`;
    const isReplay = () => context instanceof ConfirmableInteraction && context.isReplay();
    const session = new OpenSession({ records, queue, key: `${by}:${whose}`, initial, isReplay });
    const current = (): unknown => Reflect.get(context, "session");
    if (context.type === "event") {
      session.begin();
      return next({ session: session.data });
    }
    if (!(context instanceof ConfirmableInteraction)) {
      await session.read(); // a person is typing: nothing is waited for
    } else {
      await session.open();
      context.onWait({ before: async () => session.beforeWait(current()), after: async () => session.afterWait() });
    }
    try {
      const result = await next({ session: session.data });
      await session.save(current());
      return result;
    } finally {
      session.leave();
    }
  };
}

const NOBODY = { serverId: "", channelId: "", userId: "" };
