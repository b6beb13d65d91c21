import type { InteractionId } from "../../../generated/types.js";
import { assumptionDefaults } from "../../../generated/tables.js";
import { type Clock, systemClock } from "../../abi/index.js";
import type { DeliveryCounts, DeliveryRef } from "../../diagnostics/delivery.js";
import type { DiagnosticSink } from "../../diagnostics/reporter.js";
import { withDefaults } from "../../base/options.js";
import type { ClaimMemory } from "../../interaction/claims.js";
import { property, readInteraction } from "../../interaction/read.js";
import { chain, isThenable, type Maybe } from "../core/maybe.js";
import type { Refusal } from "../core/refusal.js";
import { deadlineOf, marginsOf, runClaimed, type Runner, type Take } from "./runner.js";
import { claimsIn } from "../../store/claims.js";
import { isStore } from "../../store/kind.js";
import { memoryDedupe } from "../dedupe/store.js";
import { type DeliveredInteraction, type VerifiedDelivery, withInteraction } from "../verified.js";
import { createVerifier, type Verdict } from "../verifier.js";
import { type DeliveryAnswer, jsonAnswer, misconfiguredAnswer, neutralAnswer } from "./answer.js";
import { claim, claimsByApp, type ClaimSettings } from "./claim.js";
import { createIntake } from "./intake.js";
import { endpointOptions, type EndpointOptions } from "./options.js";
import { receive, type Reception } from "./reception.js";
import { type DeliveryReporter, deliveryReporter } from "./report.js";
import type { DeliveryRequest } from "./request.js";

/** An endpoint as adapters use it. */
export interface Endpoint {
  /** Answers one request. Never rejects. */
  deliver(request: DeliveryRequest): Promise<DeliveryAnswer>;
  /** Reports a wrong setup, and returns the answer to send. */
  misconfigured(message: string): DeliveryAnswer;
  /** How often each diagnostic was reported. */
  counts(): DeliveryCounts;
}

/** What an endpoint needs for verified deliveries. */
interface Serving extends ClaimSettings, Runner {}

/** A verified delivery, and what belongs to its request. */
interface Admitted {
  readonly verdict: Exclude<Verdict, Refusal>;
  readonly arrivedAtMs: number;
  readonly request: Pick<DeliveryRequest, "waitUntil" | "afterResponse">;
}

/** Ids are remembered for twice the tolerance, in which a timestamp stays acceptable, and for this margin. */
const claimMarginMs = 60_000;

/**
 * Creates an endpoint, which verifies and claims deliveries, and hands their interactions to a runner of `take`.
 *
 * @throws ArgumentError when an option is out of its bounds
 */
export function createEndpoint(options: EndpointOptions, sink: DiagnosticSink<never>, take: Take): Endpoint {
  const { apps, keys, clock = systemClock, assumptions } = options;
  const {
    toleranceS,
    totalBodyLimitBytes,
    bodyTimeoutMs: timeoutMs,
    onDedupeFailure,
  } = withDefaults(endpointOptions, options);
  const { bodyLimitBytes = assumptions?.deliveryBodyBytes ?? assumptionDefaults.deliveryBodyBytes } = options;
  const reporter = deliveryReporter(sink, clock);
  const probeLayout = assumptions?.probeLayout;
  const verifier = createVerifier({
    apps,
    keys,
    clock,
    toleranceS,
    ...(probeLayout === undefined ? {} : { probeLayout }),
  });
  const intake = createIntake({ bodyLimitBytes, totalLimitBytes: totalBodyLimitBytes, timeoutMs }, clock);
  const reception: Reception = { verifier, intake, bodyLimitBytes, reporter };
  const store = claimsOfStore(options.dedupe, clock, { reporter, sink });
  const serving: Serving = {
    take,
    options,
    marginsMs: marginsOf(options),
    clock,
    reporter,
    claims: store && claimsByApp(store),
    claimTtlMs: 2_000 * toleranceS + claimMarginMs,
    skipOnDedupeFailure: onDedupeFailure === "skip",
  };
  let starting: Promise<void> | undefined = keys.prefetch();

  const misconfigured = (message: string): DeliveryAnswer => {
    reporter.misconfigured(message);
    return misconfiguredAnswer;
  };
  const failed = (error: unknown): DeliveryAnswer =>
    misconfigured(error instanceof Error ? error.message : "a function or store of yours failed");
  const deliver = (request: DeliveryRequest): Promise<DeliveryAnswer> => {
    const arrivedAtMs = clock.monotonicMs();
    try {
      // On Workers, the pending first fetch may belong to this request, and would end with it.
      if (starting !== undefined && keys.current() === undefined) request.waitUntil?.(starting);
      starting = undefined;
      const answer = chain(receive(request, reception, arrivedAtMs), (received) =>
        "answer" in received ? received.answer : serve({ verdict: received.verdict, arrivedAtMs, request }, serving),
      );
      return isThenable(answer) ? Promise.resolve(answer).catch(failed) : Promise.resolve(answer);
    } catch (error) {
      return Promise.resolve(failed(error));
    }
  };
  return { deliver, misconfigured, counts: reporter.counts };
}

function claimsOfStore(
  dedupe: EndpointOptions["dedupe"],
  clock: Clock,
  { reporter: { report }, sink }: { readonly reporter: DeliveryReporter; readonly sink: DiagnosticSink<never> },
): ClaimMemory | undefined {
  if (dedupe === false) return undefined;
  if (dedupe !== undefined) return isStore(dedupe) ? claimsIn(dedupe, { clock, sink }) : dedupe;
  return memoryDedupe({ clock, onOverflow: (overflow) => report("dedupe_full", overflow) });
}

/** Answers a verified delivery. */
function serve(admitted: Admitted, serving: Serving): Maybe<DeliveryAnswer> {
  const { verdict } = admitted;
  const { report } = serving.reporter;
  if (verdict.ok === "malformed") {
    report("malformed_body", { appId: verdict.appId, deliveryId: verdict.deliveryId });
    return neutralAnswer;
  }
  const { delivery } = verdict;
  if (delivery.type === "probe") return echo(delivery, serving);
  const interaction = interactionOf(delivery);
  if (interaction !== undefined) return serveInteraction(delivery, interaction, admitted, serving);
  if (delivery.type === "interaction") report("malformed_body", refOf(delivery));
  else report("unknown_type", { wireType: delivery.type, ...refOf(delivery) });
  return neutralAnswer;
}

/** Answers a probe with its own challenge. */
function echo(delivery: VerifiedDelivery, { reporter: { report } }: Serving): DeliveryAnswer {
  const challenge = property(delivery.json, "challenge");
  if (typeof challenge !== "string") {
    report("malformed_body", refOf(delivery));
    return neutralAnswer;
  }
  report("probe_answered", refOf(delivery));
  return jsonAnswer(JSON.stringify({ challenge }));
}

function serveInteraction(
  delivery: VerifiedDelivery,
  interaction: DeliveredInteraction,
  { arrivedAtMs, request }: Admitted,
  serving: Serving,
): Maybe<DeliveryAnswer> {
  const { appId, deliveryId } = delivery;
  const ref = { appId, deliveryId, interactionId: interaction.id };
  const deadlineMs = deadlineOf(interaction, arrivedAtMs, serving);
  return chain(claim(ref, serving, deadlineMs), (claimed) => {
    if (claimed === "duplicate") return neutralAnswer;
    const { wireType, assumedExpiry } = interaction;
    if (assumedExpiry !== undefined) serving.reporter.report("expiry_assumed", { given: assumedExpiry, ...ref });
    const verified = withInteraction(delivery, interaction);
    const takesPrivate = claimed === "first";
    return runClaimed({ verified, wireType, ref, arrivedAtMs, deadlineMs, takesPrivate, request }, serving);
  });
}

function refOf(delivery: VerifiedDelivery): DeliveryRef {
  return { appId: delivery.appId, deliveryId: delivery.deliveryId };
}

/** Reads the interaction of a delivery; `undefined` without an id or a type. */
function interactionOf(delivery: VerifiedDelivery): DeliveredInteraction | undefined {
  const value = delivery.type === "interaction" ? property(delivery.json, "interaction") : undefined;
  const id = property(value, "id");
  const wireType = property(value, "type");
  if (typeof id !== "string" || typeof wireType !== "string") return undefined;
  const read = readInteraction(value);
  return {
    id: id as InteractionId, // of whatever form: the service identifies the interaction by it
    wireType,
    expiresInMs: property(value, "expiresInMs"),
    assumedExpiry: read.assumedExpiry,
    decoded: read.interaction,
  };
}
