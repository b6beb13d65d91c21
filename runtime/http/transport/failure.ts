import type { TransportAnswer } from "../../abi/index.js";

/** What a transport may reject with, so that the layers above know what happened. */
export type FailureReason =
  | "timeout"
  | "aborted" // by the caller's signal
  | "unreachable" // no connection could be made
  | "connection" // it broke before the whole answer was here
  | "queue" // the deadline passed before it was this call's turn
  | "credential" // the token function failed
  | "malformed" // what came is not HTTP
  | "too-large"
  | "encoding"; // compressed in a way we did not ask for, or broken

/** Reasons that prove that nothing was sent. */
const UNSENT = /^(?:unreachable|queue|credential)$/;
/** Reasons after which another try would end the same way, or nobody waits for it any more. */
const FINAL = /^(?:aborted|queue|credential|too-large|encoding)$/;

/** An answer came, and was none by the protocol; the other reasons are those of a `NoAnswerError`. */
export const isBroken = (reason: FailureReason): reason is "malformed" | "too-large" | "encoding" =>
  /^(?:malformed|too-large|encoding)$/.test(reason);

/** What a failure knows beside its reason, from which the rest follows otherwise. */
export interface FailureOptions {
  readonly cause?: unknown;
  readonly sent?: boolean;
  readonly final?: boolean;
}

/**
 * A transport's way to say why there is no answer. Transports of your own may throw it; any other error counts as a
 * broken connection after which nobody knows whether the request arrived.
 */
export class TransportFailure extends Error {
  declare readonly reason: FailureReason;
  /** Whether the service may have received the request. */
  declare readonly sent: boolean;
  /** Whether repeating is pointless. */
  declare readonly final: boolean;
  /** What had come of an answer that broke: with the name that the service gave the request, for one. Set by transports. */
  declare answer?: Pick<TransportAnswer, "status" | "headers"> | undefined;
  override get name(): string {
    return "TransportFailure";
  }

  /** It is an outcome of an attempt as it is: see `decideRetry()`. */
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

/** That no connection was made, in codes of Node, Bun and undici, or in the words of Deno and of those who wrap another's. */
const UNREACHABLE =
  /\bE(?:CONNREFUSED|NOTFOUND|AI_AGAIN|\w+UNREACH|NETDOWN|ADDRNOTAVAIL)|connection ?refused|FailedToOpenSocket|_CONNECT_TIMEOUT|tcp connect error|dns error|lookup address/i;

/** That a certificate is not trusted, likewise: nothing was sent, and the next try meets the same one. */
const CERTIFICATE = /_CERT|\bCERT(?:_|ificate)|(?:ERR_TLS|UNABLE_TO|CRL)_|HOSTNAME_MISMATCH/i;

/** What an error may have, whoever made it: other realms' are no `instanceof` ours, so it is read by shape. */
interface Foreign {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** The error, its causes and, where several addresses were tried, the first of its parts. */
const chainOf = (error: unknown, depth = 0): readonly Foreign[] => {
  if (typeof error !== "object" || error === null || depth > 3) return [];
  const one: Foreign = error;
  return [one, ...chainOf(one.cause, depth + 1), ...chainOf(one.errors?.[0], depth + 1)];
};

/** Reads whatever a transport threw: its code, and only without one its words, which may name more than the cause. */
export function toFailure(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const chain = chainOf(error);
  const code = chain.map((one) => one.code).find((one) => typeof one === "string");
  const said = code ?? chain.map(({ message }) => message).join(" ");
  const isUntrusted = CERTIFICATE.test(said);
  const reason = code?.startsWith("HPE_")
    ? "malformed"
    : isUntrusted || UNREACHABLE.test(said)
      ? "unreachable"
      : "connection";
  const name = chain[0]?.name || typeof error; // not every foreign one has a name
  return new TransportFailure(reason, code ?? String(name), { cause: error, ...(isUntrusted && { final: true }) });
}

/** The caller's signal fired; `sent` says whether the request was on its way. */
export const aborted = (sent: boolean): TransportFailure =>
  new TransportFailure("aborted", "cancelled by the caller's signal", { sent });
