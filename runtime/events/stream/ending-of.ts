import { kindOf } from "../../http/errors/base.js";
import type { AppsError } from "../../http/errors/index.js";
import type { Ending } from "../reconnect/ending.js";

/** What an attempt to open came to, from the error it ended with. Undefined for errors that are not about the wire. */
export function endingOf(error: unknown): Ending | undefined {
  switch (kindOf(error)) {
    case "refusal":
    case "http": {
      // `kindOf` has just recognised one of our errors, whichever copy of the package made it.
      const { status = 0, code, retryAfterMs } = error as AppsError;
      return {
        cause: "refused",
        status,
        error,
        ...(code !== undefined && { code }),
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      };
    }
    case "no-answer":
      return { cause: "unreachable", error };
    case "protocol":
      return { cause: "protocol", error };
    case "argument":
    case "handler":
    case undefined:
      return undefined;
  }
}
