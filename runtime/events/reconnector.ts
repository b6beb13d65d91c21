import { closeCodes, errorCodes, limits } from "../../generated/tables.js";
import type { CloseReason, TransportName } from "../diagnostics/events.js";
import type { EventsClient, ResolvedOptions } from "./options.js";
import { checkCredential, EventsEndedError } from "./ended-error.js";
import { type BackoffState, type ReconnectDecision, decideReconnect, isForeign, nextWait } from "./reconnect.js";
import type { EventsReporter } from "./reporter.js";
import { sleep } from "../base/time.js";
import { closeReasonOf, type ConnectionOutcome, neverOpened } from "./transports/transport.js";

const refusalCodes = new Set(Object.keys(errorCodes));

const LIMITED_HINT =
  `An App may have ${limits.gatewayConnectionsPerApp} connections, mailboxes included, and all Apps together ` +
  `${limits.gatewayConnectionsTotal}: the cause may lie in another process of this App, in one that has just ended, ` +
  "or in other Apps. For more than one process of one App see docs/scaling.md.";

const FOREIGN_HINT =
  "The service itself does not answer like this: check the base URL, the API version and any proxy in between.";

type Reconnect = ReconnectDecision & { readonly action: "reconnect" };

const promptly: Reconnect = { action: "reconnect", pace: "prompt" };
const slowly: Reconnect = { action: "reconnect", pace: "capped" };
const later: Reconnect = { action: "reconnect", pace: "backoff" };

/** Parts of a {@link Reconnector}, which may exist before there is a position. */
export interface ReconnectorParts {
  readonly client: EventsClient;
  readonly options: ResolvedOptions;
  readonly reporter: EventsReporter;
  /** Milliseconds for which events may have been missed; undefined when none can be. */
  readonly offlineMs: () => number | undefined;
  /** Called when the next connection may show another view of the servers. */
  readonly onStaleView: () => void;
}

/** Decides what follows the end of a connection or mailbox, reports it, and waits. One for each stream. */
export class Reconnector {
  readonly #parts: ReconnectorParts;
  #backoff: BackoffState = { failures: 0, retryMs: undefined };
  #protocolFailures = 0;
  /** Whether the service has answered once: other answers are then those of a proxy, and will pass. */
  #addressIsProven = false;
  /** Whether the hint about too many connections was given since the last stable connection. */
  #limitExplained = false;

  constructor(parts: ReconnectorParts) {
    this.#parts = parts;
  }

  /** The service itself answered. */
  heard(): void {
    this.#addressIsProven = true;
    this.#protocolFailures = 0;
  }

  /** A connection was useful for `stableAfterMs`: failures before it no longer count. */
  stable(): void {
    this.#limitExplained = false;
    this.#backoff = { ...this.#backoff, failures: 0 };
    this.#parts.reporter.live.attempt = 0;
  }

  /**
   * Least milliseconds until another stream may be opened beside a mailbox.
   * @throws EventsEndedError when a retry cannot help
   */
  async beside(reason: CloseReason, credentialId: symbol | undefined, signal: AbortSignal): Promise<number> {
    const { atLeastMs = 0, freshView } = await this.#decide(reason, credentialId, signal);
    if (freshView === true) this.#parts.onStaleView();
    return atLeastMs;
  }

  /**
   * Waits until the next attempt is due. False when closed meanwhile.
   * @throws EventsEndedError when a retry cannot help
   */
  async wait(
    reason: CloseReason,
    outcome: Pick<ConnectionOutcome, "usefulMs" | "credentialId" | "retryMs">,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { reporter, client, options } = this.#parts;
    const decision = await this.#decide(reason, outcome.credentialId, signal);
    if (signal.aborted) return false;
    if (decision.freshView === true) this.#parts.onStaleView();
    const limited = reason.cause === "refused" && reason.status === 429;
    if (limited) reporter.counters.rateLimited += 1;
    const { usefulMs, retryMs } = outcome;
    const { pace, atLeastMs } = decision;
    const { stableAfterMs } = options;
    const input = { pace, atLeastMs, usefulMs, stableAfterMs, retryMs, random: client.random() };
    const { state, waitMs } = nextWait(this.#backoff, input, options.backoff);
    this.#backoff = state;
    reporter.live.phase = "retrying";
    reporter.live.attempt = state.failures;
    const hint = limited ? this.#limitHint() : isForeign(reason) ? FOREIGN_HINT : undefined;
    const why = { why: reason.cause, ...(hint !== undefined && { hint }) };
    reporter.report("retrying", { attempt: state.failures, inMs: waitMs, ...why });
    const stopWatching = this.#watchWindow();
    const waited = await sleep(client.clock, waitMs, signal);
    stopWatching();
    return waited;
  }

  /**
   * Calls `open` until it succeeds. Undefined when closed meanwhile.
   * @throws EventsEndedError when a retry cannot help, and errors that do not concern the connection
   */
  async untilOpen<Opened>(
    transport: TransportName,
    signal: AbortSignal,
    open: () => Promise<Opened>,
  ): Promise<Opened | undefined> {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if (signal.aborted) return undefined;
        const reason = closeReasonOf(error);
        if (reason === undefined) throw error;
        this.#parts.reporter.report("disconnected", { transport, reason });
        if (!(await this.wait(reason, neverOpened, signal))) return undefined;
      }
    }
  }

  /** The hint about too many connections; given once, because it is long. */
  #limitHint(): string | undefined {
    const hint = this.#limitExplained ? undefined : LIMITED_HINT;
    this.#limitExplained = true;
    return hint;
  }

  /** Reports `resume_likely_lost` at the moment when the resume window has passed. */
  #watchWindow(): () => void {
    const { reporter, client, offlineMs } = this.#parts;
    const soFarMs = offlineMs();
    if (soFarMs === undefined || reporter.live.resumeLikelyLost) return () => undefined;
    const report = () => {
      reporter.live.resumeLikelyLost = true;
      reporter.report("resume_likely_lost", { offlineMs: offlineMs() ?? 0 });
    };
    return client.clock.schedule(report, Math.max(0, limits.resumeWindowMs - soFarMs));
  }

  async #decide(reason: CloseReason, credentialId: symbol | undefined, signal: AbortSignal): Promise<Reconnect> {
    const { options, client } = this.#parts;
    this.#protocolFailures = isForeign(reason) ? this.#protocolFailures + 1 : 0;
    const decision = decideReconnect(reason, {
      closeCodes,
      refusalCodes,
      unknownCloseCode: options.assumptions.unknownCloseCode,
      protocolFailures: this.#protocolFailures,
      protocolFailureLimit: options.protocolFailureLimit,
      addressIsProven: this.#addressIsProven,
    });
    switch (decision.action) {
      case "reconnect":
        return decision;
      case "stop":
        throw ended(decision, reason);
      case "check-credential": {
        const isValid = (await checkCredential(client, signal)) === "valid";
        if (reason.cause === "expired") return promptly;
        return isValid ? slowly : later;
      }
      case "other-credential":
        // The client has made a refused attempt with every credential that the token provider has.
        if (reason.cause === "close-frame" && (await this.#hasOther(credentialId, signal))) return promptly;
        throw ended({ ...decision, reason: "credential" }, reason);
    }
  }

  /** A token provider that fails proves nothing: the next attempt asks it again. */
  async #hasOther(credentialId: symbol | undefined, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#parts.client.credentialChanged(credentialId, { signal });
    } catch {
      return true;
    }
  }
}

type Stop = Pick<ReconnectDecision & { readonly action: "stop" }, "reason" | "remedy" | "meaning">;

function ended({ reason, remedy, meaning }: Stop, closed: CloseReason): EventsEndedError {
  return new EventsEndedError({
    reason,
    remedy,
    meaning,
    ...(closed.cause === "close-frame" && { closeCode: closed.code }),
    ...(closed.cause === "refused" && { status: closed.status, code: closed.code }),
    ...("error" in closed && { cause: closed.error }),
  });
}
