import type { Clock } from "../../abi/index.js";
import { ArgumentError } from "../../base/errors.js";
import { withDefaults } from "../../base/options.js";
import type { BodyChannel, ConfirmingBody } from "../../interaction/channels/body.js";
import { confirmDeadlineMs } from "../../interaction/read.js";
import { chain, isThenable, type Maybe } from "../core/maybe.js";
import { windowMs } from "../core/wire.js";
import type { DeliveredInteraction } from "../verified.js";
import { type DeliveryAnswer, jsonAnswer, neutralAnswer } from "./answer.js";
import type { AcceptedInteraction } from "./context.js";
import { budgetOptions, type RunnerOptions } from "./options.js";
import type { DeliveryReporter } from "./report.js";
import type { DeliveryRequest } from "./request.js";

/** Runs an accepted interaction. Returns the body that confirms it, or none, before its deadline; never throws. */
export type Take = (accepted: AcceptedInteraction) => Maybe<ConfirmingBody | undefined>;

/** An interaction that an endpoint has verified and claimed. */
export interface ClaimedInteraction extends Pick<
  AcceptedInteraction,
  "arrivedAtMs" | "deadlineMs" | "ref" | "takesPrivate" | "verified" | "wireType"
> {
  readonly request: Pick<DeliveryRequest, "waitUntil" | "afterResponse">;
}

/** What runs the interactions of an endpoint: the handlers of an App, or a function. */
export interface Runner {
  readonly take: Take;
  readonly options: RunnerOptions;
  readonly clock: Clock;
  readonly reporter: DeliveryReporter;
  /** The part of each window that its budget leaves for the network. */
  readonly marginsMs: { readonly interaction: number; readonly autocomplete: number };
}

/** @throws ArgumentError when a budget is out of its bounds */
export function marginsOf(options: RunnerOptions): Runner["marginsMs"] {
  const { interactionMs, autocompleteMs } = withDefaults(budgetOptions, options.budgets ?? {});
  return {
    interaction: margin("budgets.interactionMs", interactionMs, windowMs.interaction),
    autocomplete: margin("budgets.autocompleteMs", autocompleteMs, windowMs.autocomplete),
  };
}

/** Monotonic milliseconds at which an interaction that arrived then must be answered. */
export function deadlineOf(interaction: DeliveredInteraction, receivedAtMs: number, { marginsMs }: Runner): number {
  const { wireType: type, expiresInMs } = interaction;
  const marginMs = type === "autocomplete" ? marginsMs.autocomplete : marginsMs.interaction;
  return confirmDeadlineMs({ type, expiresInMs, receivedAtMs, marginMs });
}

/** Answers a claimed interaction with what its handler confirms in time, and sees to work that outlasts the answer. */
export function runClaimed(
  { verified, wireType, ref, arrivedAtMs, deadlineMs, takesPrivate, request }: ClaimedInteraction,
  { clock, options, reporter, take }: Runner,
): Maybe<DeliveryAnswer> {
  if (deadlineMs <= clock.monotonicMs()) {
    reporter.report("expired", ref);
    return neutralAnswer;
  }
  const { afterResponse, waitUntil: keepAlive = options.waitUntil } = request;
  // For speed field by field: spreading the claimed interaction would cost more than the rest of this function.
  const accepted: AcceptedInteraction = {
    verified,
    wireType,
    ref,
    arrivedAtMs,
    deadlineMs,
    takesPrivate,
    acknowledged: options.mode === "ack-then-rest",
    freezes: afterResponse === "freezes" && keepAlive === undefined,
    waitUntil(work) {
      const settled = Promise.resolve(work).catch(nothing); // failures after the answer are reported where they happen
      keepAlive?.(settled);
    },
    reporter,
  };
  const answer = chain(take(accepted), (body) => answerOf(body, accepted, clock));
  if (!accepted.acknowledged || accepted.freezes) return answer;
  if (isThenable(answer)) accepted.waitUntil(answer);
  return neutralAnswer;
}

/** The body when the work is done, or at the deadline, after `late`, which may still confirm. */
export function bodyInTime(
  channel: BodyChannel,
  { waitUntil, deadlineMs }: AcceptedInteraction,
  { done, late }: { readonly done: PromiseLike<unknown>; readonly late: () => void },
): Maybe<ConfirmingBody | undefined> {
  waitUntil(done);
  return channel.taken ?? channel.body(deadlineMs, late);
}

const nothing = (): void => undefined;

function margin(name: string, ms: number, mostMs: number): number {
  if (typeof ms === "number" && ms >= 1 && ms <= mostMs) return mostMs - ms;
  throw new ArgumentError(`${name} must be 1 to ${mostMs} ms, got ${String(ms)}`);
}

function answerOf(body: ConfirmingBody | undefined, accepted: AcceptedInteraction, clock: Clock): DeliveryAnswer {
  const { ref, reporter } = accepted;
  const tookMs = clock.monotonicMs() - accepted.arrivedAtMs;
  // For speed: spreading the reference would cost more than the rest of this function.
  const { appId, deliveryId, interactionId } = ref;
  if (body === undefined || accepted.acknowledged) {
    reporter.report("left_to_rest", { tookMs, appId, deliveryId, interactionId });
    return neutralAnswer;
  }
  reporter.report("answered", { confirmation: body.type, tookMs, appId, deliveryId, interactionId });
  return jsonAnswer(body.text);
}
