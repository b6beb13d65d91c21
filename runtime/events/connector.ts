import type { EventsClient, ResolvedOptions } from "./options.js";
import type { CursorRecord } from "./cursor/record.js";
import { reportHandover } from "./handover-report.js";
import type { PositionInput } from "./position-inputs.js";
import type { Progress } from "./progress.js";
import type { EventQueue } from "./queue/event-queue.js";
import { isDraining } from "./position-state.js";
import { Reconnector } from "./reconnector.js";
import type { PauseMonitor, EventsReporter } from "./reporter.js";
import type { ConnectionSlots } from "./slots.js";
import { linkedTo, sleep } from "../base/time.js";
import { type GatewayOptions, runGateway } from "./transports/gateway.js";
import { MailboxLoop } from "./transports/mailbox-loop.js";
import type { ConnectionOutcome, TransportPort } from "./transports/transport.js";

export interface ConnectorParts {
  readonly client: EventsClient;
  readonly options: ResolvedOptions;
  readonly reporter: EventsReporter;
  readonly slots: ConnectionSlots;
  readonly progress: Progress;
  readonly queue: EventQueue;
  readonly pauses: PauseMonitor;
  /** Aborted when the stream is closed from this side. */
  readonly signal: AbortSignal;
  /** Where a former process stopped. */
  readonly restored: CursorRecord | undefined;
}

/** Number of consecutive streams without a byte that counts as silence. */
const EMPTY_STREAMS = 2;

interface RunningStream {
  readonly outcome: Promise<ConnectionOutcome>;
}

/** Opens and reopens gateway streams and mailboxes, and feeds the position with what they bring. */
export class Connector {
  readonly #parts: ConnectorParts;
  readonly #port: TransportPort;
  readonly #reconnector: Reconnector;
  readonly #mailbox: MailboxLoop;
  #connections = 0;
  #emptyStreams = 0;

  constructor(parts: ConnectorParts) {
    const { client, options, reporter, queue, progress, pauses } = parts;
    this.#parts = parts;
    this.#reconnector = new Reconnector({
      client,
      options,
      reporter,
      offlineMs: () => (progress.state.absentSinceMs === undefined ? undefined : progress.offlineMs),
      onStaleView: () => progress.take({ type: "view_lost" }),
    });
    this.#port = {
      client,
      options,
      reporter,
      pauses,
      emit: (input) => progress.take(input),
      isFull: () => queue.full,
      room: () => queue.room(),
      onContact: (contact) => {
        progress.contact = contact;
      },
      released: () => queue.released(),
      onHeard: () => this.#reconnector.heard(),
    };
    const takeSlot = (until: AbortSignal) => this.#takeSlot(until);
    const { restored, slots } = parts;
    const tryTakeSlot = () => slots.tryTake();
    const reconnector = this.#reconnector;
    this.#mailbox = new MailboxLoop(this.#port, { progress, queue, restored, takeSlot, tryTakeSlot, reconnector });
  }

  /**
   * Brings events by the configured transport, until the stream is closed from this side.
   * @throws EventsEndedError when going on cannot help
   */
  async run(): Promise<void> {
    const { options, signal } = this.#parts;
    try {
      if (options.transport === "mailbox") await this.#mailbox.run(signal);
      else if (options.transport === "gateway") await this.#runGateway({ untilSilent: false });
      else await this.#runEither();
    } catch (error) {
      // Nobody will read the mailbox again.
      this.#mailbox.giveBack();
      throw error;
    }
  }

  /** Leaves or returns the mailbox, once {@link run} has ended. */
  leave(): Promise<void> {
    return this.#mailbox.leave();
  }

  async #runEither(): Promise<void> {
    const { restored, reporter } = this.#parts;
    let running: RunningStream | undefined;
    // The former process used a mailbox, which may still hold events.
    let isSilent = restored?.transport === "mailbox";
    for (;;) {
      if (isSilent) {
        running = await this.#untilStreamLives();
        if (running === undefined) return;
      }
      if ((await this.#runGateway({ untilSilent: true, running })) === "closed") return;
      isSilent = true;
      reporter.report("transport_changed", { from: "gateway", to: "mailbox", why: "The stream stays silent." });
    }
  }

  /** Runs until closed from this side or, with `untilSilent`, until a stream opens and carries no byte. */
  async #runGateway(options: {
    readonly untilSilent: boolean;
    readonly running?: RunningStream | undefined;
  }): Promise<"closed" | "silent"> {
    const { reporter, signal } = this.#parts;
    let { running } = options;
    for (;;) {
      const outcome = running === undefined ? await this.#connect() : await running.outcome;
      running = undefined;
      if (outcome?.reason === undefined) return "closed";
      const { reason } = outcome;
      reporter.live.connectionId = undefined;
      reporter.report("disconnected", { transport: "gateway", reason });
      this.#emptyStreams = outcome.empty ? this.#emptyStreams + 1 : 0;
      const isSilent = reason.cause === "silent" || this.#emptyStreams >= EMPTY_STREAMS;
      if (options.untilSilent && isSilent) return "silent";
      if (!(await this.#reconnector.wait(reason, outcome, signal))) return "closed";
    }
  }

  async #connect(): Promise<ConnectionOutcome | undefined> {
    const { signal, reporter, progress } = this.#parts;
    const release = await this.#takeSlot(signal);
    if (release === undefined) return undefined;
    // One signal per connection: listeners that a transport leaves on it go with the connection.
    const link = linkedTo(signal);
    try {
      if (this.#connections > 0) reporter.counters.reconnects += 1;
      const lastEventId = progress.resumeId;
      reporter.live.phase = "connecting";
      reporter.report("connecting", { transport: "gateway", attempt: reporter.live.attempt, lastEventId });
      const onOpen = () => this.#streamIsOpen();
      return await this.#stream(this.#port, { signal: link.signal, lastEventId, onOpen });
    } finally {
      link.abort();
      release();
    }
  }

  #stream(port: TransportPort, how: Omit<GatewayOptions, "skipTooLarge">): Promise<ConnectionOutcome> {
    const { options, client, progress } = this.#parts;
    this.#connections += 1;
    let stopCounting = () => {};
    const emit = (input: PositionInput) => {
      if (input.type === "connected") {
        stopCounting = client.clock.schedule(() => this.#reconnector.stable(), options.stableAfterMs);
      }
      port.emit(input);
    };
    const skipTooLarge = progress.state.oversized >= options.frameAttempts;
    return runGateway({ ...port, emit }, { ...how, skipTooLarge }).finally(() => stopCounting());
  }

  #streamIsOpen(): void {
    const { reporter } = this.#parts;
    reporter.live.phase = "open";
    reporter.live.transport = "gateway";
    this.#reconnector.heard();
    reporter.report("connected", { transport: "gateway" });
  }

  /**
   * Reads a mailbox until a stream that is opened beside it now and then has taken over. Undefined when closed before
   * that: the mailbox then still exists.
   */
  async #untilStreamLives(): Promise<RunningStream | undefined> {
    const { signal, reporter } = this.#parts;
    const leaving = linkedTo(signal);
    const searching = linkedTo(signal);
    const search = this.#lookForStream(searching, leaving).finally(() => leaving.abort());
    // Awaited below, after the mailbox has stopped; handled here so that a failure until then is no unhandled
    // rejection.
    search.catch(() => undefined);
    try {
      await this.#mailbox.run(leaving.signal);
      const running = await search;
      if (running === undefined) return undefined;
      this.#mailbox.giveBack();
      reporter.report("transport_changed", { from: "mailbox", to: "gateway", why: "The stream is back." });
      this.#streamIsOpen();
      return running;
    } catch (error) {
      searching.abort();
      await search.catch(() => undefined);
      throw error;
    }
  }

  /** Opens a stream beside the mailbox every `returnAfterMs`, if a connection slot is free. */
  async #lookForStream(searching: AbortController, leaving: AbortController): Promise<RunningStream | undefined> {
    const { client, options, slots, progress } = this.#parts;
    let waitMs = options.returnAfterMs;
    while (await sleep(client.clock, waitMs, searching.signal)) {
      waitMs = options.returnAfterMs;
      // A mailbox of a process with other intents, and what the next one repeats of it, have to be done with first.
      if (isDraining(progress.state) || progress.state.aloneInSuccessor !== undefined) continue;
      const giveBack = slots.tryTake();
      if (giveBack === undefined) continue;
      const running = await this.#streamBeside(searching.signal, leaving, giveBack);
      if ("ended" in running) {
        const { reason, credentialId } = running.ended;
        if (reason === undefined || searching.signal.aborted) continue;
        // It ends the mailbox too: the same credential, App and request are behind both.
        waitMs = Math.max(waitMs, await this.#reconnector.beside(reason, credentialId, searching.signal));
        continue;
      }
      void running.outcome.finally(() => searching.abort()).catch(() => undefined);
      return running;
    }
    return undefined;
  }

  /**
   * Opens one stream beside the mailbox. Resolves with the stream once it has taken over, or with how it ended before
   * that. Its events are held until the mailbox is empty; a stream that brings more than `maxUnhandled` is
   * closed.
   */
  #streamBeside(
    signal: AbortSignal,
    leaving: AbortController,
    giveBack: () => void,
  ): Promise<RunningStream | { readonly ended: ConnectionOutcome }> {
    const { progress, options, reporter } = this.#parts;
    const link = linkedTo(signal);
    return new Promise((resolve, reject) => {
      let hasTakenOver = false;
      let isDropped = false;
      const emit = (input: PositionInput) => {
        if (isDropped) return;
        progress.take(input);
        if ((progress.state.handover?.events ?? 0) > options.maxUnhandled) link.abort();
      };
      const isFull = () => hasTakenOver && this.#port.isFull();
      const port = { ...this.#port, emit, isFull };
      progress.take({ type: "handover_began" });
      const how = { signal: link.signal, lastEventId: undefined, onOpen: () => {} };
      const stopReporting = reportHandover(this.#parts);
      const outcome = this.#stream(port, how).finally(() => {
        stopReporting();
        link.abort();
        giveBack();
      });
      progress.onHandoverDropped = () => {
        isDropped = true;
        link.abort();
      };
      progress.onHandedOver = () => {
        hasTakenOver = true;
        stopReporting();
        leaving.abort();
        resolve({ outcome });
      };
      outcome.then((ended) => {
        if (hasTakenOver) return;
        if (!isDropped) progress.take({ type: "handover_ended" });
        reporter.live.connectionId = undefined;
        resolve({ ended });
      }, reject);
    });
  }

  /** Takes a connection slot, waiting for one if none is free. Undefined when closed meanwhile. */
  async #takeSlot(signal: AbortSignal): Promise<(() => void) | undefined> {
    const { slots, reporter } = this.#parts;
    if (signal.aborted) return undefined;
    const free = slots.tryTake();
    if (free !== undefined) return free;
    reporter.live.phase = "waiting";
    reporter.report("waiting_for_slot", {});
    return slots.take(signal);
  }
}
