import type { AppNotice } from "../../runtime/app/hooks.js";
import type { PersonInteraction } from "../../sandbox/index.js";

/** Where an interaction stands, and what its test can do where nothing came of it yet. */
export function standingOf({ id, state }: PersonInteraction, notices: readonly AppNotice[]): string {
  if (state === "deferred") return "it is deferred, and the answer is still missing: advance(ms) lets time pass";
  const unrouted = notices.find((notice) => notice.kind === "interaction_unrouted" && notice.id === id);
  if (unrouted?.kind === "interaction_unrouted" && state === "declined") return `it is declined: ${unrouted.message}`;
  if (state !== "open") return `it is ${state}`;
  const told = (kind: "interaction_received" | "unconfirmed") =>
    notices.some((notice) => notice.kind === kind && notice.id === id);
  if (told("unconfirmed")) return "the handler ended without confirming it";
  if (told("interaction_received")) {
    return "its handler still waits: advance(ms) lets time pass, and patienceMs is how long real work may take";
  }
  return "it has not reached the App";
}
