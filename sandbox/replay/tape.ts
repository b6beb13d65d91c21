import { brand } from "../spec.js";
import type { EndpointAnswer } from "../delivery/post.js";
import { redact } from "../log.js";
import { readBearer } from "../rules/credentials.js";
import type { Platform } from "../platform.js";
import type { WireRequest } from "../rest/wire.js";

/** Something that came from outside: a request, a gesture, the end of a stream. */
export interface TapeInput {
  /** Milliseconds since the start. */
  readonly atMs: number;
  /** Order of arrival among everything that came from outside. */
  readonly order: number;
  readonly kind: "request" | "stream" | "close" | "call";
  readonly content: unknown;
  /** What came back, once it has. */
  output?: unknown;
}

/** A delivery that went out, and what the endpoint said. */
export interface TapeDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  answer?: { readonly atMs: number; readonly order: number; readonly answer?: EndpointAnswer; readonly error?: string };
}

/** What a recording begins with: enough to start the same sandbox again. */
export interface TapeHeader {
  readonly format: "sandbox-recording";
  readonly version: 1;
  readonly seed: string;
  readonly startMs: number;
  readonly assumptions: object;
  readonly parameters: object;
  readonly allowLoopbackEndpoints: boolean;
}

/** Headers of a request that matter to the platform. */
const kept = ["authorization", "content-type", "last-event-id", brand.versionHeader];

/**
 * Everything that went into a sandbox and came out of it. Credentials are written by their place, never by their
 * secret. What is recorded depends on the order of acts alone, so the same acts make the same recording.
 */
export class Tape {
  readonly header: TapeHeader;
  readonly inputs: TapeInput[] = [];
  readonly streams = new Map<string, string[]>();
  readonly deliveries: TapeDelivery[] = [];
  readonly resolved: (readonly string[])[] = [];
  readonly #now: () => number;
  #order = 0;

  constructor(header: TapeHeader, now: () => number) {
    this.header = header;
    this.#now = now;
  }

  #at(): { readonly atMs: number; readonly order: number } {
    return { atMs: this.#now() - this.header.startMs, order: this.#order++ };
  }

  /** Notes something from outside; its output is filled in later. */
  input(kind: TapeInput["kind"], content: unknown): TapeInput {
    const input: TapeInput = { ...this.#at(), kind, content };
    this.inputs.push(input);
    return input;
  }

  /** Notes a frame of a stream. Heartbeats are left out: on a real clock their exact place is chance. */
  frame(connectionId: string, text: string): void {
    if (text.startsWith(":")) return;
    const frames = this.streams.get(connectionId);
    if (frames === undefined) this.streams.set(connectionId, [text]);
    else frames.push(text);
  }

  /** Notes a delivery; the returned function notes its answer. */
  delivery(
    headers: Readonly<Record<string, string>>,
    body: string,
  ): (outcome: { readonly answer?: EndpointAnswer; readonly error?: string }) => void {
    const delivery: TapeDelivery = { headers, body };
    this.deliveries.push(delivery);
    return (outcome) => (delivery.answer = { ...this.#at(), ...outcome });
  }

  /** The recording as text, one JSON text per line. */
  text(): string {
    const lines: unknown[] = [
      this.header,
      ...this.inputs.map((input) => ({ input })),
      ...[...this.streams].map(([id, frames]) => ({ stream: id, frames })),
      ...this.deliveries.map((delivery) => ({ delivery })),
      { end: { atMs: this.#now() - this.header.startMs, resolved: this.resolved } },
    ];
    return lines.map((line) => `${redact(JSON.stringify(line))}\n`).join("");
  }
}

/** A request as a recording keeps it: its credential by place, other headers dropped. */
export function taped(platform: Platform, { method, url, headers, body }: WireRequest): WireRequest {
  const entries = kept.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, name === "authorization" ? place(platform, value) : value] as const];
  });
  return {
    method,
    url: url.replace(/^[a-z]+:\/\/[^/]*/i, ""),
    headers: Object.fromEntries(entries),
    ...(body === undefined ? {} : { body }),
  };
}

function place(platform: Platform, authorization: string): string {
  const bearer = readBearer(platform, authorization);
  return bearer.kind === "none" ? "unknown" : `credential ${bearer.credential.id}`;
}
