import type { ErrorCode } from "../../generated/types.js";
import type { Call } from "../abi/index.js";
import {
  ArgumentError,
  type HttpError,
  isAppsError,
  isArgumentError,
  type NoAnswerError,
  type ProtocolError,
  type RefusalOf,
} from "./errors/index.js";

/** What a call can fail with, narrowed to the codes of its operation; `code` tells the refusals apart. */
export type CallError<Code extends ErrorCode> = RefusalOf<Code> | HttpError | NoAnswerError | ProtocolError;

/** How a call ended: `ok` tells which. */
export type Settled<Result, Code extends ErrorCode = ErrorCode> =
  { readonly ok: true; readonly value: Result } | { readonly ok: false; readonly error: CallError<Code> };

/**
 * Waits for a call and returns its failure instead of throwing it. Mistakes of the caller (an `ArgumentError`, or
 * anything that is not an error of this package) are thrown all the same: they are bugs, not outcomes. So is what is
 * no call.
 *
 * @example
 * const result = await settle(deleteChannel(client, { serverId, channelId, revision }));
 * if (!result.ok && result.error.code === "STALE_REVISION") result.error.currentRevision;
 */
export async function settle<Result, Code extends string = ErrorCode>(
  call: Call<Result, Code>,
): Promise<Settled<Result, Code>> {
  // As a type it is always one; without types it may be the function, or what somebody has awaited already.
  if (typeof (call as Partial<Call<Result, Code>> | undefined)?.then !== "function") {
    throw new ArgumentError(`settle() takes a call that is under way, as route functions give it, got ${typeof call}`);
  }
  try {
    return { ok: true, value: await call };
  } catch (error) {
    // A call rejects with nothing but these; handlers' errors never come out of one.
    if (isAppsError(error) && !isArgumentError(error)) return { ok: false, error: error as CallError<Code> };
    throw error;
  }
}
