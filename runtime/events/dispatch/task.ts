/** One event on its way to a handler. */
export interface Task<E> {
  readonly event: E;
  /** When it arrived, on the clock's monotonic time. */
  readonly receivedAtMs: number;
  /** The same for every delivery of the same event, and for no other event. */
  readonly identity: string;
  /** Called once, when the handler is done with it, whether well or badly. Not called for what a stop left undone. */
  settled(): void;
}

/** Which of the two ways through a dispatcher an event takes. */
export type LaneName = "events" | "interactions";
