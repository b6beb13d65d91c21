import { ArgumentError } from "../base/errors.js";
import { defined } from "../base/values.js";
import { AppEndpoint } from "./endpoint.js";
import type { AppOptionsSource } from "./environment.js";
import type { Health } from "./health.js";
import { isInspecting } from "./inspecting.js";
import { GRACE_MS, idle, type LifecycleEffect, type LifecycleInput, stepLifecycle } from "./lifecycle.js";
import { type OpenSource, stoppedMeanwhile } from "./opening.js";
import type { Rewiring, StartOptions, StopOptions, StopReason } from "./options.js";
import { Parts } from "./parts.js";
import type { Registry } from "./routing/registry.js";
import { endAsFailed, onSignals, type ProcessSignal } from "./signals.js";
import { syncAppCommands, warnOfUnregistered } from "./sync.js";

const REFUSALS: Readonly<Record<Extract<LifecycleEffect, { readonly type: "refuse" }>["why"], string>> = {
  started: "The App is started already",
  "under-test":
    'The App is under test already: a test before this one did not stop it. Import "svc-apps/testing/vitest", which ' +
    "stops it after each test, or write `await using world = await testApp(app)`, or call `world.stop()` in afterEach.",
  alive: "The App is started already, and not by this test: stop it before it is tested",
};

/** From a start to the stop that follows it. */
interface Life {
  /** Made at the start: some versions of workerd let nobody make one outside of a request, where Apps are made. */
  readonly opening: AbortController;
  readonly releaseSignals: () => void;
  /** Resolves where a signal does not end the process. */
  readonly signalled: Promise<void>;
  source?: OpenSource | undefined;
  /** Why it was stopped. */
  reason?: StopReason;
}

/** Carries out what the {@link stepLifecycle lifecycle} of an App decides. */
export class Engine {
  readonly #parts: Parts;
  readonly endpoint: AppEndpoint;
  #state = idle;
  #life: Life | undefined;
  #closing: Promise<void> | undefined;
  #tellStopped: (reason: StopReason) => void = () => {};
  #stopped: Promise<StopReason>;

  constructor(source: AppOptionsSource, registry: Registry) {
    this.#parts = new Parts(source, registry);
    this.endpoint = new AppEndpoint(this.#parts, () => this.#state.phase === "idle");
    this.#stopped = this.#untilStopped();
  }

  get parts(): Parts {
    return this.#parts;
  }
  get stopped(): Promise<StopReason> {
    return this.#stopped;
  }

  /** @throws ArgumentError when the options cannot work */
  prepare(): void {
    if (!isInspecting()) this.#parts.needed();
  }

  async start(options: StartOptions): Promise<void> {
    if (isInspecting()) return;
    const { signals = ["SIGINT", "SIGTERM"] } = options;
    const [begun] = this.#step({ type: "start", mindsProcess: signals !== false });
    if (begun?.type === "wait") {
      await this.#closing?.catch(() => undefined); // whoever stopped it has the error
      return this.start(options);
    }
    const { life: number } = this.#state;
    const life = (this.#life = this.#begin(signals || []));
    let failure: { readonly error: unknown } | undefined;
    try {
      life.source = await this.#open(life.opening.signal);
    } catch (error) {
      failure = { error };
    }
    const [done] = this.#step({ type: failure ? "failed" : "opened", life: number });
    if (done?.type === "watch") return this.#watch(number, life.source);
    await life.source?.close(0);
    if (done?.type === "reject") {
      life.releaseSignals();
      throw failure?.error;
    }
    // Thrown before, it would end the process with a stack trace, and before the signal does.
    if (life.reason?.signal !== undefined) await life.signalled;
    throw stoppedMeanwhile(failure?.error, life.reason?.signal);
  }

  async stop(reason: StopReason, { graceMs = GRACE_MS }: StopOptions): Promise<void> {
    const [effect] = this.#step({ type: "stop", reason, graceMs });
    await Promise.all([effect?.type === "hurry" && this.#drain(graceMs), this.#closing]);
  }

  health(): Health {
    const { source } = this.#life ?? {};
    const { handling, options } = this.#parts.made ?? {};
    const facts = { events: source?.state(), fleet: options?.fleet?.state, deliveries: this.endpoint.counts };
    return { status: this.#status(), interactionsRunning: handling?.count ?? 0, ...defined(facts) };
  }

  rewire(rewiring: Rewiring | undefined): void {
    this.#step({ type: "rewire", isOn: rewiring !== undefined });
    this.#parts.reset(rewiring);
    this.endpoint.reset();
  }

  #status(): Health["status"] {
    const { phase } = this.#state;
    if (phase === "idle") return this.endpoint.counts === undefined ? "idle" : "ok";
    if (phase !== "running") return phase;
    if (this.#parts.made?.events.permits.isStuck) return "stuck";
    return this.#life?.source?.connected === false ? "degraded" : "ok";
  }

  /** Returns the effects that are left to the caller: those of its own call. */
  #step(input: LifecycleInput): readonly LifecycleEffect[] {
    const [state, effects] = stepLifecycle(this.#state, input);
    this.#state = state;
    return effects.filter((effect) => !this.#carryOut(effect));
  }

  #carryOut(effect: LifecycleEffect): boolean {
    switch (effect.type) {
      case "refuse":
        throw new ArgumentError(REFUSALS[effect.why]);
      case "open":
        this.#closing = undefined;
        if (effect.isAgain) this.#stopped = this.#untilStopped();
        return true;
      case "report-end":
        this.#parts.needed().report("ended", { error: effect.error });
        if (effect.mindsProcess) endAsFailed(); // whoever watches the process must not take this for a success
        return true;
      case "close":
        this.#closing = this.#close(effect.graceMs);
        this.#closing.catch(() => undefined); // for those who stop it; nobody does where the service ended it
        return true;
      case "stopped":
        this.#tellStopped(effect.reason);
        return true;
      default:
        return false;
    }
  }

  #begin(signals: readonly ProcessSignal[]): Life {
    let releaseSignals = (): void => {};
    const signalled = new Promise<void>((sent) => {
      releaseSignals = onSignals(signals, async (signal) => this.#onSignal(signal), sent);
    });
    return { opening: new AbortController(), releaseSignals, signalled };
  }

  async #onSignal(signal: ProcessSignal): Promise<void> {
    const running = (this.#parts.made?.handling.count ?? 0) + (this.#life?.source?.eventsRunning ?? 0);
    if (running > 0) {
      const handlers = `${running} handler${running === 1 ? "" : "s"}`;
      const waits = `waits for ${handlers}, at most ${GRACE_MS / 1_000} s; the signal once more ends it now`;
      this.#parts.needed().report("stopping", { signal, running }, { message: `Stopping: ${waits}` });
    }
    await this.stop({ why: "signal", signal }, {});
  }

  async #open(signal: AbortSignal): Promise<OpenSource | undefined> {
    const services = this.#parts.needed();
    const { fleet, events } = services.options;
    services.conversations.waits.open();
    this.#parts.reportWarnings();
    // An App that lives on deliveries alone fetches the keys now, not while the first delivery waits for them.
    if (events === false) await this.endpoint.prepare();
    // Loaded when it is needed: an App behind an endpoint, or one that is only described, never reads a stream.
    if (fleet === undefined) {
      await syncAppCommands(services, signal);
      return (await import("./source.js")).openSource(services, signal);
    }
    const { enterFleet, openFleetSource } = await import("./fleet-source.js");
    await enterFleet(services, fleet, signal);
    await syncAppCommands(services, signal);
    return openFleetSource(services, fleet, signal);
  }

  #watch(life: number, source: OpenSource | undefined): void {
    void warnOfUnregistered(this.#parts.needed());
    void source?.ended.then((error) => this.#step({ type: "ended", life, error }));
  }

  async #close(graceMs: number): Promise<void> {
    const life = this.#life;
    if (life) life.reason = this.#state.reason;
    life?.opening.abort();
    life?.releaseSignals();
    try {
      await this.#drain(graceMs);
    } finally {
      if (life) life.source = undefined;
      this.#step({ type: "closed" });
    }
  }

  /** Lets what is under way end: handlers, and the answers to deliveries, which nobody would send a second time. */
  async #drain(graceMs: number): Promise<void> {
    const { handling, interactions, conversations, clock, options, events } = this.#parts.made ?? {};
    conversations?.cancelAll(); // nobody is listened to any more, and their handlers would hold up the stop
    const answered = clock && this.endpoint.answering.none(clock, graceMs);
    await Promise.all([this.#life?.source?.close(graceMs), clock && handling?.none(clock, graceMs), answered]);
    interactions?.abandon();
    events?.permits.abandon();
    await options?.fleet?.close({ graceMs: 0 }); // also where it was not entered, or brings no events
    await conversations?.written();
  }

  async #untilStopped(): Promise<StopReason> {
    return new Promise((resolve) => {
      this.#tellStopped = resolve;
    });
  }
}
