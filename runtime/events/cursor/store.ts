/** Where a stream of events stood. Plain data, safe to keep as JSON; nothing in it is secret. */
export interface CursorRecord {
  readonly transport: "gateway" | "mailbox";
  /** Gateway: last id up to which everything is handled. Absent when there is none to resume from. */
  readonly lastEventId?: string;
  /** Mailbox: which one, and the position up to which everything is handled. */
  readonly mailboxId?: string;
  readonly since?: string;
  /** Tells the ids of one stream from those of another after a start-over. */
  readonly lineage?: string;
  /** When it was saved, milliseconds since the epoch. */
  readonly savedAtMs: number;
}

/**
 * Keeps cursors across restarts. One store may serve several streams: `key` tells them apart, and there is one writer
 * per key. `load` answers with what was saved last, or with nothing; a half-written record must never come back. It gets
 * 30 s, and a save 5 s.
 *
 * A failing store does not stop events: it is reported, and a restart then resumes from the last record it took. What a
 * failing `load` may hide is reported as a gap.
 */
export interface CursorStore {
  load(key: string): Promise<CursorRecord | undefined>;
  save(key: string, record: CursorRecord): Promise<void>;
}

/** A store for one process: a stream opened again in it goes on where the last one stopped. */
export function memoryCursorStore(): CursorStore {
  const records = new Map<string, CursorRecord>();
  return {
    load: (key) => Promise.resolve(records.get(key)),
    save: (key, record) => {
      records.set(key, record);
      return Promise.resolve();
    },
  };
}

/** A record that came from outside, or nothing when it is none: never an error, since there is always a fresh start. */
export function readCursorRecord(value: unknown): CursorRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const record: Partial<Record<keyof CursorRecord, unknown>> = value;
  const { transport, savedAtMs } = record;
  if ((transport !== "gateway" && transport !== "mailbox") || !isTime(savedAtMs)) return undefined;
  const texts: { lastEventId?: string; mailboxId?: string; since?: string; lineage?: string } = {};
  for (const key of ["lastEventId", "mailboxId", "since", "lineage"] as const) {
    const text = record[key];
    if (typeof text === "string") texts[key] = text;
    else if (text !== undefined) return undefined;
  }
  return { transport, savedAtMs, ...texts };
}

const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
