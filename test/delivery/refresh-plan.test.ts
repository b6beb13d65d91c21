import { expect, test } from "vitest";
import { planRefresh, type RefreshCause, type RefreshState } from "../../runtime/delivery/keys/refresh-plan.js";

const limits = { refreshAfterMs: 600, maxAgeMs: 900, cooldownMs: 50, emptyCooldownMs: 10 };
const nowMs = 10_000;

/** A set of this age; `none` is no set at all. */
const set = (ageMs: number | "none", rest: Partial<RefreshState> = {}): RefreshState => ({
  readAtMs: ageMs === "none" ? undefined : nowMs - ageMs,
  triedAtMs: {},
  isRunning: false,
  ...rest,
});
const running = { isRunning: true };
const triedAgo = (cause: RefreshCause, ms: number) => ({ triedAtMs: { [cause]: nowMs - ms } });

const none = { action: "none", wait: false };
const fetchWaiting = { action: "fetch", wait: true };
const fetchBeside = { action: "fetch", wait: false };
const join = { action: "join", wait: true };

test.each<readonly [what: string, cause: RefreshCause, state: RefreshState, want: object]>([
  ["leaves a young set alone", "scheduled", set(599), none],
  ["leaves a young set alone while one is fetched", "scheduled", set(599, running), none],
  ["fetches beside a set that is old", "scheduled", set(600), fetchBeside],
  ["does not wait just below the greatest age", "scheduled", set(899), fetchBeside],
  ["waits at the greatest age", "scheduled", set(900), fetchWaiting],
  ["waits where there is no set", "scheduled", set("none"), fetchWaiting],
  ["goes on with an old set while one is fetched", "scheduled", set(600, running), none],
  ["joins the fetch under way where the set is too old", "scheduled", set(900, running), join],
  ["joins the fetch under way where there is no set", "scheduled", set("none", running), join],
  ["waits for an unknown key, however young the set", "unknown-id", set(0), fetchWaiting],
  ["joins the fetch under way for an unknown key", "unknown-id", set(0, running), join],
  ["fetches beside for a key that is announced", "announced-id", set(0), fetchBeside],
  ["waits for no announced key, however old the set", "announced-id", set(5_000), fetchBeside],
  ["joins nothing for an announced key", "announced-id", set(0, running), none],
  ["does not ask again within the pause", "unknown-id", set(0, triedAgo("unknown-id", 49)), none],
  ["asks again after the pause", "unknown-id", set(0, triedAgo("unknown-id", 50)), fetchWaiting],
  ["does not ask again within the shorter pause", "scheduled", set("none", triedAgo("scheduled", 9)), none],
  [
    "asks again after the shorter pause without a set",
    "scheduled",
    set("none", triedAgo("scheduled", 10)),
    fetchWaiting,
  ],
  ["is not held up by what another cause began", "announced-id", set(0, triedAgo("unknown-id", 0)), fetchBeside],
])("a delivery %s", (_, cause, state, want) => {
  expect(planRefresh(cause, state, { nowMs, limits })).toEqual(want);
});
