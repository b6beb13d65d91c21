import { systemClock } from "../abi/index.js";
import { nodeListener, type NodeListener } from "../delivery/adapters/node.js";
import type { DeliveryTarget } from "../delivery/adapters/target.js";
import { type DeliveryAnswer, misconfiguredAnswer } from "../delivery/handler/answer.js";
import type { Endpoint } from "../delivery/handler/endpoint.js";
import type { DeliveryRequest } from "../delivery/handler/request.js";
import { defined } from "../base/values.js";
import { countField, LogThrottle } from "../diagnostics/throttle.js";
import { environmentOf } from "./environment.js";
import type { Health } from "./health.js";
import { InFlight } from "./in-flight.js";
import { loggerOf } from "./logger.js";
import type { AppEnvironment } from "./options.js";
import type { Parts } from "./parts.js";
import { isAppKnown } from "./services.js";
import type { Source } from "./sources.js";

/** Takes an App's deliveries: makes the endpoint for the first of them, and answers where there can be none. */
export class AppEndpoint implements DeliveryTarget, Source {
  readonly #parts: Parts;
  readonly #isIdle: () => boolean;
  readonly #nodeListener = nodeListener(this, "express");
  #endpoint: Endpoint | undefined;
  #throttle: LogThrottle | undefined;
  /** Requests that have no answer yet. */
  readonly #answering = new InFlight();

  constructor(parts: Parts, isIdle: () => boolean) {
    this.#parts = parts;
    this.#isIdle = isIdle;
  }

  health(): Pick<Health, "deliveries"> {
    return defined({ deliveries: this.#endpoint?.counts() });
  }

  /** An App that lives on deliveries alone fetches the keys now, not while the first delivery waits for them. */
  async enter(): Promise<void> {
    if (this.#parts.needed().options.events === false) await this.#prepare();
  }

  /** Nobody would send a delivery a second time for an answer that it has lost. */
  async finish(graceMs: number): Promise<void> {
    const { clock } = this.#parts.made ?? {};
    await (clock && this.#answering.none(clock, graceMs));
  }

  readonly node: NodeListener = (request, response) => {
    this.#answering.begin();
    response.on("close", () => this.#answering.end());
    this.#nodeListener(request, response);
  };

  /** One delivery. A wrong setup is logged and answered with an empty 500, to any client. */
  async deliver(request: DeliveryRequest): Promise<DeliveryAnswer> {
    this.#answering.begin();
    try {
      const env = environmentOf(request.environment ?? []);
      const endpoint = this.#endpoint ?? (await this.#prepare(env)) ?? (await this.#later());
      return endpoint ? await endpoint.deliver(request) : misconfiguredAnswer;
    } catch (error) {
      return this.misconfigured(error instanceof Error ? error.message : "the App cannot be set up");
    } finally {
      this.#answering.end();
    }
  }

  /** Logs, once a minute, how the setup has to be mended. */
  misconfigured(message: string): DeliveryAnswer {
    if (this.#endpoint) return this.#endpoint.misconfigured(message);
    const { options } = this.#parts;
    const { clock = systemClock } = options;
    this.#throttle ??= new LogThrottle(clock);
    const line = `No delivery can be taken: ${message}`;
    this.#throttle.log(line, (count) => loggerOf(options).error(countField(count), line));
    return misconfiguredAnswer;
  }

  /**
   * Undefined while an asynchronous token function has not told yet whose endpoint it is. Loaded when it is needed, as
   * what reads events is: code that only makes calls needs neither.
   */
  async #prepare(env?: AppEnvironment): Promise<Endpoint | undefined> {
    const services = this.#parts.needed(env);
    if (!isAppKnown(services)) return undefined;
    const { deliveriesOf } = await import("./deliveries.js");
    if (this.#endpoint) return this.#endpoint; // another delivery was here first
    const { syncCommands = false } = services.options;
    const unregistered = this.#isIdle() && syncCommands !== false && services.registry.commands.length > 0;
    if (unregistered) services.report("commands_unregistered", {});
    this.#parts.reportWarnings();
    return (this.#endpoint = deliveriesOf(services));
  }

  reset(): void {
    this.#endpoint = undefined;
  }

  /** Undefined when there is no credential: the reason is reported, and never part of the answer. */
  async #later(): Promise<Endpoint | undefined> {
    const services = this.#parts.needed();
    try {
      await services.client.credentialChanged(undefined);
      const endpoint = await this.#prepare();
      return endpoint ?? (await import("./deliveries.js")).deliveriesOf(services); // which says why, should the App still be unknown
    } catch (error) {
      services.report("credential_missing", { error });
      return undefined;
    }
  }
}
