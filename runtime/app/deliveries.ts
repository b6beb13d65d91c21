import { createEndpoint, type AcceptedInteraction, type Endpoint } from "../delivery/handler/endpoint.js";
import type { KeysDiagnostic } from "../diagnostics/index.js";
import { BodyChannel, type ConfirmingBody } from "../interaction/channels/body.js";
import { restChannel } from "../interaction/channels/rest.js";
import type { AppServices } from "./services.js";
import { keysFor } from "./shared-keys.js";

/** The endpoint of an App: the same handlers, behind the verifier. */
export function deliveriesOf(services: AppServices): Endpoint {
  const { client, clock, around, diagnostics, claims } = services;
  const { delivery = {}, transport } = services.options;
  const { apps = client.appId, keys, dedupe, ...rest } = delivery;
  const follower = { client, listener: (diagnostic: KeysDiagnostic) => diagnostics.report(diagnostic) };
  const options = {
    clock,
    ...rest,
    dedupe: dedupe === false ? dedupe : claims,
    apps,
    keys: keys ?? keysFor({ ownTransport: transport !== undefined, clock }, follower),
    assumptions: client.assumptions,
  };
  return createEndpoint(options, diagnostics, (accepted) => {
    const run = async () => take(accepted, services);
    const { type } = accepted.verified.interaction;
    return around ? around({ name: "delivery", attributes: { type } }, run) : run();
  });
}

const decline = { type: "decline" } as const;

/** Gives a verified interaction to the handlers, with the body of the answer as its channel. */
async function take(accepted: AcceptedInteraction, services: AppServices): Promise<ConfirmingBody | undefined> {
  const { interactions, client, clock, report } = services;
  const { deadlineMs, arrivedAtMs: receivedAtMs, takesPrivate, acknowledged } = accepted;
  const { interaction } = accepted.verified;
  if (interaction.type === "unknown") {
    const { wireType } = interaction;
    report("interaction_unknown", { wireType, source: "delivery" });
    const confirmation = wireType === "autocomplete" ? ({ type: "suggest", choices: [] } as const) : decline;
    return { type: confirmation.type, text: JSON.stringify(confirmation) };
  }
  let controller: AbortController | undefined;
  const signal = () => (controller ??= new AbortController()).signal;
  const arrival = { interaction, source: "delivery", receivedAtMs, deadlineMs, signal } as const;
  const rest = restChannel(client, interaction.id);
  if (acknowledged) {
    await interactions.run({ ...arrival, channel: rest });
    return undefined;
  }
  const channel = new BodyChannel({ rest, clock, receivedAtMs, takesPrivate });
  const ran = interactions.run({ ...arrival, channel });
  accepted.waitUntil(ran);
  void ran.then((how) => {
    if (how !== "handled") channel.close(); // nothing may run and nothing be said: a neutral answer
  });
  if (channel.taken) return channel.taken;
  const cancel = clock.schedule(() => {
    channel.close();
    controller?.abort();
  }, deadlineMs - clock.monotonicMs());
  const body = await channel.body();
  cancel();
  return body;
}
