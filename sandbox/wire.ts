/** What crosses the wire, as plain data: requests and answers of the service, signed deliveries and their answers. */

/** One HTTP request as plain data; the same shape as the client library's, declared apart from it. */
export interface WireRequest {
  readonly method: string;
  /** Absolute URL; only its path and query matter here. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** One HTTP answer as plain data. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when there is none. */
  readonly body: string;
}

/** An answer whose body comes in pieces. */
export interface WireStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  close(): void;
}

/** A request as it came, and what became of it. */
export interface ObservedRequest {
  readonly request: WireRequest;
  /** When it came, milliseconds on the sandbox's monotonic clock. */
  readonly atMs: number;
  /** Operation id; absent for what no operation is. */
  readonly operation?: string | undefined;
  /** Status of the answer; absent when none was sent. */
  readonly status?: number | undefined;
}

/** Hears of requests. */
export type RequestObserver = (seen: ObservedRequest) => void;

/** A delivery as it crosses the wire. */
export interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What an endpoint answered. */
export interface EndpointAnswer {
  readonly status: number;
  readonly body: string;
}
