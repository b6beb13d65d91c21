import type { Session } from "./session.js";

/** Takes one of the connections of this process, waiting for it when there is none; undefined when closed meanwhile. */
export async function takeSlot(session: Session, signal: AbortSignal): Promise<(() => void) | undefined> {
  const { slots, reporter } = session;
  const free = signal.aborted ? undefined : slots.tryTake();
  if (free !== undefined) return free;
  if (signal.aborted) return undefined;
  reporter.live.phase = "waiting";
  reporter.tell({ type: "waiting-for-slot" });
  return slots.take(signal);
}
