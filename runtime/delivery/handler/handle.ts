import { assumptionDefaults, limits } from "../../../generated/tables.js";
import type { Confirmation } from "../../../generated/types.js";
import { type Clock, systemClock, type WebRequest } from "../../abi/index.js";
import type { DeliveryFacts, DeliveryRef } from "../../diagnostics/delivery.js";
import type { ResponseChannel, Texts } from "../../interaction/channel.js";
import { type AutomaticAnswer, automaticConfirmation } from "../../interaction/automatic.js";
import { BodyChannel, type ConfirmingBody } from "../../interaction/channels/body.js";
import { problemOf, firstReply } from "../../interaction/check.js";
import { Session, type SessionSettings } from "../../interaction/session.js";
import { withDefaults } from "../../base/options.js";
import { defined } from "../../base/values.js";
import { isThenable, type Maybe } from "../core/maybe.js";
import { checkHandlerOptions, deliveryHandlerOptions } from "./options.js";
import { type AcceptedInteraction, DeliveryCall } from "./context.js";
import { createEndpoint, type Endpoint } from "./endpoint.js";
import type { DeliveryAssumptions, DeliveryHandlerOptions, DeliveryResult } from "./options.js";
import { answerWeb } from "../adapters/web.js";
import { consoleSink, sinkOf } from "./report.js";
import { bodyInTime, type Take } from "./runner.js";

/** What all runs of a handler share. */
interface HandleSettings extends Required<
  Pick<DeliveryHandlerOptions, "handle" | "onThrow" | "onLate" | "onUnconfirmed">
> {
  readonly answerLater: DeliveryHandlerOptions["answerLater"] | undefined;
  readonly assumptions: DeliveryAssumptions;
  readonly session: SessionSettings;
}

/** Runs `handle` on a session whose channel is the body of the answer. */
function takeWith(options: DeliveryHandlerOptions, clock: Clock): Take {
  const { handle, answerLater } = options;
  const { onThrow, onUnconfirmed } = withDefaults(deliveryHandlerOptions, options);
  const { onLate = answerLater === undefined ? "decline" : "defer" } = options;
  const assumptions = { ...assumptionDefaults, ...defined(options.assumptions ?? {}) };
  const session: SessionSettings = {
    clock,
    random: Math.random,
    rules: limits,
    firstReply: assumptions,
  };
  const settings = { handle, answerLater, onThrow, onLate, onUnconfirmed, assumptions, session };
  return (accepted) => new HandlerRun(accepted, settings).run();
}

/**
 * Runs the handler for one interaction, against its deadline. The body gets what the handler returns, or the fallback for
 * throwing, being late or returning nothing. A result that comes after the answer is sent later or dropped, and is reported
 * either way.
 */
class HandlerRun implements Pick<ResponseChannel, "answer" | "followUp"> {
  readonly #accepted: AcceptedInteraction;
  readonly #settings: HandleSettings;
  readonly #channel: BodyChannel;
  readonly #session: Session;
  readonly #call: DeliveryCall;
  #over = false;
  /** What the handler returned, as JSON. Printing may throw, which is a failure of the handler. */
  #printed: ConfirmingBody | undefined;

  constructor(accepted: AcceptedInteraction, settings: HandleSettings) {
    const { clock } = settings.session;
    const { takesPrivate, arrivedAtMs: receivedAtMs } = accepted;
    this.#accepted = accepted;
    this.#settings = settings;
    this.#channel = new BodyChannel({ rest: this, clock, receivedAtMs, takesPrivate, printer: this });
    const deadlineMs = Infinity; // the session has none, because this class enforces that of the endpoint
    const start = { channel: this.#channel, receivedAtMs, deadlineMs, report: nothing };
    this.#session = new Session(settings.session, start);
    this.#call = new DeliveryCall(this.#session, accepted, clock);
    if (accepted.acknowledged) this.#session.leave();
  }

  run(): Maybe<ConfirmingBody | undefined> {
    let result: Maybe<DeliveryResult>;
    try {
      result = this.#settings.handle(this.#accepted.verified, this.#call);
      if (!isThenable(result)) this.#accept(result);
    } catch (error) {
      this.#fail(error);
      return this.#body();
    }
    return isThenable(result) ? this.#race(result) : this.#body();
  }

  #race(result: PromiseLike<DeliveryResult>): Maybe<ConfirmingBody | undefined> {
    const done = Promise.resolve(result)
      .then((value) => (this.#over ? this.#acceptLate(value) : this.#accept(value)))
      // From the handler, or from a result that throws when it is read.
      .catch((error: unknown) => {
        if (this.#over) this.#report("handler_failed", { error });
        else this.#fail(error);
      })
      .then(() => this.#body());
    return bodyInTime(this.#channel, this.#accepted, { done, late: () => this.#late() });
  }

  /** Accepts a result that comes before the deadline. */
  #accept(result: DeliveryResult): void {
    if (result === "handled-by-rest") return void this.#session.leave();
    if (this.#session.state.phase.at === "left") {
      const problem = "the handler switched to REST and returned a confirmation as well";
      if (result !== undefined) this.#report("invalid_confirmation", { problem });
      return;
    }
    if (result === undefined) {
      this.#report("unconfirmed", {});
      return this.#fallBack(this.#settings.onUnconfirmed);
    }
    const problem = problemOf(result, this.#accepted.wireType) ?? this.#problemOfReply(result);
    if (problem === undefined) {
      this.#printed = { type: result.type, text: this.print(result) };
      return this.#confirm(result);
    }
    this.#report("invalid_confirmation", { problem });
    this.#fallBack(this.#settings.onUnconfirmed);
  }

  /** Why a reply cannot be sent: an assumption, or the lack of `answerLater` where it goes by the answer route. */
  #problemOfReply(result: Confirmation): string | undefined {
    if (result.type !== "reply") return undefined;
    const first = firstReply(result, this.#settings.assumptions);
    if (first.is === "refused") return `a first answer cannot ${first.what} under the assumption ${first.assumption}`;
    const isPrivate = result.private === true;
    if (first.is === "sent" && (!isPrivate || this.#accepted.takesPrivate)) return undefined;
    if (this.#settings.answerLater !== undefined) {
      this.#report("reply_rerouted", {});
      return undefined;
    }
    const why = isPrivate
      ? 'a private reply needs a dedupe store and the assumption privateReply: "sent", or'
      : "this reply needs";
    return `${why} answerLater to send it by the answer route`;
  }

  #confirm(confirmation: Confirmation): void {
    const { type, ...texts } = confirmation;
    // A reply has texts beside its type, which the compiler cannot infer from a spread.
    const said = type === "reply" ? this.#session.reply(texts as Texts) : this.#session.confirm(confirmation);
    if (!this.#over && this.#channel.taken?.type === type) return; // the body has it, and nothing follows
    this.#mayFreeze();
    this.#accepted.waitUntil(said.catch((error: unknown) => this.#report("handler_failed", { error })));
  }

  /** The handler missed its deadline. */
  #late(): void {
    this.#report("handler_late", {});
    this.#mayFreeze();
    this.#call.abort();
    if (this.#session.state.phase.at !== "left") this.#fallBack(this.#settings.onLate);
    this.#over = true;
  }

  #fail(error: unknown): void {
    this.#report("handler_failed", { error });
    if (this.#session.state.phase.at === "open") this.#fallBack(this.#settings.onThrow);
  }

  /** Accepts a result that comes after the answer. A reply can still follow an automatic `defer`. */
  #acceptLate(result: DeliveryResult): void {
    if (this.#session.state.phase.at === "left" && typeof result !== "object") return; // the handler confirmed by REST
    const { answerLater } = this.#settings;
    const isReply = typeof result === "object" && problemOf(result, this.#accepted.wireType) === undefined;
    const reply = isReply && result.type === "reply" ? result : undefined;
    const isSent = reply !== undefined && answerLater !== undefined && this.#channel.taken?.type === "defer";
    this.#report("late_result", { outcome: isSent ? "handed-on" : "dropped" });
    if (isSent) this.#confirm(reply);
  }

  /** Sends the answer after a defer by `answerLater`. */
  async answer(texts: Texts): Promise<undefined> {
    await this.#settings.answerLater?.(this.#accepted.verified, { type: "reply", ...texts });
  }

  async followUp(): Promise<undefined> {
    return Promise.reject(new Error("A delivery handler sends no follow-ups"));
  }

  #fallBack(kind: AutomaticAnswer): void {
    const sendsEmpty = this.#settings.assumptions.emptySuggestions === "sent";
    const confirmation = automaticConfirmation(this.#accepted.wireType, kind, sendsEmpty);
    if (confirmation === undefined) this.#session.leave();
    else this.#session.confirm(confirmation, undefined, true).catch(nothing); // the body has a confirmation already
  }

  /** Something is left to do after the response. */
  #mayFreeze(): void {
    const { freezes, reporter, ref } = this.#accepted;
    if (freezes) reporter.frozen(ref);
  }

  #report<Name extends keyof DeliveryFacts>(name: Name, facts: Omit<DeliveryFacts[Name], keyof DeliveryRef>): void {
    const whole = { ...facts, ...this.#accepted.ref } as DeliveryFacts[Name]; // the given facts and the reference are all of them
    this.#accepted.reporter.report(name, whole);
  }

  #body(): ConfirmingBody | undefined {
    this.#over = true;
    this.#channel.close();
    return this.#channel.taken;
  }

  /** Prints a confirmation. An assumption decides whether the form of a modal is nested or beside the type. */
  print(confirmation: Confirmation): string {
    const { type } = confirmation;
    if (this.#printed?.type === type) return this.#printed.text;
    if (type !== "modal" || this.#settings.assumptions.modalPlacement === "nested") return JSON.stringify(confirmation);
    const { modal, ...rest } = confirmation;
    return JSON.stringify({ ...rest, ...modal });
  }
}

const nothing = (): void => {};

/**
 * An endpoint for signed deliveries. As a function it is a web handler, `(Request) => Promise<Response>`, for Hono, Workers,
 * Deno, Bun, Next and whatever else has the web's types; adapters call `deliver`.
 */
export interface DeliveryHandler extends Endpoint {
  (request: WebRequest, ...environment: readonly unknown[]): Promise<Response>;
}

/**
 * Creates an endpoint. `handle` gets only interactions that are verified, not seen before and not expired. Whatever it
 * does, the service is answered with a 2xx in time.
 *
 * ```ts
 * const deliveries = createDeliveryHandler({
 *   apps: appId,
 *   keys: createKeyStore({ fetchKeys: ({ signal }) => listSigningKeys(client, {}, { signal }) }),
 *   handle: async ({ interaction }) => ({ type: "reply", content: `You ran ${interaction.type}` }),
 * });
 * export default { fetch: deliveries };
 * ```
 *
 * @throws ArgumentError when an option is missing, does not exist, or is out of its bounds
 */
export function createDeliveryHandler(options: DeliveryHandlerOptions): DeliveryHandler {
  checkHandlerOptions(options);
  const { clock = systemClock, onDiagnostic } = options;
  const sink = onDiagnostic === undefined ? consoleSink(clock) : sinkOf(onDiagnostic);
  const endpoint = createEndpoint(options, sink, takeWith(options, clock));
  const handler = async (request: WebRequest, ...environment: readonly unknown[]): Promise<Response> =>
    answerWeb(endpoint, request, environment);
  return Object.assign(handler, endpoint);
}
