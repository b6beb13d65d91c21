import type { Readings } from "./readings.js";

/**
 * Quantities that the platform has and does not publish, and bounds of the sandbox itself. They can be set; nothing in
 * an App should depend on their values.
 */
export interface SandboxParameters {
  /** `Retry-After` of a refused connection, seconds. Default: 5. */
  readonly slotRetryAfterS: number;
  /** REST calls one App may make per second; the next is refused with 429. Default: no limit. */
  readonly requestsPerSecond: number;
  /** How long a held mailbox read waits for an event, milliseconds. Default: 2,000. */
  readonly heldReadMs: number;
  /** What `focusedLimits.maxLength` says. Default: 100. */
  readonly focusedMaxLength: number;
  /** Whether `connection_open` carries the current position as its `id:`. Default: true. */
  readonly openCarriesId: boolean;
  /** Commands listed before the list says that it is truncated. Default: 500. */
  readonly commandList: number;
  /** Messages kept per channel; older ones are forgotten. Default: 100,000. */
  readonly historyLimit: number;
  /** Interactions kept; older ones are forgotten. Default: 50,000. */
  readonly interactionsKept: number;
  /** Largest request body, bytes. Default: 1 MiB. */
  readonly bodyLimitBytes: number;
  /** Bytes a stream may lag behind before it is dropped. Default: 16 MiB. */
  readonly streamBufferBytes: number;
  /** Largest answer read from an App's endpoint, bytes. Default: 1 MiB. */
  readonly endpointAnswerBytes: number;
  /** Entries the log keeps. Default: 10,000. */
  readonly logEntries: number;
}

export const defaultParameters: SandboxParameters = {
  slotRetryAfterS: 5,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  heldReadMs: 2000,
  focusedMaxLength: 100,
  openCarriesId: true,
  commandList: 500,
  historyLimit: 100_000,
  interactionsKept: 50_000,
  bodyLimitBytes: 1_048_576,
  streamBufferBytes: 16_777_216,
  endpointAnswerBytes: 1_048_576,
  logEntries: 10_000,
};

/** Everything that steers one sandbox. */
export interface Settings {
  readonly parameters: SandboxParameters;
  /** How the sandbox reads the points on which the platform's documentation is silent. */
  readonly readings: Readings;
  /** Readings that were asked for by name. Where a request could be taken either way, only these exclude one. */
  readonly pinned: ReadonlySet<string>;
}
