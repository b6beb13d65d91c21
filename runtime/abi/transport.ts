/** One HTTP request as plain data. Header names are lower-case. */
export interface TransportRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds to wait for the whole answer. Streams: for its headers. */
  readonly timeoutMs?: number;
  /** Bytes of body, decompressed, after which the answer is refused. Streams: no limit. */
  readonly maxBodyBytes?: number;
  /** Asks for a new connection. Transports that cannot choose ignore it. */
  readonly urgent?: boolean | undefined;
  readonly signal?: AbortSignal;
}

/** One HTTP answer as plain data. A redirect is an answer like any other: it is never followed. */
export interface TransportAnswer {
  /** 0 where the runtime hides the status of a redirect (browsers do). */
  readonly status: number;
  /** Header names in lower case; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, decoded from UTF-8; empty when there is none. */
  readonly body: string;
}

/** Carries one request. Rejects only when no answer came. */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

/** An answer whose body is read while it arrives. */
export interface StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Yields chunks as they arrive. Reads on demand only: a slow reader slows the sender down (backpressure). */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the stream and frees the connection. Safe to call more than once. */
  close(): void;
  /** How the client that opened it has its items and events read. */
  readonly reading?: StreamReading;
}

/** How items and events of a stream are read. */
export interface StreamReading {
  /** Reads the text of one. Default: as JSON. */
  readonly read?: ((text: string) => unknown) | undefined;
  /** The largest one, in characters. */
  readonly maxCharacters: number;
  /** The client's error for one that cannot be read. */
  failure(reason: "malformed" | "too-large", what: string): unknown;
}

/** Opens a streaming request. Rejects only when no answer came. */
export type StreamTransport = (request: TransportRequest) => Promise<StreamAnswer>;
