import { getMe } from "../../generated/routes.js";
import { given } from "../delivery/core/maybe.js";
import { type EventStream, openEvents } from "../events/event-stream.js";
import type { Fleet } from "../fleet/fleet.js";
import type { OpenStream } from "../fleet/intake/slot-intake.js";
import { interactionPrefix } from "../interaction/claims.js";
import type { AppServices } from "./services.js";
import { dispatching, eventsOptionsOf, handle, intentsOf, type OpenSource } from "./source.js";

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
 * events from the log. Nothing when nobody waits for any.
 */
export function openFleetSource(services: AppServices, fleet: Fleet): OpenSource | undefined {
  const { client, options, registry, diagnostics } = services;
  const asked = eventsOptionsOf(options);
  if (asked === undefined) return undefined;
  const [first, ...others] = asked.intents ?? intentsOf(registry);
  if (first === undefined) return undefined;
  const { appId } = client;
  let stream: EventStream | undefined;
  const open: OpenStream = ({ cursorStore, cursorKey }) =>
    (stream = openEvents(client, {
      intents: [first, ...others],
      transport: asked.transport ?? "auto",
      cursorStore,
      cursorKey,
      onDiagnostic: (diagnostic) => diagnostics.report(diagnostic),
      ...given({ onGap: asked.onGap }),
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
  return {
    ended: intake?.ended ?? new Promise(() => {}),
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
}

/** An interaction is claimed by the name that the endpoint claims it by. */
const claimKeyOf = (appId: string, identity: string): string =>
  identity.startsWith(INTERACTION) ? interactionPrefix(appId) + identity.slice(INTERACTION.length) : identity;
