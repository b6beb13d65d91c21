import type { AcceptedInteraction } from "../delivery/handler/context.js";
import { LateAbort } from "../base/late-abort.js";
import { createEndpoint, type Endpoint } from "../delivery/handler/endpoint.js";
import { bodyInTime } from "../delivery/handler/runner.js";
import type { KeysDiagnostic } from "../diagnostics/index.js";
import type { ResponseChannel } from "../interaction/channel.js";
import { automaticConfirmation } from "../interaction/automatic.js";
import { BodyChannel, type ConfirmingBody } from "../interaction/channels/body.js";
import { HeldChannel } from "../interaction/channels/held.js";
import { restChannel } from "../interaction/channels/rest.js";
import type { Incoming } from "./interactions/settings.js";
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

interface Held {
  readonly arrival: Omit<Incoming, "channel">;
  readonly rest: ResponseChannel;
  /** Aborts when the endpoint has answered in the handler's stead. */
  readonly late: LateAbort;
}

/** Gives a verified interaction to the handlers, with the body of the answer as its channel. */
async function take(accepted: AcceptedInteraction, services: AppServices): Promise<ConfirmingBody | undefined> {
  const { interactions, client, clock, report } = services;
  const { deadlineMs, arrivedAtMs: receivedAtMs, takesPrivate, acknowledged } = accepted;
  const { interaction } = accepted.verified;
  if (interaction.type === "unknown") {
    const { wireType } = interaction;
    report("interaction_unknown", { wireType, source: "delivery" });
    const sendsEmpty = client.assumptions.emptySuggestions === "sent";
    const confirmation = automaticConfirmation(wireType, "decline", sendsEmpty);
    return confirmation && { type: confirmation.type, text: JSON.stringify(confirmation) };
  }
  const late = new LateAbort();
  const arrival = { interaction, source: "delivery", receivedAtMs, deadlineMs, signal: () => late.signal } as const;
  const rest = restChannel(client, interaction.id);
  if (accepted.freezes) return takeHeld(accepted, { arrival, rest, late }, services);
  if (acknowledged) {
    await interactions.run({ ...arrival, channel: rest });
    return undefined;
  }
  const channel = new BodyChannel({ rest, clock, receivedAtMs, takesPrivate });
  const ran = interactions.run({ ...arrival, channel });
  const done = ran.then((how) => {
    if (how !== "handled") channel.close(); // nothing may run and nothing be said: a neutral answer
  });
  const end = (): void => {
    channel.close();
    late.abort();
  };
  return bodyInTime(channel, accepted, { done, late: end });
}

/** The same on a host that freezes after the answer, which is held back until everything is sent, or to the deadline. */
async function takeHeld(
  accepted: AcceptedInteraction,
  { arrival, rest, late }: Held,
  services: AppServices,
): Promise<ConfirmingBody | undefined> {
  const { interactions, conversations, client, clock } = services;
  const { acknowledged, takesPrivate, deadlineMs, arrivedAtMs: receivedAtMs, reporter, ref } = accepted;
  const onLate = (): void => reporter.frozen(ref);
  const via = acknowledged ? "rest" : "body";
  const { random } = client;
  const channel = new HeldChannel({ rest, via, clock, random, receivedAtMs, deadlineMs, takesPrivate, onLate });
  const ran = interactions.run({ ...arrival, channel, onRest: (how) => channel.rest(how) });
  void ran.then((how) => {
    if (how !== "handled") channel.release(); // nothing may run and nothing be said: a neutral answer
  });
  const cancel = clock.schedule(() => {
    onLate();
    channel.release();
    if (!channel.isConfirmed) late.abort();
  }, deadlineMs - clock.monotonicMs());
  const body = await channel.released;
  cancel();
  await conversations.stored?.saved();
  return body;
}
