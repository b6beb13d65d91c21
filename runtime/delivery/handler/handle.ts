import { assumptionDefaults, limits } from "../../../generated/tables.js";
import type { Confirmation } from "../../../generated/types.js";
import { type Clock, systemClock, type WebRequest } from "../../abi/index.js";
import type { DeliveryFacts, DeliveryRef } from "../../diagnostics/delivery.js";
import type { ResponseChannel, Texts } from "../../interaction/channel.js";
import { BodyChannel, type ConfirmingBody } from "../../interaction/channels/body.js";
import { problemOf, firstReply } from "../../interaction/check.js";
import { Session, type SessionSettings } from "../../interaction/session.js";
import { given, isThenable, type Maybe } from "../core/maybe.js";
import { checkHandlerOptions } from "./check-options.js";
import { DeliveryCall } from "./context.js";
import { type AcceptedInteraction, type Take, createEndpoint, type Endpoint } from "./endpoint.js";
import type { DeliveryAssumptions, DeliveryHandlerOptions, DeliveryResult, Fallback } from "./options.js";
import { answerWeb } from "../adapters/web.js";
import { consoleSink, sinkOf } from "./report.js";

/** What running a handler needs to know, settled once per endpoint. */
interface HandleSettings extends Required<
  Pick<DeliveryHandlerOptions, "handle" | "onThrow" | "onLate" | "onUnconfirmed">
> {
  readonly answerLater: DeliveryHandlerOptions["answerLater"] | undefined;
  readonly assumptions: DeliveryAssumptions;
  readonly session: SessionSettings;
}

/** Runs the handler of those without an App, on a session with the body of the answer as its channel. */
function takeWith(options: DeliveryHandlerOptions, clock: Clock): Take {
  const { handle, answerLater, onThrow = "decline", onUnconfirmed = "decline" } = options;
  const { onLate = answerLater === undefined ? "decline" : "defer" } = options;
  const assumptions = { ...assumptionDefaults, ...given(options.assumptions ?? {}) };
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
 * One interaction on its way through the handler, against its deadline. Whatever the handler does, the body gets what it
 * returned, or the fallback for throwing, being late, or returning nothing. What comes after the answer is sent later or
 * dropped, and reported either way.
 */
class HandlerRun implements Pick<ResponseChannel, "answer" | "followUp"> {
  readonly #accepted: AcceptedInteraction;
  readonly #settings: HandleSettings;
  readonly #channel: BodyChannel;
  readonly #session: Session;
  readonly #call: DeliveryCall;
  #over = false;
  /** What the handler returned, as text: printing it may throw, which is a failure of the handler. */
  #printed: ConfirmingBody | undefined;

  constructor(accepted: AcceptedInteraction, settings: HandleSettings) {
    const { clock } = settings.session;
    const { takesPrivate, arrivedAtMs: receivedAtMs } = accepted;
    this.#accepted = accepted;
    this.#settings = settings;
    this.#channel = new BodyChannel({ rest: this, clock, takesPrivate, printer: this });
    const deadlineMs = Infinity; // of the session: the endpoint's own is watched here
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

  #race(result: PromiseLike<DeliveryResult>): Promise<ConfirmingBody | undefined> {
    const { clock } = this.#settings.session;
    return new Promise((resolve) => {
      const end = (how: () => void): void => {
        how();
        this.#over = true;
        resolve(this.#body());
      };
      const cancel = clock.schedule(() => end(() => this.#late()), this.#call.remainingMs());
      const work = Promise.resolve(result)
        .then((value) => {
          cancel();
          if (this.#over) this.#acceptLate(value);
          else end(() => this.#accept(value));
        })
        // The handler's own error, or that of a result which throws when read.
        .catch((error: unknown) => {
          cancel();
          if (this.#over) this.#report("handler_failed", { error });
          else end(() => this.#fail(error));
        });
      this.#accepted.waitUntil(work);
    });
  }

  /** The handler is done before its deadline. */
  #accept(result: DeliveryResult): void {
    if (result === "handled-by-rest") return void this.#session.leave();
    if (this.#session.state.phase.at === "left") {
      if (result !== undefined) this.#invalid("the handler switched to REST and returned a confirmation as well");
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
    this.#invalid(problem);
    this.#fallBack(this.#settings.onUnconfirmed);
  }

  /** What keeps a reply from being sent at all: its reading, or that nobody can send it after a defer. */
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
    // The text of a reply is told apart by its type, which a spread cannot show to the compiler.
    const said = type === "reply" ? this.#session.reply(texts as Texts) : this.#session.confirm(confirmation);
    if (!this.#over && this.#channel.taken?.type === type) return; // it stands in the body, and nothing follows
    this.#accepted.waitUntil(said.catch((error: unknown) => this.#report("handler_failed", { error })));
  }

  /** The deadline came first. */
  #late(): void {
    this.#report("handler_late", {});
    this.#call.abort();
    if (this.#session.state.phase.at === "left") return;
    this.#fallBack(this.#settings.onLate);
  }

  #fail(error: unknown): void {
    this.#report("handler_failed", { error });
    if (this.#session.state.phase.at === "open") this.#fallBack(this.#settings.onThrow);
  }

  /** The answer went out before: a reply can still become the answer of the `defer` that went in its place. */
  #acceptLate(result: DeliveryResult): void {
    if (this.#session.state.phase.at === "left" && typeof result !== "object") return; // it says that REST confirmed
    const { answerLater } = this.#settings;
    const isReply = typeof result === "object" && problemOf(result, this.#accepted.wireType) === undefined;
    const reply = isReply && result.type === "reply" ? result : undefined;
    const isSent = reply !== undefined && answerLater !== undefined && this.#channel.taken?.type === "defer";
    this.#report("late_result", { outcome: isSent ? "handed-on" : "dropped" });
    if (isSent) this.#confirm(reply);
  }

  /** The text that a defer promised, by whatever the endpoint was given for that. */
  async answer(texts: Texts): Promise<undefined> {
    await this.#settings.answerLater?.(this.#accepted.verified, { type: "reply", ...texts });
  }

  async followUp(): Promise<undefined> {
    return Promise.reject(new Error("A delivery handler sends no follow-ups."));
  }

  #fallBack(kind: Fallback): void {
    const autocomplete = this.#accepted.wireType === "autocomplete";
    const silent = autocomplete && this.#settings.assumptions.emptySuggestions === "silent";
    if (kind === "neutral" || silent) return void this.#session.leave();
    const confirmation: Confirmation = autocomplete ? { type: "suggest", choices: [] } : { type: kind };
    this.#session.confirm(confirmation, undefined, true).catch(nothing); // it lost to what stands in the body already
  }

  #invalid(problem: string): void {
    this.#report("invalid_confirmation", { problem });
  }

  #report<Name extends keyof DeliveryFacts>(name: Name, facts: Omit<DeliveryFacts[Name], keyof DeliveryRef>): void {
    const whole = { ...facts, ...this.#accepted.ref } as DeliveryFacts[Name]; // the rest and the reference are the whole
    this.#accepted.reporter.report(name, whole);
  }

  #body(): ConfirmingBody | undefined {
    this.#channel.close();
    return this.#channel.taken;
  }

  /** Where the form of a modal stands is an assumption: under its own name, or its fields beside the type. */
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
 * An endpoint for signed deliveries. Called as a function it is a web handler, `(Request) => Promise<Response>`, for
 * Hono, Workers, Deno, Bun, Next and whatever else speaks the web's types; `deliver` is the same for adapters.
 */
export interface DeliveryHandler extends Endpoint {
  (request: WebRequest, ...environment: readonly unknown[]): Promise<Response>;
}

/**
 * Makes an endpoint that cannot be misused: nothing reaches `handle` before its signature held, its ids were claimed
 * and its time was found sufficient; and whatever `handle` does, the service is answered with a 2xx in time.
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
