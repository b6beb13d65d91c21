import type { Operation, TransportAnswer, TransportRequest } from "../abi/index.js";
import type { Credential } from "./credential.js";

/** What the layers know and note about one call, across its attempts. */
export interface Exchange {
  readonly operation: Operation;
  /** The address of the service. */
  readonly baseUrl: string;
  /** Tells the calls of a client apart in its hooks. */
  readonly id: number;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number;
  /** On the monotonic clock. */
  readonly deadlineAtMs: number;
  /** Whether a failed attempt may be repeated at all. */
  readonly repeats: boolean;
  /** The request carries its idempotency key. */
  keyed: boolean;
  /** Requests sent so far. */
  attempts: number;
  /** An attempt so far may have been carried out without our knowing. */
  ambiguous: boolean;
  /** The credential of the latest attempt: to send, to redact, and to tell whether another is at hand. */
  credential: Credential | undefined;
}

/** Carries a request on behalf of a call. Every `Transport` is one that takes no notice of the call. */
export type Send<Answer = TransportAnswer> = (request: TransportRequest, exchange: Exchange) => Promise<Answer>;

/** How errors and hooks name a route: by its template, never with ids filled in. */
export const routeOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** How hooks name the call. */
export const factsOf = ({ id, operation }: Exchange) => ({
  callId: id,
  operation: operation.id,
  route: routeOf(operation),
});
