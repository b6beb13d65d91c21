import type { Operation } from "../abi/index.js";
import { checkOptions, clock, flag, func, group, ms, option, type Options, options, usually } from "../base/options.js";
import { isRecord } from "../base/values.js";
import type { MiddlewareOption } from "./middleware.js";
import { type RetryOptions, retryOptions } from "./retry/decide.js";

const isMiddleware = (value: unknown): boolean =>
  typeof (isRecord(value) && /^(?:call|attempt)$/.test(String(value["around"])) ? value["middleware"] : value) ===
  "function";

/** Options of every client. */
export const coreOptions = /* @__PURE__ */ options(() => ({
  /** Lets the credential travel unencrypted to another machine, over an `http://` address. Default false. */
  allowInsecure: flag(false),
  /** Time and timers. Default: the machine's. */
  clock: clock(),
  /** Random numbers from 0 to 1, for jitter. Default: `Math.random`. */
  random: func<() => number>(),
  /** Limits on repeating; see the fields for the defaults. `false`: every call is sent once. */
  retry: group<RetryOptions | false>(retryOptions, "an object, or false", false),
  /** Bytes of an answer, decompressed, above which it is refused. Default 16 MiB. */
  maxBodyBytes: ms(16_777_216),
  /** Middleware of your own, around each call or each attempt; see `docs/rest.md` for its place. Default: none. */
  middleware: usually(
    option<readonly MiddlewareOption[]>(
      "a list of functions, or of { around, middleware }",
      (value) => Array.isArray(value) && value.every(isMiddleware),
    ),
    [],
  ),
}));

/** Checks the options of one call. Throws an `ArgumentError` that names operation and option. */
export const checkCall = ({ id }: Operation, given: object, known: Options): void =>
  checkOptions(given, known, { of: `${id}()`, prefix: `${id}: ` });
