import type { InteractionId } from "../../../generated/types.js";
import { assumptionDefaults, limits } from "../../../generated/tables.js";
import { decodeInteraction } from "../../../generated/validators.js";
import type { Clock } from "../../abi/index.js";
import { chain, type Maybe } from "../core/maybe.js";
import type { Refusal } from "../core/refusal.js";
import { maxToleranceS } from "../core/wire.js";
import { type DedupeStore, memoryDedupe } from "../dedupe/store.js";
import { type ReadInteraction, type VerifiedDelivery, withInteraction } from "../verified.js";
import type { Verdict } from "../verifier.js";
import { type DeliveryAnswer, jsonAnswer, neutralAnswer } from "./answer.js";
import { claim } from "./claim.js";
import { Session } from "./context.js";
import type { DeliveryRef, EventSink } from "./events.js";
import type { DeliveryAssumptions, DeliveryHandlerOptions } from "./options.js";
import { type Run, runHandler, type RunSettings } from "./run.js";

/** What an endpoint does with verified deliveries, settled once. */
export interface ServeSettings extends RunSettings {
  readonly dedupe: DedupeStore | undefined;
  readonly claimTtlMs: number;
  readonly skipOnDedupeFailure: boolean;
  readonly ackThenRest: boolean;
  readonly interactionMs: number;
  readonly autocompleteMs: number;
  readonly waitUntil: DeliveryHandlerOptions["waitUntil"];
}

/** One delivery that was let in. */
export interface Admitted {
  readonly verdict: Exclude<Verdict, Refusal>;
  readonly arrivedAtMs: number;
  readonly waitUntil: ((work: Promise<unknown>) => void) | undefined;
}

/** Timestamps are accepted this far either way, so an id can come back for twice as long; the minute is for slow clocks. */
const claimMarginMs = 60_000;

/** The windows of the platform; what a budget leaves of them is for the way there and back. */
const windowMs = { interaction: limits.confirmationWindowMs, autocomplete: limits.autocompleteWindowMs };

/** Settles the options of an endpoint. @throws RangeError when a budget exceeds its window */
export function serveSettings(options: DeliveryHandlerOptions, clock: Clock, events: EventSink): ServeSettings {
  const { toleranceS = maxToleranceS, dedupe, answerLater, budgets = {} } = options;
  return {
    handle: options.handle,
    onThrow: options.onThrow ?? "decline",
    onLate: options.onLate ?? (answerLater === undefined ? "decline" : "defer"),
    onUnconfirmed: options.onUnconfirmed ?? "decline",
    answerLater,
    assumptions: assumptionsOf(options),
    clock,
    events,
    dedupe: dedupe === false ? undefined : (dedupe ?? memoryDedupe({ clock })),
    claimTtlMs: 2_000 * toleranceS + claimMarginMs,
    skipOnDedupeFailure: options.onDedupeFailure === "skip",
    ackThenRest: options.mode === "ack-then-rest",
    interactionMs: budget("budgets.interactionMs", budgets.interactionMs ?? 2_500, windowMs.interaction),
    autocompleteMs: budget("budgets.autocompleteMs", budgets.autocompleteMs ?? 700, windowMs.autocomplete),
    waitUntil: options.waitUntil,
  };
}

/** The readings that were given, and the description's for the rest. */
export function assumptionsOf({ assumptions }: DeliveryHandlerOptions): DeliveryAssumptions {
  return { ...assumptionDefaults, ...assumptions };
}

function budget(name: string, valueMs: number, limitMs: number): number {
  if (valueMs > 0 && valueMs <= limitMs) return valueMs;
  throw new RangeError(`${name} must be above 0 and at most ${limitMs} ms, got ${valueMs}`);
}

/** From verdict to answer; always a 2xx, for the service did speak. */
export function serve(admitted: Admitted, settings: ServeSettings): Maybe<DeliveryAnswer> {
  const { verdict } = admitted;
  if (verdict.ok === "malformed") {
    settings.events.emit({ type: "malformed-body", appId: verdict.appId, deliveryId: verdict.deliveryId });
    return neutralAnswer;
  }
  const { delivery } = verdict;
  if (delivery.type === "probe") return echo(delivery, settings);
  const interaction = interactionOf(delivery);
  if (interaction === undefined) return passOver(delivery, settings);
  return serveInteraction(delivery, interaction, admitted, settings);
}

/** The probe asks whether we can tell a delivery from anything else: it is answered with its own challenge. */
function echo(delivery: VerifiedDelivery, settings: ServeSettings): DeliveryAnswer {
  const challenge = field(delivery.json, "challenge");
  if (typeof challenge !== "string") {
    settings.events.emit({ type: "malformed-body", ...refOf(delivery) });
    return neutralAnswer;
  }
  settings.events.emit({ type: "probe-answered", ...refOf(delivery) });
  return jsonAnswer({ challenge });
}

function passOver(delivery: VerifiedDelivery, settings: ServeSettings): DeliveryAnswer {
  const ref = refOf(delivery);
  if (delivery.type === "interaction") settings.events.emit({ type: "malformed-body", ...ref });
  else settings.events.emit({ type: "unknown-type", wireType: delivery.type, ...ref });
  return neutralAnswer;
}

function serveInteraction(
  delivery: VerifiedDelivery,
  interaction: ReadInteraction,
  admitted: Admitted,
  settings: ServeSettings,
): Maybe<DeliveryAnswer> {
  const { appId, deliveryId } = delivery;
  const ref = { appId, deliveryId, interactionId: interaction.id };
  const waitMs = Math.max(0, allowedMs(interaction, settings) / 2);
  return chain(claim(ref, settings, waitMs), (claimed) => {
    if (claimed === "duplicate") return neutralAnswer;
    const { arrivedAtMs } = admitted;
    const session = new Session({
      clock: settings.clock,
      deadlineAtMs: arrivedAtMs + allowedMs(interaction, settings),
      privateByBody: claimed === "first",
      waitUntil: admitted.waitUntil ?? settings.waitUntil,
      restOnly: settings.ackThenRest,
    });
    if (session.remainingMs() <= 0) {
      settings.events.emit({ type: "expired", ...ref });
      return neutralAnswer;
    }
    const { wireType } = interaction;
    const run: Run = { verified: withInteraction(delivery, interaction), wireType, session, ref, arrivedAtMs };
    const answer = runHandler(run, settings);
    if (!settings.ackThenRest) return answer;
    if (answer instanceof Promise) session.waitUntil(answer);
    return neutralAnswer;
  });
}

/** The budget of its type, or what the service says is left when that is less, minus the same share for the way. */
function allowedMs(interaction: ReadInteraction, settings: ServeSettings): number {
  const autocomplete = interaction.wireType === "autocomplete";
  const budgetMs = autocomplete ? settings.autocompleteMs : settings.interactionMs;
  const wayMs = (autocomplete ? windowMs.autocomplete : windowMs.interaction) - budgetMs;
  const leftMs = interaction.expiresInMs;
  return leftMs === undefined ? budgetMs : Math.min(budgetMs, leftMs - wayMs);
}

function refOf(delivery: VerifiedDelivery): DeliveryRef {
  return { appId: delivery.appId, deliveryId: delivery.deliveryId };
}

/** What has to be readable before a handler may run: which interaction, of what type, and how long it lasts. */
function interactionOf(delivery: VerifiedDelivery): ReadInteraction | undefined {
  const value = delivery.type === "interaction" ? field(delivery.json, "interaction") : undefined;
  const id = field(value, "id");
  const wireType = field(value, "type");
  if (typeof id !== "string" || typeof wireType !== "string") return undefined;
  const leftMs = field(value, "expiresInMs");
  return {
    id: id as InteractionId, // whatever form it has, it is what the service names the interaction by
    wireType,
    expiresInMs: typeof leftMs === "number" ? leftMs : undefined,
    decoded: decodeInteraction(value),
  };
}

function field(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null && Object.hasOwn(json, name) ? Reflect.get(json, name) : undefined;
}
