import type { Confirmation } from "../../generated/types.js";
import type { DeliveryContext } from "../delivery/handler/context.js";
import { createDeliveryHandler } from "../delivery/handler/create.js";
import type { DeliveryHandler } from "../delivery/handler/create.js";
import type { DeliveryResult } from "../delivery/handler/options.js";
import type { KeyStoreEvent } from "../delivery/keys/key-store.js";
import type { VerifiedInteraction } from "../delivery/verified.js";
import { deliveryLog, logKeyEvent } from "./delivery-log.js";
import { bodyDoor } from "./interaction/body.js";
import type { Door } from "./interaction/door.js";
import { restDoor } from "./interaction/rest.js";
import { keysFor } from "./shared-keys.js";
import type { Wiring } from "./wiring.js";

/** The endpoint of an App: the same handlers, behind the verifier. */
export function deliveriesOf(wiring: Wiring): DeliveryHandler {
  const { client, clock, log, around } = wiring;
  const { apps = client.appId, keys, mode = "by-body", onEvent, ...rest } = wiring.options.delivery ?? {};
  const listener = (event: KeyStoreEvent) => logKeyEvent(event, log);
  const write = deliveryLog(log, clock);
  const ownTransport = wiring.options.transport !== undefined;
  return createDeliveryHandler({
    clock,
    ...rest,
    mode,
    apps,
    keys: keys ?? keysFor({ ownTransport, clock }, { client, listener }),
    assumptions: client.assumptions,
    onEvent(event) {
      write(event);
      onEvent?.(event);
    },
    // With automatic defer, that came before. Without it, what the handler says later has no place to go.
    onLate: "decline",
    handle: async (verified, context) => {
      const run = async () => handle(verified, context, wiring, mode);
      return around ? around({ name: "delivery", attributes: { type: verified.interaction.type } }, run) : run();
    },
  });
}

async function handle(
  verified: VerifiedInteraction,
  context: DeliveryContext,
  { runner, client, clock, tell, options }: Wiring,
  mode: "by-body" | "ack-then-rest",
): Promise<DeliveryResult> {
  const { interaction } = verified;
  if (interaction.type === "unknown") {
    tell?.({ kind: "interaction_unknown", wireType: interaction.wireType, source: "delivery" });
    return refusalFor(interaction.wireType);
  }
  const common = {
    interaction,
    source: "delivery" as const,
    receivedAtMs: clock.monotonicMs(),
    budgetMs: context.remainingMs(),
    signal: () => context.signal,
  };
  if (mode === "ack-then-rest") {
    await runner.run({ ...common, door: restOnly(restDoor(client, interaction.id), context) });
    return "handled-by-rest";
  }
  const door = bodyDoor(context.privateByBody);
  const ran = runner.run({ ...common, door });
  context.waitUntil(ran);
  const confirmed = door.body;
  const ended = ran.then(async (how) => {
    if (how !== "handled") return "handled-by-rest" as const; // nothing may run and nothing be said: a neutral answer
    return options.autoDefer === false ? undefined : confirmed; // what the handler left running may still confirm
  });
  return Promise.race([confirmed, ended]);
}

/** Confirms by REST after the delivery was acknowledged, as long as the endpoint says that there is time. */
function restOnly(door: Door, context: DeliveryContext): Door {
  return {
    ...door,
    confirm: async (confirmation, leftMs, auto) =>
      context.takeRestDoor()
        ? door.confirm(confirmation, leftMs, auto)
        : { was: "refused", error: new Error("The time of this delivery is over.") },
  };
}

function refusalFor(wireType: string): Confirmation {
  return wireType === "autocomplete" ? { type: "suggest", choices: [] } : { type: "decline" };
}
