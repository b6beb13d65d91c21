import { eventFamilies, limits } from "../../generated/tables.js";
import { getMe } from "../../generated/routes.js";
import type { IntentFamily } from "../../generated/types.js";
import { decodeInteraction } from "../../generated/validators/decode.js";
import { isInteractionId } from "../../generated/validators/guards.js";
import type { HandlerContext } from "../events/dispatch/context.js";
import { createDispatcher } from "../events/dispatch/dispatcher.js";
import { laneOf, orderKeyOf } from "../events/event-kinds.js";
import type { StreamEvent } from "../events/event-kinds.js";
import { openEvents } from "../events/stream/open-events.js";
import type { EventStream } from "../events/stream/event-stream.js";
import type { EventsNotice, TransportName } from "../events/stream/notices.js";
import type { EventsState } from "../events/stream/state.js";
import { NoAnswerError } from "../http/errors/index.js";
import { property } from "./interaction/args.js";
import { restDoor } from "./interaction/rest.js";
import { runEvent } from "./running/event-runner.js";
import { withErr } from "./logger.js";
import type { Registry } from "./running/registry.js";
import type { Wiring } from "./wiring.js";

/** Events on their way to the handlers. */
export interface OpenSource {
  readonly connected: boolean;
  /** Handlers of events under way, those of interactions not among them. */
  readonly eventsRunning: number;
  /** Resolves with what ended it, or undefined when it was closed here. */
  readonly ended: Promise<unknown>;
  state(): EventsState;
  /** Reads no more and lets handlers finish. Called again, it waits no longer than that. */
  close(graceMs: number): Promise<void>;
}

/** Milliseconds that the first connection may take before `start()` gives up on it. */
const START_MS = 30_000;

/** The same once the service says that all places are taken: a process that was killed leaves a mailbox holding one. */
const START_WITHOUT_PLACE_MS = 2 * limits.mailboxIdleMs;

/** Opens the gateway or the mailbox; resolves once events can come in, with nothing when nobody waits for any. */
export async function openSource(
  wiring: Wiring,
  registry: Registry,
  signal: AbortSignal,
): Promise<OpenSource | undefined> {
  const { client, options, log, tell, clock } = wiring;
  const given = typeof options.events === "string" ? { transport: options.events } : options.events;
  if (given === false) return undefined;
  const [first, ...others] = given?.intents ?? intentsOf(registry);
  if (first === undefined) return undefined;
  await getMe(client, {}, { signal });
  let transport: TransportName = given?.transport === "mailbox" ? "mailbox" : "gateway";
  let isWarned = !registry.autocompletes;
  const onState = (notice: EventsNotice) => {
    logNotice(notice, wiring);
    tell?.({ kind: "events", notice });
    if (notice.type !== "connected") return;
    ({ transport } = notice);
    if (transport === "mailbox" && !isWarned) warnAboutAutocomplete(wiring);
    isWarned ||= transport === "mailbox";
  };
  const dispatcher = createDispatcher<StreamEvent>({
    ...dispatching(wiring),
    handle: async (event, context) => handle(event, context, wiring, transport),
    onError: (err) => log.error({ err }, "An event could not be handled"),
  });
  const { transport: wanted = "auto", cursorStore } = given ?? {};
  const stream = openEvents(client, {
    intents: [first, ...others],
    transport: wanted,
    onState,
    ...(cursorStore ? { cursorStore } : {}),
  });
  const ended = stream.run(dispatcher).then(
    () => undefined,
    (error: unknown) => error,
  );
  const source: OpenSource = {
    ended,
    get connected() {
      return stream.state.phase === "open";
    },
    get eventsRunning() {
      const { running, interactions } = dispatcher.snapshot;
      return running - interactions.running;
    },
    state: () => stream.state,
    async close(graceMs) {
      await stream.close({ graceMs });
      await dispatcher.stop({ graceMs: 0 });
    },
  };
  await untilConnected(stream, ended, signal, clock).catch(async (error: unknown) => {
    await source.close(0);
    throw error;
  });
  return source;
}

/** The families that the registered handlers need. */
function intentsOf(registry: Registry): readonly IntentFamily[] {
  const families: Readonly<Record<string, IntentFamily>> = eventFamilies;
  const needed = new Set(registry.eventTypes.map((type) => families[type] ?? "messages"));
  if (registry.takesInteractions) needed.add("interactions");
  if (registry.takesUnknownEvents && needed.size === 0) needed.add("messages").add("members");
  return [...needed];
}

function dispatching({ options, clock }: Wiring) {
  const { eventConcurrency, queueLimit, order, interactionConcurrency = 1_000, handlerTimeoutMs } = options;
  return {
    clock,
    laneOf,
    orderKeyOf,
    interactions: { concurrency: interactionConcurrency },
    ...(eventConcurrency === undefined ? {} : { concurrency: eventConcurrency }),
    ...(queueLimit === undefined ? {} : { queueLimit }),
    ...(order === undefined ? {} : { order }),
    ...(handlerTimeoutMs === undefined ? {} : { handlerTimeoutMs }),
  };
}

async function handle(
  event: StreamEvent,
  context: HandlerContext,
  wiring: Wiring,
  source: TransportName,
): Promise<void> {
  const { around } = wiring;
  const run = async () => dispatch(event, context, wiring, source);
  return around ? around({ name: "event", attributes: { type: event.type, source } }, run) : run();
}

async function dispatch(
  event: StreamEvent,
  context: HandlerContext,
  wiring: Wiring,
  source: TransportName,
): Promise<void> {
  const { clock, events } = wiring;
  const signal = () => context.signal;
  const interaction = interactionIn(event);
  if (interaction === undefined) {
    if (event.type === "interaction_create") return;
    return runEvent({ event, source, identity: context.identity, signal }, events);
  }
  const receivedAtMs = clock.monotonicMs() - context.ageMs;
  return takeInteraction(interaction, { source, receivedAtMs, signal }, wiring);
}

/** The interaction in an event, also in one that did not fit its description because of what the interaction holds. */
function interactionIn(event: StreamEvent): unknown {
  if (event.type === "interaction_create") return event.interaction;
  return event.type === "unknown" && event.wireType === "interaction_create"
    ? property(event.payload, "interaction")
    : undefined;
}

interface Arrived {
  readonly source: TransportName;
  readonly receivedAtMs: number;
  readonly signal: () => AbortSignal;
}

async function takeInteraction(value: unknown, arrived: Arrived, { runner, client, tell, log }: Wiring): Promise<void> {
  const interaction = decodeInteraction(value);
  if (interaction.type !== "unknown") {
    await runner.run({ ...arrived, interaction, door: restDoor(client, interaction.id) });
    return;
  }
  const { wireType, payload } = interaction;
  tell?.({ kind: "interaction_unknown", wireType, source: arrived.source });
  const id = property(payload, "id");
  if (!isInteractionId(id) || wireType === "autocomplete") return;
  const declined = await restDoor(client, id).confirm({ type: "decline" }, 1_000, true);
  if ("error" in declined) log.warn({ wireType, err: declined.error }, "An unknown interaction could not be declined");
}

/** Waits for the first connection, for its failure for good, for the caller to change his mind, or for too long. */
async function untilConnected(
  stream: EventStream,
  ended: Promise<unknown>,
  signal: AbortSignal,
  clock: Wiring["clock"],
): Promise<void> {
  if (stream.state.phase === "open") return;
  let release = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const startedMs = clock.monotonicMs();
      let cancelTimer = (): void => {};
      let cause: unknown;
      const waitFor = (ms: number) => {
        cancelTimer();
        const late = () =>
          reject(new NoAnswerError(`No connection for events within ${ms / 1_000} s.`, { reason: "timeout", cause }));
        cancelTimer = clock.schedule(late, startedMs + ms - clock.monotonicMs());
      };
      const stopListening = stream.onNotice((notice) => {
        if (notice.type === "connected") resolve();
        if (notice.type === "disconnected" && "error" in notice.ending) cause = notice.ending.error;
        if (notice.type === "retrying" && stream.state.counters.rateLimited > 0) waitFor(START_WITHOUT_PLACE_MS);
      });
      waitFor(START_MS);
      const onAbort = () => reject(new NoAnswerError("The App was stopped while it started.", { reason: "aborted" }));
      signal.addEventListener("abort", onAbort, { once: true });
      const over = new NoAnswerError("The events ended before there was a connection.", { reason: "aborted" });
      void ended.then((error) => reject(error instanceof Error ? error : over));
      release = () => {
        stopListening();
        cancelTimer();
        signal.removeEventListener("abort", onAbort);
      };
    });
  } finally {
    release();
  }
}

/** A second is shorter than what reading in turns can promise. */
function warnAboutAutocomplete({ log, tell }: Wiring): void {
  tell?.({ kind: "autocomplete_undependable" });
  log.warn({}, "Autocomplete must be answered within a second, which reading a mailbox cannot promise");
}

const warnings: readonly EventsNotice["type"][] = [
  "resume-likely-lost",
  "gap-risk",
  "cursor-failed",
  "intents-missing",
];

function logNotice(notice: EventsNotice, { log }: Wiring): void {
  const { type, atMs: _atMs, ...rest } = notice;
  const fields = withErr(rest);
  if (type === "gap") log.warn(fields, "Events may have been lost");
  else if (warnings.includes(type) || (type === "retrying" && notice.why === "refused"))
    log.warn(fields, `Events: ${type}`);
  else if (type === "connected" || type === "resumed" || type === "retrying") log.info(fields, `Events: ${type}`);
  else log.debug(fields, `Events: ${type}`);
}
