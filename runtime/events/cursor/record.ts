/** Where a stream of events stood. Plain data, safe to keep as JSON; nothing in it is secret. */
export interface CursorRecord {
  readonly transport: "gateway" | "mailbox";
  /** Gateway: last id up to which everything is handled. Absent when there is none to resume from. */
  readonly lastEventId?: string;
  /** Mailbox: which one, and the position up to which everything is handled. */
  readonly mailboxId?: string;
  readonly since?: string;
  /** Mailbox: how many events it has brought up to that position, from its opening on. */
  readonly ordinal?: number;
  /** Tells the ids of one stream from those of another after a start-over. */
  readonly lineage?: string;
  /** Families of events that the stream asked for. */
  readonly intents?: readonly string[];
  /** Since when events of other families may have been missed, milliseconds since the epoch. Absent: `savedAtMs`. */
  readonly othersSinceMs?: number;
  /** Name of the stream that saved it; every opened stream has its own. */
  readonly writer?: string;
  /** Whether that stream was closed in order: this is its last record. */
  readonly closed?: boolean;
  /** Whether no stream and no mailbox was ever open: nothing can have been missed. */
  readonly unopened?: boolean;
  /** How many connections in a row have ended at a frame above the limit, behind `lastEventId`. */
  readonly oversized?: number;
  /**
   * Up to when all that came is handled, milliseconds since the epoch: when it was saved or, where that is earlier,
   * when the oldest unhandled event came, or when a lost connection was last heard of.
   */
  readonly savedAtMs: number;
}

/** Reads a record from an unknown value. Undefined when the value is not a record. */
export function readCursorRecord(value: unknown): CursorRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const record: Partial<Record<keyof CursorRecord, unknown>> = value;
  const { transport, savedAtMs, closed, unopened, ordinal, intents, oversized, othersSinceMs } = record;
  if ((transport !== "gateway" && transport !== "mailbox") || !isTime(savedAtMs)) return undefined;
  const texts: { lastEventId?: string; mailboxId?: string; since?: string; lineage?: string; writer?: string } = {};
  for (const key of ["lastEventId", "mailboxId", "since", "lineage", "writer"] as const) {
    const text = record[key];
    if (typeof text === "string") texts[key] = text;
    else if (text !== undefined) return undefined;
  }
  if (ordinal !== undefined && !isCount(ordinal)) return undefined;
  if (intents !== undefined && !isTexts(intents)) return undefined;
  if (oversized !== undefined && !isCount(oversized)) return undefined;
  if (othersSinceMs !== undefined && !isTime(othersSinceMs)) return undefined;
  return {
    transport,
    savedAtMs,
    ...texts,
    ...(ordinal !== undefined && { ordinal }),
    ...(intents !== undefined && { intents }),
    ...(closed === true && { closed }),
    ...(unopened === true && { unopened }),
    ...(oversized !== undefined && { oversized }),
    ...(othersSinceMs !== undefined && { othersSinceMs }),
  };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
