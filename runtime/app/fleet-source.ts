import { getMe } from "../../generated/routes.js";
import { defined } from "../base/values.js";
import { DiagnosticListeners } from "../diagnostics/diagnostics.js";
import type { EventsDiagnostic } from "../diagnostics/events.js";
import { type EventStream, openEvents } from "../events/event-stream.js";
import { linkedTo, sleep } from "../base/time.js";
import type { Fleet } from "../fleet/fleet.js";
import type { OpenStream } from "../fleet/intake/slot-intake.js";
import { interactionPrefix } from "../interaction/claims.js";
import { eventsOptionsOf } from "./options.js";
import type { AppServices } from "./services.js";
import { type Opening, type OpenSource, type Patience, whenOpen } from "./opening.js";
import { dispatching, handle, intentsOf, streamReporter } from "./source.js";

/** Milliseconds after which it is asked again who reads. */
const ASK_MS = 100;

/** What an interaction is called in the log, and what stands before its id. */
const INTERACTION = "i-";

/** Says whose fleet this is, before anything is shared in it: another App must not leave its marks there. */
export async function enterFleet({ client, options }: AppServices, fleet: Fleet, signal: AbortSignal): Promise<void> {
  if (options.events === false && (options.syncCommands ?? false) === false) return;
  await getMe(client, {}, { signal });
  await fleet.belongsTo(client.appId);
}

/**
 * Takes part in a fleet that was entered: reads the live stream into the log when this process holds a slot, and handles
 * events from the log. Resolves once a member reads, with undefined when no event is wanted.
 */
export async function openFleetSource(
  services: AppServices,
  fleet: Fleet,
  signal: AbortSignal,
): Promise<OpenSource | undefined> {
  const { client, options, registry, clock } = services;
  const asked = eventsOptionsOf(options);
  if (asked === undefined) return undefined;
  const [first, ...others] = asked.intents ?? intentsOf(registry);
  if (first === undefined) return undefined;
  const { appId } = client;
  let stream: EventStream | undefined;
  const told = new DiagnosticListeners<EventsDiagnostic>();
  told.listen(streamReporter(services));
  const open: OpenStream = ({ cursorStore, cursorKey }) =>
    (stream = openEvents(client, {
      intents: [first, ...others],
      transport: asked.transport ?? "auto",
      cursorStore,
      cursorKey,
      onDiagnostic: (diagnostic) => told.report(calmed(diagnostic)),
      ...defined({ onGap: asked.onGap }),
    }));
  const isSplit = client.assumptions.eventFanOut === "split";
  const intake = fleet.roles.includes("intake") ? fleet.intake(open, { isSplit }) : undefined;
  const consumer = fleet.roles.includes("worker")
    ? fleet.consume(
        {
          ...dispatching(services),
          handle: async (event, context) => {
            // The lane has claimed what it hands out, over all members and the endpoint.
            const onConfirmed = () => context.confirmed();
            await handle(event, context, services, { source: context.source, isClaimed: true, onConfirmed });
          },
        },
        { claimKeyOf: (identity) => claimKeyOf(appId, identity) },
      )
    : undefined;
  const source: OpenSource = {
    ended: Promise.race([fleet.ended, ...(intake === undefined ? [] : [intake.ended])]),
    get connected() {
      const { isConnected, slots } = fleet.state;
      return isConnected && (intake === undefined || slots.some(({ holder }) => holder !== undefined));
    },
    get eventsRunning() {
      if (consumer === undefined) return 0;
      const { running, interactions } = consumer.dispatcher.snapshot;
      return running - interactions.running;
    },
    state: () => (intake?.held === undefined ? undefined : stream?.state),
    close: (graceMs) => fleet.close({ graceMs }),
  };
  if (intake === undefined) return source;
  const asking = linkedTo(signal);
  const opening: Opening = {
    ended: source.ended,
    isOpen: () => stream?.state.phase === "open",
    rateLimited: () => stream?.state.counters.rateLimited ?? 0,
    onDiagnostic: (listener) => told.listen(listener),
    openElsewhere: untilReadElsewhere(fleet, { clock, signal: asking.signal }),
  };
  return whenOpen(source, opening, { signal, clock }).finally(() => asking.abort());
}

/** That another member goes on where this one was fenced off is how a fleet works, and no error in it. */
const calmed = (diagnostic: EventsDiagnostic): EventsDiagnostic =>
  diagnostic.type === "events.cursor_taken" ? { ...diagnostic, level: "info" } : diagnostic;

/** Resolves once another member is seen to hold a slot; never when none does until the signal. */
async function untilReadElsewhere(fleet: Fleet, { clock, signal }: Patience): Promise<void> {
  for (;;) {
    // An engine out of reach has said so already, and is asked again.
    const { slots } = await fleet.refresh().catch(() => fleet.state);
    if (slots.some(({ holder }) => holder !== undefined && holder !== fleet.member)) return;
    if (!(await sleep(clock, ASK_MS, signal))) return new Promise(() => {});
  }
}

/** An interaction is claimed by the name that the endpoint claims it by. */
const claimKeyOf = (appId: string, identity: string): string =>
  identity.startsWith(INTERACTION) ? interactionPrefix(appId) + identity.slice(INTERACTION.length) : identity;
