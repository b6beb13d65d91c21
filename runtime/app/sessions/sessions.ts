import { systemClock } from "../../abi/index.js";
import { isRecord } from "../../base/values.js";
import {
  checkOptions,
  clock,
  func,
  ms,
  oneOf,
  type OptionsOf,
  options,
  withDefaults,
  usually,
} from "../../base/options.js";
import { store } from "../../store/kind.js";
import { memoryStore } from "../../store/memory.js";
import { Records } from "../../store/records.js";
import { ConfirmableInteraction } from "../contexts/context.js";
import { refuseDefinition } from "../definitions/check.js";
import type { MiddlewareContext } from "../handlers.js";
import type { Middleware } from "../routing/middleware.js";
import { KeyedQueue } from "./queue.js";
import { OpenSession, type Session } from "./session.js";

/** Whose data it is. */
export type SessionScope = "person" | "channel" | "server";

const sessionOptions = /* @__PURE__ */ options(() => ({
  /** What has a session: a user within a server (`person`), a channel or a server. Default: `person`. */
  by: usually(oneOf("person", "channel", "server"), "person"),
  /** Where sessions are kept. One that does not answer within a second fails the handler. Default: in memory. */
  store: store(),
  /** Milliseconds that a handler waits for other handlers of the same session in this process. Default: 30,000. */
  queueTimeoutMs: ms(30_000),
  /** Time and timers. Default: the system's. */
  clock: usually(clock(), systemClock),
}));

/** How {@link sessions} keep their data. */
export interface SessionsOptions<Data extends object> extends OptionsOf<typeof sessionOptions> {
  /** Returns the initial data of a session. Each session gets its own copy. */
  readonly initial: () => Data;
}

/** The failure of a store is that of the handler, which is reported. */
const SILENT = { wants: () => false, report: () => undefined };

/**
 * Middleware that puts `session` on the context of interactions: plain data of the person, channel or server, read
 * before the handler and written after it when it has changed. Events have none.
 *
 * Handlers of one session run one after the other in a process; while one waits for a person, others go on. A write
 * never replaces what another process wrote meanwhile: `session.update(change)` is applied again, and any other change
 * fails the handler with a {@link SessionConflictError}.
 *
 * @throws ArgumentError when an option is missing, misspelled or of another kind.
 */
export function sessions<Data extends object>(
  given: SessionsOptions<Data>,
): Middleware<MiddlewareContext, { readonly session: Session<Data> }> {
  checkOptions(given, { initial: func(), ...sessionOptions }, { of: "sessions()", prefix: "sessions(): " });
  const { initial } = given;
  if (initial === undefined)
    refuseDefinition("sessions()", "requires initial, a function that returns the initial session data");
  const { by, clock, queueTimeoutMs, store = memoryStore({ clock }) } = withDefaults(sessionOptions, given);
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
