import { type HolderOptions, LeaseHolder } from "./hold/lease.js";

/** A lease of one's own choosing: one member of the fleet has it at a time. */
export interface Lease {
  /** Whether it is held here at this moment. Ask before each act that only one member may do. */
  readonly isHeld: boolean;
  /** Grows with each new holder: pass it to what you write to, which then refuses smaller ones. */
  readonly fence: number | undefined;
  /**
   * Fires when it is no longer held: given back, another member's, or out of touch with the engine for so long that it may
   * be. Each time of holding has a signal of its own: read it once `acquired()` has resolved.
   */
  readonly lost: AbortSignal;
  /** Waits until it is held; false when the signal fired first, or it was released. */
  acquired(signal?: AbortSignal): Promise<boolean>;
  /** Gives it back. */
  release(): Promise<void>;
}

export interface LeaseOptions extends Omit<HolderOptions, "listener" | "isVacant"> {
  readonly onReleased: () => void;
}

export function openLease({ onReleased, ...options }: LeaseOptions): Lease {
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  let lost = new AbortController();
  let fence: number | undefined;
  let isReleased = false;
  const hold = (given: number) => {
    fence = given;
    if (lost.signal.aborted) lost = new AbortController();
    wake();
  };
  const lose = (why: string) => lost.abort(new Error(`The lease "${options.name}" ${why}`));
  const holder = new LeaseHolder({
    ...options,
    // Whoever wants a lease for a single act should not have to wait for a former holder who gave it back.
    isVacant: () => Promise.resolve(true),
    listener: {
      begin: hold,
      // It may lapse, and be another's, before it is held here again: that is another time of holding.
      suspend: () => lose("is out of touch with the engine and may be another member's"),
      goOn: hold,
      end: (why) => lose(why === "taken" ? "is another member's now" : "was given back"),
    },
  });
  holder.start();
  return {
    get isHeld() {
      return holder.mayAct;
    },
    get fence() {
      return holder.mayAct ? fence : undefined;
    },
    get lost() {
      return lost.signal;
    },
    acquired(signal) {
      return new Promise((resolve) => {
        const look = () => {
          if (!holder.mayAct && !isReleased && signal?.aborted !== true) return;
          waiting.delete(look);
          signal?.removeEventListener("abort", look);
          resolve(holder.mayAct);
        };
        waiting.add(look);
        signal?.addEventListener("abort", look, { once: true });
        look();
      });
    },
    async release() {
      isReleased = true;
      await holder.stop();
      onReleased();
      wake();
    },
  };
}
