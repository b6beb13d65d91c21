import { systemClock } from "../abi/index.js";
import { nodeListener, type NodeListener } from "../delivery/adapters/node.js";
import type { DeliveryTarget } from "../delivery/adapters/target.js";
import { defined } from "../base/values.js";
import { type DeliveryAnswer, misconfiguredAnswer } from "../delivery/handler/answer.js";
import type { Endpoint } from "../delivery/handler/endpoint.js";
import type { DeliveryRequest } from "../delivery/handler/request.js";
import { ArgumentError } from "../base/errors.js";
import { countField, LogThrottle } from "../diagnostics/throttle.js";
import type { BoundApi } from "./api.js";
import { type AppOptionsSource, environmentOf, resolveAppOptions, rewired } from "./environment.js";
import type { HandlerError } from "./errors.js";
import type { ErrorHandler, MiddlewareContext } from "./handlers.js";
import type { Health } from "./health.js";
import { loggerOf } from "./logger.js";
import { isInspecting } from "./inspecting.js";
import { InFlight } from "./in-flight.js";
import type { AppEnvironment, Rewiring, StartOptions, StopOptions, StopReason } from "./options.js";
import type { Registry } from "./routing/registry.js";
import { type AppServices, createServices, isAppKnown } from "./services.js";
import { endAsFailed, onSignals, type ProcessSignal } from "./signals.js";
import { type OpenSource, stoppedMeanwhile } from "./opening.js";
import { syncAppCommands, warnOfUnregistered } from "./sync.js";

const UNDER_TEST =
  'The App is under test already: a test before this one did not stop it. Import "svc-apps/testing/vitest", which ' +
  "stops it after each test, or write `await using world = await testApp(app)`, or call `world.stop()` in afterEach.";

const GRACE_MS = 10_000;

type Phase = "idle" | "starting" | "running" | "stopping" | "stopped";

/** What lives behind an App: made when first needed, started and stopped once each time. */
export class Engine implements DeliveryTarget {
  readonly #source: AppOptionsSource;
  readonly #registry: Registry;
  readonly #errorHandlers: ErrorHandler[] = [];
  #rewiring: Rewiring | undefined;
  #services: AppServices | undefined;
  #deliveries: Endpoint | undefined;
  readonly #nodeListener = nodeListener(this, "express");
  #events: OpenSource | undefined;
  #throttle: LogThrottle | undefined;
  /** Requests that have no answer yet. */
  readonly #answering = new InFlight();
  #phase: Phase = "idle";
  /** Made at the start: some versions of workerd let nobody make one outside of a request, where Apps are made. */
  #starting: AbortController | undefined;
  #releaseSignals: () => void = () => {};
  /** Whether how the process ends is this App's business, and the signal that ends it already. */
  #mindsProcess = false;
  #signal: ProcessSignal | undefined;
  #stopping: Promise<void> | undefined;
  #tellStopped: (reason: StopReason) => void = () => {};
  #stopped: Promise<StopReason>;

  constructor(source: AppOptionsSource, registry: Registry) {
    this.#source = source;
    this.#registry = registry;
    this.#stopped = this.#untilStopped();
  }

  get api(): BoundApi {
    return this.#needed().api;
  }
  get stopped(): Promise<StopReason> {
    return this.#stopped;
  }
  onError(handler: ErrorHandler): void {
    this.#errorHandlers.push(handler);
  }

  /** @throws ArgumentError when the options cannot work */
  prepare(): void {
    if (!isInspecting()) this.#needed();
  }

  async start({ signals = ["SIGINT", "SIGTERM"] }: StartOptions): Promise<void> {
    if (isInspecting()) return;
    this.#refuseSecond();
    await this.#stopping;
    this.#refuseSecond(); // of two that waited for the same stop
    this.#stopping = undefined;
    if (this.#phase === "stopped") this.#stopped = this.#untilStopped();
    const starting = new AbortController();
    this.#starting = starting;
    this.#phase = "starting";
    this.#mindsProcess = signals !== false;
    this.#signal = undefined;
    const signalled = new Promise<void>((sent) => {
      this.#releaseSignals = onSignals(signals || [], async (signal) => this.#onSignal(signal), sent);
    });
    try {
      await this.#open(starting.signal);
    } catch (error) {
      if (this.#starting === starting) this.#releaseSignals(); // else those are of the start after the stop
      if (this.#starting === starting && this.#phase === "starting") this.#phase = "idle";
      if (!starting.signal.aborted) throw error;
      // Thrown before, it would end the process with a stack trace, and before the signal does.
      if (this.#signal !== undefined) await signalled;
      throw stoppedMeanwhile(error, this.#signal);
    }
  }

  #refuseSecond(): void {
    if (this.#phase === "starting" || this.#phase === "running") throw new ArgumentError("The App is started already");
  }

  /** Loaded when it is needed: an App behind an endpoint, or one that is only described, never reads a stream. */
  async #openSource(services: AppServices, signal: AbortSignal): Promise<OpenSource | undefined> {
    const { fleet } = services.options;
    if (fleet === undefined) {
      await syncAppCommands(services, signal);
      return (await import("./source.js")).openSource(services, signal);
    }
    const { enterFleet, openFleetSource } = await import("./fleet-source.js");
    await enterFleet(services, fleet, signal);
    await syncAppCommands(services, signal);
    return openFleetSource(services, fleet, signal);
  }

  async #onSignal(signal: ProcessSignal): Promise<void> {
    this.#signal = signal;
    const running = (this.#services?.handling.count ?? 0) + (this.#events?.eventsRunning ?? 0);
    if (running > 0) {
      const handlers = `${running} handler${running === 1 ? "" : "s"}`;
      const waits = `waits for ${handlers}, at most ${GRACE_MS / 1_000} s; the signal once more ends it now`;
      this.#needed().report("stopping", { signal, running }, { message: `Stopping: ${waits}` });
    }
    await this.stop({ why: "signal", signal }, {});
  }

  async #open(signal: AbortSignal): Promise<void> {
    const services = this.#needed();
    services.conversations.waits.open();
    this.#reportWarnings(services);
    // An App that lives on deliveries alone fetches the keys now, not while the first delivery waits for them.
    if (services.options.events === false) await this.#endpoint();
    const source = await this.#openSource(services, signal);
    if (signal.aborted) await source?.close(0);
    if (signal.aborted) throw stoppedMeanwhile();
    this.#events = source;
    this.#phase = "running";
    void warnOfUnregistered(services);
    void source?.ended.then(async (error) => this.#ended(error));
  }

  async stop(reason: StopReason, { graceMs = GRACE_MS }: StopOptions): Promise<void> {
    if (this.#phase === "idle") return this.#close(graceMs);
    const hurried = this.#stopping && this.#close(graceMs);
    this.#stopping ??= this.#stop(reason, graceMs);
    await Promise.all([hurried, this.#stopping]);
  }

  readonly node: NodeListener = (request, response) => {
    this.#answering.begin();
    response.on("close", () => this.#answering.end());
    this.#nodeListener(request, response);
  };

  /** One delivery. What cannot work is logged and answered with the bare 500, whoever asked. */
  async deliver(request: DeliveryRequest): Promise<DeliveryAnswer> {
    this.#answering.begin();
    try {
      const env = environmentOf(request.environment ?? []);
      const endpoint = this.#deliveries ?? (await this.#endpoint(env)) ?? (await this.#endpointLater());
      return endpoint ? await endpoint.deliver(request) : misconfiguredAnswer;
    } catch (error) {
      return this.misconfigured(error instanceof Error ? error.message : "the App cannot be set up");
    } finally {
      this.#answering.end();
    }
  }

  /** Logs, once a minute, how the setup has to be mended. */
  misconfigured(message: string): DeliveryAnswer {
    if (this.#deliveries) return this.#deliveries.misconfigured(message);
    const asked = typeof this.#source === "function" ? {} : rewired(this.#source, this.#rewiring);
    const { clock = systemClock } = asked;
    this.#throttle ??= new LogThrottle(clock);
    const line = `No delivery can be taken: ${message}`;
    this.#throttle.log(line, (count) => loggerOf(asked).error(countField(count), line));
    return misconfiguredAnswer;
  }

  health(): Health {
    const events = this.#events?.state();
    const fleet = this.#services?.options.fleet;
    return {
      status: this.#status(),
      interactionsRunning: this.#services?.handling.count ?? 0,
      ...defined({ events, fleet: fleet?.state, deliveries: this.#deliveries?.counts() }),
    };
  }

  #status(): Health["status"] {
    if (this.#phase === "idle") return this.#deliveries === undefined ? "idle" : "ok";
    if (this.#phase !== "running") return this.#phase;
    if (this.#services?.events.permits.isStuck) return "stuck";
    return this.#events?.connected === false ? "degraded" : "ok";
  }

  rewire(rewiring: Rewiring | undefined): void {
    if (rewiring && this.#rewiring) throw new ArgumentError(UNDER_TEST);
    this.#rewiring = rewiring;
    this.#services = undefined;
    this.#deliveries = undefined;
  }

  /** The environment counts for the first who needs the services: it is the same for all. */
  #needed(env?: AppEnvironment): AppServices {
    if (this.#services) return this.#services;
    const options = rewired(resolveAppOptions(this.#source, env), this.#rewiring);
    const onError = async (error: HandlerError, context: MiddlewareContext) => this.#report(error, context);
    return (this.#services = createServices(options, this.#registry, onError));
  }

  /**
   * Undefined while an asynchronous token function has not told yet whose endpoint it is. Loaded when it is needed, as
   * what reads events is: whoever only makes calls needs neither.
   */
  async #endpoint(env?: AppEnvironment): Promise<Endpoint | undefined> {
    const services = this.#needed(env);
    if (!isAppKnown(services)) return undefined;
    const { deliveriesOf } = await import("./deliveries.js");
    if (this.#deliveries) return this.#deliveries; // another delivery was here first
    const { syncCommands = false } = services.options;
    const unregistered = this.#phase === "idle" && syncCommands !== false && this.#registry.commands.length > 0;
    if (unregistered) services.report("commands_unregistered", {});
    this.#reportWarnings(services);
    return (this.#deliveries = deliveriesOf(services));
  }

  #reportWarnings({ report }: AppServices): void {
    for (const message of this.#registry.takeWarnings()) report("definition_warning", {}, { message });
  }

  /** Undefined when there is no credential: why is reported, and never in the answer to whoever asked. */
  async #endpointLater(): Promise<Endpoint | undefined> {
    const services = this.#needed();
    try {
      await services.client.credentialChanged(undefined);
      const endpoint = await this.#endpoint();
      return endpoint ?? (await import("./deliveries.js")).deliveriesOf(services); // which says why, should the App still be unknown
    } catch (error) {
      services.report("credential_missing", { error });
      return undefined;
    }
  }

  async #report(error: HandlerError, context: MiddlewareContext): Promise<void> {
    const { report } = this.#needed();
    const { handler } = error;
    const where = { handler, ...(context.type === "event" ? {} : { interactionId: context.id }) };
    const facts = { ...where, source: context.source, error };
    report("handler_failed", facts, this.#errorHandlers.length > 0 ? { level: "debug" } : {});
    for (const onError of this.#errorHandlers) {
      try {
        await onError(error, context);
      } catch (second) {
        report("error_handler_failed", { ...where, error: second });
      }
    }
  }

  async #stop(reason: StopReason, graceMs: number): Promise<void> {
    this.#phase = "stopping";
    this.#starting?.abort();
    this.#releaseSignals();
    await this.#close(graceMs);
    this.#events = undefined;
    this.#phase = "stopped";
    this.#tellStopped(reason);
  }

  /** Lets what is under way end: handlers, and the answers to deliveries, which nobody would send a second time. */
  async #close(graceMs: number): Promise<void> {
    const { handling, interactions, conversations, clock, options, events } = this.#services ?? {};
    conversations?.cancelAll(); // nobody is listened to any more, and their handlers would hold up the stop
    const answered = clock && this.#answering.none(clock, graceMs);
    await Promise.all([this.#events?.close(graceMs), clock && handling?.none(clock, graceMs), answered]);
    interactions?.abandon();
    events?.permits.abandon();
    await options?.fleet?.close({ graceMs: 0 }); // also where it was not entered, or brings no events
    await conversations?.written();
  }

  async #ended(error: unknown): Promise<void> {
    if (this.#phase !== "running" || error === undefined) return;
    this.#needed().report("ended", { error });
    if (this.#mindsProcess) endAsFailed(); // whoever watches the process must not take this for a success
    await this.stop({ why: "ended", error }, {});
  }

  async #untilStopped(): Promise<StopReason> {
    return new Promise((resolve) => {
      this.#tellStopped = resolve;
    });
  }
}
