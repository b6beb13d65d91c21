import { closeCodes, errorCodes, limits } from "../../../generated/tables.js";
import { Attempts, type Went } from "../reconnect/attempts.js";
import { type Decision, decideReconnect, isForeign } from "../reconnect/decide.js";
import type { Ending } from "../reconnect/ending.js";
import { waitFor } from "../wait.js";
import { checkCredential } from "./credential-check.js";
import { EventsEndedError } from "./ended-error.js";
import type { Session } from "./session.js";

const refusalCodes = new Set(Object.keys(errorCodes));

const LIMITED_HINT =
  `An App may have ${limits.gatewayConnectionsPerApp} connections, mailboxes included, and all Apps together ` +
  `${limits.gatewayConnectionsTotal}: the cause may lie in another process of this App, in one that has just ended, ` +
  "or in other Apps.";

const FOREIGN_HINT =
  "The service itself does not answer like this: check the base URL, the API version and what stands between.";

type Reconnect = Decision & { readonly action: "reconnect" };

const promptly: Reconnect = { action: "reconnect", pace: "prompt" };
const slowly: Reconnect = { action: "reconnect", pace: "capped" };
const later: Reconnect = { action: "reconnect", pace: "backoff" };

/** How a connection went, and which credential opened it. */
export interface Attempted extends Omit<Went, "limited"> {
  readonly credentialId: symbol | undefined;
}

/** How an attempt went that opened nothing. */
export const neverOpened: Attempted = {
  lastedMs: 0,
  progressed: false,
  credentialId: undefined,
  retryMs: undefined,
};

/** The session, as far as the waits between connections depend on it: there are waits before there is one. */
export interface Retrying extends Pick<
  Session,
  "client" | "options" | "reporter" | "clock" | "heard" | "wasConnected" | "offlineMs"
> {
  viewIsStale: boolean;
}

/** After a connection: decides, tells, and waits until the next may follow. */
export class Reconnector {
  readonly #session: Retrying;
  readonly #signal: AbortSignal;
  readonly #attempts: Attempts;
  #protocolFailures = 0;

  constructor(session: Retrying, signal: AbortSignal) {
    this.#session = session;
    this.#signal = signal;
    this.#attempts = new Attempts(session.options.backoff, session.options.steadyAfterMs);
  }

  /** A mailbox was opened, which nothing else tells: what failed before it no longer counts. */
  held(): void {
    this.#attempts.held();
    this.#protocolFailures = 0;
    this.#session.reporter.live.attempt = 0;
  }

  /**
   * Waits for the time of the next attempt: true when it has come, false when closed meanwhile.
   * @throws EventsEndedError when another attempt cannot help
   */
  async wait(ending: Ending, attempted: Attempted): Promise<boolean> {
    const { reporter, client, clock } = this.#session;
    const decision = await this.#decide(ending, attempted.credentialId);
    if (decision.freshView === true) this.#session.viewIsStale = true;
    const limited = ending.cause === "refused" && ending.status === 429;
    if (limited) reporter.counters.rateLimited += 1;
    const inMs = this.#attempts.waitMs({ ...attempted, limited }, decision, client.random());
    reporter.live.phase = "retrying";
    reporter.live.attempt = this.#attempts.count;
    const hint = limited ? LIMITED_HINT : isForeign(ending) ? FOREIGN_HINT : undefined;
    const why = { why: ending.cause, ...(hint !== undefined && { hint }) };
    reporter.tell({ type: "retrying", attempt: this.#attempts.count, inMs, ...why });
    const stopWatching = this.#watchWindow();
    const waited = await waitFor(clock, inMs, this.#signal);
    stopWatching();
    return waited;
  }

  /** Says once that the window has passed, at the moment it does. */
  #watchWindow(): () => void {
    const { reporter, clock, wasConnected } = this.#session;
    if (!wasConnected || reporter.live.resumeLikelyLost) return () => undefined;
    const tell = () => {
      reporter.live.resumeLikelyLost = true;
      reporter.tell({ type: "resume-likely-lost", offlineMs: this.#session.offlineMs });
    };
    return clock.schedule(tell, Math.max(0, limits.resumeWindowMs - this.#session.offlineMs));
  }

  async #decide(ending: Ending, credentialId: symbol | undefined): Promise<Reconnect> {
    const { options, client } = this.#session;
    this.#protocolFailures = isForeign(ending) ? this.#protocolFailures + 1 : 0;
    const decision = decideReconnect(ending, {
      closeCodes,
      refusalCodes,
      unknownCloseCode: options.assumptions.unknownCloseCode,
      protocolFailures: this.#protocolFailures,
      protocolFailureLimit: options.protocolFailureLimit,
      addressIsProven: this.#session.heard,
    });
    switch (decision.action) {
      case "reconnect":
        return decision;
      case "stop":
        throw ended(decision, ending);
      case "check-credential":
        return (await checkCredential(client, this.#signal)) === "valid" ? slowly : later;
      case "other-credential":
        // An attempt that was refused has already been made with every credential there is.
        if (ending.cause === "farewell" && (await this.#hasOther(credentialId))) return promptly;
        throw ended({ ...decision, reason: "credential" }, ending);
    }
  }

  /** A token provider that fails just now says nothing about the credential: the next attempt asks it again. */
  async #hasOther(credentialId: symbol | undefined): Promise<boolean> {
    try {
      return await this.#session.client.credentialChanged(credentialId, { signal: this.#signal });
    } catch {
      return true;
    }
  }
}

type Stop = Pick<Decision & { readonly action: "stop" }, "reason" | "remedy" | "meaning">;

function ended({ reason, remedy, meaning }: Stop, ending: Ending): EventsEndedError {
  return new EventsEndedError({
    reason,
    remedy,
    meaning,
    ...(ending.cause === "farewell" && { closeCode: ending.code }),
    ...(ending.cause === "refused" && { status: ending.status, code: ending.code }),
    ...("error" in ending && { cause: ending.error }),
  });
}
