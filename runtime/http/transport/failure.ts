import { abandon } from "../../abi/web.js";
import type { TransportAnswer } from "../../abi/index.js";

/** Why a transport got no answer. */
export type FailureReason =
  | "timeout"
  | "aborted" // by the caller's signal
  | "unreachable" // no connection could be made
  | "connection" // it broke before the whole answer arrived
  | "queue" // the deadline passed before the request was sent
  | "credential" // the token function failed
  | "malformed" // the answer is not HTTP
  | "too-large"
  | "encoding"; // compressed in a way that was not asked for, or broken

/** Reasons that prove that nothing was sent. */
const UNSENT = /^(?:unreachable|queue|credential)$/;
/** Reasons after which another attempt would end the same way, or the call was cancelled. */
const FINAL = /^(?:aborted|queue|credential|too-large|encoding)$/;

/** Whether an answer came that broke the protocol; the other reasons are those of a `NoAnswerError`. */
export const isBroken = (reason: FailureReason): reason is "malformed" | "too-large" | "encoding" =>
  /^(?:malformed|too-large|encoding)$/.test(reason);

/** Options of a failure. Default: what its reason implies. */
export interface FailureOptions {
  readonly cause?: unknown;
  readonly sent?: boolean;
  readonly final?: boolean;
}

/**
 * Why there is no answer. Transports of your own may throw it; any other error counts as a broken connection after
 * which nobody knows whether the request arrived.
 */
export class TransportFailure extends Error {
  declare readonly reason: FailureReason;
  /** Whether the service may have received the request. */
  declare readonly sent: boolean;
  /** Whether repeating is pointless. */
  declare readonly final: boolean;
  /** Whether a connection that had been idle was dead: the next attempt takes a new one at once. Set by transports. */
  declare stale?: boolean;
  /** Head of an answer that broke off, for the id of the request. Set by transports. */
  declare answer?: Pick<TransportAnswer, "status" | "headers"> | undefined;
  override get name(): string {
    return "TransportFailure";
  }

  /** Makes it an `Outcome` of `decideRetry()`. */
  get kind(): "no-answer" {
    return "no-answer";
  }

  constructor(reason: FailureReason, message: string, options: FailureOptions = {}) {
    super(message, options);
    const { sent, final } = options;
    this.reason = reason;
    this.sent = sent ?? !UNSENT.test(reason);
    this.final = final ?? FINAL.test(reason);
  }
}

/** Codes of Node, Bun and undici, and messages of Deno and others, for a connection that was not made. */
const UNREACHABLE =
  /\bE(?:CONNREFUSED|NOTFOUND|AI_AGAIN|\w+UNREACH|NETDOWN|ADDRNOTAVAIL)|connection ?refused|FailedToOpenSocket|_CONNECT_TIMEOUT|tcp connect error|dns error|lookup address/i;

/** Likewise for a certificate that is not trusted: nothing was sent, and the next attempt meets the same one. */
const CERTIFICATE = /_CERT|\bCERT(?:_|ificate)|(?:ERR_TLS|UNABLE_TO|CRL)_|HOSTNAME_MISMATCH/i;

/** An error of any origin, read by its shape: errors of other realms are no `instanceof Error`. */
interface Foreign {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** The error, its causes and, where several addresses were tried, the error of the first. */
const chainOf = (error: unknown, depth = 0): readonly Foreign[] => {
  if (typeof error !== "object" || error === null || depth > 3) return [];
  const one: Foreign = error;
  return [one, ...chainOf(one.cause, depth + 1), ...chainOf(one.errors?.[0], depth + 1)];
};

/** The failure for whatever a transport threw: by its code, or by its messages where it has none. */
export function toFailure(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const chain = chainOf(error);
  const code = chain.map((one) => one.code).find((one) => typeof one === "string");
  const text = code ?? chain.map(({ message }) => message).join(" ");
  const isUntrusted = CERTIFICATE.test(text);
  const reason = code?.startsWith("HPE_")
    ? "malformed"
    : isUntrusted || UNREACHABLE.test(text)
      ? "unreachable"
      : "connection";
  const name = chain[0]?.name || typeof error; // not every foreign one has a name
  return new TransportFailure(reason, code ?? String(name), { cause: error, ...(isUntrusted && { final: true }) });
}

/** The failure for a signal that fired; `sent` says whether the request may have been sent. */
export const aborted = (sent: boolean): TransportFailure =>
  new TransportFailure("aborted", "cancelled by the caller's signal", { sent });

/** The failure for an answer of too many bytes, of which `reader` reads no more. */
export function tooLarge(maxBytes: number, reader?: Parameters<typeof abandon>[0]): TransportFailure {
  abandon(reader);
  return new TransportFailure("too-large", `the answer has more than ${maxBytes} bytes`);
}
