import { toNodeListener, writeAnswer } from "../delivery/adapters/node.js";
import type { NodeListener } from "../delivery/adapters/node.js";
import { misconfiguredAnswer } from "../delivery/handler/answer.js";
import type { DeliveryHandler } from "../delivery/handler/create.js";
import { toWebResponse } from "../delivery/adapters/web.js";
import { NoAnswerError } from "../http/errors/index.js";
import { Seldom, times } from "../http/seldom.js";
import type { BoundApi } from "./api.js";
import { deliveriesOf } from "./deliveries.js";
import type { HandlerError } from "./errors.js";
import type { ErrorHandler, MiddlewareContext } from "./handlers.js";
import type { AppHooks } from "./hooks.js";
import type { Health } from "./health.js";
import { isLooking } from "./looking.js";
import type { AppOptions, Rewiring, StartOptions, StopOptions, StopReason } from "./options.js";
import type { Registry } from "./running/registry.js";
import { Underway } from "./running/underway.js";
import { endAsFailed, onSignals } from "./signals.js";
import type { OpenSource } from "./source.js";
import { syncAppCommands } from "./sync.js";
import { wire } from "./wiring.js";
import type { Wiring } from "./wiring.js";

const UNDER_TEST =
  'The App is under test already: a test before this one did not stop it. Import "svc-apps/testing/vitest", which ' +
  "stops it after each test, or write `await using world = await testApp(app)`, or call `world.stop()` in afterEach.";

const UNREGISTERED =
  "The commands are not registered: syncCommands does that when the App starts, and a delivery came to one that was " +
  "not started. Call `await app.start()`, which with events: false opens no stream; where no process stays, run " +
  "`svc-apps commands apply` when you deploy.";

const GRACE_MS = 10_000;

type Phase = "idle" | "starting" | "running" | "stopping" | "stopped";

/** What lives behind an App: made when first needed, started and stopped once each time. */
export class Engine {
  readonly #options: AppOptions;
  readonly #registry: Registry;
  readonly #errorHandlers: ErrorHandler[] = [];
  #rewiring: Rewiring | undefined;
  #wiring: Wiring | undefined;
  #deliveries: DeliveryHandler | undefined;
  #nodeListener: NodeListener | undefined;
  #source: OpenSource | undefined;
  #seldom: Seldom | undefined;
  /** Requests that have no answer yet. */
  readonly #answering = new Underway();
  #phase: Phase = "idle";
  #starting = new AbortController();
  #releaseSignals: () => void = () => {};
  /** Whether how the process ends is this App's business, and the signal that ends it already. */
  #mindsProcess = false;
  #signal: NodeJS.Signals | undefined;
  #stopping: Promise<void> | undefined;
  #tellStopped: (reason: StopReason) => void = () => {};
  #stopped: Promise<StopReason>;

  constructor(options: AppOptions, registry: Registry) {
    this.#options = options;
    this.#registry = registry;
    this.#stopped = this.#untilStopped();
  }

  get api(): BoundApi {
    return this.#wired().api;
  }

  get stopped(): Promise<StopReason> {
    return this.#stopped;
  }

  onError(handler: ErrorHandler): void {
    this.#errorHandlers.push(handler);
  }

  /** @throws ArgumentError when the options cannot work */
  prepare(): void {
    if (!isLooking()) this.#wired();
  }

  async start({ signals = ["SIGINT", "SIGTERM"] }: StartOptions): Promise<void> {
    if (isLooking()) return;
    if (this.#phase === "starting" || this.#phase === "running") throw new TypeError("The App is started already.");
    await this.#stopping;
    this.#stopping = undefined;
    if (this.#phase === "stopped") this.#stopped = this.#untilStopped();
    this.#starting = new AbortController();
    this.#phase = "starting";
    this.#mindsProcess = signals !== false;
    this.#signal = undefined;
    if (signals !== false) this.#releaseSignals = onSignals(signals, async (signal) => this.#onSignal(signal));
    try {
      await this.#open(this.#starting.signal);
    } catch (error) {
      this.#releaseSignals();
      if (this.#phase === "starting") this.#phase = "idle";
      // Thrown now, it would end the process with a stack trace, and before the signal does.
      if (this.#signal !== undefined) await new Promise(() => {});
      throw error;
    }
  }

  async #onSignal(signal: NodeJS.Signals): Promise<void> {
    this.#signal = signal;
    const running = (this.#wiring?.handling.count ?? 0) + (this.#source?.eventsRunning ?? 0);
    if (running > 0) {
      const handlers = `${running} handler${running === 1 ? "" : "s"}`;
      const waits = `waits for ${handlers}, at most ${GRACE_MS / 1_000} s; the signal once more ends it now`;
      this.#wired().log.info({ signal }, `Stopping: ${waits}`);
    }
    await this.stop({ why: "signal", signal }, {});
  }

  async #open(signal: AbortSignal): Promise<void> {
    const wiring = this.#wired();
    this.#tellDoubts(wiring);
    // An App that lives on deliveries alone fetches the keys now, not while the first delivery waits for them.
    if (wiring.options.events === false) this.#endpoint();
    await syncAppCommands(wiring, this.#registry, signal);
    // Loaded when it is needed: an App behind an endpoint, or one that is only described, never reads a stream.
    const { openSource } = await import("./source.js");
    const source = await openSource(wiring, this.#registry, signal);
    if (signal.aborted) await source?.close(0);
    if (signal.aborted) throw new NoAnswerError("The App was stopped while it started.", { reason: "aborted" });
    this.#source = source;
    this.#phase = "running";
    void source?.ended.then(async (error) => this.#ended(error));
  }

  async stop(reason: StopReason, { graceMs = GRACE_MS }: StopOptions): Promise<void> {
    if (this.#phase === "idle") return this.#close(graceMs);
    const hurried = this.#stopping && this.#close(graceMs);
    this.#stopping ??= this.#stop(reason, graceMs);
    await Promise.all([hurried, this.#stopping]);
  }

  async fetch(request: Request, environment: readonly unknown[]): Promise<Response> {
    this.#answering.begin();
    try {
      const endpoint = this.#endpoint() ?? (await this.#endpointLater());
      return endpoint ? await endpoint(request, ...environment) : toWebResponse(misconfiguredAnswer);
    } finally {
      this.#answering.end();
    }
  }

  readonly node: NodeListener = (request, response) => {
    this.#answering.begin();
    response.once("close", () => this.#answering.end());
    const take = (endpoint: DeliveryHandler) => {
      this.#nodeListener ??= toNodeListener(endpoint);
      this.#nodeListener(request, response);
    };
    const endpoint = this.#endpoint();
    if (endpoint) return take(endpoint);
    void this.#endpointLater().then((late) => (late ? take(late) : writeAnswer(misconfiguredAnswer, response)));
  };

  health(): Health {
    const events = this.#source?.state();
    return {
      status: this.#status(),
      interactionsRunning: this.#wiring?.handling.count ?? 0,
      ...(events === undefined ? {} : { events }),
      ...(this.#deliveries === undefined ? {} : { deliveries: this.#deliveries.counts() }),
    };
  }

  #status(): Health["status"] {
    if (this.#phase === "idle") return this.#deliveries === undefined ? "idle" : "ok";
    if (this.#phase !== "running") return this.#phase;
    return this.#source?.connected === false ? "degraded" : "ok";
  }

  rewire(rewiring: Rewiring | undefined): void {
    if (rewiring && this.#rewiring) throw new TypeError(UNDER_TEST);
    this.#rewiring = rewiring;
    this.#wiring = undefined;
    this.#deliveries = undefined;
    this.#nodeListener = undefined;
  }

  #wired(): Wiring {
    const onError = async (error: HandlerError, context: MiddlewareContext) => this.#report(error, context);
    this.#wiring ??= wire(rewired(this.#options, this.#rewiring), this.#registry, onError);
    return this.#wiring;
  }

  /** Undefined while an asynchronous token function has not told yet whose endpoint it is. */
  #endpoint(): DeliveryHandler | undefined {
    const wiring = this.#wired();
    if (this.#deliveries || !isAppKnown(wiring)) return this.#deliveries;
    const { syncCommands = false } = wiring.options;
    const unregistered = this.#phase === "idle" && syncCommands !== false && this.#registry.commands.length > 0;
    if (unregistered) wiring.log.warn({}, UNREGISTERED);
    this.#tellDoubts(wiring);
    return (this.#deliveries = deliveriesOf(wiring));
  }

  #tellDoubts({ log }: Wiring): void {
    for (const doubt of this.#registry.takeDoubts()) log.warn({}, doubt);
  }

  /** Undefined when there is no credential: why stands in the log, seldom, and never in the answer to whoever asked. */
  async #endpointLater(): Promise<DeliveryHandler | undefined> {
    const wiring = this.#wired();
    try {
      await wiring.client.credentialChanged(undefined);
      return this.#endpoint() ?? deliveriesOf(wiring); // which says why, should the App still be unknown
    } catch (err) {
      this.#seldom ??= new Seldom(wiring.clock);
      const message = "A delivery came before the token function gave a credential";
      this.#seldom.tell(message, (count) => wiring.log.error({ err, ...times(count) }, message));
      return undefined;
    }
  }

  async #report(error: HandlerError, context: MiddlewareContext): Promise<void> {
    const { log } = this.#wired();
    const where = { handler: error.handler, ...(context.type === "event" ? {} : { interactionId: context.id }) };
    if (this.#errorHandlers.length === 0) log.error({ ...where, err: error.cause }, "A handler threw");
    for (const handler of this.#errorHandlers) {
      try {
        await handler(error, context);
      } catch (second) {
        log.error({ ...where, err: second }, "The error handler threw as well");
      }
    }
  }

  async #stop(reason: StopReason, graceMs: number): Promise<void> {
    this.#phase = "stopping";
    this.#starting.abort();
    this.#releaseSignals();
    await this.#close(graceMs);
    this.#source = undefined;
    this.#phase = "stopped";
    this.#tellStopped(reason);
  }

  /** Lets what is under way end: handlers, and the answers to deliveries, which nobody would send a second time. */
  async #close(graceMs: number): Promise<void> {
    const { handling, runner, clock } = this.#wiring ?? {};
    const answered = clock && this.#answering.none(clock, graceMs);
    await Promise.all([this.#source?.close(graceMs), clock && handling?.none(clock, graceMs), answered]);
    runner?.cancelTimers();
  }

  async #ended(error: unknown): Promise<void> {
    if (this.#phase !== "running" || error === undefined) return;
    this.#wired().log.error({ err: error }, "The service ended the connection for good");
    if (this.#mindsProcess) endAsFailed(); // whoever watches the process must not take this for a success
    await this.stop({ why: "ended", error }, {});
  }

  async #untilStopped(): Promise<StopReason> {
    return new Promise((resolve) => {
      this.#tellStopped = resolve;
    });
  }
}

function isAppKnown({ client, options }: Wiring): boolean {
  if (options.delivery?.apps !== undefined) return true;
  try {
    return client.appId !== undefined;
  } catch {
    return false;
  }
}

function rewired(options: AppOptions, rewiring: Rewiring | undefined): AppOptions {
  if (!rewiring) return options;
  const { onNotice, ...others } = rewiring;
  const own = options.hooks?.onNotice;
  const both: AppHooks["onNotice"] = (notice) => {
    onNotice?.(notice);
    own?.(notice);
  };
  return { ...options, ...others, hooks: { ...options.hooks, onNotice: both } };
}
