import { type CursorRecord, type CursorStore, CursorTakenError, readCursorRecord } from "../../events/index.js";
import { fieldsOf } from "../engine/adapter.js";
import type { KeyValue } from "../engine/contract.js";

/** The place of a slot in the stream, which belongs to the slot and not to whoever holds it. */
interface SlotRecord {
  readonly holder: string;
  /** The last holder gave the slot back: nobody has to be waited for. */
  readonly isVacant: boolean;
  readonly cursor: CursorRecord | undefined;
}

export interface SlotCursorOptions {
  readonly state: KeyValue;
  readonly slot: number;
  readonly member: string;
}

const keyOf = (slot: number): string => `cursor.${slot}`;

/**
 * The cursor of a slot for one time of holding it. Loading it writes the new holder's name into it: whatever the former
 * holder still wants to write is refused from then on, for good.
 */
export class SlotCursor implements CursorStore {
  readonly #options: SlotCursorOptions;
  #revision: number | undefined;
  #cursor: CursorRecord | undefined;

  constructor(options: SlotCursorOptions) {
    this.#options = options;
  }

  async load(): Promise<CursorRecord | undefined> {
    const { state, slot } = this.#options;
    for (;;) {
      const entry = await state.get(keyOf(slot));
      this.#cursor = entry === undefined ? undefined : readSlot(entry.value)?.cursor;
      this.#revision = await state.put(keyOf(slot), this.#record(false), entry?.revision);
      // Refused: the former holder wrote once more in between.
      // As if closed: who wrote it has lost the slot and is fenced off, so it is no second process.
      if (this.#revision !== undefined) return this.#cursor && { ...this.#cursor, closed: true };
    }
  }

  async save(key: string, record: CursorRecord): Promise<void> {
    this.#cursor = record;
    await this.#write(key, false);
  }

  /** Says that the slot is given back, so that nobody waits for us. */
  async vacate(): Promise<void> {
    if (this.#revision !== undefined) await this.#write(keyOf(this.#options.slot), true);
  }

  async #write(key: string, isVacant: boolean): Promise<void> {
    const { state, slot } = this.#options;
    const written = await state.put(keyOf(slot), this.#record(isVacant), this.#revision);
    if (written !== undefined) this.#revision = written;
    else await this.#writeAgain(key, isVacant);
  }

  /** A refused write: another holder has written, or this one has and the answer was lost, or the engine lost its data. */
  async #writeAgain(key: string, isVacant: boolean): Promise<void> {
    const { state, slot, member } = this.#options;
    const entry = await state.get(keyOf(slot));
    const holder = entry === undefined ? member : readSlot(entry.value)?.holder;
    if (holder !== member) throw new CursorTakenError(key, holder === undefined ? {} : { holder });
    this.#revision = await state.put(keyOf(slot), this.#record(isVacant), entry?.revision);
    if (this.#revision === undefined) throw new CursorTakenError(key);
  }

  #record(isVacant: boolean): string {
    const record: SlotRecord = { holder: this.#options.member, isVacant, cursor: this.#cursor };
    return JSON.stringify(record);
  }
}

/** Whether nobody held the slot before, or the last holder gave it back. */
export async function isVacant(state: KeyValue, slot: number): Promise<boolean> {
  const entry = await state.get(keyOf(slot));
  return entry === undefined || readSlot(entry.value)?.isVacant === true;
}

function readSlot(text: string): SlotRecord | undefined {
  const { holder, cursor, isVacant: vacant } = fieldsOf(text);
  if (typeof holder !== "string") return undefined;
  return { holder, isVacant: vacant === true, cursor: cursor === undefined ? undefined : readCursorRecord(cursor) };
}
