import type { Place } from "../cursor/prefix.js";
import type { Task } from "../dispatch/task.js";

/** Where an event came from, shared by all events of one connection or mailbox. */
export interface Origin<E> {
  /** Tells ids of this origin from those of another. */
  readonly lineage: string;
  /** What identifies an event by its own content; undefined for kinds that carry nothing of the sort. */
  readonly contentIdentity: (event: E) => string | undefined;
  readonly onSettled: (entry: Entry<E>) => void;
}

/** One event from its arrival until it is handled. */
export class Entry<E> implements Place, Task<E> {
  readonly event: E;
  readonly receivedAtMs: number;
  resumeId: string;
  handled = false;
  next: Place | undefined = undefined;
  readonly #origin: Origin<E>;
  /** Position within the origin: the frame's id, or what stands for it. */
  readonly #position: string;

  constructor(origin: Origin<E>, event: E, at: { position: string; resumeId: string; receivedAtMs: number }) {
    this.#origin = origin;
    this.event = event;
    this.receivedAtMs = at.receivedAtMs;
    this.resumeId = at.resumeId;
    this.#position = at.position;
  }

  get identity(): string {
    return this.#origin.contentIdentity(this.event) ?? `e-${this.#origin.lineage}-${this.#position}`;
  }

  settled(): void {
    if (!this.handled) this.#origin.onSettled(this);
  }
}
