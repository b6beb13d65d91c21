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
import { eventSourceOf, type Source } from "./sources.js";
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
  /** Made at the start: some versions of workerd refuse to make one outside of a request, where Apps are made. */
  readonly opening: AbortController;
  readonly releaseSignals: () => void;
  /** Resolves where a signal does not end the process. */
  readonly signalled: Promise<void>;
  readonly open: OpenSource[];
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
      await this.#closing?.catch(() => undefined); // the caller of stop() got the error
      return this.start(options);
    }
    const { life: number } = this.#state;
    const life = (this.#life = this.#begin(signals || []));
    let failure: { readonly error: unknown } | undefined;
    try {
      await this.#open(life);
    } catch (error) {
      failure = { error };
    }
    const [done] = this.#step({ type: failure ? "failed" : "opened", life: number });
    if (done?.type === "watch") return this.#watch(number, life);
    if (done?.type === "reject") life.releaseSignals();
    await closeAll(life.open.splice(0), 0);
    if (done?.type === "reject") throw failure?.error;
    // Thrown before, it would end the process with a stack trace, and before the signal does.
    if (life.reason?.signal !== undefined) await life.signalled;
    throw stoppedMeanwhile(failure?.error, life.reason?.signal);
  }

  async stop(reason: StopReason, { graceMs = GRACE_MS }: StopOptions): Promise<void> {
    const [effect] = this.#step({ type: "stop", reason, graceMs });
    await Promise.all([effect?.type === "hurry" && this.#drain(graceMs), this.#closing]);
  }

  health(): Health {
    const [events] = this.#life?.open.flatMap((source) => source.state() ?? []) ?? [];
    const facts = Object.assign({}, ...this.#sources.map((source) => source.health())) as ReturnType<Source["health"]>;
    const interactionsRunning = this.#parts.made?.handling.count ?? 0;
    return { status: this.#status(facts), interactionsRunning, ...defined({ events }), ...facts };
  }

  rewire(rewiring: Rewiring | undefined): void {
    this.#step({ type: "rewire", isOn: rewiring !== undefined });
    this.#parts.reset(rewiring);
    this.endpoint.reset();
  }

  #status({ deliveries }: Pick<Health, "deliveries">): Health["status"] {
    const { phase } = this.#state;
    if (phase === "idle") return deliveries === undefined ? "idle" : "ok";
    if (phase !== "running") return phase;
    if (this.#parts.made?.events.permits.isStuck) return "stuck";
    return this.#life?.open.some(({ connected }) => !connected) ? "degraded" : "ok";
  }

  get #sources(): readonly Source[] {
    const { made } = this.#parts;
    return made ? [this.endpoint, eventSourceOf(made)] : [this.endpoint];
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
        if (effect.mindsProcess) endAsFailed(); // the supervisor of the process must not take this for a success
        return true;
      case "close":
        this.#closing = this.#close(effect.graceMs);
        this.#closing.catch(() => undefined); // for callers of stop(); there is none where the service ended it
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
    return { opening: new AbortController(), releaseSignals, signalled, open: [] };
  }

  async #onSignal(signal: ProcessSignal): Promise<void> {
    const events = this.#life?.open.reduce((sum, { eventsRunning }) => sum + eventsRunning, 0) ?? 0;
    const running = events + (this.#parts.made?.handling.count ?? 0);
    if (running > 0) {
      const handlers = `${running} handler${running === 1 ? "" : "s"}`;
      const waits = `waits for ${handlers}, at most ${GRACE_MS / 1_000} s; the signal once more ends it now`;
      this.#parts.needed().report("stopping", { signal, running }, { message: `Stopping: ${waits}` });
    }
    await this.stop({ why: "signal", signal }, {});
  }

  async #open({ opening: { signal }, open }: Life): Promise<void> {
    const services = this.#parts.needed();
    services.conversations.waits.open();
    this.#parts.reportWarnings();
    const sources = this.#sources;
    for (const source of sources) await source.enter?.(signal);
    await syncAppCommands(services, signal);
    for (const source of sources) open.push(...[(await source.open?.(signal)) ?? []].flat());
  }

  #watch(life: number, { open }: Life): void {
    void warnOfUnregistered(this.#parts.needed());
    for (const { ended } of open) void ended.then((error) => this.#step({ type: "ended", life, error }));
  }

  async #close(graceMs: number): Promise<void> {
    const life = this.#life;
    if (life) life.reason = this.#state.reason;
    life?.opening.abort();
    life?.releaseSignals();
    try {
      await this.#drain(graceMs);
    } finally {
      life?.open.splice(0);
      this.#step({ type: "closed" });
    }
  }

  /** Lets what is under way end. */
  async #drain(graceMs: number): Promise<void> {
    const { handling, interactions, conversations, clock, events } = this.#parts.made ?? {};
    const sources = this.#sources;
    conversations?.cancelAll(); // no answer is accepted any more, and waiting handlers would hold up the stop
    const answered = sources.map(async (source) => source.finish?.(graceMs));
    await Promise.all([
      closeAll(this.#life?.open ?? [], graceMs),
      clock && handling?.none(clock, graceMs),
      ...answered,
    ]);
    interactions?.abandon();
    events?.permits.abandon();
    for (const source of sources) await source.leave?.();
    await conversations?.stored?.written();
  }

  async #untilStopped(): Promise<StopReason> {
    return new Promise((resolve) => {
      this.#tellStopped = resolve;
    });
  }
}

const closeAll = async (open: readonly OpenSource[], graceMs: number): Promise<unknown> =>
  Promise.all(open.map(async (source) => source.close(graceMs)));
