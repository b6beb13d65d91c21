import type { StoreDiagnostic } from "../diagnostics/store.js";
import { eventFamilies } from "../../generated/tables.js";
import { getMe } from "../../generated/routes.js";
import type { IntentFamily } from "../../generated/types.js";
import { isInteractionId } from "../../generated/validators/guards.js";
import type { EventsDiagnostic, TransportName } from "../diagnostics/events.js";
import type { DispatchContext } from "../events/dispatch/context.js";
import { createDispatcher } from "../events/dispatch/dispatcher.js";
import { laneOf, orderKeyOf, type StreamEvent } from "../events/event-kinds.js";
import { openEvents } from "../events/event-stream.js";
import type { ResponseChannel } from "../interaction/channel.js";
import { restChannel } from "../interaction/channels/rest.js";
import { withDefaults } from "../base/options.js";
import { defined } from "../base/values.js";
import { property, readInteraction } from "../interaction/read.js";
import { HandlerError } from "./errors.js";
import { runEvent } from "./run-event.js";
import type { Registry } from "./routing/registry.js";
import { appOptions, eventsOptionsOf } from "./options.js";
import type { Incoming } from "./interactions/settings.js";
import type { AppServices } from "./services.js";
import { type Opening, type OpenSource, whenOpen } from "./opening.js";

/** Opens the gateway or the mailbox; resolves once events can come in, with undefined when no event is wanted. */
export async function openSource(services: AppServices, signal: AbortSignal): Promise<OpenSource | undefined> {
  const { client, options, registry, clock } = services;
  const asked = eventsOptionsOf(options);
  if (asked === undefined) return undefined;
  const [first, ...others] = asked.intents ?? intentsOf(registry);
  if (first === undefined) return undefined;
  await getMe(client, {}, { signal });
  let transport: TransportName = asked.transport === "mailbox" ? "mailbox" : "gateway";
  const reportStream = streamReporter(services);
  const onDiagnostic = (diagnostic: EventsDiagnostic) => {
    reportStream(diagnostic);
    if (diagnostic.type === "events.connected") ({ transport } = diagnostic);
  };
  const dispatcher = createDispatcher<StreamEvent>({
    ...dispatching(services),
    handle: async (event, context) => handle(event, context, services, { source: transport }),
  });
  const { transport: wanted = "auto", cursorStore, cursorKey, slots, onGap } = asked;
  const stream = openEvents(client, {
    intents: [first, ...others],
    transport: wanted,
    onDiagnostic,
    ...defined({ cursorStore, cursorKey, slots, onGap }),
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
  const opening: Opening = {
    ended,
    isOpen: () => stream.state.phase === "open",
    rateLimited: () => stream.state.counters.rateLimited,
    onDiagnostic: (listener) => stream.onDiagnostic(listener),
  };
  return whenOpen(source, opening, { signal, clock });
}

/** Reports what happens to a stream, and once that suggestions by a mailbox may come too late. */
export function streamReporter({ diagnostics, registry, report }: AppServices) {
  let isWarned = !registry.autocompletes;
  return (diagnostic: EventsDiagnostic): void => {
    diagnostics.report(diagnostic);
    if (isWarned || diagnostic.type !== "events.connected" || diagnostic.transport !== "mailbox") return;
    isWarned = true;
    report("autocomplete_undependable", {});
  };
}

export function intentsOf(registry: Registry): readonly IntentFamily[] {
  const families: Readonly<Record<string, IntentFamily>> = eventFamilies;
  const needed = new Set(registry.eventTypes.map((type) => families[type] ?? "messages"));
  if (registry.takesInteractions) needed.add("interactions");
  if (registry.eventRoutes("unknown").length > 0 && needed.size === 0) needed.add("messages").add("members");
  return [...needed];
}

/** How handlers are run, from the App's options. */
export function dispatching({ options, client, clock, report, diagnostics, events: { permits } }: AppServices) {
  const { onFailure } = eventsOptionsOf(options) ?? {};
  const { eventConcurrency, queueLimit, order, interactionConcurrency, handlerTimeoutMs } = withDefaults(
    appOptions,
    options,
  );
  return {
    clock,
    onDiagnostic: (diagnostic: StoreDiagnostic) => diagnostics.report(diagnostic),
    random: client.random,
    laneOf,
    // An interaction that waited for the one before it would miss its window, and a conversation its answer.
    orderKeyOf: (event: StreamEvent) => (event.type === "interaction_create" ? undefined : orderKeyOf(event)),
    interactions: { concurrency: interactionConcurrency },
    nameOf: (event: StreamEvent) => permits.timedOut(event),
    onError: (error: unknown) => {
      if (!(error instanceof HandlerError)) report("event_failed", { error }); // those were reported one by one
    },
    ...defined({ onFailure, concurrency: eventConcurrency, queueLimit, order, handlerTimeoutMs }),
  };
}

/** Gives an event to the App's handlers, and an interaction to its machine. */
export async function handle(
  event: StreamEvent,
  context: DispatchContext,
  services: AppServices,
  from: EventOrigin,
): Promise<void> {
  const { around, clock, events } = services;
  const { source } = from;
  const signal = () => context.signal;
  const run = async (): Promise<void> => {
    const interaction = interactionIn(event);
    if (interaction !== undefined) {
      const receivedAtMs = clock.monotonicMs() - context.ageMs;
      return takeInteraction(interaction, { ...from, receivedAtMs, signal }, services);
    }
    if (event.type === "interaction_create") return;
    const { identity, backfilled } = context;
    return runEvent({ event, source, identity, backfilled, signal }, events);
  };
  return around ? around({ name: "event", attributes: { type: event.type, source } }, run) : run();
}

/** The interaction in an event, also in one that did not fit its description because of what the interaction holds. */
function interactionIn(event: StreamEvent): unknown {
  if (event.type === "interaction_create") return event.interaction;
  return event.type === "unknown" && event.wireType === "interaction_create"
    ? property(event.payload, "interaction")
    : undefined;
}

interface EventOrigin {
  readonly source: TransportName;
  /** Its interaction is claimed already, over all processes. */
  readonly isClaimed?: boolean;
  /** Told once its interaction is confirmed, while the handler goes on. */
  readonly onConfirmed?: () => void;
}

async function takeInteraction(
  value: unknown,
  { source, isClaimed, onConfirmed, ...arrived }: EventOrigin & Pick<Incoming, "receivedAtMs" | "signal">,
  services: AppServices,
): Promise<void> {
  const { interactions, client, report } = services;
  const { interaction, assumedExpiry } = readInteraction(value);
  if (interaction.type !== "unknown") {
    const rest = restChannel(client, interaction.id);
    const channel = onConfirmed === undefined ? rest : toldOf(rest, onConfirmed);
    const claimed = isClaimed === true ? { deadlineMs: Infinity } : {};
    await interactions.run({ ...arrived, ...claimed, source, interaction, assumedExpiry, channel });
    return;
  }
  const { wireType, payload } = interaction;
  report("interaction_unknown", { wireType, source });
  const id = property(payload, "id");
  if (!isInteractionId(id) || wireType === "autocomplete") return;
  const declined = await restChannel(client, id).confirm({ type: "decline" }, 1_000);
  if ("error" in declined) report("unknown_not_declined", { wireType, error: declined.error });
}

/** The channel, with a listener for accepted confirmations. */
function toldOf(channel: ResponseChannel, onConfirmed: () => void): ResponseChannel {
  return {
    ...channel,
    async confirm(confirmation, leftMs) {
      const result = await channel.confirm(confirmation, leftMs);
      if (result.was === "accepted") onConfirmed();
      return result;
    },
  };
}
