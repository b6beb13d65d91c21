import { type Clock, systemClock } from "../../abi/index.js";
import { Seldom } from "../../http/seldom.js";
import { bodyUsedMessage, fromWebRequest, toWebResponse, waitUntilOf } from "../adapters/web.js";
import { chain } from "../core/maybe.js";
import { createVerifier, type VerifierOptions } from "../verifier.js";
import { type DeliveryAnswer, misconfiguredAnswer } from "./answer.js";
import { createEventSink, type DeliveryCounts, type DeliveryEvent } from "./events.js";
import { createIntake } from "./intake.js";
import type { DeliveryHandlerOptions } from "./options.js";
import { receive, type Reception } from "./reception.js";
import type { DeliveryRequest } from "./request.js";
import { assumptionsOf, serve, serveSettings } from "./serve.js";

/**
 * An endpoint for signed deliveries. Called as a function it is a web handler, `(Request) => Promise<Response>`, for
 * Hono, Workers, Deno, Bun, Next and whatever else speaks the web's types; `deliver` is the same for adapters.
 */
export interface DeliveryHandler {
  (request: Request, ...environment: readonly unknown[]): Promise<Response>;
  /** One request as plain data. Never rejects. */
  deliver(request: DeliveryRequest): Promise<DeliveryAnswer>;
  /** For adapters that find the body already parsed: tells `onEvent` how to mend it, and gives the answer to send. */
  misconfigured(message: string): DeliveryAnswer;
  /** How often each kind of event has happened. */
  counts(): DeliveryCounts;
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
 * @throws RangeError, TypeError when an option is out of its bounds
 */
export function createDeliveryHandler(options: DeliveryHandlerOptions): DeliveryHandler {
  const {
    clock = systemClock,
    bodyLimitBytes = 1_048_576,
    totalBodyLimitBytes = 33_554_432,
    bodyTimeoutMs = 2_000,
  } = options;
  const events = createEventSink(options.onEvent ?? aloud(clock));
  const limits = { bodyLimitBytes, totalLimitBytes: totalBodyLimitBytes, timeoutMs: bodyTimeoutMs };
  const verifier = createVerifier({ apps: options.apps, keys: options.keys, clock, ...verifying(options) });
  const reception: Reception = { verifier, intake: createIntake(limits, clock), bodyLimitBytes, events };
  const serving = serveSettings(options, clock, events);
  void options.keys.prefetch();

  const misconfigured = (message: string): DeliveryAnswer => {
    events.emit({ type: "misconfigured", message });
    return misconfiguredAnswer;
  };
  const failed = (error: unknown): DeliveryAnswer =>
    misconfigured(error instanceof Error ? error.message : "a part that was handed in failed");
  const deliver = (request: DeliveryRequest): Promise<DeliveryAnswer> => {
    const arrivedAtMs = clock.monotonicMs();
    try {
      const answer = chain(receive(request, reception), (received) =>
        "answer" in received
          ? received.answer
          : serve({ verdict: received.verdict, arrivedAtMs, waitUntil: request.waitUntil }, serving),
      );
      return answer instanceof Promise ? answer.catch(failed) : Promise.resolve(answer);
    } catch (error) {
      return Promise.resolve(failed(error));
    }
  };
  const handler = async (request: Request, ...environment: readonly unknown[]): Promise<Response> => {
    if (request.bodyUsed) return toWebResponse(misconfigured(bodyUsedMessage));
    return toWebResponse(await deliver(fromWebRequest(request, waitUntilOf(environment))));
  };
  return Object.assign(handler, { deliver, misconfigured, counts: events.counts });
}

function verifying(options: DeliveryHandlerOptions): Pick<VerifierOptions, "toleranceS" | "probeLayout"> {
  const { toleranceS } = options;
  const { probeLayout } = assumptionsOf(options);
  return toleranceS === undefined ? { probeLayout } : { toleranceS, probeLayout };
}

/** Where nobody listens, a setup in which no delivery can be taken is still told: the answer says nothing about it. */
function aloud(clock: Clock): (event: DeliveryEvent) => void {
  const seldom = new Seldom(clock);
  return (event) => {
    if (event.type !== "misconfigured") return;
    seldom.tell(event.message, () => console.error(`No delivery can be taken: ${event.message}`));
  };
}
