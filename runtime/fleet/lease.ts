import { type HolderOptions, LeaseHolder } from "./hold/lease.js";

/** A lease of one's own choosing: one member of the fleet has it at a time. */
export interface Lease {
  /** Whether it is ours at this moment. Ask before each act that only one may do. */
  readonly isHeld: boolean;
  /** Grows from holder to holder: hand it on to what you write to, which then refuses smaller ones. */
  readonly fence: number | undefined;
  /** Fires when it was ours and is no longer. */
  readonly lost: AbortSignal;
  /** Waits until it is ours; false when the signal fired first, or it was released. */
  acquired(signal?: AbortSignal): Promise<boolean>;
  /** Gives it back. */
  release(): Promise<void>;
}

export function openLease(options: Omit<HolderOptions, "listener" | "isVacant">): Lease {
  const lost = new AbortController();
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  let fence: number | undefined;
  let isReleased = false;
  const holder = new LeaseHolder({
    ...options,
    // Whoever wants a lease for a single act should not have to wait for a former holder who gave it back.
    isVacant: () => Promise.resolve(true),
    listener: {
      begin: (given) => {
        fence = given;
        wake();
      },
      end: (why) => {
        if (why === "taken") lost.abort(new Error(`The lease "${options.name}" is another member's now.`));
      },
      goOn: wake,
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
    lost: lost.signal,
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
      wake();
    },
  };
}
