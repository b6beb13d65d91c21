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
const UNSENT: ReadonlySet<FailureReason> = new Set(["unreachable", "queue", "credential"]);
/** Reasons after which another try would end the same way, or nobody waits for it any more. */
const FINAL: ReadonlySet<FailureReason> = new Set(["aborted", "queue", "credential", "too-large", "encoding"]);

/**
 * A transport's way to say why there is no answer. Transports of your own may throw it; any other error counts as a
 * broken connection after which nobody knows whether the request arrived.
 */
export class TransportFailure extends Error {
  readonly reason: FailureReason;
  /** Whether the service may have received the request. */
  readonly sent: boolean;
  override get name(): string {
    return "TransportFailure";
  }

  constructor(reason: FailureReason, message: string, { cause, sent }: { cause?: unknown; sent?: boolean } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.sent = sent ?? !UNSENT.has(reason);
  }

  /** Whether repeating is pointless. */
  get final(): boolean {
    return FINAL.has(this.reason);
  }
}

/** Error codes of Node, Bun, Deno and undici that prove that no connection was made. */
const UNREACHABLE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ConnectionRefused|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|CERT_\w+|\w+_CERT(?:_\w+)?|UNABLE_TO_\w+)$/;

/** Reads whatever a transport threw. */
export function toFailure(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const code = codeOf(error);
  const what = code ?? (error instanceof Error ? error.name : typeof error);
  return new TransportFailure(reasonOf(code), what, { cause: error });
}

function reasonOf(code: string | undefined): FailureReason {
  if (code === undefined) return "connection";
  if (code.startsWith("HPE_")) return "malformed";
  return UNREACHABLE.test(code) ? "unreachable" : "connection";
}

/** The system's error code: on the error, its cause, or (several addresses tried) the first of its parts. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || error === null || depth > 3) return undefined;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }; // foreign error: read by shape
  if (typeof code === "string") return code;
  return codeOf(cause, depth + 1) ?? (Array.isArray(errors) ? codeOf(errors[0], depth + 1) : undefined);
}

/** The caller's signal fired; `sent` says whether the request was on its way. */
export const aborted = (sent: boolean): TransportFailure =>
  new TransportFailure("aborted", "cancelled by the caller's signal", { sent });
