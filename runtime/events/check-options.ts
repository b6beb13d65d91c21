import { eventFamilies } from "../../generated/tables.js";
import { isRecord } from "../base/values.js";
import { NUMBER, withMethods } from "../http/check-given.js";
import { didYouMean } from "../base/nearest.js";
import { ANY, checkOptions, type Kind, type Kinds, oneOf, TEXT } from "../http/check-options.js";
import { ArgumentError } from "../base/errors.js";
import { STORE } from "../store/kind.js";
import type { HandlerRetryPolicy } from "./dispatch/failure.js";
import type { BackfillOptions, EventsOptions } from "./options.js";

type Shared = "intents" | "transport" | "cursorStore" | "cursorKey" | "slots" | "onGap";

/** Options of `openEvents()` that an App takes as well. */
export const SHARED_OPTIONS = {
  intents: [
    "a list of families of events",
    (value) => Array.isArray(value) && value.every((family) => typeof family === "string" && family !== ""),
  ],
  transport: /* @__PURE__ */ oneOf("auto", "gateway", "mailbox"),
  cursorStore: STORE,
  cursorKey: TEXT,
  slots: /* @__PURE__ */ withMethods("an object with tryTake() and take()", "tryTake", "take"),
  onGap: [
    '"report", "backfill" or { maxPages }',
    (value) => value === "report" || value === "backfill" || isRecord(value),
  ],
} satisfies Record<keyof Pick<EventsOptions, Shared>, Kind>;

/** Option `onFailure` of a dispatcher and of an App. */
export const ON_FAILURE: Kind = ['"skip" or { retries }', (value) => value === "skip" || isRecord(value)];

const BACKFILL = { maxPages: NUMBER } satisfies Record<keyof BackfillOptions, Kind>;

const RETRIES = {
  retries: ANY, // checked where retries are counted
  backoff: { baseMs: NUMBER, capMs: NUMBER },
  deadLetter: STORE,
} satisfies Record<keyof HandlerRetryPolicy, Kind | Kinds>;

/**
 * Checks names and kinds of options, and of the objects that some options take in place of a word.
 *
 * @param of what has the options, e.g. `openEvents()`
 * @param prefix what stands in front of their names, e.g. `events.`
 * @throws ArgumentError that names the option
 */
export function checkEventsOptions(given: object, kinds: Kinds, { of, prefix = "" }: { of: string; prefix?: string }) {
  checkOptions(given, kinds, { of, prefix });
  const { onGap, onFailure, intents } = given as { readonly [name: string]: unknown }; // of any type
  const within = (name: string, value: unknown, theirs: Kinds): void => {
    if (isRecord(value)) checkOptions(value, theirs, { of: prefix + name, prefix: `${prefix}${name}.` });
  };
  within("onGap", onGap, BACKFILL);
  within("onFailure", onFailure, RETRIES);
  const known: readonly string[] = Object.values(eventFamilies);
  for (const family of (intents ?? []) as readonly string[]) {
    const meant = known.includes(family) ? "" : didYouMean(family, known); // other families may exist
    if (meant !== "") throw new ArgumentError(`${prefix}intents has no family "${family}".${meant}`);
  }
}
