import type { Confirmation, ReplyConfirmation } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import type { Maybe } from "../core/maybe.js";
import type { VerifiedInteraction } from "../verified.js";
import { type DeliveryAnswer, jsonAnswer, neutralAnswer } from "./answer.js";
import { problemOf } from "./check.js";
import type { Session } from "./context.js";
import type { DeliveryRef, EventSink } from "./events.js";
import { firstReply } from "./first-reply.js";
import type {
  DeliveryHandle,
  DeliveryHandlerOptions,
  DeliveryResult,
  DeliveryAssumptions,
  Fallback,
} from "./options.js";

/** What running a handler needs to know, settled once per endpoint. */
export interface RunSettings {
  readonly handle: DeliveryHandle;
  readonly onThrow: Fallback;
  readonly onLate: Fallback;
  readonly onUnconfirmed: Fallback;
  readonly answerLater: DeliveryHandlerOptions["answerLater"];
  readonly assumptions: DeliveryAssumptions;
  readonly clock: Clock;
  readonly events: EventSink;
}

/** One interaction on its way through the handler. */
export interface Run {
  readonly verified: VerifiedInteraction;
  readonly wireType: string;
  readonly session: Session;
  readonly ref: Required<DeliveryRef>;
  readonly arrivedAtMs: number;
}

/**
 * Runs the handler against its deadline. Whatever it does, the answer is a 2xx: what it returned, or the fallback for
 * throwing, being late, or returning nothing. What comes after the answer is handed to `answerLater` or dropped, and
 * told either way.
 */
export function runHandler(run: Run, settings: RunSettings): Maybe<DeliveryAnswer> {
  let result: ReturnType<DeliveryHandle>;
  try {
    result = settings.handle(run.verified, run.session);
  } catch (error) {
    return fail(run, error, settings);
  }
  return isThenable(result)
    ? raceDeadline(result, run, settings)
    : safely(() => accept(run, result, settings), run, settings);
}

function isThenable(value: ReturnType<DeliveryHandle>): value is Promise<DeliveryResult> {
  // From plain JavaScript it may be anything, null included.
  return typeof value === "object" && (value as object | null) !== null && "then" in value;
}

function raceDeadline(result: Promise<DeliveryResult>, run: Run, settings: RunSettings): Promise<DeliveryAnswer> {
  return new Promise((resolve) => {
    let answered = false;
    const answer = (give: () => DeliveryAnswer): void => {
      answered = true;
      resolve(safely(give, run, settings));
    };
    const cancel = settings.clock.schedule(() => answer(() => late(run, settings)), run.session.remainingMs());
    const work = Promise.resolve(result).then(
      (value) => {
        cancel();
        if (answered) acceptLate(run, value, settings);
        else answer(() => accept(run, value, settings));
      },
      (error: unknown) => {
        cancel();
        if (answered) tellFailure(run, error, settings);
        else answer(() => fail(run, error, settings));
      },
    );
    run.session.waitUntil(work);
  });
}

/** A result can be such that it cannot be printed as JSON, or throws when looked at: that too is the handler's failure. */
function safely(give: () => DeliveryAnswer, run: Run, settings: RunSettings): DeliveryAnswer {
  try {
    return give();
  } catch (error) {
    tellFailure(run, error, settings);
    return run.session.door === "rest" ? neutralAnswer : fallback(settings.onThrow, run, settings);
  }
}

/** The deadline came first. */
function late(run: Run, settings: RunSettings): DeliveryAnswer {
  const byBody = run.session.takeBodyDoor();
  settings.events.emit({ type: "handler-late", ...run.ref });
  run.session.abort();
  return byBody ? fallback(settings.onLate, run, settings) : leftToRest(run, settings);
}

function fail(run: Run, error: unknown, settings: RunSettings): DeliveryAnswer {
  tellFailure(run, error, settings);
  return run.session.takeBodyDoor() ? fallback(settings.onThrow, run, settings) : leftToRest(run, settings);
}

function tellFailure(run: Run, error: unknown, settings: RunSettings): void {
  settings.events.emit({ type: "handler-failed", error, ...run.ref });
}

/** The handler is done before its deadline. */
function accept(run: Run, result: DeliveryResult, settings: RunSettings): DeliveryAnswer {
  const { session } = run;
  if (result === "handled-by-rest") return leftToRest(run, settings);
  if (!session.takeBodyDoor()) {
    if (result !== undefined)
      invalid(run, "the handler took the REST door and returned a confirmation as well", settings);
    return leftToRest(run, settings);
  }
  if (result === undefined) {
    settings.events.emit({ type: "unconfirmed", ...run.ref });
    return fallback(settings.onUnconfirmed, run, settings);
  }
  const problem = problemOf(result, run.wireType);
  if (problem !== undefined) {
    invalid(run, problem, settings);
    return fallback(settings.onUnconfirmed, run, settings);
  }
  return result.type === "reply" ? reply(run, result, settings) : confirm(run, result, settings);
}

/** The answer went out before: a reply can still become the answer of the `defer` that went in its place. */
function acceptLate(run: Run, result: DeliveryResult, settings: RunSettings): void {
  if (run.session.door === "rest") return;
  const { onLate, answerLater } = settings;
  const reply = onLate === "defer" && answerLater !== undefined ? usableReply(result, run) : undefined;
  settings.events.emit({ type: "late-result", outcome: reply === undefined ? "dropped" : "handed-on", ...run.ref });
  if (reply !== undefined && answerLater !== undefined) sendLater(run, reply, settings, answerLater);
}

function usableReply(result: DeliveryResult, run: Run): ReplyConfirmation | undefined {
  if (typeof result !== "object" || problemOf(result, run.wireType) !== undefined) return undefined;
  return result.type === "reply" ? result : undefined;
}

function invalid(run: Run, problem: string, settings: RunSettings): void {
  settings.events.emit({ type: "invalid-confirmation", problem, ...run.ref });
}

/**
 * What a first answer may carry beside its text is not documented, and a private one in the body is only for those who
 * can tell a replay.
 */
function reply(run: Run, given: ReplyConfirmation, settings: RunSettings): DeliveryAnswer {
  const first = firstReply(given, settings.assumptions);
  if (first.is === "refused") {
    invalid(run, `a first answer cannot ${first.what} under the assumption ${first.assumption}`, settings);
    return fallback(settings.onUnconfirmed, run, settings);
  }
  const byBody = first.is === "sent" && (given.private !== true || run.session.privateByBody);
  return byBody ? confirm(run, given, settings) : reroute(run, given, settings);
}

/** A replay must not be able to fetch a private text, so it goes by the answer route, which only we can call. */
function reroute(run: Run, given: ReplyConfirmation, settings: RunSettings): DeliveryAnswer {
  settings.events.emit({ type: "reply-rerouted", ...run.ref });
  if (settings.answerLater === undefined) {
    const why = given.private === true ? "a private reply needs a dedupe store, or" : "this reply needs";
    invalid(run, `${why} answerLater to send it by the answer route`, settings);
    return fallback(settings.onUnconfirmed, run, settings);
  }
  sendLater(run, given, settings, settings.answerLater);
  return confirm(run, { type: "defer" }, settings);
}

function sendLater(
  run: Run,
  reply: ReplyConfirmation,
  settings: RunSettings,
  send: NonNullable<RunSettings["answerLater"]>,
): void {
  const sent = (async () => send(run.verified, reply))().catch((error: unknown) =>
    settings.events.emit({ type: "handler-failed", error, ...run.ref }),
  );
  run.session.waitUntil(sent);
}

function fallback(kind: Fallback, run: Run, settings: RunSettings): DeliveryAnswer {
  if (kind === "neutral") return neutralAnswer;
  if (run.wireType !== "autocomplete") return confirm(run, { type: kind }, settings);
  const silent = settings.assumptions.emptySuggestions === "silent";
  return silent ? neutralAnswer : confirm(run, { type: "suggest", choices: [] }, settings);
}

function confirm(run: Run, confirmation: Confirmation, settings: RunSettings): DeliveryAnswer {
  const answer = jsonAnswer(placed(confirmation, settings.assumptions));
  const tookMs = settings.clock.monotonicMs() - run.arrivedAtMs;
  // Told of every delivery: spread behind other fields, the ids would cost more than everything else here.
  const { appId, deliveryId, interactionId } = run.ref;
  settings.events.emit({ type: "answered", confirmation: confirmation.type, tookMs, appId, deliveryId, interactionId });
  return answer;
}

/** Where the form of a modal stands is an assumption: under its own name, or its fields beside the type. */
function placed(confirmation: Confirmation, assumptions: DeliveryAssumptions): object {
  if (confirmation.type !== "modal" || assumptions.modalPlacement === "nested") return confirmation;
  const { modal, ...rest } = confirmation;
  return { ...rest, ...modal };
}

function leftToRest(run: Run, settings: RunSettings): DeliveryAnswer {
  settings.events.emit({ type: "left-to-rest", tookMs: settings.clock.monotonicMs() - run.arrivedAtMs, ...run.ref });
  return neutralAnswer;
}
